import {
  createCommitComment,
  createCommitDiscussion,
  replyToCommitDiscussion,
} from '../../wire/commitConversations.ts';
import type { CarriedOut, GivenPosition, Note } from '../../wire/notes.ts';
import {
  type ConversationSubject,
  placeOfComment,
  placeOfPosition,
  readConversation,
  type Thread,
  type ThreadPlace,
} from './commitConversation.ts';
import { doneByCommands, isCarriedOutRefusal } from '../carriedOut.ts';
import { isSameText } from '../sameText.ts';
import { type Found, writeOnce, type Written } from '../writeOnce.ts';

/** Where a new thread is to stand. A changed line has one number, a line the commit did not change both. */
export type Spot = Pick<ThreadPlace, 'oldPath' | 'newPath' | 'oldLine' | 'newLine'>;

/** What a text is written with. */
export interface Writing {
  readonly subject: ConversationSubject;
  /** User id of the writer. */
  readonly me: number;
  readonly body: string;
  /** Ids of the notes that were there before; a lost answer is looked for among the others. */
  readonly known: ReadonlySet<number>;
}

/** A new thread. */
export interface NewThread extends Writing {
  /** Undefined for a thread on the commit as a whole. */
  readonly spot: Spot | undefined;
  /** The commit's first parent; undefined for a commit without one. */
  readonly parent: string | undefined;
  /**
   * `thread` starts a discussion (C10b): one can reply, and the server takes its line or refuses it. `comment` is C9,
   * for servers that refuse: it keeps only lines the commit added or removed, and says nothing when it drops another.
   */
  readonly form: 'thread' | 'comment';
}

/** What the server has of a text that was sent. */
export interface SentText {
  /**
   * Whether the text stands where it was meant to: `dropped` when the server kept the text alone, `obeyed` when the
   * text was nothing but quick actions such as `/tag`, which the server carried out and did not keep.
   */
  readonly line: 'kept' | 'dropped' | 'notAsked' | 'obeyed';
  /** What quick actions in the text have done, where the server tells. */
  readonly commands?: readonly string[];
}

/** What a commit without parents is compared with. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** How far the server's clock may be behind ours, in milliseconds. */
const clockMarginMs = 10 * 60_000;

/**
 * Starts a thread, once, and says whether the server kept its line. After a lost answer the conversation is read: a
 * note of mine with these words that was not there before, at that place or at none, is it.
 */
export const startThread = async (thread: NewThread, signal?: AbortSignal): Promise<Written<SentText>> => {
  const sentAtMs = Date.now();
  return writeOnce(
    () => orObeyed(thread.form === 'thread' ? sendThread(thread, signal) : sendComment(thread, signal)),
    () => findThread(thread, sentAtMs),
  );
};

/** Looks whether the server has a thread that was sent, whose answer was lost. */
export const findThread = async (
  thread: Omit<NewThread, 'parent' | 'form'>,
  sentAtMs: number,
): Promise<Found<SentText>> => {
  const found = await findMine(thread, sentAtMs, ({ place }) => isMeant(thread.spot, place));
  return typeof found === 'string' ? found : { found: { line: lineKept(thread.spot, found.found.place) } };
};

const obeyed = (answer: CarriedOut): SentText => withCommands({ line: 'obeyed' }, answer);

const withCommands = (sent: SentText, answer: Parameters<typeof doneByCommands>[0] = {}): SentText => {
  const commands = doneByCommands(answer);
  return commands.length === 0 ? sent : { ...sent, commands };
};

/** Older servers say of quick actions they carried out that there is no note: 400 with what they did. */
export const orObeyed = async (sending: Promise<SentText>): Promise<SentText> => {
  try {
    return await sending;
  } catch (error) {
    if (isCarriedOutRefusal(error)) return { line: 'obeyed' };
    throw error;
  }
};

/** C10b. */
const sendThread = async (
  { subject, spot, body, parent }: NewThread,
  signal: AbortSignal | undefined,
): Promise<SentText> => {
  const { client, project, sha } = subject;
  const place = { id: project, sha, body };
  const position = spot && positionOf(spot, sha, parent);
  const made = await client.send(createCommitDiscussion, position ? { ...place, position } : place, { signal });
  if (!('notes' in made)) return obeyed(made);
  return withCommands({ line: lineKept(spot, placeOfPosition(made.notes[0]?.position, sha)) }, made.notes[0]);
};

/** C9. */
const sendComment = async ({ subject, spot, body }: NewThread, signal: AbortSignal | undefined): Promise<SentText> => {
  const { client, project, sha } = subject;
  const line = spot?.newLine ?? spot?.oldLine;
  const where =
    spot === undefined || line === undefined
      ? {}
      : { path: spot.newPath, line, line_type: spot.newLine === undefined ? ('old' as const) : ('new' as const) };
  const made = await client.send(createCommitComment, { id: project, sha, note: body, ...where }, { signal });
  if (!('note' in made)) return obeyed(made);
  return { line: lineKept(spot, placeOfComment(made)) };
};

const positionOf = (spot: Spot, sha: string, parent: string | undefined): GivenPosition => ({
  base_sha: parent ?? emptyTree,
  start_sha: parent ?? emptyTree,
  head_sha: sha,
  position_type: spot.oldLine === undefined && spot.newLine === undefined ? 'file' : 'text',
  old_path: spot.oldPath,
  new_path: spot.newPath,
  ...(spot.oldLine === undefined ? {} : { old_line: spot.oldLine }),
  ...(spot.newLine === undefined ? {} : { new_line: spot.newLine }),
});

/** What to reply to, and with what. */
export interface NewReply extends Writing {
  /** Id of the discussion. */
  readonly discussion: string;
}

/** Replies in a thread (C10c), once; after a lost answer looks for the reply in that thread. */
export const reply = async (written: NewReply, signal?: AbortSignal): Promise<Written<SentText>> => {
  const { client, project, sha } = written.subject;
  const sentAtMs = Date.now();
  const parameters = { id: project, sha, discussion_id: written.discussion, body: written.body };
  return writeOnce(
    () => orObeyed(client.send(replyToCommitDiscussion, parameters, { signal }).then(sentNote)),
    () => findReply(written, sentAtMs),
  );
};

/** Looks whether the server has a reply that was sent, whose answer was lost. */
export const findReply = async (written: NewReply, sentAtMs: number): Promise<Found<SentText>> => {
  const found = await findMine(written, sentAtMs, ({ id }) => id === written.discussion);
  return typeof found === 'string' ? found : { found: replied };
};

const replied: SentText = { line: 'notAsked' };

/** What came of a note that was written. */
export const sentNote = (made: Note | CarriedOut): SentText =>
  'id' in made ? withCommands(replied, made) : obeyed(made);

/** The thread with a note of mine that was not there before; a list without ids cannot tell. */
const findMine = async (
  { subject, me, body, known }: Writing,
  sentAtMs: number,
  isThere: (thread: Thread) => boolean,
): Promise<Found<Thread>> => {
  const { threads, source } = await readConversation(subject);
  if (source === 'comments') return 'unclear';
  const found = threads.find(
    (thread) =>
      isThere(thread) &&
      thread.notes.some(
        (note) =>
          note.author?.id === me &&
          note.id !== undefined &&
          !known.has(note.id) &&
          isSameText(note.body, body) &&
          (note.createdAt === undefined || Date.parse(note.createdAt) >= sentAtMs - clockMarginMs),
      ),
  );
  return found === undefined ? 'absent' : { found };
};

/** At the place that was asked for, or at none because the server dropped it; never at another one. */
const isMeant = (spot: Spot | undefined, place: ThreadPlace | undefined): boolean =>
  place === undefined || (spot !== undefined && isSameLine(spot, place));

const lineKept = (spot: Spot | undefined, place: ThreadPlace | undefined): SentText['line'] =>
  spot === undefined ? 'notAsked' : place !== undefined && isSameLine(spot, place) ? 'kept' : 'dropped';

/** A comment (C9) names a line by one side alone. */
const isSameLine = (spot: Spot, place: ThreadPlace): boolean =>
  spot.newPath === place.newPath &&
  (spot.newLine === undefined
    ? place.newLine === undefined && spot.oldLine === place.oldLine
    : spot.newLine === place.newLine);
