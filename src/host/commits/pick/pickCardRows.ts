import * as vscode from '../../vscode.ts';
import type { ConflictView, ResolutionView } from '../../../messages/board.ts';
import { type CellAnswer, changesOf, mayRequest } from '../../../model/pick/answers.ts';
import type { CommitPick } from '../../../model/pick/pick.ts';
import { answerIcons, answerMeaning, answerWord } from '../../kit/words/answerMessages.ts';
import { shortSha, visibleLabel } from '../../kit/words/format.ts';
import { endedTrailers } from '../../kit/words/pickMessages.ts';

/** What is known of a commit on a branch so far. */
export interface CardState {
  readonly answer: CellAnswer;
  /** Where the branch stands; undefined where that could not be read. */
  readonly tip: string | undefined;
  /** Keys of the trailers of the commit. */
  readonly trailers: readonly string[];
  /** What is undone is on its branch alone. */
  readonly isUndo: boolean;
  /** Whether I may push, and by which rule. */
  readonly rights?: string;
  readonly conflict?: ConflictView;
  /** What was decided of a conflict so far. */
  readonly resolution?: ResolutionView | undefined;
  /** How it is known that it is there already. */
  readonly presence?: { readonly words: string; readonly as: string | undefined };
}

/** What the user wants to be done. */
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

/** A row of a card: something to do, or something that is known. */
export interface CardRow extends vscode.QuickPickItem {
  readonly decision?: CardDecision;
  /** Asks the server again. */
  readonly again?: boolean;
}

/** The row Enter is to take: the first step that the answer offers; without one the answer itself. */
export const firstActive = (rows: readonly CardRow[]): CardRow | undefined => {
  const steps = rows.slice(
    0,
    rows.findIndex(({ kind }) => kind === vscode.QuickPickItemKind.Separator),
  );
  return steps.find(({ decision, again }) => decision !== undefined || again === true) ?? rows[0];
};

/**
 * All rows: the answer, what can be done about it, where else to go. What is found later comes last: it must not move a
 * row while the user presses Enter on it.
 */
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
      requestRow(pick, answer),
    ];
  }
  const words = 'words' in answer && answer.words !== undefined ? t('Server response: {0}', answer.words) : '';
  const description = visibleLabel(answerMeaning(answer, branch, action));
  // these have more to say than a row shows
  const isLong = answer.kind === 'failed' || answer.kind === 'protected';
  return [
    row(answerIcons[answer.kind], answerWord(answer), isLong ? {} : { description }),
    ...[isLong ? description : '', words].flatMap(wrapped).map((label) => ({ label, alwaysShow: true })),
    ...nextRows(pick, answer, tip),
  ];
};

/** What one may do about an answer that is not clean. */
const nextRows = (pick: CommitPick, answer: CellAnswer, tip: string | undefined): readonly CardRow[] => {
  const { t } = vscode.l10n;
  if (mayRequest(answer) || (answer.kind === 'refused' && answer.why === 'refused')) return [requestRow(pick, answer)];
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

/** How far a conflict is resolved, and what else can be done about that. */
const resolutionRows = ({ resolution, tip }: CardState): readonly CardRow[] => {
  const { t } = vscode.l10n;
  if (resolution === undefined || tip === undefined) return [];
  const { files, madeOn } = resolution;
  const request =
    madeOn === undefined
      ? []
      : [
          row('git-pull-request-create', t('Create a merge request of {0}…', visibleLabel(madeOn)), {
            decision: { kind: 'requestMerge', tip, source: madeOn },
          }),
        ];
  return [
    separator(t('Resolution')),
    ...request,
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

/** Who may push, and where the branch stood. */
const branchRows = ({ answer, rights, tip }: CardState): readonly CardRow[] => {
  const { t } = vscode.l10n;
  if (rights === undefined) return [];
  const isTold = answer.kind === 'protected' && changesOf(answer) === undefined;
  const tested = tip === undefined || isTold ? [] : [row('git-commit', t('Tested at {0}', shortSha(tip)))];
  return [separator(t('Branch')), ...lines('shield', rights), ...tested];
};

/** Where to go from any answer. */
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

const requestRow = ({ branch }: CommitPick, answer: CellAnswer): CardRow => {
  const { t } = vscode.l10n;
  return row('git-pull-request-create', t('Create a merge request…'), {
    detail: t('Puts it onto a new branch and asks to merge that into {0}. All of it is shown first.', branch),
    decision: { kind: 'request', isTested: changesOf(answer) === 'clean' },
  });
};

/** Words in rows of their own, the first with an icon. */
const lines = (icon: string, words: string): readonly CardRow[] =>
  wrapped(words).map((label, index) => (index === 0 ? row(icon, label) : { label, alwaysShow: true }));

/** Words in lines a picker shows whole: it cuts what is longer than a row. */
const wrapped = (words: string): string[] => visibleLabel(words).match(/\S(?:.{0,78}\S)?(?=\s|$)|\S{80}/g) ?? [];
