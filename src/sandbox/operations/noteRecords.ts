import type { Discussion, Note } from '../../wire/notes.ts';
import { badRequest, type Refusal } from '../refusals.ts';
import type { RequestContext } from '../handling.ts';
import { levelIn } from '../world/access.ts';
import { levels, type MergeRequestState, type ProjectState } from '../world/records.ts';
import { isResolvable } from '../world/review.ts';
import type { DiscussionState, NoteState } from '../world/reviewRecords.ts';
import { positionRecord } from './notePositions.ts';
import { userById } from './userRecord.ts';

type NotedRequest = Pick<MergeRequestState, 'id' | 'iid'>;

/** `request` is undefined for notes on commits. Only the response to writing a note has `changes` by quick actions. */
export const noteRecord = (
  visit: RequestContext,
  { project, request }: { readonly project: ProjectState; readonly request?: NotedRequest },
  discussion: DiscussionState,
  note: NoteState,
  changes: Readonly<Record<string, unknown>> = {},
): Note => {
  const { resolution } = note;
  const record = {
    id: note.id,
    type: note.type,
    body: note.body,
    attachment: null,
    author: userById(visit, note.authorId),
    created_at: note.createdAt,
    updated_at: note.updatedAt,
    system: note.isSystem,
    noteable_id: request?.id ?? null,
    noteable_type: request === undefined ? 'Commit' : 'MergeRequest',
    project_id: project.id,
    ...(note.type === 'DiffNote' && request !== undefined ? { commit_id: note.commitId } : {}),
    ...(note.type === 'DiffNote' ? { position: positionRecord(note.position) } : {}),
    resolvable: isResolvable(discussion),
    ...(isResolvable(discussion)
      ? {
          resolved: resolution !== null,
          resolved_by: resolution === null ? null : userById(visit, resolution.personId),
          resolved_at: resolution?.at ?? null,
        }
      : {}),
    confidential: note.isInternal,
    internal: note.isInternal,
    imported: false,
    imported_from: 'none',
    noteable_iid: request?.iid ?? null,
    commands_changes: changes,
  };
  return record;
};

export const discussionRecord = (
  visit: RequestContext,
  place: Parameters<typeof noteRecord>[1],
  discussion: DiscussionState,
  changes: Readonly<Record<string, unknown>> = {},
): Discussion => ({
  id: discussion.id,
  individual_note: discussion.isIndividual,
  notes: discussion.notes.map((note) => noteRecord(visit, place, discussion, note, changes)),
});

/** Internal notes require the Reporter role. */
export const readsInternal = (visit: RequestContext, project: ProjectState): boolean =>
  visit.person?.isAdmin === true || levelIn(visit.world, visit.person, project) >= levels.reporter;

/** 400 in GitLab's format. */
export const badNote = (field: string, problems: readonly string[]): Refusal =>
  badRequest(`Note {:${field}=>[${problems.map((problem) => JSON.stringify(problem)).join(', ')}]}`);

/** GitLab's errors for a position outside the diff. */
export const lineProblems = ["can't be blank", 'must be a valid line code'] as const;
