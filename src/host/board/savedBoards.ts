import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import type { Step } from '../../model/board/applying.ts';
import type { CellKey } from '../../model/pick/answers.ts';
import type { BoardCommit, CellResult } from '../../model/board/cells.ts';
import type { MadeOutcome } from '../../model/board/mergeRequests.ts';
import { type Project, project } from '../../wire/projects.ts';
import { explain } from '../kit/words/explain.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import { shaped, storedMap, type StoredMap } from '../shell/storedValue.ts';
import type { Report } from './reportMessages.ts';
import type { MergeRequestReport } from './mergeRequests/reports.ts';
import { boardPrefix, hasSavedBoards } from './savedBoardKey.ts';

/** A stored board. */
export interface SavedBoard {
  readonly id: string;
  /** Undefined for unnamed boards. */
  readonly name: string | undefined;
  readonly account: string;
  readonly project: number;
  readonly projectPath: string;
  /** Last read project, used while the server is unreachable. */
  readonly known?: Project | undefined;
  readonly commits: readonly BoardCommit[];
  readonly branches: readonly string[];
  /** Custom messages, also of commits removed from the board. */
  readonly messages: readonly { readonly sha: string; readonly message: string }[];
  readonly results: readonly { readonly key: CellKey; readonly result: CellResult }[];
  /** Latest first. */
  readonly reports: readonly Report[];
  readonly requestReports: readonly MergeRequestReport[];
  readonly changedAtMs: number;
}

const text = v.string();
const maybe = v.optional(text);

const boardCommit = v.object({
  sha: text,
  title: text,
  author: text,
  date: text,
  parents: v.number(),
  trailers: v.optional(v.pipe(v.array(text), v.readonly())),
  mergeRequest: maybe,
});

const tested = { tip: maybe, atMs: v.number() };
const result = v.variant('kind', [
  v.object({ kind: v.literal('clean'), ...tested }),
  v.object({ kind: v.picklist(['alreadyThere', 'conflict']), words: maybe, ...tested }),
  v.object({
    kind: v.literal('protected'),
    rule: v.optional(v.boolean()),
    words: maybe,
    instead: v.optional(
      v.object({
        answer: v.picklist(['clean', 'alreadyThere', 'conflict', 'noClone', 'cloneLacks', 'unknown']),
        branch: maybe,
      }),
    ),
    ...tested,
  }),
  v.object({ kind: v.literal('branchMissing'), ...tested }),
  v.object({
    kind: v.literal('refused'),
    why: v.picklist(['commitMissing', 'missingScope', 'refused']),
    words: maybe,
    status: v.optional(v.number()),
    ...tested,
  }),
]);

const refusal = v.object({
  kind: v.picklist([
    'alreadyThere',
    'conflict',
    'forbidden',
    'missingScope',
    'branchMissing',
    'commitMissing',
    'refused',
  ]),
  words: maybe,
  status: v.optional(v.number()),
});

const outcome = v.variant('kind', [
  v.object({ kind: v.literal('created'), sha: text, webUrl: maybe, confirmed: v.picklist(['answered', 'found']) }),
  v.object({ kind: v.literal('moved'), from: text, to: text }),
  v.object({ kind: v.literal('refused'), sent: v.boolean(), refusal }),
  v.object({ kind: v.picklist(['notApplied', 'unknown', 'failed']), cause: text }),
  v.object({ kind: v.literal('notTried'), why: v.picklist(['surprise', 'cancelled', 'stopped']) }),
]);

const step = v.object({ branch: text, sha: text, title: text, outcome });

const made = <Value extends v.GenericSchema>(value: Value) =>
  v.variant('kind', [
    v.object({ kind: v.literal('made'), value, confirmed: v.picklist(['answered', 'found', 'used']) }),
    v.object({ kind: v.literal('taken') }),
    v.object({ kind: v.picklist(['notMade', 'unknown', 'failed']), cause: text }),
    v.object({ kind: v.literal('notTried'), why: v.picklist(['surprise', 'cancelled']) }),
  ]);

const mergeRequestReport = v.object({
  id: v.number(),
  runs: v.array(
    v.object({
      action: v.optional(v.picklist(['cherryPick', 'revert']), 'cherryPick'),
      target: text,
      source: text,
      title: text,
      branch: made(v.object({ tip: text })),
      picks: v.array(step),
      request: made(v.object({ iid: v.number(), webUrl: maybe })),
    }),
  ),
  comments: v.array(v.object({ iid: v.number(), outcome: made(v.undefined()) })),
  states: v.array(
    v.object({
      iid: v.number(),
      state: text,
      merging: maybe,
      mayMerge: v.optional(v.boolean()),
      pipeline: maybe,
      willMerge: v.boolean(),
      sha: maybe,
      readAtMs: v.number(),
    }),
  ),
  undone: v.array(text),
});

const shape = v.object({
  id: text,
  name: maybe,
  account: text,
  project: v.number(),
  projectPath: text,
  known: v.optional(project),
  commits: v.array(boardCommit),
  branches: v.array(text),
  messages: v.optional(v.array(v.object({ sha: text, message: text })), []),
  results: v.array(v.object({ key: v.object({ sha: text, branch: text }), result })),
  reports: v.array(
    v.object({
      id: v.number(),
      action: v.picklist(['cherryPick', 'revert']),
      steps: v.array(step),
      undone: v.optional(v.array(v.object({ sha: text, branch: text })), []),
    }),
  ),
  requestReports: v.optional(v.array(mergeRequestReport), []),
  changedAtMs: v.number(),
});

/** Limit of unnamed boards; the oldest are deleted. */
const maxUnnamed = 10;

/** Boards in workspace storage, stored at every change to survive reloads and crashes. */
export class SavedBoards {
  readonly #memento: vscode.Memento;
  readonly #stored: StoredMap<v.InferOutput<typeof shape>>;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
    this.#stored = storedMap(memento, boardPrefix, shaped(shape));
  }

  /** Replaces the stored board. Resolves once stored. */
  async save(board: Omit<SavedBoard, 'changedAtMs'>): Promise<void> {
    const record: v.InferOutput<typeof shape> = {
      ...board,
      commits: [...board.commits],
      branches: [...board.branches],
      messages: [...board.messages],
      // failures aren't worth storing
      results: board.results.flatMap(({ key, result: each }) =>
        each.kind === 'failed' ? [] : [{ key, result: each }],
      ),
      reports: board.reports.map((report) => ({
        ...report,
        steps: report.steps.map(storedStep),
        undone: [...report.undone],
      })),
      requestReports: board.requestReports.map(storedMergeRequests),
      changedAtMs: Date.now(),
    };
    await this.#put(board.id, record);
    const unnamed = this.all().filter(({ name }) => name === undefined);
    for (const { id } of unnamed.slice(maxUnnamed)) await this.delete(id);
  }

  get(id: string): SavedBoard | undefined {
    const record = this.#stored.of(id).get();
    return record && readBoard(record);
  }

  /** All boards, latest change first. */
  all(): readonly SavedBoard[] {
    return this.#stored
      .all()
      .map(readBoard)
      .sort((one, other) => other.changedAtMs - one.changedAtMs);
  }

  async delete(id: string): Promise<void> {
    await this.#put(id, undefined);
  }

  async #put(id: string, board: v.InferOutput<typeof shape> | undefined): Promise<void> {
    await this.#stored.of(id).put(board);
    setContextKey('graft.board.hasSaved', hasSavedBoards(this.#memento));
  }
}

const readBoard = ({ reports, requestReports, ...board }: v.InferOutput<typeof shape>): SavedBoard => ({
  ...board,
  name: board.name,
  results: board.results as SavedBoard['results'],
  reports: reports.map((report) => ({ ...report, isRunning: false, steps: report.steps.map(readStep) })),
  requestReports: requestReports.map((report) => ({
    ...report,
    isRunning: false,
    runs: report.runs.map(({ branch, picks, request, ...run }) => ({
      ...run,
      branch: readMade(branch),
      picks: picks.map(readStep),
      request: readMade(request),
    })),
    comments: report.comments.map(({ iid, outcome: was }) => ({ iid, outcome: readMade(was) })),
  })),
});

type StoredMade<T> =
  | Exclude<MadeOutcome<T>, { readonly kind: 'waiting' | 'making' } | { readonly cause: unknown }>
  | { readonly kind: 'notMade' | 'unknown' | 'failed'; readonly cause: string };

const storedMergeRequests = ({
  id,
  runs,
  comments,
  states,
  undone,
}: MergeRequestReport): v.InferOutput<typeof mergeRequestReport> => ({
  id,
  runs: runs.map(({ branch, picks, request, ...run }) => ({
    ...run,
    branch: storedMade(branch),
    picks: picks.map(storedStep),
    request: storedMade(request),
  })),
  comments: comments.map(({ iid, outcome: was }) => ({ iid, outcome: storedMade(was) })),
  states: [...states],
  undone: [...undone],
});

const storedMade = <T>(was: MadeOutcome<T>): StoredMade<T> => {
  switch (was.kind) {
    case 'waiting':
      return { kind: 'notTried', why: 'cancelled' };
    case 'making':
      // the response is lost if the window closes now
      return { kind: 'unknown', cause: vscode.l10n.t('The window was closed.') };
    case 'notMade':
    case 'unknown':
    case 'failed':
      return { kind: was.kind, cause: explain(was.cause) };
    default:
      return was;
  }
};

const readMade = <T>(stored: StoredMade<T>): MadeOutcome<T> =>
  'cause' in stored ? { ...stored, cause: new Error(stored.cause) } : stored;

type StoredStep = v.InferOutput<typeof step>;

const storedStep = ({ branch, sha, title, outcome: was }: Step): StoredStep => {
  const named = { branch, sha, title };
  switch (was.kind) {
    case 'notApplied':
    case 'unknown':
    case 'failed':
      return { ...named, outcome: { kind: was.kind, cause: explain(was.cause) } };
    case 'applying':
      // the response is lost if the window closes now
      return { ...named, outcome: { kind: 'unknown', cause: vscode.l10n.t('The window was closed.') } };
    case 'waiting':
    case 'testing':
      return { ...named, outcome: { kind: 'notTried', why: 'cancelled' } };
    default:
      return { ...named, outcome: was };
  }
};

const readStep = ({ outcome: stored, ...named }: StoredStep): Step => ({
  ...named,
  outcome: 'cause' in stored ? { ...stored, cause: new Error(stored.cause) } : (stored as Step['outcome']),
});
