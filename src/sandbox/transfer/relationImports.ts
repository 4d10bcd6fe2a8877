import { rm } from 'node:fs/promises';
import { repositoryDirectory } from '../world/world.ts';
import type { ProjectState } from '../world/records.ts';
import { noReview } from '../world/reviewRecords.ts';
import { noPlanning, type RelationImportJob } from '../world/transferRecords.ts';
import { ArchiveError, readArchive } from './archive.ts';
import { Failures } from './failures.ts';
import { freshIds } from '../world/freshIds.ts';
import { readPeople, type PersonHere } from './people.ts';
import { loadMergeRequests, preparation, threadsOf } from './projectLoading.ts';
import { issueSchema, milestoneSchema, readRelation } from './relations.ts';
import { changeImport, type Transfers } from './transfers.ts';

const change = (transfers: Transfers, id: number, changed: Partial<RelationImportJob>): Promise<void> =>
  transfers.update((state) => ({
    ...state,
    relationImports: state.relationImports.map((job) =>
      job.id === id ? { ...job, ...changed, updatedAt: transfers.settings.now().toISOString() } : job,
    ),
  }));

/** Reads one relation; returns a function that adds it to a project. Existing records stay unchanged. */
const loadRelation = async (
  transfers: Transfers,
  { relation }: RelationImportJob,
  {
    folder,
    project,
    failures,
  }: { readonly folder: string; readonly project: ProjectState; readonly failures: Failures },
): Promise<(project: ProjectState) => ProjectState> => {
  const { world } = transfers;
  const listed = [
    ...(await readPeople(world, folder, 'tree/project/project_members.ndjson')),
    ...(await readPeople(world, folder, 'tree/project/authors.ndjson')),
  ];
  const here: PersonHere = (id) => listed.find((person) => person.id === id)?.personId ?? null;
  const prepare = preparation(here, world.state.people[0]?.id ?? 0);
  const ids = freshIds(world.state);
  const plan = { folder, relation, file: `tree/project/${relation}.ndjson`, prepare };
  if (relation === 'merge_requests') {
    const directory = repositoryDirectory(world.directory, project);
    const taken = new Set(project.mergeRequests.map(({ iid }) => iid));
    const { mergeRequests, discussions, approvals } = await loadMergeRequests(
      { ...plan, directory, taken },
      ids,
      failures,
    );
    return (current) => {
      const review = { ...noReview, ...current.review };
      return {
        ...current,
        mergeRequests: [...current.mergeRequests, ...mergeRequests],
        review: {
          ...review,
          discussions: [...review.discussions, ...discussions],
          approvals: [...review.approvals, ...approvals],
        },
      };
    };
  }
  if (relation === 'milestones') {
    const rows = await readRelation({ ...plan, schema: milestoneSchema }, failures);
    return (current) => {
      const planning = { ...noPlanning, ...current.planning };
      const fresh = rows
        .map(({ row }) => row)
        .filter(({ iid }) => !planning.milestones.some((known) => known.iid === iid));
      return { ...current, planning: { ...planning, milestones: [...planning.milestones, ...fresh] } };
    };
  }
  if (relation === 'issues') {
    const rows = await readRelation({ ...plan, schema: issueSchema }, failures);
    return (current) => {
      const known = new Set((current.issues ?? []).map(({ iid }) => iid));
      const review = { ...noReview, ...current.review };
      const fresh = rows.flatMap(({ row }) => (known.has(row.issue.iid) ? [] : [row]));
      const threads = fresh.flatMap(({ issue, discussions }) =>
        threadsOf(discussions, { kind: 'issue', iid: issue.iid }, ids),
      );
      return {
        ...current,
        issues: [...(current.issues ?? []), ...fresh.map(({ issue }) => ({ ...issue, id: ids.issue() }))],
        review: { ...review, discussions: [...review.discussions, ...threads] },
      };
    };
  }
  // archives of the sandbox have no pipelines
  return (current) => current;
};

const perform = async (transfers: Transfers, job: RelationImportJob): Promise<void> => {
  const { world } = transfers;
  const step = (to: string): Promise<void> => transfers.step({ kind: 'relationImport', subjectId: job.projectId, to });
  await step('started');
  await change(transfers, job.id, { state: 'started' });
  const folder = await transfers.workFolder();
  try {
    const project = world.state.projects.find(({ id }) => id === job.projectId);
    if (project === undefined || job.file === null)
      throw new ArchiveError('The import has lost its project or archive.');
    await readArchive(transfers.path('uploads', job.file), folder);
    const failures = new Failures(transfers);
    const changed = await loadRelation(transfers, job, { folder, project, failures });
    await step('finished');
    await world.updateProject(project.id, changed);
    const failedRelations = await failures.numbered();
    if (failedRelations.length > 0) await changeImport(transfers, project.id, { failedRelations });
    await change(transfers, job.id, { state: 'finished', file: null });
    await transfers.dropUpload(job.file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const runRelationImport = (transfers: Transfers, job: RelationImportJob): void =>
  transfers.run(async () => {
    try {
      await perform(transfers, job);
    } catch (error) {
      if (transfers.settings.closing.aborted) return;
      await change(transfers, job.id, { state: 'failed', file: null });
      await transfers.dropUpload(job.file);
      if (!(error instanceof ArchiveError)) throw error;
    }
  });

/** Undefined while another relation is being imported. */
export const beginRelationImport = async (
  transfers: Transfers,
  wanted: Pick<RelationImportJob, 'projectId' | 'relation' | 'file'>,
): Promise<RelationImportJob | undefined> => {
  const isBusy = transfers.state.relationImports.some(
    ({ projectId, state }) => projectId === wanted.projectId && (state === 'created' || state === 'started'),
  );
  if (isBusy) return undefined;
  const at = transfers.settings.now().toISOString();
  const job: RelationImportJob = {
    ...wanted,
    id: await transfers.nextId(),
    state: 'created',
    createdAt: at,
    updatedAt: at,
  };
  await transfers.update((state) => ({ ...state, relationImports: [...state.relationImports, job] }));
  runRelationImport(transfers, job);
  return job;
};
