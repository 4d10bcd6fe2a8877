import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import type { FromCommitPage, ToCommitPage } from '../../../messages/commitPage.ts';
import type { TextPlace, ToConversation } from '../../../messages/conversation.ts';
import { shortSha } from '../../kit/words/format.ts';
import { PollingPace } from '../../kit/pollingPace.ts';
import { pipelinePace } from '../../kit/words/pipelineState.ts';
import { Pages, type PageShell, type Restored } from '../../kit/pages/page.ts';
import { readProject } from '../../kit/requireProject.ts';
import { madeDiffs } from './pageDiffs.ts';
import { PageHistory } from './pageHistory.ts';
import type { LivePipelines } from '../list/livePipelines.ts';
import type { PageSources } from './pageLoad.ts';
import { CommitPartReader } from './partReader.ts';
import { commitKey } from '../details.ts';
import { type CommitPageDeps, CommitPageSession } from './pageSession.ts';
import { type CommitSubject, placeOfSubject, type PlaceInCommit } from '../subject.ts';

const hashes = v.optional(v.array(v.string()), []);
const savedState = v.object({
  account: v.string(),
  project: v.string(),
  sha: v.string(),
  back: hashes,
  forward: hashes,
});

type SavedState = v.InferOutput<typeof savedState>;
type To = ToCommitPage | ToConversation;

/** Commit pages of the window. The last used one follows the selection. */
export class CommitPages extends Pages<FromCommitPage, To, CommitPageSession, SavedState> {
  readonly #deps: CommitPageDeps;
  readonly #subscription: vscode.Disposable;

  constructor(
    shell: PageShell & Pick<PageSources, 'details' | 'changes'> & { readonly pipelines: () => Promise<LivePipelines> },
    deps: Omit<CommitPageDeps, 'sources' | 'memento'>,
  ) {
    super(shell, {
      viewType: 'graft.commit',
      bundle: 'commitPage',
      styles: ['diff', 'syntax', 'conversation', 'commitPage'],
      // the page has its own search: VS Code's would find only rendered rows
      hasFindWidget: false,
      saved: savedState,
    });
    const { context, details, changes, log } = shell;
    const sources = {
      ...{ details, changes, log },
      parts: new CommitPartReader(details),
      made: madeDiffs(),
      lineDiffProgram: vscode.Uri.joinPath(context.extensionUri, 'dist', 'lineDiff.js').fsPath,
    };
    this.#deps = { ...deps, sources, memento: context.globalState };
    const pace = new PollingPace(
      async () => (await shell.pipelines()).poll(this.#inSight),
      () => this.#inSight.some((subject) => details.mayChange(placeOfSubject(subject))),
      pipelinePace,
    );
    this.#subscription = vscode.Disposable.from(
      pace,
      this.onDidChange(() => pace.soon()),
      details.onDidChange((key) => {
        this.find(key)?.showState();
        pace.soon();
      }),
    );
  }

  get #inSight(): readonly CommitSubject[] {
    return this.sessions.filter(({ isVisible }) => isVisible).map(({ subject }) => subject);
  }

  override dispose(): void {
    this.#subscription.dispose();
    super.dispose();
  }

  /** Shows a commit, optionally at a file and line: on its own page if it has one, otherwise on the last used page. */
  show(subject: CommitSubject, at?: PlaceInCommit): void {
    const own = this.#of(subject);
    if (own) {
      this.reveal(own.key);
      if (at) own.reveal(at);
      return;
    }
    const { latest } = this;
    if (latest) {
      latest.visit(subject, at);
      this.reveal(latest.key, { keepsFocus: true });
    } else this.openPage((page) => new CommitPageSession(subject, this.#deps, page, { at }));
  }

  /** Shows an unsaved comment on the page of its commit. */
  showText(subject: CommitSubject, place: TextPlace): void {
    const isSeen = this.#of(subject)?.isVisible === true;
    this.show(subject);
    this.#of(subject)?.showText(place, { isSeen });
  }

  /** Commit of the focused page. */
  get active(): CommitSubject | undefined {
    return this.focused?.subject;
  }

  /** Refreshes the changeable parts of a commit on its open page. */
  renew(subject: CommitSubject): void {
    this.#of(subject)?.renew();
  }

  protected override restored(saved: SavedState): Restored<To, CommitPageSession> | undefined {
    const account = this.shell.accounts.get(saved.account);
    if (account === undefined) return undefined;
    const project = Number(saved.project);
    const title = shortSha(saved.sha);
    return {
      key: commitKey({ account: account.id, project, sha: saved.sha }),
      title,
      problem: vscode.l10n.t('The page of commit {0} could not be shown', title),
      read: async () => {
        const subject = { open: await readProject(this.shell, account, project), sha: saved.sha };
        return (page) => new CommitPageSession(subject, this.#deps, page, { history: new PageHistory(subject, saved) });
      },
    };
  }

  #of(subject: CommitSubject): CommitPageSession | undefined {
    return this.find(commitKey(placeOfSubject(subject)));
  }
}
