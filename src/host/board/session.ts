import type {
  CellAction,
  CellPlace,
  CellView,
  ConflictView,
  ResolutionView,
  ToBoardPage,
} from '../../messages/board.ts';
import type { Step } from '../../model/board/applying.ts';
import { Board } from '../../model/board/board.ts';
import type { TryInClone } from '../../model/pick/asking.ts';
import { type CellKey, keyText, mayCreateMergeRequest } from '../../model/pick/answers.ts';
import { isStale } from '../../model/board/cells.ts';
import type { MergeRequestState } from '../../model/board/mergeRequests.ts';
import { Testing } from '../../model/board/testing.ts';
import { projectAndAccount } from '../kit/words/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { SavedBoard, SavedBoards } from './savedBoards.ts';
import { boardTitle } from './messages.ts';
import { leftToUndo, type Report, reportView } from './reportMessages.ts';
import {
  canMerge,
  mergeRequestOf,
  type MergeRequestReport,
  mergeRequestReportView,
  stateMessage,
} from './mergeRequests/reports.ts';
import { type SavedResolutions, nameOf } from './resolving/savedResolutions.ts';
import { boardView, cellView, columnView, type MadeFor, progressView } from './views.ts';

/** Changes within this time go to the page in one message. */
const gatherMs = 30;
/** Changes within this time are stored together. */
const storeMs = 400;
const maxReports = 10;

export interface BoardStores {
  readonly boards: SavedBoards;
  readonly resolutions: SavedResolutions;
}

/** Dependencies of a session. */
export interface SessionDeps {
  readonly stores: BoardStores;
  readonly tryInClone: (open: OpenProject) => TryInClone;
}

/** An open board with its tests, results and reports; sends changes to its page. */
export class BoardSession {
  readonly id: string;
  readonly open: OpenProject;
  readonly board: Board;
  readonly testing: Testing;
  readonly #stores: BoardStores;
  readonly #changedCells = new Map<string, CellPlace>();
  readonly #changedColumns = new Set<string>();
  #name: string | undefined;
  #reports: readonly Report[];
  #requestReports: readonly MergeRequestReport[];
  #post: ((message: ToBoardPage) => void) | undefined;
  #posting: NodeJS.Timeout | undefined;
  #storing: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Set while commits are being created. */
  applying: AbortController | undefined;
  /** Called when the tracked merge requests, or the state of one, change. */
  mergeRequestsChanged: (() => void) | undefined;
  readonly conflicts = new Map<string, ConflictView>();
  #away: unknown;

  constructor(
    open: OpenProject,
    { stores, tryInClone }: SessionDeps,
    from: Pick<SavedBoard, 'id'> & Partial<SavedBoard>,
  ) {
    this.id = from.id;
    this.open = open;
    this.#stores = stores;
    this.#name = from.name;
    this.#reports = from.reports ?? [];
    this.#requestReports = from.requestReports ?? [];
    this.board = new Board(open.project.id);
    // added one by one to preserve the user's order
    for (const commit of from.commits ?? []) this.board.appendCommit(commit);
    this.board.addBranches(from.branches ?? []);
    for (const { key, result } of (from.results ?? []).toSorted((one, other) => one.result.atMs - other.result.atMs)) {
      this.board.setCell(key, { activity: 'idle', result });
      const { tip, atMs: readAtMs } = result;
      const rights = { isProtected: undefined, canPush: undefined };
      if (tip !== undefined) this.board.setColumn(key.branch, { kind: 'read', tip, readAtMs, ...rights });
    }
    for (const { sha, message } of from.messages ?? []) this.board.setMessage(sha, message);
    this.testing = new Testing(this.board, open.client, { inClone: tryInClone(open) });
    this.board.onDidChange((change) => {
      if (change.kind === 'plan') this.#notifyAll();
      if (change.kind === 'cell') this.#postCells([change.key]);
      if (change.kind === 'column') this.#postColumn(change.branch);
      if (change.kind === 'message') {
        this.#post?.({ type: 'message', sha: change.sha, message: this.board.messages.get(change.sha) });
      }
      this.#storeSoon();
    });
    this.testing.onDidChange(() => {
      if (this.testing.state.isRunning) this.#away = undefined;
      this.#notifySoon();
    });
  }

  /** Connection error of the last read of the branches; undefined once the server responds. */
  get away(): unknown {
    return this.#away;
  }

  set away(error: unknown) {
    this.#away = error;
    this.#notifySoon();
  }

  get name(): string | undefined {
    return this.#name;
  }

  get title(): string {
    const { commits, branches } = this.board;
    return boardTitle({ name: this.#name, commits, branches });
  }

  set name(name: string | undefined) {
    this.#name = name;
    this.#notifyAll();
    this.#storeSoon();
  }

  /** Runs a cell's menu action on the page. */
  act(does: CellAction): void {
    this.#post?.({ type: 'act', does });
  }

  get reports(): readonly Report[] {
    return this.#reports;
  }

  /** Replaces the report of this id, or adds it first. */
  setReport(report: Report): void {
    this.#reports = withReport(this.#reports, report);
    this.#postReports();
    this.#postCells(report.steps.map(({ sha, branch }) => ({ sha, branch })));
    // stored at once, in case the window closes
    void this.store();
  }

  /** Latest first. */
  get requestReports(): readonly MergeRequestReport[] {
    return this.#requestReports;
  }

  /** Replaces the report of this id, or adds it first. */
  setMergeRequestReport(report: MergeRequestReport): void {
    this.#requestReports = withReport(this.#requestReports, report);
    this.#postReports();
    this.#postCells(report.runs.flatMap(({ picks, target }) => picks.map(({ sha }) => ({ sha, branch: target }))));
    this.mergeRequestsChanged?.();
    // stored at once, in case the window closes
    void this.store();
  }

  /** Updates a merge request's state in its report. */
  setMergeRequestState(id: number, state: MergeRequestState): void {
    const report = this.#requestReports.find((each) => each.id === id);
    if (report === undefined) return;
    this.setMergeRequestReport({ ...report, states: [...report.states.filter(({ iid }) => iid !== state.iid), state] });
  }

  /** Latest merge request for a cell, unless closed or taken back. */
  mergeRequestFor({ sha, branch }: CellPlace): CellView['request'] {
    for (const { runs, undone, states } of this.#requestReports) {
      for (const run of runs) {
        const known = mergeRequestOf(run);
        const isIt = run.target === branch && run.picks.some((pick) => pick.sha === sha);
        if (known === undefined || !isIt || undone.includes(run.source)) continue;
        const state = states.find(({ iid }) => iid === known.iid);
        if (state?.state === 'closed') continue;
        const isMerged = state?.state === 'merged';
        return { iid: known.iid, status: stateMessage(state), canMerge: canMerge(state), isMerged };
      }
    }
    return undefined;
  }

  deleteReport(id: number): void {
    this.#reports = this.#reports.filter((report) => report.id !== id || report.isRunning);
    this.#requestReports = this.#requestReports.filter((report) => report.id !== id || report.isRunning);
    this.#postReports();
    this.#notifyAll();
    this.#storeSoon();
  }

  get isShown(): boolean {
    return this.#post !== undefined;
  }

  /** Connects the page and sends the whole board first. */
  showTo(post: (message: ToBoardPage) => void): void {
    this.#post = post;
    this.#notifyAll();
    this.#postReports();
    this.#notifySoon();
  }

  /** Cells that are untested, outdated or failed. */
  openCells(): readonly CellKey[] {
    return this.board.keys().filter((key) => {
      const cell = this.board.cell(key);
      const { result } = cell;
      if (this.createdIn(key) !== undefined) return false;
      return result === undefined || result.kind === 'failed' || isStale(cell, this.board.column(key.branch));
    });
  }

  /** SHA applied for a cell, unless it was undone or a later dry run was clean. */
  createdIn({ sha, branch }: CellPlace): string | undefined {
    const { result } = this.board.cell({ sha, branch });
    for (const report of this.#reports) {
      if (report.action !== 'cherryPick' || (result?.kind === 'clean' && result.atMs > report.id)) continue;
      const step = leftToUndo(report).find((each) => each.sha === sha && each.branch === branch);
      if (step) return step.outcome.sha;
    }
    return undefined;
  }

  /** True if a merge request can apply the cell and there is none yet. */
  canRequest(place: CellPlace): boolean {
    return mayCreateMergeRequest(this.board.cell(place).result) && this.mergeRequestFor(place) === undefined;
  }

  setConflict(place: CellPlace, conflict: ConflictView): void {
    this.conflicts.set(keyText(place), conflict);
    this.#post?.({ type: 'conflict', place, conflict });
  }

  /** Moves branches to the commits created on them; earlier results become outdated. */
  standAt(steps: readonly Step[]): void {
    for (const branch of new Set(steps.map((step) => step.branch))) {
      const last = steps.findLast((step) => step.branch === branch && step.outcome.kind === 'created');
      const column = this.board.column(branch);
      if (last?.outcome.kind !== 'created' || column.kind !== 'read') continue;
      this.board.setColumn(branch, { ...column, tip: last.outcome.sha, readAtMs: Date.now() });
    }
  }

  /** Sends a cell's resolution to the page; undefined for none. */
  postResolution(place: CellPlace, resolution: ResolutionView | undefined): void {
    this.#post?.({ type: 'resolution', place, resolution });
    this.#postCells([place]);
  }

  /** Sends the user's permissions on a branch. */
  postRights(branch: string, words: string): void {
    this.#post?.({ type: 'rights', branch, words });
  }

  /** Sends where the branch already has the commit. */
  postPresence(place: CellPlace, words: string): void {
    this.#post?.({ type: 'presence', place, words });
  }

  async store(): Promise<void> {
    clearTimeout(this.#storing);
    this.#storing = undefined;
    const { open, board } = this;
    await this.#stores.boards.save({
      id: this.id,
      name: this.#name,
      account: open.account.id,
      project: open.project.id,
      projectPath: open.project.path_with_namespace,
      known: open.project,
      commits: board.commits,
      branches: board.branches,
      messages: [...board.messages].map(([sha, message]) => ({ sha, message })),
      results: board.keys().flatMap((key) => {
        const { result } = board.cell(key);
        return result === undefined ? [] : [{ key, result }];
      }),
      reports: this.#reports,
      requestReports: this.#requestReports,
    });
  }

  /** Disconnects the page, stops testing, and applying after the step being sent. */
  close(): void {
    this.#isClosed = true;
    this.#post = undefined;
    clearTimeout(this.#posting);
    this.testing.cancel();
    this.applying?.abort();
    if (this.#storing) void this.store();
  }

  #postReports(): void {
    const applied = this.#reports.map((report) => reportView(report, (cell) => this.canRequest(cell)));
    const views = [...applied, ...this.#requestReports.map(mergeRequestReportView)];
    this.#post?.({ type: 'reports', reports: views.sort((one, other) => other.id - one.id) });
  }

  #storeSoon(): void {
    // late changes must not restore a deleted board
    if (this.#isClosed) return;
    this.#storing ??= setTimeout(() => void this.store(), storeMs);
  }

  #notifyAll(): void {
    this.#changedCells.clear();
    this.#changedColumns.clear();
    const named = { name: this.#name, title: this.title, project: projectAndAccount(this.open) };
    this.#post?.({ type: 'board', board: boardView(this.board, named, (place) => this.#madeFor(place)) });
  }

  #postCells(places: readonly CellPlace[]): void {
    for (const place of places) this.#changedCells.set(keyText(place), place);
    this.#notifySoon();
  }

  #madeFor(place: CellPlace): MadeFor {
    const { account, project } = this.open;
    const name = nameOf({ account: account.id, project: project.id, action: 'cherryPick', ...place });
    const resolvedOn = this.#stores.resolutions.get(name)?.madeOn;
    return { createdSha: this.createdIn(place), request: this.mergeRequestFor(place), resolvedOn };
  }

  /** All cells of the branch may be outdated. */
  #postColumn(branch: string): void {
    this.#changedColumns.add(branch);
    this.#postCells(this.board.commits.map(({ sha }) => ({ sha, branch })));
  }

  #notifySoon(): void {
    if (this.#post === undefined) return;
    this.#posting ??= setTimeout(() => {
      this.#posting = undefined;
      const cells = [...this.#changedCells.values()].filter((place) => this.board.has(place));
      const columns = [...this.#changedColumns].filter((branch) => this.board.branches.includes(branch));
      this.#changedCells.clear();
      this.#changedColumns.clear();
      this.#post?.({
        type: 'changes',
        cells: cells.map((place) => ({ place, cell: cellView(this.board, place, this.#madeFor(place)) })),
        columns: columns.map((branch) => columnView(this.board, branch)),
        progress: progressView(this.testing.state, this.#away),
      });
    }, gatherMs);
  }
}

/** Replaces the report of this id, or adds it first and drops the oldest. */
const withReport = <R extends { readonly id: number }>(reports: readonly R[], report: R): readonly R[] =>
  reports.some(({ id }) => id === report.id)
    ? reports.map((each) => (each.id === report.id ? report : each))
    : [report, ...reports].slice(0, maxReports);
