import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { BoardIntent } from '../../../../src/host/board/page.ts';
import type { BoardSession } from '../../../../src/host/board/session.ts';
import { boardCommit } from '../../../../src/model/board/sources.ts';
import { handle } from '../../../../src/messages/page.ts';
import { git } from '../../../support/git.ts';
import { sandbox, setFaults, signedIn } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { type Hands, hands } from '../../hands.ts';

/** Reset to the sandbox's target before each test. */
export const one = 'backport/one';
export const two = 'backport/two';

export const openFolder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder');

type Files = Readonly<Record<string, string | Buffer | undefined>>;

export interface BoardHands {
  readonly user: Hands;
  readonly app: () => App;
  /** Runs git on the server. */
  readonly ask: (...args: readonly string[]) => string;
  readonly tipOf: (branch: string) => string;
  /** Pushes an empty commit; returns its SHA. */
  readonly push: (branch: string) => string;
  /** Stores a blob on the server; returns its SHA. */
  readonly blob: (text: string | Buffer) => string;
  readonly treeWith: (tree: string, path: string, blob: string | undefined) => string;
  /** Commits files to the server, deleting `undefined` ones; returns the SHA. */
  readonly commitFiles: (branch: string, title: string, files: Files) => string;
  readonly requestsApi: <T>(method: 'GET' | 'POST' | 'PUT', path: string) => Promise<T>;
  /** Closes open merge requests of a test and deletes their branches. */
  readonly endRequests: () => Promise<void>;
  readonly intend: (session: BoardSession, intent: BoardIntent) => Promise<void>;
  /** An untested board of the sandbox's commits, by name. */
  readonly newBoard: (commits: readonly string[], branches: readonly string[]) => Promise<BoardSession>;
  readonly tested: (commits: readonly string[], branches: readonly string[]) => Promise<BoardSession>;
  /** Kinds of cells, row by row. */
  readonly kindsOf: (session: BoardSession) => readonly string[];
  readonly allCells: (session: BoardSession) => BoardIntent;
}

/** Signs in for a `describe`; discards boards after each test. */
export const boards = (): BoardHands => {
  const user = hands();
  let app: App;
  const ask = (...args: readonly string[]): string => git(sandbox().repository, ...args);
  const intend = (session: BoardSession, intent: BoardIntent): Promise<void> =>
    handle(app.boards.pages.find(session.id)?.handlers ?? assert.fail('the board is closed'), intent);

  signedIn((opened) => void (app = opened));

  beforeEach(async () => {
    await setFaults([]);
    for (const branch of [one, two]) ask('update-ref', `refs/heads/${branch}`, `refs/heads/${sandbox().target}`);
  });

  afterEach(async () => {
    for (const { id } of app.boards.pages.all) app.boards.pages.close(id);
    await poll(() => app.boards.pages.all.length === 0, { what: 'the boards to close' });
    for (const { id } of app.boards.saved.all()) await app.boards.saved.delete(id);
  });

  const throughStdin = (args: readonly string[], input: string | Buffer): string =>
    execFileSync('git', ['-C', sandbox().repository, ...args], { input, encoding: 'utf8' }).trim();
  const blob = (text: string | Buffer): string => throughStdin(['hash-object', '-w', '--stdin'], text);
  // without an index: replaces one entry at each level of the path
  const treeWith = (tree: string, path: string, file: string | undefined): string => {
    const [name = '', ...rest] = path.split('/');
    const entries = ask('ls-tree', tree).split('\n').filter(Boolean);
    const isNamed = (entry: string): boolean => entry.endsWith(`\t${name}`);
    const others = entries.filter((entry) => !isNamed(entry));
    const below = rest.length === 0 ? file : treeWith(ask('rev-parse', `${tree}:${name}`), rest.join('/'), file);
    const kind = rest.length === 0 ? '100644 blob' : '040000 tree';
    const own = below === undefined ? [] : [`${kind} ${below}\t${name}`];
    return throughStdin(['mktree'], [...others, ...own].map((entry) => `${entry}\n`).join(''));
  };
  const requestsApi = async <T>(method: 'GET' | 'POST' | 'PUT', path: string): Promise<T> => {
    const headers = { 'private-token': sandbox().tokens['maintainer'] ?? '' };
    const url = `${sandbox().url}/api/v4/projects/acme%2Forchard/merge_requests${path}`;
    const answer = await fetch(url, { method, headers });
    return (await answer.json()) as T;
  };
  const person = ['-c', 'user.name=S', '-c', 'user.email=s@acme.example'];

  const newBoard = async (commits: readonly string[], branches: readonly string[]): Promise<BoardSession> => {
    const open = app.project.open ?? assert.fail('no project');
    const session = app.boards.pages.create(open);
    for (const name of commits) {
      const sha = sandbox().commits[name] ?? assert.fail(`no commit ${name}`);
      const place = { client: open.client, account: open.account.id, project: open.project.id, sha };
      session.board.appendCommit(boardCommit(await app.details.read(place, {})));
    }
    session.board.addBranches(branches);
    // a page drawn only after testing would read the branches again, at any time
    await poll(() => session.isShown, { what: 'the page of the board' });
    return session;
  };

  return {
    user,
    app: () => app,
    ask,
    tipOf: (branch) => ask('rev-parse', `refs/heads/${branch}`),
    push(branch) {
      const pushed = ask(...person, 'commit-tree', `${branch}^{tree}`, '-p', branch, '-m', 'Quicker');
      ask('update-ref', `refs/heads/${branch}`, pushed);
      return pushed;
    },
    blob,
    treeWith,
    commitFiles(branch, title, files) {
      const tree = Object.entries(files).reduce(
        (before, [path, content]) => treeWith(before, path, content === undefined ? undefined : blob(content)),
        ask('rev-parse', `${branch}^{tree}`),
      );
      const made = ask(...person, 'commit-tree', tree, '-p', branch, '-m', title);
      ask('update-ref', `refs/heads/${branch}`, made);
      return made;
    },
    requestsApi,
    async endRequests() {
      type Open = readonly { readonly iid: number; readonly source_branch: string }[];
      for (const { iid, source_branch: name } of await requestsApi<Open>('GET', '?state=opened&per_page=100')) {
        if (!/^(cherry-pick|own|revert)-/.test(name)) continue;
        await requestsApi('PUT', `/${iid}?state_event=close`);
        ask('update-ref', '-d', `refs/heads/${name}`);
      }
    },
    intend,
    newBoard,
    async tested(commits, branches) {
      const session = await newBoard(commits, branches);
      await intend(session, { type: 'test', cells: 'all' });
      return session;
    },
    kindsOf: ({ board }) => board.keys().map((key) => board.cell(key).result?.kind ?? '-'),
    allCells: ({ board }) => ({ type: 'apply', cells: board.keys() }),
  };
};
