import * as vscode from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import { PollingPace } from '../../kit/pollingPace.ts';
import { hasEnded } from '../../../model/pipelineStates.ts';
import { pipelinePace } from '../../kit/words/pipelineState.ts';
import type { VisibleRows } from '../../kit/trees/visibleRows.ts';
import type { Log } from '../../shell/log.ts';
import { commitKey, type CommitDetails } from '../details.ts';
import type { LivePipelines } from './livePipelines.ts';
import type { CommitItem, CommitRow } from './rows.ts';
import { type CommitSubject, placeOfRow, subjectOf } from '../subject.ts';

interface Deps {
  readonly details: CommitDetails;
  readonly pipelines: () => Promise<LivePipelines>;
  readonly log: Log;
  readonly view: vscode.TreeView<CommitRow>;
  readonly visible: VisibleRows;
  /** Newest first. */
  readonly loaded: () => readonly CommitItem[];
  readonly redraw: (row: CommitItem) => void;
}

/** Pipeline status of visible commits: read when a row becomes visible, polled while it may change. */
export class RowStates implements vscode.Disposable {
  readonly #deps: Deps;
  readonly #subscription: vscode.Disposable;
  #run = new AbortController();
  /** Commits read since the last `readAgain`. */
  readonly #asked = new Set<string>();
  #withEnded = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { details, view } = deps;
    const pace = new PollingPace(
      async () => (await deps.pipelines()).poll(this.#changing),
      () => view.visible && this.#changing.length > 0,
      pipelinePace,
    );
    this.#subscription = vscode.Disposable.from(
      pace,
      view.onDidChangeVisibility(() => pace.soon()),
      details.onDidChange((key) => {
        for (const row of deps.loaded()) if (commitKey(placeOfRow(row)) === key) deps.redraw(row);
        pace.soon();
      }),
    );
  }

  /** Reads the visible rows again; those with ended pipelines only `withEnded`. */
  readAgain({ withEnded = false }: { readonly withEnded?: boolean } = {}): void {
    this.#run.abort();
    this.#run = new AbortController();
    this.#asked.clear();
    this.#withEnded = withEnded;
    this.#deps.visible.again();
  }

  seen(row: CommitItem): void {
    void this.#read(row);
  }

  dispose(): void {
    this.#run.abort();
    this.#subscription.dispose();
  }

  async #read(row: CommitItem): Promise<void> {
    const { signal } = this.#run;
    const { details, log } = this.#deps;
    if (!areStatesShown()) return;
    const place = placeOfRow(row);
    const known = details.known(place);
    const key = commitKey(place);
    if (known && (this.#asked.has(key) || (hasEnded(known.status) && !this.#withEnded))) return;
    this.#asked.add(key);
    try {
      await details.read(place, { fresh: true, signal });
    } catch (error) {
      if (!isCancelled(error)) log.error(`The pipeline state of ${row.commit.id} could not be read.`, error);
    }
  }

  /** Commits seen so far whose pipelines may change, newest first. */
  get #changing(): readonly CommitSubject[] {
    if (!areStatesShown()) return [];
    const { details, loaded } = this.#deps;
    const seen = loaded().filter((row) => this.#asked.has(commitKey(placeOfRow(row))));
    return seen.filter((row) => details.mayChange(placeOfRow(row))).map(subjectOf);
  }
}

/** Setting `graft.commits.pipelineState`: read pipelines of visible commits. */
export const areStatesShown = (): boolean =>
  vscode.workspace.getConfiguration('graft.commits').get('pipelineState', true);
