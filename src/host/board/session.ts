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
import { type CellKey, keyText, mayRequest } from '../../model/pick/answers.ts';
import { isStale } from '../../model/board/cells.ts';
import type { RequestState } from '../../model/board/requesting.ts';
import { Testing } from '../../model/board/testing.ts';
import { projectAndAccount } from '../kit/words/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { KeptBoard, KeptBoards } from './kept.ts';
import { boardTitle } from './messages.ts';
import { leftToUndo, type Report, reportView } from './reportMessages.ts';
import { canMerge, requestOf, type RequestReport, requestReportView, stateMessage } from './requests/requestReports.ts';
import { type KeptResolutions, nameOf } from './resolving/kept.ts';
import { boardView, cellView, columnView, type MadeFor, progressView } from './views.ts';

/** Changes within this time go to the page in one message. */
const gatherMs = 30;
/** Changes within this time are stored together. */
const storeMs = 400;
const mostReports = 10;

export interface Kept {
  readonly boards: KeptBoards;
  readonly resolutions: KeptResolutions;
}

/** Dependencies of a session. */
export interface SessionNeeds {
  readonly kept: Kept;
  readonly tryInClone: (open: OpenProject) => TryInClone;
}

/** An open board with its tests, results and reports; sends changes to its page. */
export class BoardSession {
  readonly id: string;
  readonly open: OpenProject;
  readonly board: Board;
  readonly testing: Testing;
  readonly #kept: Kept;
  readonly #changedCells = new Map<string, CellPlace>();
  readonly #changedColumns = new Set<string>();
  #name: string | undefined;
  #reports: readonly Report[];
  #requestReports: readonly RequestReport[];
  #post: ((message: ToBoardPage) => void) | undefined;
  #telling: NodeJS.Timeout | undefined;
  #storing: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Set while commits are being created. */
  applying: AbortController | undefined;
  /** Called when the tracked merge requests, or the state of one, change. */
  requestsChanged: (() => void) | undefined;
  readonly conflicts = new Map<string, ConflictView>();
  #away: unknown;

  constructor(open: OpenProject, { kept, tryInClone }: SessionNeeds, from: Pick<KeptBoard, 'id'> & Partial<KeptBoard>) {
    this.id = from.id;
    this.open = open;
    this.#kept = kept;
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
      if (change.kind === 'plan') this.#tellAll();
      if (change.kind === 'cell') this.#tellCells([change.key]);
      if (change.kind === 'column') this.#tellColumn(change.branch);
      if (change.kind === 'message') {
        this.#post?.({ type: 'message', sha: change.sha, message: this.board.messages.get(change.sha) });
      }
      this.#storeSoon();
    });
    this.testing.onDidChange(() => {
      if (this.testing.state.isRunning) this.#away = undefined;
      this.#tellSoon();
    });
  }

  /** Connection error of the last read of the branches; undefined once the server responds. */
  get away(): unknown {
    return this.#away;
  }

  set away(error: unknown) {
    this.#away = error;
    this.#tellSoon();
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
    this.#tellAll();
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
    this.#tellReports();
    this.#tellCells(report.steps.map(({ sha, branch }) => ({ sha, branch })));
    // stored at once, in case the window closes
    void this.store();
  }

  /** Latest first. */
  get requestReports(): readonly RequestReport[] {
    return this.#requestReports;
  }

  /** Replaces the report of this id, or adds it first. */
  setRequestReport(report: RequestReport): void {
    this.#requestReports = withReport(this.#requestReports, report);
    this.#tellReports();
    this.#tellCells(report.runs.flatMap(({ picks, target }) => picks.map(({ sha }) => ({ sha, branch: target }))));
    this.requestsChanged?.();
    // stored at once, in case the window closes
    void this.store();
  }

  /** Updates a merge request's state in its report. */
  setRequestState(id: number, state: RequestState): void {
    const report = this.#requestReports.find((each) => each.id === id);
    if (report === undefined) return;
    this.setRequestReport({ ...report, states: [...report.states.filter(({ iid }) => iid !== state.iid), state] });
  }

  /** Latest merge request for a cell, unless closed or taken back. */
  requestFor({ sha, branch }: CellPlace): CellView['request'] {
    for (const { runs, undone, states } of this.#requestReports) {
      for (const run of runs) {
        const known = requestOf(run);
        const isIt = run.target === branch && run.picks.some((pick) => pick.sha === sha);
        if (known === undefined || !isIt || undone.includes(run.source)) continue;
        const state = states.find(({ iid }) => iid === known.iid);
        if (state?.state === 'closed') continue;
        const isMerged = state?.state === 'merged';
        return { iid: known.iid, words: stateMessage(state), canMerge: canMerge(state), isMerged };
      }
    }
    return undefined;
  }

  forgetReport(id: number): void {
    this.#reports = this.#reports.filter((report) => report.id !== id || report.isRunning);
    this.#requestReports = this.#requestReports.filter((report) => report.id !== id || report.isRunning);
    this.#tellReports();
    this.#tellAll();
    this.#storeSoon();
  }

  get isShown(): boolean {
    return this.#post !== undefined;
  }

  /** Connects the page and sends the whole board first. */
  showTo(post: (message: ToBoardPage) => void): void {
    this.#post = post;
    this.#tellAll();
    this.#tellReports();
    this.#tellSoon();
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
    return mayRequest(this.board.cell(place).result) && this.requestFor(place) === undefined;
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
  tellResolution(place: CellPlace, resolution: ResolutionView | undefined): void {
    this.#post?.({ type: 'resolution', place, resolution });
    this.#tellCells([place]);
  }

  /** Sends the user's permissions on a branch. */
  tellRights(branch: string, words: string): void {
    this.#post?.({ type: 'rights', branch, words });
  }

  /** Sends where the branch already has the commit. */
  tellPresence(place: CellPlace, words: string): void {
    this.#post?.({ type: 'presence', place, words });
  }

  async store(): Promise<void> {
    clearTimeout(this.#storing);
    this.#storing = undefined;
    const { open, board } = this;
    await this.#kept.boards.keep({
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
    clearTimeout(this.#telling);
    this.testing.cancel();
    this.applying?.abort();
    if (this.#storing) void this.store();
  }

  #tellReports(): void {
    const applied = this.#reports.map((report) => reportView(report, (cell) => this.canRequest(cell)));
    const views = [...applied, ...this.#requestReports.map(requestReportView)];
    this.#post?.({ type: 'reports', reports: views.sort((one, other) => other.id - one.id) });
  }

  #storeSoon(): void {
    // late changes must not restore a deleted board
    if (this.#isClosed) return;
    this.#storing ??= setTimeout(() => void this.store(), storeMs);
  }

  #tellAll(): void {
    this.#changedCells.clear();
    this.#changedColumns.clear();
    const named = { name: this.#name, title: this.title, project: projectAndAccount(this.open) };
    this.#post?.({ type: 'board', board: boardView(this.board, named, (place) => this.#madeFor(place)) });
  }

  #tellCells(places: readonly CellPlace[]): void {
    for (const place of places) this.#changedCells.set(keyText(place), place);
    this.#tellSoon();
  }

  #madeFor(place: CellPlace): MadeFor {
    const { account, project } = this.open;
    const name = nameOf({ account: account.id, project: project.id, action: 'cherryPick', ...place });
    const resolvedOn = this.#kept.resolutions.get(name)?.madeOn;
    return { created: this.createdIn(place), request: this.requestFor(place), resolvedOn };
  }

  /** All cells of the branch may be outdated. */
  #tellColumn(branch: string): void {
    this.#changedColumns.add(branch);
    this.#tellCells(this.board.commits.map(({ sha }) => ({ sha, branch })));
  }

  #tellSoon(): void {
    if (this.#post === undefined) return;
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
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
    : [report, ...reports].slice(0, mostReports);
