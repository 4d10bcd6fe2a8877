import { Board } from '../board/board.ts';
import { type CellAnswer, type CellKey, keyText } from '../pick/answers.ts';
import { type BoardCommit } from '../board/cells.ts';
import { Testing, type TestingOptions } from '../board/testing.ts';
import type { QueuePlace } from './wanted.ts';

/** Per refresh; the next one continues. */
const usualMost = 200;

/** Valid while commit and tip are unchanged. */
export type FinalAnswer = Extract<CellAnswer, { kind: 'clean' | 'alreadyThere' | 'conflict' }>;

/** By SHA and tip. */
export interface KnownAnswers {
  get(sha: string, tip: string): FinalAnswer | undefined;
  put(sha: string, tip: string, answer: FinalAnswer): void;
}

export interface DryRunCell extends CellKey {
  readonly tip: string;
  readonly title: string;
}

export interface DryRunOptions extends TestingOptions {
  readonly signal: AbortSignal;
  readonly report: (done: number, total: number) => void;
  readonly most?: number;
}

/** By `keyText`; none beyond the limit. Rejects when aborted, after saving results. */
export const runDry = async (
  { client, project }: QueuePlace,
  cells: readonly DryRunCell[],
  known: KnownAnswers,
  { signal, report, most = usualMost, ...options }: DryRunOptions,
): Promise<ReadonlyMap<string, CellAnswer>> => {
  const answers = new Map<string, CellAnswer>();
  const open: DryRunCell[] = [];
  // merge requests can share a commit
  for (const cell of new Map(cells.map((each) => [keyText(each), each])).values()) {
    const answer = known.get(cell.sha, cell.tip);
    if (answer !== undefined) answers.set(keyText(cell), answer);
    else if (open.length < most) open.push(cell);
  }
  if (open.length === 0) return answers;
  const board = new Board(project);
  for (const { sha, title } of open) board.appendCommit(commitOf(sha, title));
  board.addBranches(open.map(({ branch }) => branch));
  const testing = new Testing(board, client, options);
  const follow = (): void => report(testing.state.done, testing.state.total);
  const leave = testing.onDidChange(follow);
  const cancel = (): void => testing.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    await testing.test(open);
  } finally {
    signal.removeEventListener('abort', cancel);
    leave();
    for (const cell of open) {
      const { result } = board.cell(cell);
      if (result === undefined) continue;
      answers.set(keyText(cell), result);
      if (result.tip !== undefined && isFinal(result)) known.put(cell.sha, result.tip, finalAnswer(result));
    }
  }
  signal.throwIfAborted();
  const { failure } = testing.state;
  // the rest would fail as well
  if (failure !== undefined)
    for (const cell of open)
      if (!answers.has(keyText(cell))) answers.set(keyText(cell), { kind: 'failed', error: failure });
  return answers;
};

/** Other fields are unused. */
const commitOf = (sha: string, title: string): BoardCommit => ({ sha, title, author: '', date: '', parents: 1 });

const isFinal = (answer: CellAnswer): answer is FinalAnswer =>
  answer.kind === 'clean' || answer.kind === 'alreadyThere' || answer.kind === 'conflict';

const finalAnswer = (answer: FinalAnswer): FinalAnswer =>
  answer.kind === 'clean' ? { kind: 'clean' } : { kind: answer.kind, words: answer.words };
