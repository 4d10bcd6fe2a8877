import type {
  ApprovalRule,
  getJobLog,
  getMergeRequestApprovalState,
  JobRecord,
  listMergeRequestPipelines,
  listPipelineJobs,
} from '../../wire/mergeRequestState.ts';
import { isAtLeast, isLicensed } from '../edition.ts';
import { ok, openCode, type Handler, type RequestContext } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { notFound } from '../refusals.ts';
import type { ApprovalRuleState, Job, Pipeline, ProjectState } from '../world/records.ts';
import { approversOf, missing, projectNow } from './approvals.ts';
import { openRequest } from './mergeRequestReview.ts';
import { currentRequest } from './mergeRequests.ts';
import { pipelineRecord } from './pipelines.ts';
import { sourceProject } from './requestSource.ts';
import { userById } from './userRecord.ts';

/** MR18. Without the licence one optional rule for all members. */
export const handleGetMergeRequestApprovalState: Handler<typeof getMergeRequestApprovalState> = async (visit) => {
  const opened = openRequest(visit);
  const project = projectNow(visit, opened.project);
  const approvers = approversOf(project, opened.request);
  const people = (ids: readonly number[]) => ids.flatMap((id) => userById(visit, id) ?? []);
  const own = isLicensed(visit.edition, 'premium') ? (opened.request.approvalRules ?? []) : [];
  const rules: readonly ApprovalRuleState[] =
    own.length > 0
      ? own
      : [{ id: opened.request.id, name: 'All Members', type: 'any_approver', required: 0, personIds: [] }];
  return ok({
    approval_rules_overwritten: own.length > 0,
    rules: rules.map((rule): ApprovalRule => {
      const record = {
        id: rule.id,
        name: rule.name,
        rule_type: rule.type,
        report_type: null,
        eligible_approvers: people(rule.personIds),
        approvals_required: rule.required,
        users: people(rule.personIds),
        groups: [],
        contains_hidden_groups: false,
        section: null,
        source_rule: null,
        overridden: false,
        code_owner: rule.type === 'code_owner',
        approved_by: people(approvers.filter((id) => rule.type === 'any_approver' || rule.personIds.includes(id))),
        approved: missing(rule, approvers) === 0,
      };
      return record;
    }),
  });
};

/** MR20. Pipelines of its commits, newest first. */
export const handleListMergeRequestPipelines: Handler<typeof listMergeRequestPipelines> = async (visit) => {
  const opened = openRequest(visit);
  const { project, given } = opened;
  const request = await currentRequest(opened.repository, opened.request);
  // those of a fork run there
  const owners = [...new Set([project, sourceProject(visit.world, project, request) ?? project])];
  const own = owners
    .flatMap((owner) => owner.pipelines.map((each) => pipelineRecord(visit, owner, each)))
    .filter(({ sha }) => sha === request.sha || request.commits.includes(sha))
    .toReversed();
  return countedPage(given, own.length, rowsOnPage(given, own));
};

/** Tests leave a report, and checks that have failed a broken one. */
export const hasReport = ({ name, status }: Job): boolean =>
  ['unit success', 'unit failed', 'lint failed'].includes(`${name} ${status}`);

/** Also for lists. */
export const jobRecord = (visit: RequestContext, project: ProjectState, pipeline: Pipeline, job: Job): JobRecord => {
  const record = {
    id: job.id,
    status: job.status,
    stage: job.stage,
    name: job.name,
    ref: pipeline.ref,
    tag: false,
    coverage: job.coverage,
    allow_failure: job.allowsFailure,
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    duration:
      job.startedAt === null || job.finishedAt === null
        ? null
        : (Date.parse(job.finishedAt) - Date.parse(job.startedAt)) / 1000,
    user: userById(visit, pipeline.personId),
    pipeline: {
      id: pipeline.id,
      project_id: project.id,
      ref: pipeline.ref,
      sha: pipeline.sha,
      status: pipeline.status,
    },
    web_url: `${visit.url}/${project.path}/-/jobs/${job.id}`,
    artifacts: hasReport(job) ? [{ file_type: 'junit', filename: 'junit.xml.gz', size: 2_048 }] : [],
    ...(job.status === 'failed' ? { failure_reason: 'script_failure' } : {}),
  };
  return record;
};

/** Whether a job is one of the service, no check of others. */
export const isOwn = ({ stage }: Job): boolean => stage !== 'external';

/** CI1. Newest first, without external statuses. */
export const handleListPipelineJobs: Handler<typeof listPipelineJobs> = async (visit) => {
  const { project } = openCode(visit);
  const given = visit.parameters();
  const pipeline = project.pipelines.find(({ id }) => id === given.pipeline_id);
  if (pipeline === undefined) throw notFound();
  const jobs = pipeline.jobs
    .filter((each) => isOwn(each) && (given.include_retried === true || !each.isRetried))
    .toReversed();
  const items = rowsOnPage(given, jobs).map((each) => jobRecord(visit, project, pipeline, each));
  return countedPage(given, jobs.length, items);
};

const green = (words: string): string => `\u001b[32;1m${words}\u001b[0;m`;

/** Output interval of a running job. */
const lineMs = 300;

/** Output of a job without commands of its own. */
const sampleOutput = ({ name, stage, status }: Job): readonly string[] => {
  const failure = ['1) weighs an empty crate', '   expected 0 but got 12', '   at src/inventory/crate.ts:12:5'];
  const result = status === 'failed' ? failure : status === 'success' ? ['12 passing'] : [];
  return [`$ npm run ${name}`, `> orchard ${stage}`, ...result];
};

/** Log so far; newer runners prefix timestamps. */
const logOf = (job: Job, { sha, ref }: Pipeline, visit: RequestContext): string => {
  const { script, status, startedAt } = job;
  if (startedAt === null) return '';
  const startMs = Date.parse(startedAt);
  const seconds = Math.floor(startMs / 1000);
  const [first = '', ...output] = (script?.lines ?? sampleOutput(job)).map((line) =>
    line.startsWith('$ ') ? green(line) : line,
  );
  const end = {
    failed: [`\u001b[31;1mERROR: Job failed: exit code ${script?.exits.find((code) => code !== 0) ?? 1}\u001b[0;m`],
    success: [green('Job succeeded')],
  };
  const lines = [
    'Running with gitlab-runner (sample)',
    `section_start:${seconds}:get_sources\r\u001b[0KGetting source from Git repository`,
    `Checking out ${sha.slice(0, 8)} as detached HEAD (ref is ${ref})...`,
    `section_end:${seconds + 2}:get_sources\r\u001b[0K${first}`,
    ...output,
    ...(status === 'failed' || status === 'success' ? end[status] : []),
  ];
  const written = status === 'running' ? Math.floor((visit.now().getTime() - startMs) / lineMs) + 1 : lines.length;
  const stamp = (index: number): string =>
    `${new Date(startMs + index * lineMs).toISOString().replace('Z', '000Z')} 01O `;
  const hasStamps = isAtLeast(visit.edition, '18.7');
  return lines
    .slice(0, written)
    .map((line, index) => `${hasStamps ? stamp(index) : ''}${line}\n`)
    .join('');
};

/** Throws 404. */
export const jobOf = (project: ProjectState, id: number): { readonly pipeline: Pipeline; readonly job: Job } => {
  const isMeant = (job: Job): boolean => job.id === id && isOwn(job);
  const pipeline = project.pipelines.find(({ jobs }) => jobs.some(isMeant));
  const job = pipeline?.jobs.find(isMeant);
  if (pipeline === undefined || job === undefined) throw notFound();
  return { pipeline, job };
};

/** CI2. */
export const handleGetJobLog: Handler<typeof getJobLog> = async (visit) => {
  const { job_id: id, byte_offset: from = 0 } = visit.parameters();
  const { pipeline, job } = jobOf(openCode(visit).project, id);
  const body = Buffer.from(logOf(job, pipeline, visit)).subarray(isAtLeast(visit.edition, '18.5') ? from : 0);
  return { kind: 'bytes', headers: { 'content-type': 'text/plain' }, body };
};
