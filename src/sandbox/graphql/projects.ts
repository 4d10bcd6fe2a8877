import { globalId, parseGlobalId } from '../../wire/graphql.ts';
import { canReadCode, canSee } from '../world/access.ts';
import type { Pipeline, ProjectState } from '../world/records.ts';
import { branchRules } from './branchRules.ts';
import { connection, type PageArguments } from './connections.ts';
import { type IssueArguments, issueConnection, visibleIssue } from './issues.ts';
import { requestNode, visibleRequest } from './mergeRequests.ts';
import { repositoryNode } from './repository.ts';
import type { Session } from './session.ts';

type ListArguments = PageArguments & { readonly iids?: readonly string[] | null; readonly state?: string | null };

interface PipelineArguments {
  readonly id?: string | null;
  readonly iid?: string | null;
  readonly sha?: string | null;
}

const newestFirst = <Row extends { readonly id: number }>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((one, other) => other.id - one.id);

const fits = ({ iids, state }: ListArguments, row: { readonly iid: number; readonly state: string }): boolean =>
  (iids == null || iids.includes(String(row.iid))) && (state == null || state === 'all' || state === row.state);

const pipelineNode = ({ id, iid, sha, ref, status, createdAt, updatedAt }: Pipeline) => ({
  id: globalId('Ci::Pipeline', id),
  iid: String(iid),
  sha,
  ref,
  status: status.toUpperCase(),
  createdAt,
  updatedAt,
});

/** Fields about code are null or empty for callers who may not read it. */
const projectNode = (session: Session, project: ProjectState) => {
  const readsCode = (): boolean => canReadCode(session.world, session.person, project);
  return {
    id: globalId('Project', project.id),
    name: project.name,
    fullPath: project.path,
    description: project.description,
    archived: project.isArchived,
    webUrl: `${session.url}/${project.path}`,
    repository: () => (readsCode() ? repositoryNode(session, project) : null),
    branchRules: (page: PageArguments) => (readsCode() ? branchRules(session, project, page) : null),
    pipeline: ({ id, iid, sha }: PipelineArguments) => {
      const number = id == null ? undefined : Number(parseGlobalId(id)?.id);
      const found = project.pipelines.findLast(
        (one) => one.id === number || (iid != null && String(one.iid) === iid) || (sha != null && one.sha === sha),
      );
      return found !== undefined && readsCode() ? pipelineNode(found) : null;
    },
    issue: ({ iid }: { readonly iid?: string | null }) => {
      const issue = project.issues?.find((candidate) => String(candidate.iid) === iid);
      return issue === undefined ? null : visibleIssue(session, { project, issue });
    },
    issues: (given: IssueArguments) => issueConnection(session, [project], given),
    mergeRequest: ({ iid }: { readonly iid: string }) => {
      const request = project.mergeRequests.find((candidate) => String(candidate.iid) === iid);
      return request === undefined ? null : visibleRequest(session, { project, request });
    },
    mergeRequests: (given: ListArguments) => {
      if (!readsCode()) return null;
      const rows = newestFirst(project.mergeRequests).filter((request) => fits(given, request));
      return connection(rows, given, {
        keyOf: ({ id }) => id,
        nodeOf: (request) => requestNode(session, { project, request }),
      });
    },
  };
};

/** Undefined for a project that is missing or hidden from the caller. */
export const findProject = ({ world, person }: Session, fullPath: string): ProjectState | undefined => {
  const path = fullPath.toLowerCase();
  const project = world.state.projects.find((candidate) => candidate.path.toLowerCase() === path);
  return project !== undefined && canSee(world, person, project) ? project : undefined;
};

/** Null for a project that is missing or hidden from the caller. */
export const visibleProject = (session: Session, fullPath: string) => {
  const project = findProject(session, fullPath);
  return project === undefined ? null : projectNode(session, project);
};

/** Visible projects, newest first. */
export const projectConnection = (session: Session, projects: readonly ProjectState[], page: PageArguments) =>
  connection(
    newestFirst(projects).filter((project) => canSee(session.world, session.person, project)),
    page,
    { keyOf: ({ id }) => id, nodeOf: (project) => projectNode(session, project) },
  );
