import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { mayWrite } from '../../model/account.ts';
import { ReviewStores } from '../../model/reviews/reviewStores.ts';
import { MergeRequestChanges } from '../../model/reviews/mergeRequestFiles.ts';
import { MergeRequestVersions } from '../../model/reviews/versions.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import { listMergeRequests } from '../../wire/mergeRequests.ts';
import type { AccountStore } from '../shell/accountSecrets.ts';
import type { AccountSubscriptions } from '../shell/accountSubscriptions.ts';
import type { AccountTraffic } from '../shell/accountTraffic.ts';
import type { Clients } from '../shell/clients.ts';
import type { StoredTexts } from '../shell/unsentTexts.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import type { Log } from '../shell/log.ts';
import { shaped, type Stored, stored } from '../shell/storedValue.ts';
import type { CurrentBranch } from '../shell/currentBranch.ts';
import type { CurrentProject, OpenProject } from '../shell/currentProject.ts';
import { FileVersions } from '../kit/pages/fileVersions.ts';
import type { RowsFirst } from '../kit/idleWork.ts';
import { readOnlyTokenMessage } from '../kit/readOnlyToken.ts';
import { projectOf } from '../kit/requireProject.ts';
import { InReview } from './files/inReview.ts';
import { UnsentComments } from './drafts/unsentComments.ts';
import { LiveReviews } from './view/live.ts';
import { ofBranch } from '../kit/git/ofBranch.ts';
import { NoteReactions } from './threads/reactions.ts';
import { StoredMergeRequests } from './view/storedMergeRequests.ts';
import { readReviewFile, ReviewFiles } from './files/reviewFileSystem.ts';
import { ReviewedFiles } from './files/reviewedFileSystem.ts';
import { SinceReview } from './files/sinceReview.ts';
import type { ReviewSubject } from './subject.ts';
import type { ReviewRow } from './view/rows.ts';
import { TodoNotifier } from './view/notifyTodos.ts';
import { ReviewThreads } from './threads/threads.ts';
import { ReviewsView } from './view/view.ts';
import { CommentBoxes } from './drafts/commentBoxes.ts';
import { ViewedFiles } from './files/viewedMarks.ts';
import type { UnpublishedText } from './drafts/unsentComments.ts';
import { call } from '../kit/areaCommands.ts';

/** State, view, threads and live updates of reviews. */
export class Reviews implements vscode.Disposable {
  readonly stores: ReviewStores;
  readonly changes = new MergeRequestChanges();
  readonly files: ReviewFiles;
  readonly reviewed: ReviewedFiles;
  readonly since: SinceReview;
  readonly unsent: UnsentComments;
  readonly viewed: ViewedFiles;
  readonly fileTree: Stored<boolean>;
  readonly pinned: StoredMergeRequests;
  readonly view: ReviewsView;
  readonly reactions: NoteReactions;
  readonly threads: ReviewThreads;
  readonly typed: CommentBoxes;
  readonly live: LiveReviews;
  readonly todos: TodoNotifier;
  readonly #accounts: AccountStore;
  readonly #clients: Clients;
  readonly #project: CurrentProject;
  readonly #subscriptions: vscode.Disposable[];

  constructor(parts: {
    readonly context: Pick<vscode.ExtensionContext, 'globalState' | 'workspaceState'>;
    readonly extensionId: string;
    readonly view: vscode.TreeView<ReviewRow>;
    readonly rows: RowsFirst;
    readonly accounts: AccountStore;
    readonly clients: Clients;
    readonly traffic: AccountTraffic;
    readonly subscriptions: AccountSubscriptions;
    readonly project: CurrentProject;
    readonly branch: CurrentBranch;
    readonly unsentTexts: StoredTexts;
    readonly log: Log;
  }) {
    const { accounts, clients, project, branch, log } = parts;
    this.#accounts = accounts;
    this.#clients = clients;
    this.#project = project;
    const { changes } = this;
    const inReview = new InReview(accounts, parts.context);
    const stores = (this.stores = new ReviewStores({
      changed: (store) => void inReview.saw(store),
      wasRead: (store) => this.reactions.threadsRead(store),
    }));
    const files = new FileVersions(accounts, clients);
    const versions = new MergeRequestVersions();
    this.files = new ReviewFiles(files, (file) => this.threads.changeOf(file));
    this.reviewed = new ReviewedFiles(files, versions, (file) => this.threads.storeOf(file)?.place);
    this.since = new SinceReview({ accounts, stores, versions, files, reviewed: this.reviewed });
    this.unsent = new UnsentComments(parts.unsentTexts);
    this.viewed = new ViewedFiles(parts.context);
    this.fileTree = stored(parts.context.globalState, 'graft.reviews.fileTree', shaped(v.boolean(), false));
    this.pinned = new StoredMergeRequests(parts.context.globalState, 'graft.reviews.pinned');
    this.live = new LiveReviews({ accounts, stores, subscriptions: parts.subscriptions, rows: parts.rows, log });
    this.todos = new TodoNotifier(parts);
    this.view = new ReviewsView({
      view: parts.view,
      project,
      branch,
      clients,
      stores,
      changes,
      unsent: this.unsent,
      viewed: this.viewed,
      since: this.since,
      fileTree: this.fileTree,
      pinned: this.pinned,
      inReview,
      live: this.live,
      log,
      memento: parts.context.workspaceState,
    });
    this.reactions = new NoteReactions(parts);
    const { unsent, reactions, live } = this;
    const read = { stores, changes, files: this.files, kept: unsent, reactions };
    this.threads = new ReviewThreads({ accounts, clients, ...read, branch: this.view.branch, live, log });
    this.typed = new CommentBoxes({ extensionId: parts.extensionId, unsent: this.unsent, threads: this.threads });
    this.live.follow({
      inSight: () => this.threads.inSight,
      onDidChange: [vscode.window.onDidChangeVisibleTextEditors, this.threads.onDidChangeOpen, this.unsent.onDidChange],
    });
    this.live.follow({ inSight: () => this.threads.onDisk, onDidChange: [], followsHead: true });
    this.live.follow({
      inSight: () => (this.view.isVisible ? this.view.expanded : []),
      onDidChange: [this.view.onDidChangeVisibility, this.view.onDidOpen],
    });
    const hidingChanged = (): void => {
      const account = project.open?.account.id;
      setContextKey('graft.reviews.hidesViewed', account !== undefined && this.viewed.areHidden(account));
    };
    hidingChanged();
    setContextKey('graft.reviews.asTree', this.fileTree.get());
    this.#subscriptions = [
      project.onDidChange(hidingChanged),
      this.viewed.onDidChange(hidingChanged),
      // first, so that later listeners never see a removed account
      accounts.onDidChange(() => stores.keepOnly(accounts.list())),
      this.live.onDidChange((place) => this.view.refreshPlace(place)),
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        const isCommit = editors.some(({ document: { uri } }) => readReviewFile(uri)?.commit !== undefined);
        setContextKey('graft.reviews.inCommit', isCommit);
      }),
      this.live.onDidChangeLiveness((key) => this.view.livenessChanged(key)),
      this.live,
      this.todos,
      this.typed,
      this.threads,
      this.view,
      this.viewed,
      this.pinned,
      inReview,
      this.unsent,
    ];
  }

  /** Shows a message for a read-only token; returns whether it is one. */
  isReadOnly(account: string): boolean {
    const found = this.#accounts.get(account);
    if (found === undefined || mayWrite(found) !== false) return false;
    void vscode.window.showInformationMessage(readOnlyTokenMessage());
    return true;
  }

  /** Merge request of a branch: open first, then newest. For a fork also searches its parent. */
  async mergeRequestOfBranch(open: OpenProject, branch: string): Promise<ReviewSubject | undefined> {
    const { id, forked_from_project: parent } = open.project;
    const within = [open, ...(parent ? [{ ...open, project: parent, remote: undefined }] : [])];
    const found = await Promise.all(
      within.map(async (one) => {
        const parameters = { id: one.project.id, ...ofBranch(branch, one.remote) };
        const { items } = await open.client.send(listMergeRequests, parameters);
        // other forks may have a branch of the same name
        const own = one === open ? items : items.filter(({ source_project_id: source }) => source === id);
        return own.map((mergeRequest) => ({ open: one, request: mergeRequest }));
      }),
    );
    const all = found.flat();
    return all.find(({ request }) => request.state === 'opened') ?? all[0];
  }

  /** Shows files in folders or as a list, here and in windows opened later. */
  async showAsTree(isTree: boolean): Promise<void> {
    await this.fileTree.put(isTree);
    setContextKey('graft.reviews.asTree', isTree);
    this.view.redraw();
  }

  /** Shows a draft or unsaved comment without a line: in the review on its page. */
  async showWhole({ store, draft }: UnpublishedText): Promise<void> {
    const { client, project, iid } = store.place;
    const open = await projectOf(
      { accounts: this.#accounts, clients: this.#clients, project: this.#project },
      store.place,
    );
    if (open === undefined) return;
    const parent = { open, request: await client.send(getMergeRequest, { id: project, merge_request_iid: iid }) };
    await call('graft.reviews.openPage', draft ? { kind: 'draft', parent, draft } : parent);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }
}
