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

/** How long changes are gathered before the page is told, in milliseconds. */
const gatherMs = 30;
/** How long changes are gathered before they are stored, in milliseconds. */
const storeMs = 400;
/** Reports a board keeps. */
const mostReports = 10;

/** The stored boards and resolutions. */
export interface Kept {
  readonly boards: KeptBoards;
  readonly resolutions: KeptResolutions;
}

/** Stores of a board, and its way to the clone. */
export interface SessionNeeds {
  readonly kept: Kept;
  readonly tryInClone: (open: OpenProject) => TryInClone;
}

/** An open board: what it tests, what it has found, and who is told. */
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
  /** The applying that is under way. */
  applying: AbortController | undefined;
  /** Told when there are other merge requests to look after, or one stands otherwise. */
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
    // kept in this order by the user: adding them one by one keeps it
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

  /** The failure without an answer of the latest look at the branches; undefined where the server has answered. */
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

  /** Has the page do what was chosen of a cell's menu. */
  act(does: CellAction): void {
    this.#post?.({ type: 'act', does });
  }

  /** Latest first. */
  get reports(): readonly Report[] {
    return this.#reports;
  }

  /** Puts a report in place of the one with its id, or before all others. */
  setReport(report: Report): void {
    this.#reports = withReport(this.#reports, report);
    this.#tellReports();
    this.#tellCells(report.steps.map(({ sha, branch }) => ({ sha, branch })));
    // what has been sent must be known even if the window goes now
    void this.store();
  }

  /** What making merge requests has done, latest first. */
  get requestReports(): readonly RequestReport[] {
    return this.#requestReports;
  }

  /** Puts a report of merge requests in place of the one with its id, or before all others. */
  setRequestReport(report: RequestReport): void {
    this.#requestReports = withReport(this.#requestReports, report);
    this.#tellReports();
    this.#tellCells(report.runs.flatMap(({ picks, target }) => picks.map(({ sha }) => ({ sha, branch: target }))));
    this.requestsChanged?.();
    // what has been sent must be known even if the window goes now
    void this.store();
  }

  /** How one of its merge requests stands by now. */
  setRequestState(id: number, state: RequestState): void {
    const report = this.#requestReports.find((each) => each.id === id);
    if (report === undefined) return;
    this.setRequestReport({ ...report, states: [...report.states.filter(({ iid }) => iid !== state.iid), state] });
  }

  /** The latest merge request that brings a commit to a branch; none once it was taken back. */
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

  /** Whether a page has been shown the board. */
  get isShown(): boolean {
    return this.#post !== undefined;
  }

  /** Shows the board to a page from now on, all of it first. */
  showTo(post: (message: ToBoardPage) => void): void {
    this.#post = post;
    this.#tellAll();
    this.#tellReports();
    this.#tellSoon();
  }

  /** The cells worth testing: untested, stale, or without an answer. */
  openCells(): readonly CellKey[] {
    return this.board.keys().filter((key) => {
      const cell = this.board.cell(key);
      const { result } = cell;
      if (this.createdIn(key) !== undefined) return false;
      return result === undefined || result.kind === 'failed' || isStale(cell, this.board.column(key.branch));
    });
  }

  /** What applying has created for a cell, unless it was undone, or a test since then has not found it there. */
  createdIn({ sha, branch }: CellPlace): string | undefined {
    const { result } = this.board.cell({ sha, branch });
    for (const report of this.#reports) {
      if (report.action !== 'cherryPick' || (result?.kind === 'clean' && result.atMs > report.id)) continue;
      const step = leftToUndo(report).find((each) => each.sha === sha && each.branch === branch);
      if (step) return step.outcome.sha;
    }
    return undefined;
  }

  /** Whether a merge request can bring a cell, and none does. */
  canRequest(place: CellPlace): boolean {
    return mayRequest(this.board.cell(place).result) && this.requestFor(place) === undefined;
  }

  setConflict(place: CellPlace, conflict: ConflictView): void {
    this.conflicts.set(keyText(place), conflict);
    this.#post?.({ type: 'conflict', place, conflict });
  }

  /** Where branches stand after steps have created commits on them: what was tested before is stale. */
  standAt(steps: readonly Step[]): void {
    for (const branch of new Set(steps.map((step) => step.branch))) {
      const last = steps.findLast((step) => step.branch === branch && step.outcome.kind === 'created');
      const column = this.board.column(branch);
      if (last?.outcome.kind !== 'created' || column.kind !== 'read') continue;
      this.board.setColumn(branch, { ...column, tip: last.outcome.sha, readAtMs: Date.now() });
    }
  }

  /** Says what was decided about the conflicts of a cell; undefined when nothing was. */
  tellResolution(place: CellPlace, resolution: ResolutionView | undefined): void {
    this.#post?.({ type: 'resolution', place, resolution });
    this.#tellCells([place]);
  }

  /** Says what may be done on a branch. */
  tellRights(branch: string, words: string): void {
    this.#post?.({ type: 'rights', branch, words });
  }

  /** Says where on its branch the commit of a cell is already. */
  tellPresence(place: CellPlace, words: string): void {
    this.#post?.({ type: 'presence', place, words });
  }

  /** Stores the board as it is now. */
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

  /** Ends testing and lets the page go; applying goes on to the end of what it has sent. */
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
    // it may be forgotten by now: what comes late must not bring it back
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

  /** A branch that has moved makes cells stale. */
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

/** Reports with one in place of that with its id, or before all others; the oldest go. */
const withReport = <R extends { readonly id: number }>(reports: readonly R[], report: R): readonly R[] =>
  reports.some(({ id }) => id === report.id)
    ? reports.map((each) => (each.id === report.id ? report : each))
    : [report, ...reports].slice(0, mostReports);
