import * as vscode from '../../vscode.ts';
import type { TextPlace } from '../../../messages/conversation.ts';
import { mayWrite } from '../../../model/account.ts';
import { type Conversation, readConversation, withMade } from '../../../model/commits/commitConversation.ts';
import {
  findReply,
  findThread,
  type NewThread,
  reply,
  type SentText,
  startThread,
} from '../../../model/commits/commitConversationWriting.ts';
import { LatestAnswers } from '../../../model/latestAnswers.ts';
import { ownCommitNote } from '../../../model/commits/commitNotes.ts';
import { findChange, type OwnNote } from '../../../model/ownNote.ts';
import type { Delivery } from '../../../model/outbox.ts';
import { beforeWrite } from '../../../model/writeOnce.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import { explainFailed } from '../../kit/words/explain.ts';
import { changeOwnNote, deleteOwnNote } from '../../kit/pages/ownNotes.ts';
import type { SendSteps } from '../../kit/texts/unsentTexts.ts';
import { readOnlyTokenMessage } from '../../kit/readOnlyToken.ts';
import type { Log } from '../../shell/log.ts';
import type { CommentTexts, CommitName, NoteText, SentBefore } from './commentTexts.ts';
import { commitKey, type CommitDetails, type CommitPlace } from '../details.ts';

interface Deps {
  readonly accounts: AccountStore;
  readonly details: CommitDetails;
  readonly texts: CommentTexts;
  readonly log: Log;
}

/** A thread, or a plain comment for servers that refuse threads there. */
export type CommentForm = NewThread['form'];

/** Comment threads of commits: read once, then on request and after own comments. */
export class CommitConversations implements vscode.Disposable {
  readonly #parts: Deps;
  /** Size in threads. */
  readonly #known = new LatestAnswers<Conversation>(5_000, ({ threads }) => threads.length + 1);
  readonly #changed = new vscode.EventEmitter<CommitName>();
  readonly onDidChange = this.#changed.event;

  constructor(parts: Deps) {
    this.#parts = parts;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** The threads as last read, without a request. */
  known(commit: CommitName): Conversation | undefined {
    return this.#known.known(commitKey(commit));
  }

  /** Milliseconds since 1970. */
  readAtMs(commit: CommitName): number | undefined {
    return this.#known.atMs(commitKey(commit));
  }

  /** Cached; `fresh` always sends a request, and notifies listeners. */
  async read(
    place: CommitPlace,
    { signal, fresh = false }: { readonly signal?: AbortSignal; readonly fresh?: boolean },
  ): Promise<Conversation> {
    const known = this.known(place);
    if (known && !fresh) return known;
    if (fresh) place.client.stopSharing();
    const conversation = await this.#known.ask(commitKey(place), () => readConversation(place, signal));
    if (fresh) this.#changed.fire(place);
    return conversation;
  }

  /**
   * Sends a comment once. One that may have been sent is looked for first. Undefined while it is being sent already.
   */
  async send(
    place: CommitPlace,
    where: TextPlace,
    text: string,
    form: CommentForm = 'thread',
  ): Promise<Delivery<SentText> | undefined> {
    const { texts, log } = this.#parts;
    const steps = this.#sendSteps(place, where, text, form);
    const outcome = await texts.send({ ...texts.at(place, where), text }, steps, (sent) =>
      this.#take(place, where, sent),
    );
    if (outcome && 'cause' in outcome) log.error('A comment was not saved.', outcome.cause);
    return outcome;
  }

  /** Adds the server's answer to the threads, or refreshes them. */
  async #take(place: CommitPlace, where: TextPlace, { made }: Partial<SentText> = {}): Promise<void> {
    const thread = where.kind === 'thread' ? where.id : where.kind === 'note' ? where.thread : undefined;
    const isTaken = this.#known.change(commitKey(place), (known) => made && withMade(known, made, thread));
    if (isTaken) this.#changed.fire(place);
    else await this.renew(place);
  }

  #sendSteps(
    place: CommitPlace,
    where: TextPlace,
    text: string,
    form: CommentForm,
  ): SendSteps<Omit<SentBefore, 'text'>, SentText> {
    if (where.kind === 'note') {
      const note = noteAt(place, where);
      return {
        what: 'text',
        explainRefusal: explainFailed,
        findEarlier: () => findChange(note, text),
        prepare: async () => undefined,
        write: async () => {
          const written = await changeOwnNote(note, text);
          if (written.kind !== 'gone') return written;
          return { kind: 'refused', cause: new Error(vscode.l10n.t('The comment has been deleted.')) };
        },
      };
    }
    const spot = where.kind === 'line' ? where : undefined;
    const after = (noteId = 0) => ({ has: (id: number) => id <= noteId });
    return {
      what: 'comment',
      explainRefusal: explainFailed,
      findEarlier: (sent) => {
        const writing = { ...this.#writing(place, sent.text), known: after(sent.noteId) };
        return where.kind === 'thread'
          ? findReply({ ...writing, discussion: where.id }, sent.atMs)
          : findThread({ ...writing, spot }, sent.atMs);
      },
      prepare: async () => {
        const { threads } = await beforeWrite(() => this.read(place, {}));
        const ids = threads.flatMap(({ notes }) => notes.map(({ id = 0 }) => id));
        return { atMs: Date.now(), noteId: ids.reduce((most, id) => Math.max(most, id), 0) };
      },
      write: async (sent) => {
        const writing = { ...this.#writing(place, text), known: after(sent?.noteId) };
        if (where.kind === 'thread') return reply({ ...writing, discussion: where.id });
        const { parent_ids: parents } = await beforeWrite(() => this.#parts.details.read(place, {}));
        return startThread({ ...writing, spot, parent: parents[0], form });
      },
    };
  }

  #writing(
    place: CommitPlace,
    body: string,
  ): { readonly subject: CommitPlace; readonly me: number; readonly body: string } {
    const account = this.#parts.accounts.get(place.account);
    if (account === undefined) {
      throw new Error(vscode.l10n.t('The account of this text has been removed. Add it again to send the text.'));
    }
    return { subject: place, me: account.userId, body };
  }

  /** Deletes a comment once, after a question; shows it first if it was changed elsewhere. */
  async deleteNote(place: CommitPlace, where: NoteText): Promise<void> {
    const { texts } = this.#parts;
    const isGone = await deleteOwnNote(noteAt(place, where));
    if (isGone) await texts.remove(texts.at(place, where));
    if (isGone !== undefined) await this.renew(place);
  }

  /** Refreshes the threads; after a failure the next read sends a request. */
  async renew(place: CommitPlace): Promise<void> {
    await this.read(place, { fresh: true }).catch((error: unknown) => {
      this.#parts.log.error('The conversation could not be read again.', error);
      this.#known.delete(commitKey(place));
    });
  }
}

const noteAt = (subject: CommitPlace, { thread, id, base }: NoteText): OwnNote<SentText> =>
  ownCommitNote({ subject, discussion: thread, id, seen: base });

/** Reason the account can't write, if its scopes show one. */
export const whyReadOnly = (scopes: readonly string[] | undefined): string | undefined =>
  mayWrite({ scopes }) === false ? readOnlyTokenMessage() : undefined;
