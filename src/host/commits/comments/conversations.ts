import * as vscode from '../../vscode.ts';
import { type TextPlace, textKey } from '../../../messages/conversation.ts';
import { mayWrite } from '../../../model/account.ts';
import { type Conversation, readConversation } from '../../../model/commits/commitConversation.ts';
import {
  findReply,
  findThread,
  type NewReply,
  type NewThread,
  reply,
  type SentText,
  startThread,
} from '../../../model/commits/commitConversationWriting.ts';
import { LatestAnswers } from '../../../model/latestAnswers.ts';
import { findChange } from '../../../model/ownNote.ts';
import { beforeWrite, type Found, type Written } from '../../../model/writeOnce.ts';
import type { AccountStore } from '../../shell/accountStore.ts';
import { explain, explainFailed } from '../../kit/words/explain.ts';
import { changeOwnNote, type NoteChanged } from '../../kit/pages/ownNotes.ts';
import { readOnlyTokenMessage } from '../../kit/readOnlyToken.ts';
import type { Log } from '../../shell/log.ts';
import type { CommentTexts, CommitName } from './commentTexts.ts';
import { commitKey, type CommitDetails, type CommitPlace } from '../details.ts';
import { noteAt } from './ownNotes.ts';

/** Result of sending a comment. Unless `done`, the text stays saved here. */
export type CommentOutcome =
  | ({ readonly kind: 'done' } & SentText)
  | { readonly kind: 'refused'; readonly message: string }
  /** The response was lost; `unclear` when a check on the server didn't help. */
  | { readonly kind: 'lost'; readonly message: string; readonly unclear: boolean };

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
  /** Texts being sent or with an unknown outcome: the notes that existed before, and when they were sent. */
  readonly #sent = new Map<string, { readonly known: ReadonlySet<number>; readonly sentAtMs: number }>();
  readonly #sending = new Set<string>();
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
    if (fresh) place.client.beginAnew();
    const conversation = await this.#known.ask(commitKey(place), () => readConversation(place, signal));
    if (fresh) this.#changed.fire(place);
    return conversation;
  }

  isSending(commit: CommitName, where: TextPlace): boolean {
    return this.#sending.has(keyOf(commit, where));
  }

  /**
   * Sends a comment once. The text is saved before the request and removed when the server has it; then the threads are
   * refreshed. Refuses a text that is being sent already.
   */
  async send(
    place: CommitPlace,
    where: TextPlace,
    text: string,
    form: CommentForm = 'thread',
  ): Promise<CommentOutcome> {
    const key = keyOf(place, where);
    if (this.#sending.has(key)) {
      return { kind: 'refused', message: vscode.l10n.t('Sending this text is already in progress.') };
    }
    this.#sending.add(key);
    try {
      await this.#parts.texts.keep(place, where, text);
      // changing a comment reads it first anyway
      const earlier = where.kind === 'note' ? undefined : await this.#earlier(place, where, text);
      if (earlier) {
        await this.#settle(place, where, text, earlier);
        return earlier;
      }
      const outcome = await this.#send(place, where, text, form);
      await this.#settle(place, where, text, outcome);
      return outcome;
    } finally {
      this.#sending.delete(key);
    }
  }

  /** Checks whether the server has a comment whose response was lost. */
  async look(place: CommitPlace, where: TextPlace, text: string): Promise<CommentOutcome> {
    const outcome = await this.#look(place, where, text);
    await this.#settle(place, where, text, outcome);
    return outcome;
  }

  /** Outcome of an earlier attempt whose response was lost; undefined when the text should be sent now. */
  async #earlier(place: CommitPlace, where: TextPlace, text: string): Promise<CommentOutcome | undefined> {
    const sent = this.#parts.texts.get(place, where)?.sent;
    if (sent === undefined) return undefined;
    const outcome = await this.#look(place, where, sent.text);
    const isSame = sent.text.trim() === text.trim();
    if (outcome.kind === 'done' && isSame) return outcome;
    if (outcome.kind === 'lost' && !outcome.unclear) return undefined;
    const { t } = vscode.l10n;
    const anyway = t('Send Anyway');
    const question =
      outcome.kind === 'done'
        ? t('The server already has this comment with its earlier text.')
        : t('This text was sent before. It is unknown whether the server has it.');
    const detail = t('Check the commit if you are not sure. Sending again may create a second comment.');
    const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, anyway);
    return answer === anyway ? undefined : { kind: 'lost', message: question, unclear: true };
  }

  async #send(place: CommitPlace, where: TextPlace, text: string, form: CommentForm): Promise<CommentOutcome> {
    try {
      if (where.kind === 'note') return outcomeOfChange(await changeOwnNote(noteAt(place, where), text));
      const before = await beforeWrite(() => this.read(place, {}));
      const known = new Set(before.threads.flatMap(({ notes }) => notes.flatMap(({ id }) => id ?? [])));
      const sentAtMs = Date.now();
      this.#sent.set(keyOf(place, where), { known, sentAtMs });
      await this.#parts.texts.keep(place, where, text, { sent: { text, atMs: sentAtMs } });
      const writing = { ...this.#writing(place, text), known };
      if (where.kind === 'thread') return outcomeOf(await reply({ ...writing, discussion: where.id }));
      const { parent_ids: parents } = await beforeWrite(() => this.#parts.details.read(place, {}));
      const spot = where.kind === 'line' ? where : undefined;
      return outcomeOf(await startThread({ ...writing, spot, parent: parents[0], form }));
    } catch (error) {
      this.#parts.log.error('A comment was not saved.', error);
      return { kind: 'refused', message: explainFailed(error) };
    }
  }

  async #look(place: CommitPlace, where: TextPlace, text: string): Promise<CommentOutcome> {
    if (where.kind === 'note') return this.#found(() => findChange(noteAt(place, where), text));
    const sent = this.#sent.get(keyOf(place, where));
    const stored = this.#parts.texts.get(place, where);
    const sentAtMs = sent?.sentAtMs ?? stored?.sent?.atMs ?? stored?.changedAtMs ?? Date.now();
    const writing = { ...this.#writing(place, text), known: sent?.known ?? new Set<number>() };
    return this.#found(() =>
      where.kind === 'thread'
        ? findReply({ ...writing, discussion: where.id } satisfies NewReply, sentAtMs)
        : findThread({ ...writing, spot: where.kind === 'line' ? where : undefined }, sentAtMs),
    );
  }

  async #found(look: () => Promise<Found<SentText>>): Promise<CommentOutcome> {
    try {
      const found = await look();
      if (found === 'absent')
        return { kind: 'lost', message: vscode.l10n.t('The comment was not found.'), unclear: false };
      if (found === 'unclear')
        return { kind: 'lost', message: vscode.l10n.t('The server does not report it.'), unclear: true };
      return { kind: 'done', ...found.found };
    } catch (error) {
      return { kind: 'lost', message: explain(error), unclear: true };
    }
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

  async #settle(place: CommitPlace, where: TextPlace, text: string, outcome: CommentOutcome): Promise<void> {
    if (outcome.kind !== 'done') {
      const refusal = outcome.message;
      await this.#parts.texts.keep(
        place,
        where,
        text,
        outcome.kind === 'refused' ? { refusal, sent: undefined } : { refusal },
      );
      return;
    }
    this.#sent.delete(keyOf(place, where));
    await this.#parts.texts.forget(place, where);
    // the comment exists even if this refresh fails
    await this.renew(place);
  }

  /** Refreshes the threads; after a failure the next read sends a request. */
  async renew(place: CommitPlace): Promise<void> {
    await this.read(place, { fresh: true }).catch((error: unknown) => {
      this.#parts.log.error('The conversation could not be read again.', error);
      this.#known.forget(commitKey(place));
    });
  }
}

const outcomeOf = (written: Written<SentText>): CommentOutcome => {
  if (written.kind === 'done') return { kind: 'done', ...written.value };
  return { kind: 'lost', message: explain(written.cause), unclear: written.kind === 'unknown' };
};

const outcomeOfChange = (written: NoteChanged<SentText>): CommentOutcome => {
  const { t } = vscode.l10n;
  switch (written.kind) {
    case 'left':
      return { kind: 'done', line: 'notAsked' };
    case 'open':
      return { kind: 'refused', message: t('The comment was changed elsewhere while you were editing it.') };
    case 'gone':
      return { kind: 'refused', message: t('The comment has been deleted.') };
    case 'done':
      return { kind: 'done', ...written.value };
    default:
      return { kind: 'lost', message: explain(written.cause), unclear: written.kind === 'unknown' };
  }
};

/** Reason the account can't write, if its scopes show one. */
export const whyReadOnly = (scopes: readonly string[] | undefined): string | undefined =>
  mayWrite({ scopes }) === false ? readOnlyTokenMessage() : undefined;

const keyOf = (commit: CommitName, where: TextPlace): string => `${commitKey(commit)} ${textKey(where)}`;
