import * as v from 'valibot';
import type * as vscode from '../../vscode.ts';
import type {
  CommitPageState,
  CommitView,
  FromCommitPage,
  ToCommitPage,
  ViewOptions,
} from '../../../messages/commitPage.ts';
import type { FromConversation, TextPlace, ToConversation } from '../../../messages/conversation.ts';
import type { Handlers } from '../../../messages/page.ts';
import { shortSha, visible } from '../../kit/words/format.ts';
import type { Page } from '../../kit/pages/page.ts';
import { shaped, stored, type Stored } from '../../shell/storedValue.ts';
import type { CommentTexts } from '../comments/commentTexts.ts';
import { ConversationOfPage } from './conversationOfPage.ts';
import type { CommitConversations } from '../comments/conversations.ts';
import { commitKey } from '../details.ts';
import { PageHistory } from './pageHistory.ts';
import { CommitPageLoad, type PageSources } from './pageLoad.ts';
import { type CommitSubject, type PlaceInCommit, placeOfSubject } from '../subject.ts';

/** Messages handled outside the session. */
export type PageIntent = Exclude<FromCommitPage, FromConversation | { type: OwnMessage }>;

type OwnMessage = 'ready' | 'retry' | 'stop' | 'openCommit' | 'goBack' | 'goForward' | 'setView';

/** Last used diff options. */
const viewOf = (memento: vscode.Memento): Stored<ViewOptions | undefined> =>
  stored(
    memento,
    'graft.commitPage.view',
    shaped(
      v.object({
        mode: v.picklist(['unified', 'split']),
        hideWhitespace: v.boolean(),
        showFiles: v.optional(v.boolean(), false),
      }),
    ),
  );

export interface CommitPageDeps {
  readonly sources: PageSources;
  readonly conversations: CommitConversations;
  readonly texts: CommentTexts;
  /** Stores the diff options. */
  readonly memento: vscode.Memento;
  /** Handlers of a page's intents for the commit it shows. */
  readonly handlersOf: (load: CommitPageLoad) => Handlers<PageIntent>;
}

const titleCharacters = 40;

/** Shortened title and short SHA. */
const tabTitle = ({ title, shortSha: sha }: CommitView): string => {
  const all = [...title];
  const shown = all.length > titleCharacters ? `${all.slice(0, titleCharacters).join('').trimEnd()}…` : title;
  return title === '' ? sha : `${visible(shown)} (${sha})`;
};

interface Shown {
  readonly subject: CommitSubject;
  readonly load: CommitPageLoad;
  readonly conversation: ConversationOfPage;
}

/** A commit page: shows one commit at a time, with back and forward history. */
export class CommitPageSession implements vscode.Disposable {
  readonly #deps: CommitPageDeps;
  readonly #page: Page<ToCommitPage | ToConversation>;
  readonly #history: PageHistory;
  #shown: Shown;
  /** Place to reveal once the page is ready. */
  #wanted: PlaceInCommit | undefined;

  constructor(
    subject: CommitSubject,
    deps: CommitPageDeps,
    page: Page<ToCommitPage | ToConversation>,
    {
      history = new PageHistory(subject),
      at,
    }: { readonly history?: PageHistory; readonly at?: PlaceInCommit | undefined } = {},
  ) {
    this.#deps = deps;
    this.#page = page;
    this.#history = history;
    this.#wanted = at;
    this.#shown = this.#draw(subject);
  }

  get subject(): CommitSubject {
    return this.#shown.subject;
  }

  get key(): string {
    return commitKey(placeOfSubject(this.subject));
  }

  get isVisible(): boolean {
    return this.#page.isVisible();
  }

  /** Handlers for the current commit. */
  get handlers(): Handlers<FromCommitPage> {
    const { load, conversation, subject } = this.#shown;
    return {
      ...this.#deps.handlersOf(load),
      ...conversation.handlers,
      ready: () => {
        load.start();
        conversation.start();
        if (this.#wanted) this.reveal(this.#wanted);
        this.#wanted = undefined;
      },
      retry: ({ what }) => load.retry(what),
      stop: ({ what }) => load.stop(what),
      openCommit: ({ sha }) => this.visit({ open: subject.open, sha }),
      goBack: () => this.#step('back'),
      goForward: () => this.#step('forward'),
      setView: ({ view }) => viewOf(this.#deps.memento).put(view),
    };
  }

  /** Shows a commit and adds the previous one to the history; `at` is revealed once the page is ready. */
  visit(subject: CommitSubject, at?: PlaceInCommit): void {
    this.#history.visit(subject);
    this.#show(subject);
    this.#wanted = at ?? this.#wanted;
  }

  reveal(at: PlaceInCommit): void {
    this.#page.post({ type: 'reveal', ...at });
  }

  showText(place: TextPlace, { isSeen }: { readonly isSeen: boolean }): void {
    this.#shown.conversation.showText(place, { isSeen });
  }

  /** Posts the commit as last read. */
  showState(): void {
    this.#shown.load.showCommit();
  }

  /** Reloads the changeable parts. */
  renew(): void {
    this.#shown.load.retry('commit');
  }

  dispose(): void {
    this.#shown.load.dispose();
    this.#shown.conversation.dispose();
  }

  #step(direction: 'back' | 'forward'): void {
    const subject = this.#history.step(direction);
    if (subject) this.#show(subject);
  }

  #show(subject: CommitSubject): void {
    this.dispose();
    this.#shown = this.#draw(subject);
  }

  #draw(subject: CommitSubject): Shown {
    const { post, draw, setTitle } = this.#page;
    const { sources, conversations, texts, memento } = this.#deps;
    const { account, project } = subject.open;
    const view = viewOf(memento).get();
    const state: CommitPageState = {
      ...{ account: account.id, project: String(project.id), sha: subject.sha, ...this.#history.state },
      ...(view ? { view } : {}),
    };
    draw(shortSha(subject.sha), state);
    return {
      subject,
      load: new CommitPageLoad(subject, sources, (message) => {
        if (message.type === 'commit') setTitle(tabTitle(message.commit));
        post(message);
      }),
      conversation: new ConversationOfPage(subject, { conversations, texts, log: sources.log }, post),
    };
  }
}
