import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import type { Page } from '../../../src/host/kit/pages/page.ts';
import type { ReviewComment } from '../../../src/host/reviews/threads/comments.ts';
import { readReviewFile } from '../../../src/host/reviews/files/reviewFileSystem.ts';
import type { ReviewRow } from '../../../src/host/reviews/view/rows.ts';
import type { ReviewDrafts } from '../../../src/model/reviews/drafts.ts';
import {
  activated,
  receivedRequests,
  sandbox,
  setFaults,
  settledRows,
  signIn,
  signOut,
} from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';

/** The sample's merge request with drafts and threads, and a file of it. */
export const reviewed = 5;
export const forecast = 'src/ripening/forecast.ts';

export const rowsOf = (app: App, parent?: ReviewRow) => settledRows<ReviewRow>(app.reviews.view, parent);

/** Row of a merge request in the first of the groups that has it. */
export const requestRow = (app: App, group: RegExp, iid: number): Promise<ReviewRow> =>
  poll(
    async () => {
      const groups = (await rowsOf(app)).filter(({ label }) => group.test(label));
      const rows = (await Promise.all(groups.map(({ row }) => rowsOf(app, row)))).flat();
      return rows.find(({ row }) => row.kind === 'request' && row.request.iid === iid)?.row;
    },
    { what: `!${iid} in the group ${String(group)}` },
  );

export const tooltipOf = ({ reviews: { view } }: App, row: ReviewRow): string => {
  const { tooltip } = view.resolveTreeItem(view.getTreeItem(row), row);
  return typeof tooltip === 'string' ? tooltip : assert.fail('no text');
};

export const storeOf = (app: App, iid = reviewed): ReviewDrafts => {
  const { account, client, project } = app.project.open ?? assert.fail('no project is open');
  return app.reviews.stores.of({ account: account.id, client, project: project.id, iid });
};

export const openDiff = async (
  app: App,
  path = forecast,
  { iid = reviewed, side = 'new' }: { readonly iid?: number; readonly side?: 'old' | 'new' } = {},
): Promise<vscode.TextDocument> => {
  const store = storeOf(app, iid);
  const read = await app.reviews.changes.read(store.place);
  assert.equal(read.kind, 'ready');
  const change = read.files.find(({ newPath }) => newPath === path) ?? assert.fail(`no ${path}`);
  const { account, project } = store.place;
  await vscode.commands.executeCommand('graft.reviews.openFile', {
    account,
    project,
    iid,
    refs: read.version,
    side,
    oldPath: change.oldPath,
    newPath: change.newPath,
    kind: change.kind,
  });
  return poll(
    () =>
      vscode.workspace.textDocuments.find(({ uri }) => {
        const file = readReviewFile(uri);
        return (
          file?.account === account &&
          file.commit === undefined &&
          file.iid === iid &&
          file.newPath === path &&
          file.side === side
        );
      }),
    { what: `${path} to open` },
  );
};

/** A new thread as VS Code passes it to commands. */
export const begunThread = (uri: vscode.Uri, first: number, last = first): vscode.CommentThread =>
  ({
    uri,
    range: new vscode.Range(first - 1, 0, last - 1, 0),
    comments: [],
    dispose: () => undefined,
  }) as unknown as vscode.CommentThread;

/** Drawn comments as `label|text`. */
export const drawn = (app: App): readonly string[] =>
  app.reviews.threads.threads.flatMap(({ comments }) =>
    comments.map((comment) => `${comment.label ?? ''}|${(comment as ReviewComment).source}`),
  );

export const comment = (
  app: App,
  text: string | RegExp,
): Promise<{ readonly comment: ReviewComment; readonly thread: vscode.CommentThread }> =>
  poll(
    () =>
      app.reviews.threads.threads
        .flatMap((thread) => (thread.comments as readonly ReviewComment[]).map((each) => ({ comment: each, thread })))
        .find(({ comment: { source } }) => (typeof text === 'string' ? source === text : text.test(source))),
    { what: `the comment ${String(text)}; drawn: ${drawn(app).join('; ')}` },
  );

/** Calls the project's API as one of its members. */
export const api = async <Answer>(as: string, method: string, path: string, body: object): Promise<Answer> => {
  const { url, tokens, project } = sandbox();
  const headers = { 'private-token': tokens[as] ?? '', 'content-type': 'application/json' };
  const init = { method, headers, body: JSON.stringify(body) };
  const answer = await fetch(`${url}/api/v4/projects/${encodeURIComponent(project)}/${path}`, init);
  const text = await answer.text();
  assert.ok(answer.ok, `${path}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
};

/** Lines `line 1`, `line 2`, … with replacements. */
export const numberedLines = (count: number, change: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, index) => `${change[index + 1] ?? `line ${index + 1}`}\n`).join('');

export const sent = async (operation: string): Promise<number> =>
  (await receivedRequests()).filter((request) => request.operation === operation).length;

/** A page without a tab; `post` receives its messages. */
export const pageWithoutTab = <Message>(post: (message: Message) => void = () => undefined): Page<Message> => ({
  post,
  draw: () => undefined,
  setTitle: () => undefined,
  isVisible: () => true,
  close: () => undefined,
});

/** Signs in for a `describe`, without faults of earlier tests. */
export const reviewWindow = (opened: (app: App) => void = () => undefined): (() => App) => {
  let app: App | undefined;

  before(async () => {
    app = await activated();
    await signIn(app);
    opened(app);
  });

  beforeEach(() => setFaults([]));

  after(async () => {
    await setFaults([]);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    if (app) await signOut(app);
  });

  return () => app ?? assert.fail('the window has not begun');
};
