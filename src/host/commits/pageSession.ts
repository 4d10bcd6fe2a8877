import * as v from 'valibot';
import type * as vscode from '../vscode.ts';
import type {
  CommitPageState,
  CommitView,
  FromCommitPage,
  ToCommitPage,
  ViewOptions,
} from '../../messages/commitPage.ts';
import type { FromConversation, TextPlace, ToConversation } from '../../messages/conversation.ts';
import type { Handlers } from '../../messages/page.ts';
import { shortSha, visible } from '../kit/format.ts';
import type { Page } from '../kit/page.ts';
import { shaped, stored, type Stored } from '../shell/stored.ts';
import type { CommentTexts } from './commentTexts.ts';
import { ConversationOfPage } from './conversationOfPage.ts';
import type { CommitConversations } from './conversations.ts';
import { commitKey } from './details.ts';
import { PageHistory } from './pageHistory.ts';
import { CommitPageLoad, type PageSources } from './pageLoad.ts';
import { type CommitSubject, type PlaceInCommit, placeOfSubject } from './subject.ts';

/** What the page asks the rest of the extension to do. */
export type PageIntent = Exclude<FromCommitPage, FromConversation | { type: OwnMessage }>;

/** What pages see to themselves. */
type OwnMessage = 'ready' | 'retry' | 'stop' | 'openCommit' | 'goBack' | 'goForward' | 'setView';

/** How the reader had the diffs shown last. */
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

/** What a commit page needs. */
export interface CommitPageDeps {
  readonly sources: PageSources;
  readonly conversations: CommitConversations;
  readonly texts: CommentTexts;
  /** Where it is kept how diffs are to be shown. */
  readonly memento: vscode.Memento;
  /** What carries out what a page asks of the rest of the extension, for the commit it shows. */
  readonly handlersOf: (load: CommitPageLoad) => Handlers<PageIntent>;
}

const titleCharacters = 40;

/** The title of a commit as far as a tab has room for it, and its SHA. */
const tabTitle = ({ title, shortSha: sha }: CommitView): string => {
  const all = [...title];
  const shown = all.length > titleCharacters ? `${all.slice(0, titleCharacters).join('').trimEnd()}…` : title;
  return title === '' ? sha : `${visible(shown)} (${sha})`;
};

/** What a page shows at a time. */
interface Shown {
  readonly subject: CommitSubject;
  readonly load: CommitPageLoad;
  readonly conversation: ConversationOfPage;
}

/** A page of commits: it shows one at a time, and goes back and forward between those it has shown. */
export class CommitPageSession implements vscode.Disposable {
  readonly #deps: CommitPageDeps;
  readonly #page: Page<ToCommitPage | ToConversation>;
  readonly #history: PageHistory;
  #shown: Shown;
  /** Where the page goes once it listens. */
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

  /** What the page asks for, on the commit it shows now. */
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

  /** Goes on to a commit, from where one can go back; to a place in it once the page listens. */
  visit(subject: CommitSubject, at?: PlaceInCommit): void {
    this.#history.visit(subject);
    this.#show(subject);
    this.#wanted = at ?? this.#wanted;
  }

  /** Goes to a place in the commit. */
  reveal(at: PlaceInCommit): void {
    this.#page.post({ type: 'reveal', ...at });
  }

  /** Goes to a comment that is being written. */
  showText(place: TextPlace, { isSeen }: { readonly isSeen: boolean }): void {
    this.#shown.conversation.showText(place, { isSeen });
  }

  /** Shows the commit as it has been read by now. */
  showState(): void {
    this.#shown.load.showCommit();
  }

  /** Reads again the parts of the commit that can change. */
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
