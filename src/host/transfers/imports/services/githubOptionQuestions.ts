import * as vscode from '../../../vscode.ts';
import {
  type GithubOptions,
  hasOption,
  offeredStages,
  type OptionalStage,
  readPageSize,
} from '../../../../model/transfers/imports/services/githubOptions.ts';
import type { Release } from '../../../../model/release.ts';
import { askText } from '../../../kit/askText.ts';
import { githubTokenProblem } from './githubQuestions.ts';

/** What an additional item is called, and what it brings. */
export const stageMessage = (stage: OptionalStage): { readonly label: string; readonly detail: string } => {
  const { t } = vscode.l10n;
  switch (stage) {
    case 'single_endpoint_notes_import':
      return {
        label: t('All comments, one by one'),
        detail: t('Slower. Needed above some 30,000 comments: GitHub’s lists end there.'),
      };
    case 'attachments_import':
      return {
        label: t('Attachments'),
        detail: t('Images and files of comments and descriptions are copied, not linked. Slower.'),
      };
    case 'collaborators_import':
      return {
        label: t('Collaborators as members'),
        detail: t('Direct collaborators who have an account here. Can take up seats of the subscription.'),
      };
    case 'single_endpoint_issue_events_import':
      return {
        label: t('Events of issues and pull requests'),
        detail: t('Renamed, labeled, closed and so on, one by one. Slower.'),
      };
  }
};

/** Asks which additional items to bring. Undefined when left. */
export const askStages = async (
  title: string,
  release: Release | undefined,
  { stages }: Pick<GithubOptions, 'stages'>,
): Promise<readonly OptionalStage[] | undefined> => {
  const chosen = await vscode.window.showQuickPick(
    offeredStages(release).map((stage) => ({ ...stageMessage(stage), picked: stages.includes(stage), stage })),
    {
      title,
      placeHolder: vscode.l10n.t('What to bring besides the usual'),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  return chosen?.map(({ stage }) => stage);
};

/** The rarer options, with tokens that live as long as the import is prepared. */
export interface MoreOptions extends Pick<GithubOptions, 'timeoutStrategy' | 'paginationLimit'> {
  readonly furtherTokens: readonly string[];
}

/** Says what is wrong with a further token beside those that were taken; undefined for one that can be used. */
export type FurtherTokenCheck = (
  token: string,
  taken: readonly string[],
  signal: AbortSignal,
) => Promise<string | undefined>;

/** Asks for the rarer options, one after the other as they are chosen. */
export const askMoreOptions = async (
  title: string,
  before: MoreOptions,
  { release, check }: { readonly release: Release | undefined; readonly check: FurtherTokenCheck },
): Promise<MoreOptions> => {
  const { t } = vscode.l10n;
  let options = before;
  for (;;) {
    const rows = [
      ...(hasOption(release, 'timeoutStrategy')
        ? [
            {
              label: t('When GitHub takes too long'),
              iconPath: new vscode.ThemeIcon('watch'),
              description: timeoutMessage(options.timeoutStrategy),
              part: 'timeout' as const,
            },
          ]
        : []),
      ...(hasOption(release, 'paginationLimit')
        ? [
            {
              label: t('Items per request'),
              iconPath: new vscode.ThemeIcon('list-ordered'),
              description: pageSizeMessage(options.paginationLimit),
              part: 'pageSize' as const,
            },
          ]
        : []),
      ...(hasOption(release, 'furtherTokens')
        ? [
            {
              label: t('Further tokens'),
              iconPath: new vscode.ThemeIcon('key'),
              description: furtherTokensWords(options.furtherTokens.length),
              part: 'tokens' as const,
            },
          ]
        : []),
      { label: t('Done'), iconPath: new vscode.ThemeIcon('check'), part: 'done' as const },
    ];
    const chosen = await vscode.window.showQuickPick(rows, {
      title,
      placeHolder: t('Rarer options'),
      ignoreFocusOut: true,
    });
    if (chosen === undefined || chosen.part === 'done') return options;
    if (chosen.part === 'timeout') options = { ...options, timeoutStrategy: await askTimeout(title, options) };
    else if (chosen.part === 'pageSize') options = { ...options, paginationLimit: await askPageSize(title, options) };
    else options = { ...options, furtherTokens: await askFurtherTokens(title, options.furtherTokens, check) };
  }
};

const timeoutMessage = (strategy: GithubOptions['timeoutStrategy']): string => {
  const { t } = vscode.l10n;
  if (strategy === undefined) return t('as the server does: the import fails');
  return strategy === 'optimistic' ? t('goes on with the next step') : t('the import fails');
};

const pageSizeMessage = (size: number | undefined): string =>
  size === undefined ? vscode.l10n.t('100, as the server does') : String(size);

const furtherTokensWords = (count: number): string =>
  count === 0 ? vscode.l10n.t('none') : vscode.l10n.t('{0}, not kept', count);

/** The rarer options in a line. */
export const moreOptionsMessage = ({ timeoutStrategy, paginationLimit, furtherTokens }: MoreOptions): string => {
  const { t } = vscode.l10n;
  const parts = [
    ...(timeoutStrategy === undefined ? [] : [t('on a timeout: {0}', timeoutMessage(timeoutStrategy))]),
    ...(paginationLimit === undefined ? [] : [t('{0} items per request', paginationLimit)]),
    ...(furtherTokens.length === 0 ? [] : [t('{0} further tokens', furtherTokens.length)]),
  ];
  return parts.length === 0 ? t('as the server does') : parts.join(' · ');
};

/** Asks what to do when the other service takes too long. */
export const askTimeout = async (
  title: string,
  { timeoutStrategy }: Pick<GithubOptions, 'timeoutStrategy'>,
): Promise<GithubOptions['timeoutStrategy']> => {
  const { t } = vscode.l10n;
  const chosen = await vscode.window.showQuickPick(
    [
      { label: t('The import fails'), description: 'pessimistic', strategy: 'pessimistic' as const },
      {
        label: t('It goes on with the next step'),
        description: 'optimistic',
        detail: t('What could not be read in time is missing afterwards.'),
        strategy: 'optimistic' as const,
      },
    ],
    { title, placeHolder: t('When a step takes too long'), ignoreFocusOut: true },
  );
  return chosen === undefined ? timeoutStrategy : chosen.strategy;
};

const askPageSize = async (
  title: string,
  { paginationLimit }: Pick<GithubOptions, 'paginationLimit'>,
): Promise<number | undefined> => {
  const { t } = vscode.l10n;
  const typed = await askText({
    title,
    prompt: t(
      'Items per request, 1 to 100. Fewer help where GitHub answers 500 or 502 for large repositories; slower.',
    ),
    value: String(paginationLimit ?? 100),
    problem: (text) => (readPageSize(text) === undefined ? t('Type a number from 1 to 100.') : undefined),
  });
  if (typed === undefined) return paginationLimit;
  const size = readPageSize(typed);
  return size === 100 ? undefined : size;
};

const askFurtherTokens = async (
  title: string,
  before: readonly string[],
  check: FurtherTokenCheck,
): Promise<readonly string[]> => {
  const { t } = vscode.l10n;
  const tokens: string[] = [];
  for (;;) {
    const typed = await askText({
      title,
      prompt:
        tokens.length === 0
          ? t('A token of another person, used while GitHub limits the first. Not kept. Leave it empty for none.')
          : t('{0} taken. One more, or leave it empty to end.', tokens.length),
      value: '',
      placeholder: 'ghp_…',
      isSecret: true,
      problem: (text) => {
        if (text === '') return undefined;
        return tokens.includes(text) ? t('This one is taken already.') : githubTokenProblem(text);
      },
      check: async (text, signal) => (text === '' ? undefined : check(text, tokens, signal)),
    });
    if (typed === undefined) return before;
    if (typed === '') return tokens;
    tokens.push(typed);
  }
};
