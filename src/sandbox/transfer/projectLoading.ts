import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { git, GitError } from '../git/command.ts';
import { settleDefaultBranch } from '../git/defaultBranch.ts';
import type { MergeRequestState, Person, ProjectState, ProtectionRule, Visibility } from '../world/records.ts';
import type { Approval, DiscussionState, Subject } from '../world/reviewRecords.ts';
import { ArchiveError } from './archive.ts';
import { Failures } from './failures.ts';
import { freshIds, type FreshIds } from '../world/freshIds.ts';
import { readPeople, withPeople, type PersonHere } from './people.ts';
import { visibilityLevels } from './projectArchive.ts';
import {
  badgeSchema,
  commitNotesSchema,
  issueSchema,
  labelSchema,
  mergeRequestSchema,
  milestoneSchema,
  readRelation,
  ruleSchema,
  type ArchivedThread,
} from './relations.ts';
import type { Transfers } from './transfers.ts';
import { inStateNames, readJson } from './tree.ts';

export interface LoadedProject {
  readonly change: (project: ProjectState) => ProjectState;
  readonly failures: Failures;
}

const loadRepository = async (directory: string, folder: string): Promise<void> => {
  const file = join(folder, 'project.bundle');
  if (!existsSync(file)) return;
  try {
    const all = ['heads', 'tags', 'merge-requests'].map((kind) => `+refs/${kind}/*:refs/${kind}/*`);
    await git(directory, ['fetch', '--quiet', '--no-tags', file, ...all]);
  } catch (cause) {
    if (!(cause instanceof GitError)) throw cause;
    throw new ArchiveError('Error importing repository: project.bundle is no complete git bundle', { cause });
  }
  // the refs of merge requests only served to transfer their commits
  const { stdout } = await git(directory, ['for-each-ref', '--format=delete %(refname)', 'refs/merge-requests/']);
  await git(directory, ['update-ref', '--stdin'], { input: stdout });
};

const visibilityOf = (level: unknown): Visibility => {
  const names = Object.keys(visibilityLevels) as Visibility[];
  return names.find((name) => visibilityLevels[name] === level) ?? 'private';
};

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);

/** Drops access levels of unknown users and groups. */
const loadRules = async (
  transfers: Transfers,
  folder: string,
  here: PersonHere,
  { ids, failures }: { readonly ids: FreshIds; readonly failures: Failures },
): Promise<readonly ProtectionRule[]> => {
  const place = { folder, file: 'tree/project/protected_branches.ndjson', relation: 'protected_branches' };
  const rows = await readRelation({ ...place, schema: ruleSchema, prepare: (value) => value }, failures);
  const { groups } = transfers.world.state;
  type Entries = ProtectionRule['push_access_levels'];
  const kept = (entries: Entries): Entries =>
    entries.flatMap((entry) => {
      const user = typeof entry.user_id === 'number' ? here(entry.user_id) : undefined;
      const isLost =
        user === null || (typeof entry.group_id === 'number' && !groups.some(({ id }) => id === entry.group_id));
      return isLost ? [] : [{ ...entry, id: ids.level(), ...(user === undefined ? {} : { user_id: user }) }];
    });
  return rows.map(({ row }) => ({
    ...row,
    id: ids.rule(),
    push_access_levels: kept(row.push_access_levels),
    merge_access_levels: kept(row.merge_access_levels),
    unprotect_access_levels: kept(row.unprotect_access_levels ?? []),
  }));
};

/** Assigns new note IDs. */
export const threadsOf = (
  threads: readonly ArchivedThread[],
  subject: Subject,
  ids: FreshIds,
): readonly DiscussionState[] =>
  threads.map(({ isIndividual, notes }) => ({
    id: randomBytes(20).toString('hex'),
    subject,
    isIndividual,
    notes: notes.map((note) => ({ ...note, id: ids.note() })),
  }));

/** With new IDs. */
export interface LoadedRequests {
  readonly mergeRequests: readonly MergeRequestState[];
  readonly discussions: readonly DiscussionState[];
  readonly approvals: readonly Approval[];
}

/** Fails for merge requests whose commit is missing or whose IID is taken. */
export const loadMergeRequests = async (
  {
    folder,
    directory,
    prepare,
    taken,
  }: {
    readonly folder: string;
    readonly directory: string;
    readonly prepare: (value: unknown) => unknown;
    readonly taken: ReadonlySet<number>;
  },
  ids: FreshIds,
  failures: Failures,
): Promise<LoadedRequests> => {
  const relation = 'merge_requests';
  const plan = { folder, file: `tree/project/${relation}.ndjson`, relation, schema: mergeRequestSchema, prepare };
  const rows = await readRelation(plan, failures);
  const { stdout } = await git(directory, ['cat-file', '--batch-check=%(objecttype)'], {
    input: rows.map(({ row }) => `${row.request.sha}\n`).join(''),
  });
  const types = stdout.toString('utf8').split('\n');
  const used = new Set(taken);
  const mergeRequests: MergeRequestState[] = [];
  const discussions: DiscussionState[] = [];
  const approvals: Approval[] = [];
  for (const [position, { row, index }] of rows.entries()) {
    const { iid, sha } = row.request;
    if (used.has(iid))
      failures.add(relation, index, `Iid ${iid} has already been taken`, 'ActiveRecord::RecordNotUnique');
    else if (types[position] !== 'commit') failures.add(relation, index, `Validation failed: commit ${sha} not found`);
    else {
      used.add(iid);
      mergeRequests.push({ ...row.request, id: ids.mergeRequest() });
      discussions.push(...threadsOf(row.discussions, { kind: 'mergeRequest', iid }, ids));
      for (const { personId, at } of row.approvals) {
        if (personId !== null) approvals.push({ mergeRequestIid: iid, personId, at });
      }
    }
  }
  return { mergeRequests, discussions, approvals };
};

/** Converts names and user IDs; unknown authors become `fallback`. */
export const preparation =
  (here: PersonHere, fallback: number) =>
  (value: unknown): unknown =>
    withPeople(inStateNames(value), here, fallback);

/**
 * Loads an extracted archive into an empty project, the repository first. Throws `ArchiveError` without a project or a
 * usable repository.
 */
export const loadProject = async (
  transfers: Transfers,
  { folder, directory, importer }: { readonly folder: string; readonly directory: string; readonly importer: Person },
): Promise<LoadedProject> => {
  const { world } = transfers;
  const root = await readJson(folder, 'tree/project.json');
  if (!existsSync(join(folder, 'VERSION')))
    throw new ArchiveError('Import version mismatch: the archive has no VERSION');
  await loadRepository(directory, folder);
  const failures = new Failures(transfers);
  const members = await readPeople(world, folder, 'tree/project/project_members.ndjson');
  const listed = [...members, ...(await readPeople(world, folder, 'tree/project/authors.ndjson'))];
  const here: PersonHere = (id) => listed.find((person) => person.id === id)?.personId ?? null;
  for (const [index, member] of members.entries()) {
    if (member.personId === null) failures.add('project_members', index, `User ${member.username} not found`);
  }
  const ids = freshIds(world.state);
  const prepare = preparation(here, importer.id);
  const read = { folder, prepare };
  const list = (relation: string) => ({ ...read, relation, file: `tree/project/${relation}.ndjson` });
  const labels = await readRelation({ ...list('labels'), schema: labelSchema }, failures);
  const milestones = await readRelation({ ...list('milestones'), schema: milestoneSchema }, failures);
  const badges = await readRelation({ ...list('badges'), schema: badgeSchema }, failures);
  const rules = await loadRules(transfers, folder, here, { ids, failures });
  const issues = await readRelation({ ...list('issues'), schema: issueSchema }, failures);
  const requests = await loadMergeRequests({ ...read, directory, taken: new Set() }, ids, failures);
  const comments = await readRelation({ ...list('commit_notes'), schema: commitNotesSchema }, failures);
  const defaultBranch = await settleDefaultBranch(directory, textOr(root['default_branch'], 'main'));
  const change = (project: ProjectState): ProjectState => ({
    ...project,
    description: textOr(root['description'], ''),
    visibility: visibilityOf(root['visibility_level']),
    isArchived: root['archived'] === true,
    defaultBranch,
    members: [
      ...project.members,
      ...members.flatMap(({ personId, level }) =>
        personId === null || project.members.some((known) => known.personId === personId) ? [] : [{ personId, level }],
      ),
    ],
    rules,
    mergeRequests: requests.mergeRequests,
    issues: issues.map(({ row }) => ({ ...row.issue, id: ids.issue() })),
    planning: {
      labels: labels.map(({ row }) => row),
      milestones: milestones.map(({ row }) => row),
      badges: badges.map(({ row }) => row),
      boards: [],
    },
    review: {
      discussions: [
        ...requests.discussions,
        ...issues.flatMap(({ row }) => threadsOf(row.discussions, { kind: 'issue', iid: row.issue.iid }, ids)),
        ...comments.flatMap(({ row }) => threadsOf([row], { kind: 'commit', sha: row.sha }, ids)),
      ],
      drafts: [],
      approvals: requests.approvals,
    },
  });
  return { change, failures };
};
