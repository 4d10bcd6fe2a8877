import * as vscode from '../vscode.ts';
import { getPipeline } from '../../wire/pipelines.ts';
import {
  type AnyJob,
  type FoundPipeline,
  isFailed,
  jobActions,
  newestPipeline,
  type PipelinePlace,
  readStages,
  type Stage,
} from '../../model/pipelines/reading.ts';
import { hasEnded } from '../../model/pipelineStates.ts';
import { readTestCounts, type TestCounts } from '../../model/pipelines/testReport.ts';
import { explain } from '../kit/words/explain.ts';
import { visible, visibleLabel } from '../kit/words/format.ts';
import { ofBranch } from '../kit/git/ofBranch.ts';
import type { AreaCommands } from '../kit/areaCommands.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { pickRow } from '../kit/questions/pickRow.ts';
import { pipelineIcon } from '../kit/words/pipelineState.ts';
import { cancellable } from '../kit/progress.ts';
import { requireProject } from '../kit/requireProject.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { actOnJob, actOnPipeline, type JobAction } from './acting.ts';
import type { PipelinesArea } from './area.ts';
import { chooseTest } from './failedTests.ts';
import { jobWord, pipelineName, pipelineSentence, testSentences } from './messages.ts';
import { runPipeline } from './runPipeline.ts';

/** A pipeline with its jobs, and the pipelines they have started. */
interface Whole extends FoundPipeline {
  readonly stages: readonly Stage[];
  readonly started: readonly Whole[];
  readonly tests: TestCounts | { readonly error: unknown };
}

/** A button for an action on the job of its row. */
type Button = vscode.QuickInputButton & { readonly action: JobAction };

/** A row with the project and the job whose log it opens, the address of a page, a pipeline with failed tests, or an action. */
type Row = vscode.QuickPickItem & {
  readonly of?: readonly [project: number, job: AnyJob];
  readonly address?: string | null | undefined;
  readonly testsOf?: PipelinePlace;
  readonly act?: () => Promise<void>;
};

/** Shows the pipeline of the branch as a choice of its jobs; a job opens its log. */
export const showPipeline = async (area: PipelinesArea): Promise<void> => {
  const open = await requireProject(area);
  if (!open) return;
  const { t } = vscode.l10n;
  const branch = (await area.currentBranch.of(open))?.name ?? open.project.default_branch ?? 'main';
  const place = { client: open.client, project: open.project.id, parent: open.project.forked_from_project?.id };
  const named = { name: branch, filter: ofBranch(branch, open.remote) };
  const isNone = await pickJob(area, open, (signal) => newestPipeline(place, named, { signal }));
  if (!isNone) return;
  const run = t('Run Pipeline…');
  const answer = await vscode.window.showInformationMessage(t('{0} has no pipeline.', visible(branch)), run);
  if (answer === run) await runPipeline(area, open, branch);
};

/** Opens the log of a job, or a pipeline as a choice of its jobs: that of the branch where none is named. */
export const openPipelinePage = async (area: PipelinesArea, argument: unknown): Promise<void> => {
  if (argument === undefined) return showPipeline(area);
  const [{ open, page, owner }] = [argument] as AreaCommands['graft.pipelines.open'];
  const { client } = open;
  const project = owner ?? open.project.id;
  if (page.kind === 'job') return area.jobLogs.open(open, project, page.id);
  await pickJob(area, open, async (signal) => {
    const pipeline = await client.send(getPipeline, { id: project, pipeline_id: page.id }, { signal });
    return { client, project, pipeline, mergeRequest: undefined };
  });
};

/** Asks for a job or an action of a pipeline and carries it out; true without a pipeline. */
const pickJob = async (
  area: PipelinesArea,
  open: OpenProject,
  find: (signal: AbortSignal) => Promise<FoundPipeline | undefined>,
): Promise<boolean> => {
  const { t } = vscode.l10n;
  open.client.stopSharing();
  const whole = await cancellable(t('Reading the pipeline'), async (signal) => {
    const found = await find(signal);
    return found ? readWhole(found, signal) : 'none';
  });
  if (whole === undefined || whole === 'none') return whole === 'none';
  const { pipeline, stages } = whole;
  const title = `${t('Pipeline')} ${visibleLabel(pipelineName(whole))}`;
  const placeholder = `${pipelineSentence(pipeline.status, stages)}. ${t('Enter opens the log of a job')}`;
  let action: JobAction | undefined;
  let row: Row | undefined;
  const pressed = (item: Row, button: vscode.QuickInputButton): void => {
    [row, action] = [item, (button as Button).action];
  };
  const rows = jobRows(whole).concat(pipelineRows(area, open, whole));
  row = (await pickRow<Row>(rows, { title, placeholder, pressed })) ?? row;
  const [project, job] = row?.of ?? [];
  if (project !== undefined && job && action) await actOnJob(area, { open, project, job }, action);
  else if (row?.address != null) await openInBrowser(row.address);
  else if (project !== undefined && job) await area.jobLogs.open(open, project, job.id);
  else if (row?.testsOf) await chooseTest(area, open, row.testsOf);
  else await row?.act?.();
  return false;
};

/** Actions on the pipeline as a whole. */
const pipelineRows = (area: PipelinesArea, open: OpenProject, whole: Whole): readonly Row[] => {
  const { t } = vscode.l10n;
  const { pipeline, stages } = whole;
  const hasFailed = stages.some(({ jobs }) => jobs.some(({ status }) => ['failed', 'canceled'].includes(status)));
  const branch = pipeline.ref?.startsWith('refs/') === false ? pipeline.ref : (open.project.default_branch ?? 'main');
  const row = (label: string, act: () => Promise<void>): Row => ({ label, act });
  const retry = row(`$(refresh) ${t('Retry Failed Jobs…')}`, () => actOnPipeline(area, open, whole, 'retry'));
  const cancel = row(`$(debug-stop) ${t('Cancel Pipeline…')}`, () => actOnPipeline(area, open, whole, 'cancel'));
  const run = row(`$(play) ${t('Run New Pipeline…')}`, () => runPipeline(area, open, branch));
  const address = pipeline.web_url ?? `${open.project.web_url}/-/pipelines/${pipeline.id}`;
  return [
    { label: t('Pipeline'), kind: vscode.QuickPickItemKind.Separator },
    ...(hasFailed ? [retry] : []),
    ...(hasEnded(pipeline.status) ? [] : [cancel]),
    ...(whole.project === open.project.id ? [run] : []),
    { label: `$(link-external) ${t('Open in Browser')}`, address },
  ];
};

const readWhole = async (found: FoundPipeline, signal: AbortSignal, level = 1): Promise<Whole> => {
  const stages = await readStages(found, { signal });
  // pipelines may start others in a circle
  const jobs = level < 3 ? stages.flatMap((stage) => stage.jobs) : [];
  const tests = readTestCounts(found, stages, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    return { error };
  });
  const started = await Promise.all(
    jobs.flatMap(({ downstream_pipeline: pipeline }) =>
      pipeline
        ? [readWhole({ ...found, project: pipeline.project_id ?? found.project, pipeline }, signal, level + 1)]
        : [],
    ),
  );
  return { ...found, stages, started, tests: await tests };
};

/** The jobs and failed tests of a pipeline, and of those it has started: what has failed first, then by stage. */
const jobRows = (whole: Whole, before = ''): readonly Row[] => {
  const { project, stages, started, tests } = whole;
  const failed = stages.flatMap(({ jobs }) => jobs.filter(isFailed));
  const others = stages.map(({ name, jobs }) => ({ name, jobs: jobs.filter((job) => !failed.includes(job)) }));
  const rows = [{ name: vscode.l10n.t('Failed'), jobs: failed }, ...others].flatMap(({ name, jobs }): Row[] => {
    const separator = { label: visibleLabel(`${before}${name}`), kind: vscode.QuickPickItemKind.Separator };
    return jobs.length === 0 ? [] : [separator, ...jobs.map((job) => jobRow(project, job))];
  });
  const [label, ...more] =
    'error' in tests ? [vscode.l10n.t('Tests: unknown'), explain(tests.error)] : testSentences(tests);
  const separator = { label: `${before}${vscode.l10n.t('Tests')}`, kind: vscode.QuickPickItemKind.Separator };
  const testRow = { label: `$(beaker) ${label}`, description: more.join(' · '), testsOf: whole };
  const tested = label === undefined ? rows : [separator, testRow, ...rows];
  return [...tested, ...started.flatMap((each) => jobRows(each, `#${each.pipeline.id} · `))];
};

const jobRow = (project: number, job: AnyJob): Row => {
  const { t } = vscode.l10n;
  const seconds = job.duration == null ? undefined : t('{0} s', String(Math.round(job.duration)));
  const { downstream_pipeline: started } = job;
  const can = jobActions(job);
  const button = (action: JobAction, icon: string, tooltip: string): readonly Button[] =>
    can[action] ? [{ action, iconPath: new vscode.ThemeIcon(icon), tooltip }] : [];
  const words = [jobWord(job), seconds, started && t('started pipeline #{0}', String(started.id))];
  return {
    label: visibleLabel(job.name),
    iconPath: pipelineIcon(job.status),
    description: words.filter(Boolean).join(' · '),
    buttons: [
      ...button('retry', 'refresh', t('Retry Job')),
      ...button('play', 'play', t('Start Job')),
      ...button('cancel', 'debug-stop', t('Cancel Pipeline Job')),
    ],
    of: [project, job],
    // one that has started a pipeline has no log
    ...(started === undefined ? {} : { address: started?.web_url ?? job.web_url }),
  };
};
