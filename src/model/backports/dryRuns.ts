import { Board } from '../board/board.ts';
import { type BoardCommit, type CellAnswer, type CellKey, keyText } from '../board/cells.ts';
import { Testing, type TestingOptions } from '../board/testing.ts';
import type { QueuePlace } from './wanted.ts';

/** Most dry runs that are sent for one reading of a queue where nothing else is asked for; the next goes on from there. */
const usualMost = 200;

/** An answer that holds as long as the commit and the tip of the branch are the same. */
export type LastingAnswer = Extract<CellAnswer, { kind: 'clean' | 'alreadyThere' | 'conflict' }>;

/** The answers of earlier dry runs, by commit and tip. */
export interface KnownAnswers {
  get(sha: string, tip: string): LastingAnswer | undefined;
  put(sha: string, tip: string, answer: LastingAnswer): void;
}

/** A commit on a branch that stands at a tip. */
export interface DryRunCell extends CellKey {
  readonly tip: string;
  readonly title: string;
}

/** What of testing a queue is told. */
export interface DryRunOptions extends TestingOptions {
  readonly signal: AbortSignal;
  readonly report: (done: number, total: number) => void;
  /** Most dry runs that are sent. */
  readonly most?: number;
}

/**
 * Answers cells, by `keyText`: those of a tip that was tested before from memory, others by dry runs as on a board. What is
 * over the limit has no answer. Rejects with the signal's reason; what was answered until then is remembered.
 */
export const runDry = async (
  { client, project }: QueuePlace,
  cells: readonly DryRunCell[],
  known: KnownAnswers,
  { signal, report, most = usualMost, ...options }: DryRunOptions,
): Promise<ReadonlyMap<string, CellAnswer>> => {
  const answers = new Map<string, CellAnswer>();
  const open: DryRunCell[] = [];
  // a commit may be in several merge requests
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
      if (result.tip !== undefined && isLasting(result)) known.put(cell.sha, result.tip, lasting(result));
    }
  }
  signal.throwIfAborted();
  const { failure } = testing.state;
  // what stopped the rest would have met each of them
  if (failure !== undefined)
    for (const cell of open)
      if (!answers.has(keyText(cell))) answers.set(keyText(cell), { kind: 'failed', error: failure });
  return answers;
};

/** Of a merge request the list says enough to test it: the rest is read where it is shown. */
const commitOf = (sha: string, title: string): BoardCommit => ({ sha, title, author: '', date: '', parents: 1 });

const isLasting = (answer: CellAnswer): answer is LastingAnswer =>
  answer.kind === 'clean' || answer.kind === 'alreadyThere' || answer.kind === 'conflict';

const lasting = (answer: LastingAnswer): LastingAnswer =>
  answer.kind === 'clean' ? { kind: 'clean' } : { kind: answer.kind, words: answer.words };
