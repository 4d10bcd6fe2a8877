import { changesBetween } from '../git/diff.ts';
import { lineAfter, lineBefore } from '../git/diffLines.ts';
import { type Repository, resolveCommit } from '../git/repository.ts';
import type { MergeRequestState } from '../world/records.ts';
import type { DiscussionState, NotePosition, NoteState } from '../world/reviewRecords.ts';
import { type Version, versionsOf } from './mergeRequestVersions.ts';
import { findPlace } from './notePositions.ts';

interface Place {
  readonly repository: Repository;
  readonly request: MergeRequestState;
}

interface Spot {
  readonly path: string;
  readonly line: number;
}

/**
 * Maps threads to their lines in the newest version. A thread stays where it was when its line was removed or is
 * outside the diff. Threads on the diff of a commit and ranges are never moved.
 */
export const movedDiscussions = async (
  { repository, request }: Place,
  discussions: readonly DiscussionState[],
): Promise<readonly DiscussionState[]> => {
  if (!discussions.some(({ notes }) => notes.some(mayMove))) return discussions;
  const [newest] = await versionsOf(repository, request);
  return Promise.all(
    discussions.map(async (discussion) => ({
      ...discussion,
      notes: await Promise.all(discussion.notes.map((note) => movedNote(repository, note, newest))),
    })),
  );
};

export const movedDiscussion = async (place: Place, discussion: DiscussionState): Promise<DiscussionState> => {
  const [moved = discussion] = await movedDiscussions(place, [discussion]);
  return moved;
};

const mayMove = ({ position, commitId }: NoteState): boolean => position?.type === 'text' && commitId === null;

const movedNote = async (repository: Repository, note: NoteState, newest: Version): Promise<NoteState> => {
  const { position } = note;
  if (position === null || !mayMove(note) || position.headSha === newest.head) return note;
  const moved = await movedPosition(repository, position, newest);
  return moved === undefined ? note : { ...note, ...(await findPlace(repository, moved)) };
};

const movedPosition = async (
  repository: Repository,
  position: NotePosition,
  { base, start, head }: Version,
): Promise<NotePosition | undefined> => {
  const [oldBase, oldHead] = await Promise.all([
    resolveCommit(repository, position.baseSha),
    resolveCommit(repository, position.headSha),
  ]);
  if (oldBase === undefined || oldHead === undefined) return undefined;
  const between = (from: string, to: string) => changesBetween(repository, from, to);
  const diff = await between(base, head);
  const traced = trace(position, { bases: await between(oldBase, base), heads: await between(oldHead, head), diff });
  if (traced === undefined) return undefined;
  const { onOld, onNew } = traced;
  const file = diff.find(({ oldPath, newPath }) => (onNew ? newPath === onNew.path : oldPath === onOld?.path));
  return {
    ...position,
    ...{ baseSha: base, startSha: start, headSha: head },
    oldPath: file?.oldPath ?? position.oldPath,
    newPath: file?.newPath ?? position.newPath,
    oldLine: onOld?.line ?? null,
    newLine: onNew?.line ?? null,
  };
};

/** Positions of a line in the newest diff, traced through the changes of the bases, of the heads and in the diff. */
const trace = (
  { oldPath, oldLine, newPath, newLine }: NotePosition,
  { bases, heads, diff }: Readonly<Record<'bases' | 'heads' | 'diff', Changes>>,
): { readonly onOld: Spot | undefined; readonly onNew: Spot | undefined } | undefined => {
  const inBase = oldPath === null || oldLine === null ? undefined : after(bases, { path: oldPath, line: oldLine });
  if (newPath === null || newLine === null) {
    const isGone = inBase !== undefined && after(diff, inBase) === undefined;
    return isGone ? { onOld: inBase, onNew: undefined } : undefined;
  }
  const onNew = after(heads, { path: newPath, line: newLine });
  return onNew && { onOld: oldLine === null ? before(diff, onNew) : inBase, onNew };
};

type Changes = Awaited<ReturnType<typeof changesBetween>>;

const after = (changes: Changes, { path, line }: Spot): Spot | undefined => {
  const change = changes.find(({ oldPath }) => oldPath === path);
  const moved = change === undefined ? line : lineAfter(change.text, line);
  return moved === undefined ? undefined : { path: change?.newPath ?? path, line: moved };
};

const before = (changes: Changes, { path, line }: Spot): Spot | undefined => {
  const change = changes.find(({ newPath }) => newPath === path);
  const moved = change === undefined ? line : lineBefore(change.text, line);
  return moved === undefined ? undefined : { path: change?.oldPath ?? path, line: moved };
};
