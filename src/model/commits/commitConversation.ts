import type { Client } from '../../client/client.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { type CommitComment, listCommitComments, listCommitDiscussions } from '../../wire/commitConversations.ts';
import type { Discussion, Note, Position } from '../../wire/notes.ts';
import type { UserSummary } from '../../wire/records.ts';

export interface ConversationSubject {
  readonly client: Client;
  readonly project: number;
  readonly sha: string;
}

/** 1-based; the whole file without a line. */
export interface ThreadPlace {
  readonly oldPath: string;
  readonly newPath: string;
  /** Both for context lines. */
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
  /** Otherwise the lines are of another version of the file. */
  readonly isInThisDiff: boolean;
}

export interface ThreadNote {
  /** C8 has no ids. */
  readonly id: number | undefined;
  readonly body: string;
  readonly author: UserSummary | undefined;
  readonly createdAt: string | undefined;
  readonly isEdited: boolean;
  /** System note, such as “mentioned in merge request !7”. */
  readonly isSystem: boolean;
  /** For Reporters and above. */
  readonly isInternal: boolean;
  /** File name; old releases only. */
  readonly attachment: string | undefined;
}

/** Editable by the user: needs an id. */
export const isOwn = ({ id, author, isSystem }: ThreadNote, me: number): boolean =>
  id !== undefined && author?.id === me && !isSystem;

export interface Thread {
  /** Undefined for plain comments. */
  readonly id: string | undefined;
  readonly place: ThreadPlace | undefined;
  /** False for plain comments. */
  readonly canReply: boolean;
  /** Undefined if threads can't be resolved, as on commits. */
  readonly resolution: 'resolved' | 'open' | undefined;
  readonly notes: readonly ThreadNote[];
}

export interface Conversation {
  readonly threads: readonly Thread[];
  /** `comments` if the server has no discussions, so no replies. */
  readonly source: 'discussions' | 'comments';
}

/** Reads discussions (C10), or comments (C8) if refused. Comments created by C9 only have their line in C8. */
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

const readDiscussions = async (
  subject: ConversationSubject,
  signal: AbortSignal | undefined,
): Promise<readonly Discussion[] | undefined> => {
  try {
    return await everyItem(eachPage(subject.client, listCommitDiscussions, parametersOf(subject), { signal }));
  } catch (error) {
    if (requestErrorFacts(error, 'notFound', 'forbidden')) return undefined;
    throw error;
  }
};

const readComments = (
  subject: ConversationSubject,
  signal: AbortSignal | undefined,
): Promise<readonly CommitComment[]> =>
  everyItem(eachPage(subject.client, listCommitComments, parametersOf(subject), { signal }));

/** Includes system notes. */
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

/** The answer to C10b; undefined where its place is in C8 alone. */
export const threadMade = (discussion: Discussion, sha: string): Thread | undefined =>
  lacksPlace(discussion) ? undefined : threadOf(discussion, new Map(), sha);

/** With a thread, or a note of one, that the server has made or changed. Undefined where a read would show more. */
export const withMade = (
  { threads, source }: Conversation,
  made: Thread | ThreadNote,
  thread: string | undefined,
): Conversation | undefined => {
  if ('notes' in made) {
    return (made.id === undefined) === (source === 'comments') ? { source, threads: [...threads, made] } : undefined;
  }
  const of = threads.find(({ id }) => id === thread);
  if (of === undefined) return undefined;
  const isThere = of.notes.some(({ id }) => id === made.id);
  const notes = isThere ? of.notes.map((note) => (note.id === made.id ? made : note)) : [...of.notes, made];
  return { source, threads: threads.map((each) => (each === of ? { ...of, notes } : each)) };
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

export const noteOf = (note: Note): ThreadNote => ({
  id: note.id,
  body: note.body,
  author: note.author ?? undefined,
  createdAt: note.created_at ?? undefined,
  isEdited: isLater(note.updated_at, note.created_at),
  isSystem: note.system,
  isInternal: note.internal === true || note.confidential === true,
  attachment: attachmentOf(note),
});

/** File name or upload record. */
const attachmentOf = ({ attachment }: Note): string | undefined => {
  if (typeof attachment === 'string') return attachment === '' ? undefined : attachment;
  if (typeof attachment !== 'object' || attachment === null) return undefined;
  const { filename, url } = attachment as { readonly filename?: unknown; readonly url?: unknown };
  return typeof filename === 'string' ? filename : typeof url === 'string' ? url : undefined;
};

/** GitLab updates `updated_at` again while creating a note. */
const editMarginMs = 10_000;

const isLater = (updated: string | null | undefined, created: string | null | undefined): boolean =>
  updated != null && created != null && Date.parse(updated) - Date.parse(created) > editMarginMs;

const lacksPlace = ({ notes: [first] }: Discussion): boolean =>
  first?.type === 'LegacyDiffNote' || (first?.type === 'DiffNote' && placeOfPosition(first.position, '') === undefined);

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

/** Comments have no ids, so author, time and text identify them. */
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

export const threadOfComment = (comment: CommitComment): Thread => ({
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
