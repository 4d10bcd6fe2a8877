import { createHash } from 'node:crypto';
import { type CountedState, freshIds } from './freshIds.ts';
import type { ProjectState } from './records.ts';
import { noReview, type DiscussionState, type NoteState, type ReviewState, type Subject } from './reviewRecords.ts';
import type { World } from './world.ts';

/** Numbers nobody has yet, and the moment of the change. */
export interface Fresh {
  readonly noteId: () => number;
  readonly draftId: () => number;
  readonly at: string;
}

/** What a note says, before it has a number and a time. */
export type NewNote = Pick<NoteState, 'type' | 'body' | 'authorId'> &
  Partial<Pick<NoteState, 'isSystem' | 'isInternal' | 'position' | 'lineCode' | 'place' | 'commitId'>>;

/** What people said in a project. */
export const reviewOf = (project: Pick<ProjectState, 'review'>): ReviewState => project.review ?? noReview;

const fresh = (state: CountedState, now: Date): Fresh => {
  const { note, draft } = freshIds(state);
  return { noteId: note, draftId: draft, at: now.toISOString() };
};

/**
 * Changes what people said in a project in one step: the change sees the newest state, and nothing comes between it and
 * what it answers. It may throw a refusal; then nothing has changed.
 */
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

/** A note as it is kept. */
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

/** A new discussion of one note; a note without a type is an individual comment. */
export const discussionOf = (fresh: Fresh, subject: Subject, note: NewNote): DiscussionState => {
  const first = noteOf(fresh, note);
  const id = createHash('sha1').update(`discussion ${first.id} ${fresh.at}`).digest('hex');
  return { id, subject, isIndividual: first.type === null, notes: [first] };
};

/** Says whether a discussion is about something. */
export const isAbout = ({ subject }: DiscussionState, other: Subject): boolean =>
  subject.kind === 'commit'
    ? other.kind === 'commit' && subject.sha === other.sha
    : other.kind === subject.kind && subject.iid === other.iid;

/** Says whether a thread can be settled: threads of merge requests can, comments and threads of commits cannot. */
export const isResolvable = ({ subject, isIndividual, notes }: DiscussionState): boolean =>
  subject.kind === 'mergeRequest' && !isIndividual && notes[0]?.isSystem === false;

/** A thread with a reply. A comment becomes a thread by it; on a line the reply stands where the thread stands. */
export const withReply = (discussion: DiscussionState, fresh: Fresh, note: NewNote): DiscussionState => {
  const [first] = discussion.notes;
  const type = first?.type ?? 'DiscussionNote';
  const { position = null, lineCode = null, place = null, commitId = null } = first ?? {};
  const reply = noteOf(fresh, { commitId, ...note, type, position, lineCode, place });
  const notes = discussion.notes.map((earlier, index) => (index === 0 ? { ...earlier, type } : earlier));
  return { ...discussion, isIndividual: false, notes: [...notes, reply] };
};

/** A thread settled by someone, or open again. Notes that are settled already keep who did it. */
export const withResolution = (discussion: DiscussionState, by: number | null, at: string): DiscussionState => ({
  ...discussion,
  notes: discussion.notes.map((note) => ({
    ...note,
    resolution: by === null ? null : (note.resolution ?? { personId: by, at }),
  })),
});

/** The review with a discussion put in the place of the one with its id. */
export const withDiscussion = (review: ReviewState, discussion: DiscussionState): ReviewState => ({
  ...review,
  discussions: review.discussions.map((other) => (other.id === discussion.id ? discussion : other)),
});

/** The discussion without one of its notes; undefined when that was the last one. */
export const withoutNote = (discussion: DiscussionState, id: number): DiscussionState | undefined => {
  const notes = discussion.notes.filter((note) => note.id !== id);
  return notes.length === 0 ? undefined : { ...discussion, notes };
};
