import { join } from 'node:path';
import { git } from '../git/command.ts';
import { listBranchRefs } from '../git/refs.ts';
import type { ProjectState } from '../world/records.ts';
import type { IssueState } from '../world/issueRecords.ts';
import { isAbout } from '../world/review.ts';
import { noReview, type Subject } from '../world/reviewRecords.ts';
import { noPlanning } from '../world/transferRecords.ts';
import type { World } from '../world/world.ts';
import type { ArchiveEntry } from './archive.ts';
import { peopleNamed, userDocument } from './people.ts';
import { inArchiveNames, jsonEntry, linesEntry } from './tree.ts';

/** Format version of real archives. */
export const archiveVersion = '0.2.4';

export const versionEntries = (version: string): readonly ArchiveEntry[] => [
  { name: 'VERSION', text: archiveVersion },
  { name: 'GITLAB_VERSION', text: version },
];

/** Values of `visibility_level` in archives. */
export const visibilityLevels = { private: 0, internal: 10, public: 20 } as const;

/**
 * Bundles all refs and the heads of merge requests, which may be on no branch. A scratch clone with shared objects gets
 * their refs, so that the repository stays unchanged.
 */
const bundle = async (source: string, project: ProjectState, folder: string): Promise<string> => {
  const scratch = join(folder, 'scratch.git');
  const file = join(folder, 'project.bundle');
  await git(undefined, ['clone', '--quiet', '--mirror', '--shared', source, scratch]);
  const heads = project.mergeRequests.flatMap(({ iid, sha, mergeCommitSha }) => [
    [`refs/merge-requests/${iid}/head`, sha] as const,
    ...(mergeCommitSha === null ? [] : [[`refs/merge-requests/${iid}/merge`, mergeCommitSha] as const]),
  ]);
  const { stdout } = await git(scratch, ['cat-file', '--batch-check=%(objecttype)'], {
    input: heads.map(([, sha]) => `${sha}\n`).join(''),
  });
  const types = stdout.toString('utf8').split('\n');
  const known = heads.filter((_, index) => types[index] === 'commit');
  await git(scratch, ['update-ref', '--stdin'], {
    input: known.map(([ref, sha]) => `update ${ref} ${sha}\n`).join(''),
  });
  await git(scratch, ['bundle', 'create', '--quiet', file, '--all']);
  return file;
};

const threadsAbout = ({ review }: ProjectState, about: Subject): readonly object[] =>
  (review ?? noReview).discussions
    .filter((discussion) => isAbout(discussion, about))
    .map(({ isIndividual, notes }) => ({ isIndividual, notes }));

const issueDocument = (project: ProjectState, issue: IssueState): object =>
  inArchiveNames({ ...issue, discussions: threadsAbout(project, { kind: 'issue', iid: issue.iid }) });

const mergeRequestDocument = (project: ProjectState, request: ProjectState['mergeRequests'][number]): object => {
  const { approvals } = project.review ?? noReview;
  return inArchiveNames({
    ...request,
    discussions: threadsAbout(project, { kind: 'mergeRequest', iid: request.iid }),
    approvals: approvals
      .filter(({ mergeRequestIid }) => mergeRequestIid === request.iid)
      .map(({ personId, at }) => ({ personId, at })),
  });
};

const commitNotes = (project: ProjectState): readonly object[] =>
  (project.review ?? noReview).discussions.flatMap(({ subject, isIndividual, notes }) =>
    subject.kind === 'commit' ? [inArchiveNames({ sha: subject.sha, isIndividual, notes })] : [],
  );

const peopleEntries = (world: World, project: ProjectState): readonly ArchiveEntry[] => {
  const { members, mergeRequests, review, issues } = project;
  const memberIds = new Set(members.map(({ personId }) => personId));
  const others = [...peopleNamed({ mergeRequests, review, issues }), ...usersOfRules(project)];
  const document = (id: number, level: number): readonly object[] => {
    const person = world.person(id);
    return person === undefined ? [] : [{ user_id: id, access_level: level, user: userDocument(person) }];
  };
  return [
    linesEntry(
      'tree/project/project_members.ndjson',
      members.flatMap(({ personId, level }) => document(personId, level)),
    ),
    linesEntry(
      'tree/project/authors.ndjson',
      [...new Set(others)].filter((id) => !memberIds.has(id)).flatMap((id) => document(id, 0)),
    ),
  ];
};

const usersOfRules = ({ rules }: ProjectState): readonly number[] =>
  rules
    .flatMap((rule) => [
      ...rule.push_access_levels,
      ...rule.merge_access_levels,
      ...(rule.unprotect_access_levels ?? []),
    ])
    .flatMap(({ user_id }) => (typeof user_id === 'number' ? [user_id] : []));

/** Archive entries in order; `folder` is for the bundle. */
export async function* projectEntries(
  { world, version }: { readonly world: World; readonly version: string },
  project: ProjectState,
  { folder, description }: { readonly folder: string; readonly description: string | null },
): AsyncGenerator<ArchiveEntry> {
  const planning = { ...noPlanning, ...project.planning };
  yield* versionEntries(version);
  yield jsonEntry('tree/project.json', {
    name: project.name,
    path: project.path.slice(project.path.lastIndexOf('/') + 1),
    description: description ?? project.description,
    visibility_level: visibilityLevels[project.visibility],
    archived: project.isArchived,
    default_branch: project.defaultBranch,
    created_at: project.createdAt,
  });
  yield* peopleEntries(world, project);
  yield linesEntry('tree/project/labels.ndjson', planning.labels.map(inArchiveNames));
  yield linesEntry('tree/project/milestones.ndjson', planning.milestones.map(inArchiveNames));
  yield linesEntry('tree/project/badges.ndjson', planning.badges.map(inArchiveNames));
  yield linesEntry('tree/project/protected_branches.ndjson', project.rules);
  yield linesEntry(
    'tree/project/issues.ndjson',
    (project.issues ?? []).map((issue) => issueDocument(project, issue)),
  );
  yield linesEntry(
    'tree/project/merge_requests.ndjson',
    project.mergeRequests.map((request) => mergeRequestDocument(project, request)),
  );
  yield linesEntry('tree/project/commit_notes.ndjson', commitNotes(project));
  const repository = world.repository(project);
  if ((await listBranchRefs(repository)).length === 0) return;
  yield { name: 'project.bundle', file: await bundle(repository.directory, project, folder) };
}
