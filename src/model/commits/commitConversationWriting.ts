import {
  createCommitComment,
  createCommitDiscussion,
  replyToCommitDiscussion,
} from '../../wire/commitConversations.ts';
import type { CarriedOut, GivenPosition, Note } from '../../wire/notes.ts';
import {
  type ConversationSubject,
  noteOf,
  placeOfComment,
  placeOfPosition,
  readConversation,
  type Thread,
  threadMade,
  type ThreadNote,
  threadOfComment,
  type ThreadPlace,
} from './commitConversation.ts';
import { doneByCommands, isCarriedOutRefusal } from '../carriedOut.ts';
import { isSameText } from '../text/sameText.ts';
import { type LookupOutcome, writeOnce, type WriteOutcome } from '../writeOnce.ts';

/** A changed line has one number, a context line both. */
export type Spot = Pick<ThreadPlace, 'oldPath' | 'newPath' | 'oldLine' | 'newLine'>;

export interface Writing {
  readonly subject: ConversationSubject;
  readonly me: number;
  readonly body: string;
  /** Ids of the existing notes. */
  readonly known: Pick<ReadonlySet<number>, 'has'>;
}

export interface NewThread extends Writing {
  /** Undefined for a general comment. */
  readonly spot: Spot | undefined;
  /** Undefined for a root commit. */
  readonly parent: string | undefined;
  /**
   * `thread` (C10b) allows replies and keeps the line or fails. `comment` (C9) silently drops lines that aren't added or
   * removed.
   */
  readonly form: 'thread' | 'comment';
}

export interface SentText {
  /** `dropped`: saved without line; `obeyed`: only quick actions, such as `/tag`. */
  readonly line: 'kept' | 'dropped' | 'notAsked' | 'obeyed';
  /** Results of quick actions. */
  readonly commands?: readonly string[];
  /** The server's answer; undefined where it may not be all that is new. */
  readonly made?: Thread | ThreadNote | undefined;
}

/** Base for commits without parents. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Tolerance for the server's clock. */
const clockMarginMs = 10 * 60_000;

/** Sent once. After a lost answer, finds the user's new note by its text, in the same place or without one. */
export const startThread = async (thread: NewThread, signal?: AbortSignal): Promise<WriteOutcome<SentText>> => {
  const sentAtMs = Date.now();
  return writeOnce(
    () => orObeyed(thread.form === 'thread' ? sendThread(thread, signal) : sendComment(thread, signal)),
    () => findThread(thread, sentAtMs),
  );
};

export const findThread = async (
  thread: Omit<NewThread, 'parent' | 'form'>,
  sentAtMs: number,
): Promise<LookupOutcome<SentText>> => {
  const found = await findOwn(thread, sentAtMs, ({ place }) => isMeant(thread.spot, place));
  return typeof found === 'string' ? found : { found: { line: lineState(thread.spot, found.found.place) } };
};

const obeyed = (answer: CarriedOut): SentText => withCommands({ line: 'obeyed' }, answer);

const withCommands = (sent: SentText, answer: Parameters<typeof doneByCommands>[0] = {}): SentText => {
  const commands = doneByCommands(answer);
  return commands.length === 0 ? sent : { line: sent.line, commands };
};

/** Older servers answer quick actions with 400. */
export const orObeyed = async (sending: Promise<SentText>): Promise<SentText> => {
  try {
    return await sending;
  } catch (error) {
    if (isCarriedOutRefusal(error)) return { line: 'obeyed' };
    throw error;
  }
};

const sendThread = async (
  { subject, spot, body, parent }: NewThread,
  signal: AbortSignal | undefined,
): Promise<SentText> => {
  const { client, project, sha } = subject;
  const place = { id: project, sha, body };
  const position = spot && positionOf(spot, sha, parent);
  const made = await client.send(createCommitDiscussion, position ? { ...place, position } : place, { signal });
  if (!('notes' in made)) return obeyed(made);
  const line = lineState(spot, placeOfPosition(made.notes[0]?.position, sha));
  return withCommands({ line, made: threadMade(made, sha) }, made.notes[0]);
};

const sendComment = async ({ subject, spot, body }: NewThread, signal: AbortSignal | undefined): Promise<SentText> => {
  const { client, project, sha } = subject;
  const line = spot?.newLine ?? spot?.oldLine;
  const where =
    spot === undefined || line === undefined
      ? {}
      : { path: spot.newPath, line, line_type: spot.newLine === undefined ? ('old' as const) : ('new' as const) };
  const made = await client.send(createCommitComment, { id: project, sha, note: body, ...where }, { signal });
  if (!('note' in made)) return obeyed(made);
  return { line: lineState(spot, placeOfComment(made)), made: threadOfComment(made) };
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

export interface NewReply extends Writing {
  readonly discussion: string;
}

/** C10c, sent once; checks after a lost answer. */
export const reply = async (written: NewReply, signal?: AbortSignal): Promise<WriteOutcome<SentText>> => {
  const { client, project, sha } = written.subject;
  const sentAtMs = Date.now();
  const parameters = { id: project, sha, discussion_id: written.discussion, body: written.body };
  return writeOnce(
    () => orObeyed(client.send(replyToCommitDiscussion, parameters, { signal }).then(sentNote)),
    () => findReply(written, sentAtMs),
  );
};

export const findReply = async (written: NewReply, sentAtMs: number): Promise<LookupOutcome<SentText>> => {
  const found = await findOwn(written, sentAtMs, ({ id }) => id === written.discussion);
  return typeof found === 'string' ? found : { found: replied };
};

const replied: SentText = { line: 'notAsked' };

export const sentNote = (made: Note | CarriedOut): SentText =>
  'id' in made ? withCommands({ ...replied, made: noteOf(made) }, made) : obeyed(made);

/** Unclear without note ids. */
const findOwn = async (
  { subject, me, body, known }: Writing,
  sentAtMs: number,
  isThere: (thread: Thread) => boolean,
): Promise<LookupOutcome<Thread>> => {
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

/** The server may have dropped the place. */
const isMeant = (spot: Spot | undefined, place: ThreadPlace | undefined): boolean =>
  place === undefined || (spot !== undefined && isSameLine(spot, place));

const lineState = (spot: Spot | undefined, place: ThreadPlace | undefined): SentText['line'] =>
  spot === undefined ? 'notAsked' : place !== undefined && isSameLine(spot, place) ? 'kept' : 'dropped';

/** C9 stores one side only. */
const isSameLine = (spot: Spot, place: ThreadPlace): boolean =>
  spot.newPath === place.newPath &&
  (spot.newLine === undefined
    ? place.newLine === undefined && spot.oldLine === place.oldLine
    : spot.newLine === place.newLine);
