import * as vscode from '../../../vscode.ts';
import {
  type GithubOptions,
  hasOption,
  offeredStages,
  type OptionalStage,
  readPageSize,
} from '../../../../model/transfers/imports/services/githubOptions.ts';
import type { Release } from '../../../../model/release.ts';
import { askText } from '../../../kit/questions/askText.ts';
import { githubTokenProblem } from './githubQuestions.ts';

export const stageMessage = (stage: OptionalStage): { readonly label: string; readonly detail: string } => {
  const { t } = vscode.l10n;
  switch (stage) {
    case 'single_endpoint_notes_import':
      return {
        label: t('Import comments individually'),
        detail: t('Slower. Required for more than about 30,000 comments.'),
      };
    case 'attachments_import':
      return {
        label: t('Attachments'),
        detail: t('Copies images and files of comments and descriptions instead of linking them. Slower.'),
      };
    case 'collaborators_import':
      return {
        label: t('Collaborators as members'),
        detail: t('Adds direct collaborators who have an account here. They may use license seats.'),
      };
    case 'single_endpoint_issue_events_import':
      return {
        label: t('Events of issues and pull requests'),
        detail: t('Imports events such as renamed, labeled and closed. Slower.'),
      };
  }
};

/** Undefined when closed. */
export const askStages = async (
  title: string,
  release: Release | undefined,
  { stages }: Pick<GithubOptions, 'stages'>,
): Promise<readonly OptionalStage[] | undefined> => {
  const chosen = await vscode.window.showQuickPick(
    offeredStages(release).map((stage) => ({ ...stageMessage(stage), picked: stages.includes(stage), stage })),
    { title, placeHolder: vscode.l10n.t('Additional items to import'), canPickMany: true, ignoreFocusOut: true },
  );
  return chosen?.map(({ stage }) => stage);
};

/** Tokens are kept in memory only. */
export interface MoreOptions extends Pick<GithubOptions, 'timeoutStrategy' | 'paginationLimit'> {
  readonly additionalTokens: readonly string[];
}

/** Validation error of an additional token; `taken`: those already added. */
export type AdditionalTokenCheck = (
  token: string,
  taken: readonly string[],
  signal: AbortSignal,
) => Promise<string | undefined>;

export const askMoreOptions = async (
  title: string,
  before: MoreOptions,
  { release, check }: { readonly release: Release | undefined; readonly check: AdditionalTokenCheck },
): Promise<MoreOptions> => {
  const { t } = vscode.l10n;
  let options = before;
  for (;;) {
    const rows = [
      ...(hasOption(release, 'timeoutStrategy')
        ? [
            {
              label: t('If GitHub times out'),
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
      ...(hasOption(release, 'additionalTokens')
        ? [
            {
              label: t('Additional tokens'),
              iconPath: new vscode.ThemeIcon('key'),
              description: additionalTokensLabel(options.additionalTokens.length),
              part: 'tokens' as const,
            },
          ]
        : []),
      { label: t('Done'), iconPath: new vscode.ThemeIcon('check'), part: 'done' as const },
    ];
    const chosen = await vscode.window.showQuickPick(rows, {
      title,
      placeHolder: t('Advanced options'),
      ignoreFocusOut: true,
    });
    if (chosen === undefined || chosen.part === 'done') return options;
    if (chosen.part === 'timeout') options = { ...options, timeoutStrategy: await askTimeout(title, options) };
    else if (chosen.part === 'pageSize') options = { ...options, paginationLimit: await askPageSize(title, options) };
    else options = { ...options, additionalTokens: await askAdditionalTokens(title, options.additionalTokens, check) };
  }
};

const timeoutMessage = (strategy: GithubOptions['timeoutStrategy']): string => {
  const { t } = vscode.l10n;
  if (strategy === undefined) return t('server default: fail the import');
  return strategy === 'optimistic' ? t('continue with the next step') : t('fail the import');
};

const pageSizeMessage = (size: number | undefined): string =>
  size === undefined ? vscode.l10n.t('server default: 100') : String(size);

const additionalTokensLabel = (count: number): string =>
  count === 0 ? vscode.l10n.t('none') : vscode.l10n.t('{0}, not saved', count);

export const moreOptionsMessage = ({ timeoutStrategy, paginationLimit, additionalTokens }: MoreOptions): string => {
  const { t } = vscode.l10n;
  const parts = [
    ...(timeoutStrategy === undefined ? [] : [t('on a timeout: {0}', timeoutMessage(timeoutStrategy))]),
    ...(paginationLimit === undefined ? [] : [t('{0} items per request', paginationLimit)]),
    ...(additionalTokens.length === 0 ? [] : [t('{0} additional tokens', additionalTokens.length)]),
  ];
  return parts.length === 0 ? t('server defaults') : parts.join(' · ');
};

export const askTimeout = async (
  title: string,
  { timeoutStrategy }: Pick<GithubOptions, 'timeoutStrategy'>,
): Promise<GithubOptions['timeoutStrategy']> => {
  const { t } = vscode.l10n;
  const chosen = await vscode.window.showQuickPick(
    [
      { label: t('Fail the Import'), description: 'pessimistic', strategy: 'pessimistic' as const },
      {
        label: t('Continue with the Next Step'),
        description: 'optimistic',
        detail: t('Data that could not be read in time will be missing.'),
        strategy: 'optimistic' as const,
      },
    ],
    { title, placeHolder: t('If a step times out'), ignoreFocusOut: true },
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
    prompt: t('Items per request, 1 to 100. Use fewer if GitHub returns 500 or 502 for large repositories; slower.'),
    value: String(paginationLimit ?? 100),
    problem: (text) => (readPageSize(text) === undefined ? t('Enter a number from 1 to 100.') : undefined),
  });
  if (typed === undefined) return paginationLimit;
  const size = readPageSize(typed);
  return size === 100 ? undefined : size;
};

const askAdditionalTokens = async (
  title: string,
  before: readonly string[],
  check: AdditionalTokenCheck,
): Promise<readonly string[]> => {
  const { t } = vscode.l10n;
  const tokens: string[] = [];
  for (;;) {
    const typed = await askText({
      title,
      prompt:
        tokens.length === 0
          ? t('Token of another user, used when GitHub limits the first. Not saved. Leave empty to skip.')
          : t('{0} added. Enter another token, or leave empty to finish.', tokens.length),
      value: '',
      placeholder: 'ghp_…',
      isSecret: true,
      problem: (text) => {
        if (text === '') return undefined;
        return tokens.includes(text) ? t('This token was already added.') : githubTokenProblem(text);
      },
      check: async (text, signal) => (text === '' ? undefined : check(text, tokens, signal)),
    });
    if (typed === undefined) return before;
    if (typed === '') return tokens;
    tokens.push(typed);
  }
};
