import * as vscode from '../../../vscode.ts';
import { type Account, instanceName } from '../../../../model/account.ts';
import type { ImportPlace } from '../../../../model/transfers/imports/places.ts';
import {
  type GithubOptions,
  hasOption,
  isUsualStage,
  offeredStages,
} from '../../../../model/transfers/imports/services/githubOptions.ts';
import type { GithubRepository } from '../../../../model/transfers/imports/services/githubRepository.ts';
import { githubName } from '../../../../model/transfers/imports/services/githubServer.ts';
import type { Release } from '../../../../model/release.ts';
import { moreOptionsMessage, stageMessage } from './githubOptionQuestions.ts';
import { repositoryFacts, type SignedInGithub } from './githubQuestions.ts';
import type { Summary, SummaryRow } from '../../../kit/questions/summary.ts';

/** Tokens are kept in memory only. */
export interface GithubAnswers {
  readonly signedIn: SignedInGithub;
  readonly repository: GithubRepository;
  readonly place: ImportPlace;
  readonly path: string;
  readonly options: GithubOptions;
  readonly additionalTokens: readonly string[];
}

export type GithubPart = 'repository' | 'server' | 'place' | 'path' | 'stages' | 'more';

export const githubSummary = (
  account: Account,
  answers: GithubAnswers,
  release: Release | undefined,
): Summary<GithubPart> => {
  const { t } = vscode.l10n;
  const { signedIn, repository, place, path, options, additionalTokens } = answers;
  const { server, who } = signedIn;
  const offered = offeredStages(release);
  const rows: readonly SummaryRow<GithubPart>[] = [
    {
      part: 'repository',
      icon: repository.isPrivate ? 'lock' : 'repo',
      label: t('Repository'),
      value: [repository.fullName, ...repositoryFacts(repository)].join(' · '),
    },
    {
      part: 'server',
      icon: 'github',
      label: t('Source account'),
      value: t('{0} on {1}', who.login, githubName(server)),
    },
    {
      part: 'place',
      icon: place.kind === 'user' ? 'account' : 'organization',
      label: t('Into'),
      value: `${place.path} · ${instanceName(account.baseUrl)}`,
    },
    { part: 'path', icon: 'symbol-key', label: t('Name'), value: path },
    ...(offered.length === 0
      ? []
      : [
          {
            part: 'stages' as const,
            icon: 'checklist',
            label: t('Additional items'),
            value:
              options.stages.length === 0
                ? t('none')
                : options.stages.map((stage) => stageMessage(stage).label).join(' · '),
          },
        ]),
    ...(hasOption(release, 'additionalTokens')
      ? [
          {
            part: 'more' as const,
            icon: 'settings',
            label: t('More options'),
            value: moreOptionsMessage({ ...options, additionalTokens }),
          },
        ]
      : []),
  ];
  return {
    title: t('Import from GitHub: review and start'),
    start: {
      label: t('Start Import'),
      value: `${repository.fullName} → ${place.path}/${path}`,
      detail: t('Copies code, issues, pull requests, wiki and releases. The GitHub repository stays unchanged.'),
    },
    rows,
    warnings: warningsOf(answers),
    notes: notesOf(answers),
  };
};

const warningsOf = ({ signedIn, repository, options }: GithubAnswers): readonly string[] => {
  const { t } = vscode.l10n;
  const { who } = signedIn;
  const { scopes } = who;
  const has = (...wanted: readonly string[]): boolean =>
    scopes === undefined || wanted.some((one) => scopes.includes(one));
  const wantsMembers = options.stages.some((stage) => stage === 'collaborators_import' && isUsualStage(stage));
  return [
    ...(who.isFineGrained
      ? [
          t(
            'The token is fine-grained. GitLab expects a classic token; data without a matching permission is not imported.',
          ),
        ]
      : []),
    ...(has('repo') || (!repository.isPrivate && has('public_repo'))
      ? []
      : [t('The token lacks the scope repo. {0} may not be imported completely.', repository.fullName)]),
    ...(wantsMembers && !has('read:org', 'write:org', 'admin:org')
      ? [t('The token lacks the scope read:org, which importing collaborators requires.')]
      : []),
  ];
};

const notesOf = ({ repository, place }: GithubAnswers): readonly string[] => {
  const { t } = vscode.l10n;
  return [
    ...(place.kind === 'user'
      ? [t('In a personal namespace all content is attributed to you; in a group it can be reassigned later.')]
      : []),
    ...(repository.isPrivate ? [] : [t('The project will be public if the group allows it.')]),
  ];
};
