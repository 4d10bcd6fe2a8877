import * as vscode from '../vscode.ts';
import {
  type AnyJob,
  type FoundPipeline,
  isFailed,
  newestPipeline,
  readStages,
  type Stage,
} from '../../model/pipelines/reading.ts';
import { visible, visibleLabel } from '../kit/words/format.ts';
import { ofBranch } from '../kit/git/ofBranch.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { pickRow } from '../kit/questions/pickRow.ts';
import { pipelineIcon } from '../kit/words/pipelineState.ts';
import { cancellable } from '../kit/progress.ts';
import { requireProject } from '../kit/requireProject.ts';
import type { PipelinesArea } from './area.ts';
import { jobWord, pipelineName, pipelineSentence } from './messages.ts';

/** A pipeline with its jobs, and the pipelines they have started. */
interface Whole extends FoundPipeline {
  readonly stages: readonly Stage[];
  readonly started: readonly Whole[];
}

/** A row with the project and the job whose log it opens, or the address of a page. */
type Row = vscode.QuickPickItem & {
  readonly log?: readonly [project: number, job: number];
  readonly address?: string | null | undefined;
};

/** Shows the pipeline of the branch as a choice of its jobs; a job opens its log. */
export const showPipeline = async (area: PipelinesArea): Promise<void> => {
  const open = await requireProject(area);
  if (!open) return;
  const { t } = vscode.l10n;
  const branch = (await area.currentBranch.of(open))?.name ?? open.project.default_branch ?? 'main';
  open.client.beginAnew();
  const whole = await cancellable(t('Reading the pipeline'), async (signal) => {
    const place = { client: open.client, project: open.project.id };
    const found = await newestPipeline(place, { name: branch, filter: ofBranch(branch, open.remote) }, { signal });
    return found ? readWhole(found, signal) : 'none';
  });
  if (whole === 'none') void vscode.window.showInformationMessage(t('{0} has no pipeline.', visible(branch)));
  if (whole === undefined || whole === 'none') return;
  const { pipeline, stages } = whole;
  const title = `${t('Pipeline')} ${visibleLabel(pipelineName(whole))}`;
  const placeholder = `${pipelineSentence(pipeline.status, stages)}. ${t('Enter opens the log of a job')}`;
  const address = pipeline.web_url ?? `${open.project.web_url}/-/pipelines/${pipeline.id}`;
  const rows = [...jobRows(whole), { label: `$(link-external) ${t('Open in Browser')}`, address }];
  const chosen = await pickRow<Row>(rows, { title, placeholder });
  if (chosen?.log) await area.jobLogs.open(open, ...chosen.log);
  else if (chosen?.address != null) await openInBrowser(chosen.address);
};

const readWhole = async (found: FoundPipeline, signal: AbortSignal, level = 1): Promise<Whole> => {
  const stages = await readStages(found, { signal });
  // pipelines may start others in a circle
  const jobs = level < 3 ? stages.flatMap((stage) => stage.jobs) : [];
  const started = await Promise.all(
    jobs.flatMap(({ downstream_pipeline: pipeline }) =>
      pipeline
        ? [readWhole({ ...found, project: pipeline.project_id ?? found.project, pipeline }, signal, level + 1)]
        : [],
    ),
  );
  return { ...found, stages, started };
};

/** The jobs of a pipeline, and of those it has started: what has failed first, then by stage. */
const jobRows = ({ project, stages, started }: Whole, before = ''): readonly Row[] => {
  const failed = stages.flatMap(({ jobs }) => jobs.filter(isFailed));
  const others = stages.map(({ name, jobs }) => ({ name, jobs: jobs.filter((job) => !failed.includes(job)) }));
  const rows = [{ name: vscode.l10n.t('Failed'), jobs: failed }, ...others].flatMap(({ name, jobs }): Row[] => {
    const separator = { label: visibleLabel(`${before}${name}`), kind: vscode.QuickPickItemKind.Separator };
    return jobs.length === 0 ? [] : [separator, ...jobs.map((job) => jobRow(project, job))];
  });
  return [...rows, ...started.flatMap((each) => jobRows(each, `#${each.pipeline.id} · `))];
};

const jobRow = (project: number, job: AnyJob): Row => {
  const { t } = vscode.l10n;
  const seconds = job.duration == null ? undefined : t('{0} s', String(Math.round(job.duration)));
  const { downstream_pipeline: started } = job;
  const words = [jobWord(job), seconds, started && t('started pipeline #{0}', String(started.id))];
  return {
    label: visibleLabel(job.name),
    iconPath: pipelineIcon(job.status),
    description: words.filter(Boolean).join(' · '),
    // one that has started a pipeline has no log
    ...(started === undefined ? { log: [project, job.id] } : { address: started?.web_url ?? job.web_url }),
  };
};
