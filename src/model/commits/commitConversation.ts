import type { Client } from '../../client/client.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { requestFailure } from '../../client/errors.ts';
import { type CommitComment, listCommitComments, listCommitDiscussions } from '../../wire/commitConversations.ts';
import type { Discussion, Note, Position } from '../../wire/notes.ts';
import type { UserSummary } from '../../wire/records.ts';

/** A commit whose conversation is read or carried on. */
export interface ConversationSubject {
  readonly client: Client;
  readonly project: number;
  /** The full hash. */
  readonly sha: string;
}

/** Where a thread stands in the diff of a commit; on the whole file when it has no line. Numbers are 1-based. */
export interface ThreadPlace {
  readonly oldPath: string;
  readonly newPath: string;
  /** Both numbers for a line the commit did not change. */
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
  /** Whether the place is in the commit's own diff; otherwise its numbers mean another version of the file. */
  readonly isInThisDiff: boolean;
}

/** One remark of a thread. */
export interface ThreadNote {
  /** Undefined where the server shows comments without ids (C8). */
  readonly id: number | undefined;
  /** Markdown as it was written. */
  readonly body: string;
  readonly author: UserSummary | undefined;
  readonly createdAt: string | undefined;
  /** Whether it was changed after it was written. */
  readonly isEdited: boolean;
  /** Written by the server, such as “mentioned in merge request !7”. */
  readonly isSystem: boolean;
  /** Whether only members with at least the Reporter role see it. */
  readonly isInternal: boolean;
  /** Name of a file that old releases attached to it. */
  readonly attachment: string | undefined;
}

/** Whether a note was written by a person and can be changed: where notes have no ids none can be named. */
export const isOwn = ({ id, author, isSystem }: ThreadNote, me: number): boolean =>
  id !== undefined && author?.id === me && !isSystem;

/** A thread on a commit, its notes oldest first. */
export interface Thread {
  /** Id of the discussion; undefined where the server shows comments only. */
  readonly id: string | undefined;
  /** Undefined for a thread on the commit as a whole. */
  readonly place: ThreadPlace | undefined;
  /** Whether the server takes replies: it does not for a plain comment. */
  readonly canReply: boolean;
  /** Undefined where threads have no such state, as on commits. */
  readonly resolution: 'resolved' | 'open' | undefined;
  readonly notes: readonly ThreadNote[];
}

/** What people said about a commit, the oldest thread first. */
export interface Conversation {
  readonly threads: readonly Thread[];
  /** `comments` where the server shows no discussions: nothing can be replied to then. */
  readonly source: 'discussions' | 'comments';
}

/**
 * Reads everything said about a commit: its discussions (C10), which know threads and replies. Where a comment on a
 * line comes without its place, as those made by C9 do, the place is taken from the list of comments (C8); that list
 * alone is read where the server has no discussions for us.
 */
export const readConversation = async (subject: ConversationSubject, signal?: AbortSignal): Promise<Conversation> => {
  const discussions = await readDiscussions(subject, signal);
  if (discussions === undefined) {
    const comments = await readComments(subject, signal);
    return { threads: comments.map((comment) => threadOfComment(comment)), source: 'comments' };
  }
  const comments = discussions.some(lacksPlace) ? await readComments(subject, signal) : [];
  return { threads: threadsOf(discussions, comments, subject.sha), source: 'discussions' };
};

const parametersOf = ({ project, sha }: ConversationSubject) => ({ id: project, sha, per_page: 100 });

/** C10; undefined where the server refuses discussions, though it may still show comments. */
const readDiscussions = async (
  subject: ConversationSubject,
  signal: AbortSignal | undefined,
): Promise<readonly Discussion[] | undefined> => {
  try {
    return await everyItem(eachPage(subject.client, listCommitDiscussions, parametersOf(subject), { signal }));
  } catch (error) {
    if (requestFailure(error, 'notFound', 'forbidden')) return undefined;
    throw error;
  }
};

/** C8. */
const readComments = (
  subject: ConversationSubject,
  signal: AbortSignal | undefined,
): Promise<readonly CommitComment[]> =>
  everyItem(eachPage(subject.client, listCommitComments, parametersOf(subject), { signal }));

/** Puts discussions and the places of comments together; system notes that start nothing of their own come along. */
export const threadsOf = (
  discussions: readonly Discussion[],
  comments: readonly CommitComment[],
  sha: string,
): readonly Thread[] => {
  const places = placesByComment(comments);
  return discussions
    .filter(({ notes }) => notes.length > 0)
    .map((discussion) => threadOf(discussion, places, sha))
    .toSorted((one, other) => byAge(one, other));
};

const threadOf = (discussion: Discussion, places: PlacesByComment, sha: string): Thread => {
  const [first] = discussion.notes;
  const fromComment = lacksPlace(discussion) && first !== undefined ? places.get(keyOfNote(first))?.shift() : undefined;
  const resolvable = discussion.notes.filter((note) => note.resolvable);
  return {
    id: discussion.id,
    place: placeOfPosition(first?.position, sha) ?? fromComment,
    canReply: !discussion.individual_note && first?.system !== true,
    resolution:
      resolvable.length === 0 ? undefined : resolvable.every(({ resolved }) => resolved) ? 'resolved' : 'open',
    notes: discussion.notes.map(noteOf),
  };
};

const noteOf = (note: Note): ThreadNote => ({
  id: note.id,
  body: note.body,
  author: note.author ?? undefined,
  createdAt: note.created_at ?? undefined,
  isEdited: isLater(note.updated_at, note.created_at),
  isSystem: note.system,
  isInternal: note.internal === true || note.confidential === true,
  attachment: attachmentOf(note),
});

/** A name, or the record of an upload. */
const attachmentOf = ({ attachment }: Note): string | undefined => {
  if (typeof attachment === 'string') return attachment === '' ? undefined : attachment;
  if (typeof attachment !== 'object' || attachment === null) return undefined;
  const { filename, url } = attachment as { readonly filename?: unknown; readonly url?: unknown };
  return typeof filename === 'string' ? filename : typeof url === 'string' ? url : undefined;
};

/** Servers touch the time of a change once more while they write a note. */
const editMarginMs = 10_000;

const isLater = (updated: string | null | undefined, created: string | null | undefined): boolean =>
  updated != null && created != null && Date.parse(updated) - Date.parse(created) > editMarginMs;

/** Whether a thread stands on a line of which the discussion says nothing. */
const lacksPlace = ({ notes: [first] }: Discussion): boolean =>
  first?.type === 'LegacyDiffNote' || (first?.type === 'DiffNote' && placeOfPosition(first.position, '') === undefined);

/** The place a position names; undefined for none and for one whose members are empty. */
export const placeOfPosition = (position: Position | null | undefined, sha: string): ThreadPlace | undefined => {
  const newPath = position?.new_path ?? position?.old_path;
  if (position == null || newPath == null) return undefined;
  const isText = position.position_type == null || position.position_type === 'text';
  return {
    oldPath: position.old_path ?? newPath,
    newPath,
    oldLine: isText ? (position.old_line ?? undefined) : undefined,
    newLine: isText ? (position.new_line ?? undefined) : undefined,
    isInThisDiff: position.head_sha == null || position.head_sha === sha,
  };
};

type PlacesByComment = ReadonlyMap<string, ThreadPlace[]>;

/** Comments have no ids: who said what, and when, tells which note one is. Equal ones keep their order. */
const placesByComment = (comments: readonly CommitComment[]): PlacesByComment => {
  const places = new Map<string, ThreadPlace[]>();
  for (const comment of comments) {
    const place = placeOfComment(comment);
    if (place === undefined) continue;
    const key = keyOf(comment.author?.id, comment.created_at, comment.note);
    const known = places.get(key);
    if (known === undefined) places.set(key, [place]);
    else known.push(place);
  }
  return places;
};

/** The place a comment (C8, C9) names. */
export const placeOfComment = ({ path, line, line_type: type }: CommitComment): ThreadPlace | undefined => {
  if (path == null || line == null) return undefined;
  const isOld = type === 'old';
  return {
    oldPath: path,
    newPath: path,
    oldLine: isOld ? line : undefined,
    newLine: isOld ? undefined : line,
    isInThisDiff: true,
  };
};

const keyOfNote = ({ author, created_at: at, body }: Note): string => keyOf(author?.id, at, body);

const keyOf = (author: number | undefined, at: string | null | undefined, text: string): string =>
  JSON.stringify([author, at, text]);

const threadOfComment = (comment: CommitComment): Thread => ({
  id: undefined,
  place: placeOfComment(comment),
  canReply: false,
  resolution: undefined,
  notes: [
    {
      id: undefined,
      body: comment.note,
      author: comment.author ?? undefined,
      createdAt: comment.created_at ?? undefined,
      isEdited: false,
      isSystem: false,
      isInternal: false,
      attachment: undefined,
    },
  ],
});

const byAge = (one: Thread, other: Thread): number => {
  const [first, second] = [startOf(one), startOf(other)];
  return first === second ? (one.notes[0]?.id ?? 0) - (other.notes[0]?.id ?? 0) : first - second;
};

const startOf = ({ notes: [first] }: Thread): number =>
  first?.createdAt === undefined ? 0 : Date.parse(first.createdAt) || 0;
