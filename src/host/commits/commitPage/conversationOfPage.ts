import type * as vscode from '../../vscode.ts';
import { l10n, window } from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import {
  type ConversationView,
  type FromConversation,
  type TextPlace,
  type ThreadView,
  type ToConversation,
} from '../../../messages/conversation.ts';
import type { Handlers } from '../../../messages/page.ts';
import { type Conversation, isOwn, type Thread } from '../../../model/commits/commitConversation.ts';
import type { SentText } from '../../../model/commits/commitConversationWriting.ts';
import { failureView } from '../../kit/words/explain.ts';
import { type PageTexts, pageTexts } from '../../kit/texts/pageTexts.ts';
import type { Log } from '../../shell/log.ts';
import type { CommentTexts } from '../comments/commentTexts.ts';
import { type CommitConversations, whyReadOnly } from '../comments/conversations.ts';
import { commitKey, type CommitPlace } from '../details.ts';
import { noteLabels } from '../comments/commentSpots.ts';
import { type CommitSubject, placeOfSubject } from '../subject.ts';

interface Deps {
  readonly conversations: CommitConversations;
  readonly texts: CommentTexts;
  readonly log: Log;
}

/** Comments of one commit on its page: threads, unsaved texts and results of sending. */
export class ConversationOfPage implements vscode.Disposable {
  readonly #subject: CommitSubject;
  readonly #place: CommitPlace;
  readonly #parts: Deps;
  readonly #post: (message: ToConversation) => void;
  readonly #listening: vscode.Disposable;
  #run = new AbortController();
  #toShow: TextPlace | undefined;

  readonly #texts: PageTexts;

  get handlers(): Handlers<FromConversation> {
    return {
      ...this.#texts.handlers,
      deleteNote: ({ note }) => this.#parts.conversations.deleteNote(this.#place, note),
      refreshConversation: () => this.#load({ fresh: true }),
      stopConversation: () => this.#stop(),
    };
  }

  constructor(subject: CommitSubject, parts: Deps, post: (message: ToConversation) => void) {
    this.#subject = subject;
    this.#place = placeOfSubject(subject);
    this.#parts = parts;
    this.#post = post;
    const { texts, conversations } = parts;
    this.#texts = pageTexts(texts, post, {
      at: (place) => texts.at(this.#place, place),
      all: () => texts.of(this.#place),
      placeOf: ({ where }) => where,
      send: async (stored, { place, instead, text, form }) => {
        await texts.move(this.#place, { from: instead ?? place, to: place, text });
        const outcome = await conversations.send(this.#place, place, text, form === 'draft' ? 'thread' : form);
        const words = outcome?.kind === 'done' ? wordsOnDone(outcome.value) : undefined;
        if (words !== undefined) return { kind: 'sent', message: words };
        if (texts.get(stored.key) === undefined) showSent(place);
        return undefined;
      },
    });
    this.#listening = parts.conversations.onDidChange((changed) => {
      const isIt = commitKey(changed) === commitKey(this.#place);
      const known = isIt ? parts.conversations.known(changed) : undefined;
      if (known) this.#show(known);
    });
  }

  dispose(): void {
    this.#run.abort();
    this.#texts.dispose();
    this.#listening.dispose();
  }

  /** Sends the whole state to a page that is ready. */
  start(): void {
    this.#texts.start();
    if (this.#toShow) this.#post({ type: 'showText', place: this.#toShow });
    this.#toShow = undefined;
    void this.#load({ fresh: false });
  }

  /** Shows an unsaved text: now on a visible page, otherwise once the page is ready. */
  showText(place: TextPlace, { isSeen }: { readonly isSeen: boolean }): void {
    if (isSeen) this.#post({ type: 'showText', place });
    else this.#toShow = place;
  }

  async #load({ fresh }: { readonly fresh: boolean }): Promise<void> {
    this.#run.abort();
    this.#run = new AbortController();
    const { signal } = this.#run;
    this.#post({ type: 'conversation', view: { state: 'loading' }, isRefreshing: fresh });
    try {
      const conversation = await this.#parts.conversations.read(this.#place, { signal, fresh });
      if (!signal.aborted) this.#show(conversation);
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      this.#parts.log.error('The conversation of a commit could not be read.', error);
      const failure = failureView(error, this.#parts.conversations.readAtMs(this.#place));
      this.#post({ type: 'conversation', view: { state: 'failed', failure }, isRefreshing: false });
    }
  }

  /** Cancels loading; shows the last known threads again, or the cancellation. */
  #stop(): void {
    this.#run.abort();
    this.#run = new AbortController();
    const known = this.#parts.conversations.known(this.#place);
    if (known) return this.#show(known);
    const message = l10n.t('Not loaded: you cancelled.');
    const failure = { message, retryable: true, stopped: true } as const;
    this.#post({ type: 'conversation', view: { state: 'failed', failure }, isRefreshing: false });
  }

  #show(conversation: Conversation): void {
    const { account, project } = this.#subject.open;
    const value: ConversationView = {
      threads: conversation.threads.map((thread, index) => threadView(thread, index, account.userId)),
      places: { project: project.web_url.replace(/(?<!\/)\/+$/, ''), instance: account.baseUrl },
      readOnly: whyReadOnly(account.scopes),
    };
    this.#post({ type: 'conversation', view: { state: 'ready', value }, isRefreshing: false });
  }
}

export const showSent = ({ kind }: TextPlace): void => {
  const words = kind === 'note' ? l10n.t('$(check) Comment saved') : l10n.t('$(check) Comment sent');
  window.setStatusBarMessage(words, 4_000);
};

/** Message on a comment that the server stored otherwise than sent; undefined when there is nothing to report. */
export const wordsOnDone = ({ line, commands = [] }: SentText = { line: 'notAsked' }): string | undefined => {
  const { t } = l10n;
  const done = commands.length > 0 && t('The server ran the quick actions in the text: {0}', commands.join(' '));
  const words = [lineMessage(line), done].filter(Boolean).join(' ');
  return words === '' ? undefined : words;
};

const lineMessage = (line: SentText['line']): string | undefined => {
  const { t } = l10n;
  if (line === 'dropped') return t('The server saved the comment without its line. It is now a comment on the commit.');
  if (line === 'obeyed') return t('The server ran the quick actions in the text and saved no comment.');
  return undefined;
};

const threadView = (thread: Thread, index: number, me: number): ThreadView => ({
  id: thread.id ?? `comment ${index}`,
  place: thread.place,
  canReply: thread.canReply && thread.id !== undefined,
  resolution: thread.resolution,
  notes: thread.notes.map((note, order) => ({
    id: String(note.id ?? `${index} ${order}`),
    author: note.author?.name ?? l10n.t('Unknown user'),
    username: note.author?.username,
    isOwn: note.author?.id === me,
    canChange: isOwn(note, me) && thread.id !== undefined,
    at: note.createdAt,
    isEdited: note.isEdited,
    isSystem: note.isSystem,
    labels: noteLabels(note),
    body: note.body,
  })),
});

/** Short name of a text's place, for lists. */
export const placeMessage = (where: TextPlace): string => {
  const { t } = l10n;
  switch (where.kind) {
    case 'commit':
      return t('on the commit');
    case 'thread':
      return t('reply');
    case 'note':
      return t('change of a comment');
    case 'line':
      if (where.newLine !== undefined) return t('{0}, line {1}', where.newPath, where.newLine);
      return where.oldLine === undefined ? where.newPath : t('{0}, removed line {1}', where.oldPath, where.oldLine);
  }
};
