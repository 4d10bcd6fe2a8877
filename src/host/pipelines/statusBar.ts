import * as vscode from '../vscode.ts';
import { isCancelled, requestErrorFacts } from '../../client/errors.ts';
import {
  type FoundPipeline,
  newestPipeline,
  type PipelineBranch,
  readStages,
  type Stage,
  tallyOf,
} from '../../model/pipelines/reading.ts';
import { hasEnded } from '../../model/pipelineStates.ts';
import { explain } from '../kit/words/explain.ts';
import { visibleLabel } from '../kit/words/format.ts';
import type { PipelineRecord } from '../../wire/mergeRequestState.ts';
import { call } from '../kit/areaCommands.ts';
import { AfterRows, type RowsFirst } from '../kit/idleWork.ts';
import { PollingPace } from '../kit/pollingPace.ts';
import { ofBranch } from '../kit/git/ofBranch.ts';
import { pipelineIcon, pipelinePace } from '../kit/words/pipelineState.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';
import { pipelineName, pipelineSentence } from './messages.ts';

/** The branch that is followed, and its pipeline with its jobs as it was read last. */
interface Followed {
  readonly open: OpenProject;
  readonly branch: PipelineBranch;
  read: (FoundPipeline & { readonly stages: readonly Stage[] }) | undefined;
}

/**
 * The pipeline of the branch that is checked out, or of its merge request, in the status bar. It is looked at while the
 * window is: at first often, and seldom while nothing changes, when every answer is a 304.
 */
export class PipelineStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('graft.pipeline', vscode.StatusBarAlignment.Left, 7);
  readonly #shell: Pick<Shell, 'project' | 'currentBranch' | 'log'>;
  readonly #subscriptions: vscode.Disposable;
  readonly #pace: PollingPace;
  #followed: Followed | undefined;
  #run = new AbortController();

  constructor({
    rows,
    repositories,
    ...shell
  }: Pick<Shell, 'project' | 'currentBranch' | 'log' | 'repositories'> & { readonly rows: RowsFirst }) {
    this.#shell = shell;
    const start = new AfterRows(() => this.#follow(), rows);
    this.#pace = new PollingPace(
      () => this.poll(),
      () => this.#followed !== undefined,
      pipelinePace,
    );
    this.#item.name = vscode.l10n.t('Graft: Pipeline of the Branch');
    this.#item.command = 'graft.pipelines.show';
    this.#subscriptions = vscode.Disposable.from(
      this.#item,
      start,
      this.#pace,
      shell.project.onDidChange(() => start.soon()),
      shell.currentBranch.onDidChange(() => start.soon()),
      repositories.onDidPush(() => this.soon()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('graft.pipelines.statusBar')) start.soon();
      }),
    );
    if (shell.project.open) start.soon(0);
  }

  /** Text of the status bar item; empty while it is hidden. */
  get text(): string {
    return this.#item.text;
  }

  /** Polls now and again soon, after a write. */
  soon(): void {
    this.#pace.soon();
    void this.poll();
  }

  dispose(): void {
    this.#run.abort();
    this.#subscriptions.dispose();
  }

  async #follow(): Promise<void> {
    this.#run.abort();
    const { signal } = (this.#run = new AbortController());
    const { open } = this.#shell.project;
    const isWanted = vscode.workspace.getConfiguration('graft').get('pipelines.statusBar', true);
    const found = open && isWanted ? await this.#shell.currentBranch.of(open) : undefined;
    if (signal.aborted) return;
    const branch = found && { name: found.name, filter: ofBranch(found.name, found.remote) };
    this.#followed = open && branch && { open, branch, read: undefined };
    this.#report('');
    await this.poll();
    if (!signal.aborted) this.#pace.soon();
  }

  /** Reads the pipeline and shows it; true if it changed. */
  async poll(): Promise<boolean> {
    const followed = this.#followed;
    const { signal } = this.#run;
    if (followed === undefined) return false;
    const { open, branch, read: before } = followed;
    try {
      const { client, project } = open;
      const place = { client, project: project.id, parent: project.forked_from_project?.id };
      const found = await newestPipeline(place, branch, { signal });
      // an ended pipeline that is as it was has the same jobs
      const isSame = JSON.stringify(before?.pipeline) === JSON.stringify(found?.pipeline);
      const isSettled = before && isSame && hasEnded(before.pipeline.status);
      const stages = found && (isSettled ? before.stages : await readStages(found, { signal }));
      if (signal.aborted) return false;
      // another look may have been faster
      const isFirst = followed.read === before;
      followed.read = found && stages && { ...found, stages };
      this.#show(open, followed.read);
      if (isFirst && isEnd(before?.pipeline, found?.pipeline)) notifyOfEnd(followed.read);
      return JSON.stringify([before?.pipeline, before?.stages]) !== JSON.stringify([found?.pipeline, stages]);
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return false;
      this.#shell.log.error(`The pipeline of ${branch.name} could not be read.`, error);
      followed.read = undefined;
      // those who may not see pipelines have none
      if (requestErrorFacts(error, 'forbidden', 'notFound')) this.#report('');
      else this.#report(`$(question) ${vscode.l10n.t('Pipeline: unknown')}`, explain(error));
      return false;
    }
  }

  #show(open: OpenProject, read: Followed['read']): void {
    if (read === undefined) return this.#report('');
    const { pipeline, stages } = read;
    const failed = tallyOf(stages).failed.map(({ name }) => vscode.l10n.t('failed: {0}', name));
    const tooltip = [open.project.path_with_namespace, pipelineName(read), ...failed.slice(0, 10)];
    const words = pipelineSentence(pipeline.status, stages);
    this.#report(`$(${pipelineIcon(pipeline.status).id}) ${visibleLabel(words)}`, tooltip.join('\n'));
  }

  #report(text: string, tooltip = ''): void {
    Object.assign(this.#item, { text, tooltip });
    this.#item.accessibilityInformation = { label: `${text.replace(/^\S+ /, '')}, ${tooltip}` };
    this.#item[text === '' ? 'hide' : 'show']();
  }
}

const isEnd = (before: PipelineRecord | undefined, now: PipelineRecord | undefined): boolean =>
  before !== undefined && before.id === now?.id && !hasEnded(before.status) && hasEnded(now.status);

const notifyOfEnd = (read: Followed['read']): void => {
  const { t } = vscode.l10n;
  if (read === undefined || !vscode.workspace.getConfiguration('graft').get('pipelines.notifications', false)) return;
  const { pipeline, stages } = read;
  const show = t('Show Pipeline');
  const words = `${pipelineSentence(pipeline.status, stages)} (${pipelineName(read)})`;
  void vscode.window.showInformationMessage(words, show).then(async (answer) => {
    if (answer === show) await call('graft.pipelines.show');
  });
};
