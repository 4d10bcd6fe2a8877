import { createHash } from 'node:crypto';
import { type CountedState, freshIds } from './freshIds.ts';
import type { ProjectState } from './records.ts';
import { noReview, type DiscussionState, type NoteState, type ReviewState, type Subject } from './reviewRecords.ts';
import type { World } from './world.ts';

export interface Fresh {
  readonly noteId: () => number;
  readonly draftId: () => number;
  readonly at: string;
}

export type NewNote = Pick<NoteState, 'type' | 'body' | 'authorId'> &
  Partial<Pick<NoteState, 'isSystem' | 'isInternal' | 'position' | 'lineCode' | 'place' | 'commitId'>>;

export const reviewOf = (project: Pick<ProjectState, 'review'>): ReviewState => project.review ?? noReview;

const fresh = (state: CountedState, now: Date): Fresh => {
  const { note, draft } = freshIds(state);
  return { noteId: note, draftId: draft, at: now.toISOString() };
};

/** Atomic; a refusal thrown by `change` changes nothing. */
export const changeReview = async <Result>(
  world: World,
  place: { readonly project: ProjectState; readonly now: Date },
  change: (review: ReviewState, fresh: Fresh) => readonly [ReviewState, Result],
): Promise<Result> => {
  let result: readonly [Result] | undefined;
  await world.update((state) => ({
    ...state,
    projects: state.projects.map((project) => {
      if (project.id !== place.project.id) return project;
      const [review, value] = change(reviewOf(project), fresh(state, place.now));
      result = [value];
      return { ...project, review };
    }),
  }));
  if (result === undefined) throw new Error(`There is no project ${place.project.id} any more.`);
  return result[0];
};

export const noteOf = (fresh: Fresh, note: NewNote): NoteState => ({
  isSystem: false,
  isInternal: false,
  position: null,
  lineCode: null,
  place: null,
  commitId: null,
  ...note,
  id: fresh.noteId(),
  createdAt: fresh.at,
  updatedAt: fresh.at,
  resolution: null,
});

/** A note without a type becomes an individual comment. */
export const discussionOf = (fresh: Fresh, subject: Subject, note: NewNote): DiscussionState => {
  const first = noteOf(fresh, note);
  const id = createHash('sha1').update(`discussion ${first.id} ${fresh.at}`).digest('hex');
  return { id, subject, isIndividual: first.type === null, notes: [first] };
};

export const isAbout = ({ subject }: DiscussionState, other: Subject): boolean =>
  subject.kind === 'commit'
    ? other.kind === 'commit' && subject.sha === other.sha
    : other.kind === subject.kind && subject.iid === other.iid;

/** Threads on commits and plain comments aren't resolvable. */
export const isResolvable = ({ subject, isIndividual, notes }: DiscussionState): boolean =>
  subject.kind === 'mergeRequest' && !isIndividual && notes[0]?.isSystem === false;

/** A plain comment becomes a thread; the reply takes its position. */
export const withReply = (discussion: DiscussionState, fresh: Fresh, note: NewNote): DiscussionState => {
  const [first] = discussion.notes;
  const type = first?.type ?? 'DiscussionNote';
  const { position = null, lineCode = null, place = null, commitId = null } = first ?? {};
  const reply = noteOf(fresh, { commitId, ...note, type, position, lineCode, place });
  const notes = discussion.notes.map((earlier, index) => (index === 0 ? { ...earlier, type } : earlier));
  return { ...discussion, isIndividual: false, notes: [...notes, reply] };
};

/** Resolves or reopens (null) a thread. Resolved notes keep their resolver. */
export const withResolution = (discussion: DiscussionState, by: number | null, at: string): DiscussionState => ({
  ...discussion,
  notes: discussion.notes.map((note) => ({
    ...note,
    resolution: by === null ? null : (note.resolution ?? { personId: by, at }),
  })),
});

/** Replaces the discussion with the same ID. */
export const withDiscussion = (review: ReviewState, discussion: DiscussionState): ReviewState => ({
  ...review,
  discussions: review.discussions.map((other) => (other.id === discussion.id ? discussion : other)),
});

/** Undefined without remaining notes. */
export const withoutNote = (discussion: DiscussionState, id: number): DiscussionState | undefined => {
  const notes = discussion.notes.filter((note) => note.id !== id);
  return notes.length === 0 ? undefined : { ...discussion, notes };
};
