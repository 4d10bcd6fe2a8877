import * as vscode from '../../vscode.ts';
import { mayWrite } from '../../../model/account.ts';
import { askCell, type BoardPlace, readColumn } from '../../../model/pick/asking.ts';
import { type CellAnswer, changesOf } from '../../../model/pick/answers.ts';
import { trailerKeys } from '../../../model/text/trailers.ts';
import type { CommitDetail } from '../../../wire/commits.ts';
import type { Backports, CommitsArea } from '../area.ts';
import { explain } from '../../kit/words/explain.ts';
import { pickTitle } from '../../kit/words/pickMessages.ts';
import type { ProjectPick } from './applyPick.ts';
import { type CardDecision, cardRows, type CardRow, type CardState, firstActive } from './pickCardRows.ts';
import type { CommitSubject } from '../subject.ts';

export type { CardDecision } from './pickCardRows.ts';

/** `isUndo`: reverts a pick just applied. */
export type CardPick = ProjectPick & { readonly isUndo: boolean };

/**
 * Card of a dry run, like a cell of a board, with the next steps; undefined when closed. Details are added as they
 * load. `note`: reason for a repeated dry run.
 */
export const showCard = (
  area: CommitsArea,
  subject: CommitSubject,
  commit: CommitDetail,
  pick: CardPick,
  note: string | undefined,
): Promise<CardDecision | undefined> =>
  new Promise((resolve) => {
    const { t } = vscode.l10n;
    const known = { trailers: trailerKeys(commit.message), isUndo: pick.isUndo };
    const closing = new AbortController();
    let asking = new AbortController();
    const picker = vscode.window.createQuickPick<CardRow>();
    picker.title = pickTitle(pick, commit.title);
    picker.ignoreFocusOut = true;
    picker.keepScrollPosition = true;
    const show = (state: CardState): void => {
      // VS Code would activate the first row instead
      const [before] = picker.activeItems;
      picker.items = cardRows(pick, state);
      const same = before && picker.items.find(({ label, kind }) => label === before.label && kind === before.kind);
      const active = same ?? firstActive(picker.items);
      if (active) picker.activeItems = [active];
    };
    const ask = async (): Promise<void> => {
      asking.abort();
      asking = new AbortController();
      const signal = AbortSignal.any([closing.signal, asking.signal]);
      picker.busy = true;
      picker.items = [];
      picker.placeholder = t('Dry run on {0}… (Escape cancels)', pick.branch);
      const asked = { ...(await askServer(area, subject, pick, signal)), ...known };
      if (signal.aborted) return;
      picker.busy = false;
      picker.placeholder = note ?? askedWords(asked, pick.branch);
      show(asked);
      await readMore(area, subject, pick, asked, signal, show);
    };
    picker.onDidAccept(() => {
      const [chosen] = picker.selectedItems;
      if (chosen?.again === true) void ask();
      if (!chosen?.decision) return;
      resolve(chosen.decision);
      picker.hide();
    });
    picker.onDidHide(() => {
      closing.abort();
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
    void ask();
  });

const askedWords = ({ answer }: CardState, branch: string): string => {
  const { t } = vscode.l10n;
  if (answer.kind !== 'protected') return t('Dry run on {0}. Nothing has changed yet.', branch);
  const { branch: other } = answer.instead ?? {};
  if (other !== undefined) return t('Dry run on {0}. Nothing has changed yet.', other);
  return changesOf(answer) === undefined
    ? t('No dry run on {0}. Nothing has changed.', branch)
    : t('Tried in your clone for {0}. Nothing has changed yet.', branch);
};

/** Result of the dry run; a failure is one, too. */
const askServer = async (
  area: CommitsArea,
  { open }: CommitSubject,
  pick: ProjectPick,
  signal: AbortSignal,
): Promise<Pick<CardState, 'answer' | 'tip'>> => {
  const { client, account } = open;
  const place: BoardPlace = {
    client,
    project: pick.project,
    inClone: async (...asked) => (await area.backports()).tryInClone(open)(...asked),
  };
  const read = await readColumn(place, pick, { signal });
  // for a read-only token `canPush` is always false; the dry run gives the role's answer
  const column = read.kind === 'read' && mayWrite(account) === false ? { ...read, canPush: undefined } : read;
  const tip = column.kind === 'read' ? column.tip : undefined;
  try {
    return { answer: await askCell(place, { ...pick, message: undefined }, column, signal), tip };
  } catch (error) {
    return { answer: { kind: 'failed', error }, tip };
  }
};

/** Loads the details and shows each as it arrives. */
const readMore = async (
  area: CommitsArea,
  { open }: CommitSubject,
  pick: ProjectPick,
  first: CardState,
  signal: AbortSignal,
  show: (state: CardState) => void,
): Promise<void> => {
  const { tip } = first;
  let state = first;
  const put = (more: Partial<CardState>): void => {
    if (signal.aborted) return;
    state = { ...state, ...more };
    show(state);
  };
  if (tip === undefined) return;
  const failed = (error: unknown, unknown: (why: string) => Partial<CardState>): void => {
    if (signal.aborted) return;
    area.log.error('A part of a dry run’s card could not be read.', error);
    put(unknown(explain(error)));
  };
  const { t } = vscode.l10n;
  const place = { ...pick, open, tip };
  const part = async (
    read: (backports: Backports) => Promise<Partial<CardState>>,
    unknown: (why: string) => Partial<CardState>,
  ): Promise<void> => {
    try {
      put(await read(await area.backports()));
    } catch (error) {
      failed(error, unknown);
    }
  };
  await Promise.all([
    part(
      async ({ rightsOf }) => ({ rights: await rightsOf(open, pick.branch, signal) }),
      (why) => ({ rights: t('It is unknown whether you may push to {0}: {1}.', pick.branch, why) }),
    ),
    (changesOf(first.answer) === 'conflict' || isLacking(first.answer)) &&
      part(
        async ({ conflictOf, resolutionOf }) => ({
          conflict: await conflictOf(place, signal),
          // cherry-picks are resolved on their board
          ...(pick.action === 'revert' && { resolution: resolutionOf(place) }),
        }),
        (message) => ({ conflict: { state: 'unavailable', message, offer: undefined } }),
      ),
    // the history has no evidence for a revert
    changesOf(first.answer) === 'alreadyThere' &&
      pick.action === 'cherryPick' &&
      part(
        async ({ presenceOf }) => ({ presence: await presenceOf(place, signal) }),
        (words) => ({ presence: { words, as: undefined } }),
      ),
  ]);
};

/** True if fetching commits would allow a dry run in the clone. */
const isLacking = (answer: CellAnswer): boolean =>
  answer.kind === 'protected' && answer.instead?.answer === 'cloneLacks';
