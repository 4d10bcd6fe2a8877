import * as vscode from '../../vscode.ts';
import type { ConflictView, ResolutionView } from '../../../messages/board.ts';
import { type CellAnswer, changesOf, mayCreateMergeRequest } from '../../../model/pick/answers.ts';
import type { CommitPick } from '../../../model/pick/pick.ts';
import { answerIcons, answerMeaning, answerWord } from '../../kit/words/dryRunMessages.ts';
import { shortSha, visibleLabel } from '../../kit/words/format.ts';
import { endedTrailers } from '../../kit/words/pickMessages.ts';

export interface CardState {
  readonly answer: CellAnswer;
  /** Branch tip; undefined if it couldn't be read. */
  readonly tip: string | undefined;
  /** Trailer keys of the commit. */
  readonly trailers: readonly string[];
  /** An undo stays on its branch. */
  readonly isUndo: boolean;
  /** Push access with the deciding rule. */
  readonly rights?: string;
  readonly conflict?: ConflictView;
  readonly resolution?: ResolutionView | undefined;
  /** Evidence of the commit on the branch. */
  readonly presence?: { readonly words: string; readonly as: string | undefined };
}

export type CardDecision =
  | { readonly kind: 'apply'; readonly tip: string }
  | { readonly kind: 'fetch'; readonly tip: string }
  | { readonly kind: 'discard'; readonly tip: string }
  | { readonly kind: 'editMessage' | 'resolve'; readonly tip: string }
  | { readonly kind: 'openConflict'; readonly tip: string; readonly path: string }
  | { readonly kind: 'requestMerge'; readonly tip: string; readonly source: string }
  | { readonly kind: 'openCommit'; readonly sha: string }
  | { readonly kind: 'chooseBranch' }
  | { readonly kind: 'request'; readonly isTested: boolean }
  | { readonly kind: 'board' | 'several' | 'signIn' };

/** An action or a fact. */
export interface CardRow extends vscode.QuickPickItem {
  readonly decision?: CardDecision;
  /** Repeats the dry run. */
  readonly again?: boolean;
}

/** Default row: the first action of the result, else the result. */
export const firstActive = (rows: readonly CardRow[]): CardRow | undefined => {
  const steps = rows.slice(
    0,
    rows.findIndex(({ kind }) => kind === vscode.QuickPickItemKind.Separator),
  );
  return steps.find(({ decision, again }) => decision !== undefined || again === true) ?? rows[0];
};

/** Details loaded later come last, so as not to move a row under the user's Enter. */
export const cardRows = (pick: CommitPick, state: CardState): readonly CardRow[] => [
  ...answerRows(pick, state),
  ...otherRows(pick, state),
  ...conflictRows(state),
  ...resolutionRows(state),
  ...presenceRows(state),
  ...branchRows(state),
];

const row = (icon: string, label: string, rest: Partial<CardRow> = {}): CardRow => ({
  label: `$(${icon}) ${label}`,
  alwaysShow: true,
  ...rest,
});

const separator = (label: string): CardRow => ({ label, kind: vscode.QuickPickItemKind.Separator });

const answerRows = (pick: CommitPick, { answer, tip, trailers }: CardState): readonly CardRow[] => {
  const { t } = vscode.l10n;
  const { branch, action } = pick;
  if (answer.kind === 'clean' && tip !== undefined) {
    const label = action === 'revert' ? t('Revert on {0}', branch) : t('Cherry-pick onto {0}', branch);
    const detail =
      action === 'cherryPick' && trailers.length > 0
        ? t('Clean. {0}', endedTrailers(trailers))
        : t('Clean: applies without conflict to {0} at {1}', branch, shortSha(tip));
    return [
      row('pass', label, { detail, decision: { kind: 'apply', tip } }),
      ...(action === 'revert'
        ? []
        : [
            row('edit', t('Edit the message first…'), {
              detail:
                trailers.length > 0
                  ? t('Keeps the trailers. Nothing is sent until you confirm the message in an editor.')
                  : t('Opens the message in an editor. Nothing is sent until you confirm it there.'),
              decision: { kind: 'editMessage', tip },
            }),
          ]),
      mergeRequestRow(pick, answer),
    ];
  }
  const words = 'words' in answer && answer.words !== undefined ? t('Server response: {0}', answer.words) : '';
  const description = visibleLabel(answerMeaning(answer, branch, action));
  // too long for one row
  const isLong = answer.kind === 'failed' || answer.kind === 'protected';
  return [
    row(answerIcons[answer.kind], answerWord(answer), isLong ? {} : { description }),
    ...[isLong ? description : '', words].flatMap(wrapped).map((label) => ({ label, alwaysShow: true })),
    ...nextRows(pick, answer, tip),
  ];
};

/** Actions for a result that isn't clean. */
const nextRows = (pick: CommitPick, answer: CellAnswer, tip: string | undefined): readonly CardRow[] => {
  const { t } = vscode.l10n;
  if (mayCreateMergeRequest(answer) || (answer.kind === 'refused' && answer.why === 'refused'))
    return [mergeRequestRow(pick, answer)];
  if (answer.kind === 'refused' && answer.why === 'missingScope') {
    return [row('key', t('Sign in with another token…'), { decision: { kind: 'signIn' } })];
  }
  if (answer.kind === 'failed') return [againRow()];
  if (changesOf(answer) !== 'conflict' || tip === undefined) return [];
  return [
    row('git-merge', t('Resolve…'), {
      detail: t('Opens each file in the merge editor. Nothing is sent before you commit the resolution.'),
      decision: { kind: 'resolve', tip },
    }),
  ];
};

/** Progress of the resolution, with its actions. */
const resolutionRows = ({ resolution, tip }: CardState): readonly CardRow[] => {
  const { t } = vscode.l10n;
  if (resolution === undefined || tip === undefined) return [];
  const { files, madeOn } = resolution;
  const mergeRequest =
    madeOn === undefined
      ? []
      : [
          row('git-pull-request-create', t('Create a merge request of {0}…', visibleLabel(madeOn)), {
            decision: { kind: 'requestMerge', tip, source: madeOn },
          }),
        ];
  return [
    separator(t('Resolution')),
    ...mergeRequest,
    ...files.map(({ path, note, isDone }) =>
      row(isDone ? 'pass' : 'circle-large-outline', visibleLabel(path), { description: note }),
    ),
    row('discard', t('Discard the resolution…'), { decision: { kind: 'discard', tip } }),
  ];
};

const conflictRows = ({ conflict, tip }: CardState): readonly CardRow[] => {
  const { many, t } = vscode.l10n;
  if (conflict === undefined || conflict.state === 'loading' || tip === undefined) return [];
  if (conflict.state === 'unavailable') {
    return [
      separator(t('Files in conflict')),
      ...lines('info', conflict.message),
      ...(conflict.offer === 'fetch'
        ? [row('cloud-download', t('Fetch the commits…'), { decision: { kind: 'fetch', tip } })]
        : []),
    ];
  }
  const { files } = conflict;
  return [
    separator(many(files.length, '{0} file in conflict', '{0} files in conflict')),
    ...files.map(({ path, kind }) =>
      row('file', visibleLabel(path), { description: kind, decision: { kind: 'openConflict', tip, path } }),
    ),
  ];
};

const presenceRows = ({ presence }: CardState): readonly CardRow[] => {
  const { t } = vscode.l10n;
  if (presence === undefined) return [];
  const { words, as } = presence;
  const open =
    as === undefined
      ? []
      : [row('git-commit', t('Open commit {0}', shortSha(as)), { decision: { kind: 'openCommit', sha: as } })];
  return [separator(t('Found')), ...lines('search', words), ...open];
};

/** Push access and tested tip. */
const branchRows = ({ answer, rights, tip }: CardState): readonly CardRow[] => {
  const { t } = vscode.l10n;
  if (rights === undefined) return [];
  const isProtected = answer.kind === 'protected' && changesOf(answer) === undefined;
  const tested = tip === undefined || isProtected ? [] : [row('git-commit', t('Tested at {0}', shortSha(tip)))];
  return [separator(t('Branch')), ...lines('shield', rights), ...tested];
};

const otherRows = ({ action }: CommitPick, { answer, isUndo }: CardState): readonly CardRow[] => {
  const { t } = vscode.l10n;
  return [
    separator(t('More')),
    ...(action === 'revert'
      ? []
      : [
          row('table', t('Open on a backport board'), { decision: { kind: 'board' } }),
          row('checklist', t('Choose several branches…'), { decision: { kind: 'several' } }),
        ]),
    ...(answer.kind === 'failed' ? [] : [againRow()]),
    ...(isUndo ? [] : [row('git-branch', t('Choose another branch'), { decision: { kind: 'chooseBranch' } })]),
  ];
};

const againRow = (): CardRow => row('refresh', vscode.l10n.t('Check again'), { again: true });

const mergeRequestRow = ({ branch }: CommitPick, answer: CellAnswer): CardRow => {
  const { t } = vscode.l10n;
  return row('git-pull-request-create', t('Create a merge request…'), {
    detail: t('Puts it onto a new branch and asks to merge that into {0}. All of it is shown first.', branch),
    decision: { kind: 'request', isTested: changesOf(answer) === 'clean' },
  });
};

/** One row per line, the first with an icon. */
const lines = (icon: string, words: string): readonly CardRow[] =>
  wrapped(words).map((label, index) => (index === 0 ? row(icon, label) : { label, alwaysShow: true }));

/** Wraps text at 80 characters: quick picks truncate longer rows. */
const wrapped = (words: string): string[] => visibleLabel(words).match(/\S(?:.{0,78}\S)?(?=\s|$)|\S{80}/g) ?? [];
