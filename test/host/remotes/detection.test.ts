import assert from 'node:assert/strict';
import { readFileSync, realpathSync } from 'node:fs';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { switchAccount } from '../../../src/host/accounts/switchAccount.ts';
import type { ProjectState } from '../../../src/host/shell/currentProject.ts';
import { readAccount } from '../../../src/model/accounts/signIn.ts';
import { git } from '../../support/git.ts';
import { activated, sandbox, settledRows, signOut } from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import { readWorld } from '../../support/window/world.ts';
import { addAccount } from '../accounts.ts';
import { hands } from '../hands.ts';
import { click, openProject, texts, titles } from '../projects.ts';
import type { RemotesWorld } from './launch.ts';

/** Part of the Git extension's API that refreshes. */
interface GitApi {
  readonly repositories: readonly { status(): Promise<void> }[];
  init(root: vscode.Uri): Promise<unknown>;
}

describe('finding the project of a folder', function () {
  this.timeout(60_000);
  const ui = hands();
  const { below, started } = readWorld<RemotesWorld>();
  let app: App;
  let folder: vscode.Uri;
  let api: GitApi;

  before(async () => {
    app = await activated();
    folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
    const extension = vscode.extensions.getExtension<{ getAPI(version: 1): GitApi }>('vscode.git');
    api = ((await extension?.activate()) ?? assert.fail('no git')).getAPI(1);
    await addAccount(app, 'maintainer');
  });

  after(() => signOut(app));

  const inFolder = (...args: readonly string[]): string => git(folder.fsPath, ...args);

  const reached = async (kind: ProjectState['kind']): Promise<void> => {
    await poll(() => app.project.state.kind === kind, { what: `the state ${kind}` });
  };

  const makeRepository = async (): Promise<void> => {
    if (api.repositories.length > 0) return;
    await api.init(folder);
    await poll(() => api.repositories.length > 0, { what: 'the repository' });
  };

  /** Replaces the remotes, in order, and waits for the project's state. */
  const setRemotes = async (remotes: Readonly<Record<string, string>>): Promise<ProjectState> => {
    await makeRepository();
    for (const name of inFolder('remote').split('\n').filter(Boolean)) inFolder('remote', 'remove', name);
    for (const [name, url] of Object.entries(remotes)) inFolder('remote', 'add', name, url);
    for (const repository of api.repositories) await repository.status();
    await app.project.find();
    return app.project.state;
  };

  const pathOf = (state: ProjectState): string =>
    state.kind === 'ready' ? state.project.path_with_namespace : state.kind;

  it('says that the folder is no repository', async () => {
    await app.project.find();
    await reached('noRepository');
    assert.deepEqual([await texts(app.commits), await texts(app.protectedBranches)], [[], []]);
    await vscode.commands.executeCommand('graft.commits.filter');
    assert.deepEqual(
      ui.said().map(({ text }) => text),
      ['No project is open: the folder is not a git repository. Choose a project.'],
    );
  });

  it('notices by itself that the folder has become one, and says that it has no remote', async () => {
    await app.project.find();
    await makeRepository();
    await reached('noRemote');
    await vscode.commands.executeCommand('graft.accounts.detectProject');
    assert.match(ui.said()[0]?.text ?? '', /the repository has no remote/);
  });

  it('offers the server of a remote to sign in to, also where git finds it later', async () => {
    const signingIn = vscode.commands.executeCommand('graft.accounts.add');
    const picker = await ui.picker(/^Sign In/);
    const isOffered = (): boolean => picker.items.some(({ description = '' }) => /^remote of this/.test(description));
    assert.equal(isOffered(), false);
    await setRemotes({ origin: `${sandbox().url}/acme/orchard.git` });
    await poll(isOffered, { what: 'the server of the remote' });
    await ui.escape();
    await signingIn;
  });

  it('notices a new remote by itself', async () => {
    await setRemotes({});
    inFolder('remote', 'add', 'origin', `${sandbox().url}/${sandbox().project}.git`);
    for (const repository of api.repositories) await repository.status();
    await reached('ready');
    assert.equal(pathOf(app.project.state), sandbox().project);
    assert.equal(app.project.open?.remote, 'origin');
  });

  it('says of each remote why it leads to no project, and leads on to the server without an account', async () => {
    const { host } = new URL(sandbox().url);
    const remotes = {
      copy: '/srv/git/a.git',
      mirror: 'https://gitlab.invalid/group/project.git',
      origin: 'http://127.0.0.1:1/group/project.git',
      short: `${sandbox().url}/project.git`,
    };
    assert.equal((await setRemotes(remotes)).kind, 'unknownRemote');
    assert.deepEqual(await texts(app.commits), []);
    await vscode.commands.executeCommand('graft.commits.refresh');
    const [said] = ui.said();
    assert.equal(
      said?.text,
      `No project is open: no remote leads to a project that your accounts can read (origin: http://127.0.0.1:1 has another port than http://${host}, where you have an account; copy: a folder on this computer; mirror: no account on gitlab.invalid; short: no group and project in the path “project”).`,
    );
    assert.deepEqual(said.buttons, ['Sign In to gitlab.invalid…', 'Choose Project…']);
  });

  it('follows insteadOf of the configuration of git', async () => {
    inFolder('config', `url.${sandbox().url}/.insteadOf`, 'short:');
    assert.equal(pathOf(await setRemotes({ origin: `short:${sandbox().project}.git` })), sandbox().project);
    assert.deepEqual(await app.project.remoteServers(), [`${sandbox().url}/${sandbox().project}`]);
    inFolder('config', '--unset', `url.${sandbox().url}/.insteadOf`);
  });

  it('says in rows that the project is not there, and finds it once it is', async () => {
    const state = await setRemotes({ origin: `${sandbox().url}/acme/nowhere.git` });
    assert.equal(state.kind, 'failed');
    const rows = [...(await settledRows(app.commits)), ...(await settledRows(app.protectedBranches))];
    assert.equal(rows.length, 2);
    for (const { text } of rows) {
      assert.match(
        text,
        /^acme\/nowhere could not be read as maintainer@127\.0\.0\.1:\d+ · 127\.0\.0\.1:\d+ couldn’t find it: “404 Project Not Found”\.$/,
      );
    }
    await vscode.commands.executeCommand('graft.accounts.detectProject');
    assert.match(
      ui.said()[0]?.text ?? '',
      /\(origin: acme\/nowhere does not exist, or maintainer@127\.0\.0\.1:\d+ has no access to it\)/,
    );
    inFolder('remote', 'set-url', 'origin', `${sandbox().url}/${sandbox().project}.git`);
    for (const repository of api.repositories) await repository.status();
    await click(rows[0]?.item ?? assert.fail());
    await reached('ready');
    assert.ok((await titles(app)).length > 0);
  });

  const forms = [
    ['with https and a user', () => sandbox().url.replace('://', '://oauth2:secret@') + '/acme/orchard.git'],
    ['by an alias of the ssh configuration', () => 'Work:acme/orchard.git'],
    ['by an alias that an included file has for a match', () => 'git@by-match:acme/orchard.git'],
  ] as const;
  for (const [form, url] of forms) {
    it(`takes a remote ${form}`, async () => {
      assert.equal(pathOf(await setRemotes({ origin: url() })), 'acme/orchard');
    });
  }

  it('starts neither git nor ssh for remotes in Restricted Mode, where an alias is a host', async () => {
    const ours = (): string[] => readFileSync(started, 'utf8').match(/^(?:ssh.*|git remote -v)$/gm) ?? [];
    const trust = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted') ?? assert.fail('no trust');
    await setRemotes({});
    const before = ours().length;
    Object.defineProperty(vscode.workspace, 'isTrusted', { configurable: true, get: () => false });
    try {
      assert.equal((await setRemotes({ origin: 'Work:acme/orchard.git' })).kind, 'unknownRemote');
    } finally {
      Object.defineProperty(vscode.workspace, 'isTrusted', trust);
    }
    assert.deepEqual(ours().slice(before), []);
    await app.project.find();
    assert.equal(pathOf(app.project.state), 'acme/orchard');
    assert.deepEqual([...new Set(ours().slice(before))], ['git remote -v', 'ssh -G -- Work']);
  });

  it('prefers the remote the current branch follows', async () => {
    const { url } = sandbox();
    await setRemotes({});
    inFolder('-c', 'user.name=A', '-c', 'user.email=a@b.example', 'commit', '--quiet', '--allow-empty', '-m', 'First');
    await setRemotes({ origin: `${url}/acme/orchard.git`, mine: `${url}/acme/tools/seedling.git` });
    assert.equal(app.project.open?.remote, 'origin');
    const branch = inFolder('branch', '--show-current');
    inFolder('update-ref', `refs/remotes/mine/${branch}`, 'HEAD');
    inFolder('branch', '--quiet', '--set-upstream-to', `mine/${branch}`);
    for (const repository of api.repositories) await repository.status();
    await poll(() => app.project.open?.remote === 'mine', { what: 'the followed remote' });
    assert.equal(pathOf(app.project.state), 'acme/tools/seedling');
  });

  it('finds a project of a server under a sub-path, by web and by ssh addresses', async () => {
    await signOut(app);
    await app.accounts.add(await readAccount(app.clients.trial(below.url, below.token), {}), below.token);
    const { host } = new URL(below.url);
    for (const remote of [
      `${below.url}/acme/tools/seedling.git`,
      'git@127.0.0.1:acme/tools/seedling.git',
      'git@127.0.0.1:gitlab/acme/tools/seedling.git',
    ]) {
      const state = await setRemotes({ origin: remote });
      assert.equal(pathOf(state), 'acme/tools/seedling', remote);
      assert.equal(state.kind === 'ready' && state.account.baseUrl, `http://${host}/gitlab`);
    }
    assert.equal((await titles(app)).length, 3);
    // same host, outside the relative URL
    assert.equal((await setRemotes({ origin: `http://${host}/acme/tools/seedling.git` })).kind, 'unknownRemote');
    await signOut(app);
    await addAccount(app, 'maintainer');
  });

  it('stays with its account when another one of the same server is added, and switches when asked to', async () => {
    await setRemotes({ origin: `${sandbox().url}/acme/orchard.git` });
    assert.equal(app.project.open?.account.username, 'maintainer');
    const other = await addAccount(app, 'developer');
    await app.project.find();
    assert.ok(other.username < 'maintainer', 'the list has it first');
    assert.equal(app.project.open?.account.username, 'maintainer');

    void vscode.commands.executeCommand('graft.accounts.list');
    const picker = await ui.picker(/^Accounts$/);
    const { host } = new URL(sandbox().url);
    const rows = picker.items.map(({ label, description }) => [label, description]);
    assert.deepEqual(rows.slice(0, 2), [
      [`$(account) developer@${host}`, undefined],
      [`$(check) maintainer@${host}`, 'current account'],
    ]);
    await ui.enter(picker, /developer@/);
    await ui.hears(new RegExp(`^Switched to developer@${host} for acme/orchard\\.$`));
    assert.equal(app.project.open?.account.username, 'developer');
    assert.equal(app.project.open.remote, 'origin');
    await app.accounts.remove(other.id);
    await poll(() => app.project.open?.account.username === 'maintainer', { what: 'the account that is left' });
  });

  it('asks for a project where the account switched to has none here', async () => {
    await setRemotes({ origin: `${sandbox().url}/acme/orchard.git` });
    const other = await app.accounts.add(await readAccount(app.clients.trial(below.url, below.token), {}), below.token);
    const switching = switchAccount(app, other);
    await ui.step(/^Choose a Project of maintainer@.*\/gitlab$/, /^acme\/tools\/seedling$/);
    await switching;
    assert.equal(app.project.open?.account.id, other.id);
    assert.equal(app.project.open.remote, undefined);
    await app.accounts.remove(other.id);
    await vscode.commands.executeCommand('graft.accounts.detectProject');
    await reached('ready');
  });

  it('knows the clone of a project that was chosen by hand', async () => {
    await setRemotes({ origin: `${sandbox().url}/acme/orchard.git` });
    const [account] = app.accounts.list();
    const open = await openProject(app, account ?? assert.fail(), 'acme/orchard');
    assert.deepEqual([open.remote, open.root?.toString()], ['origin', folder.toString()]);
    // git reports the real path; the folder is opened by a symbolic link
    assert.notEqual(realpathSync(folder.fsPath), folder.fsPath);
    const { root } =
      (await app.repositories.at(vscode.Uri.joinPath(folder, 'file.txt'))) ?? assert.fail('no repository');
    assert.equal(root.toString(), folder.toString());
    await app.project.find();
    assert.equal(app.project.open?.remote, 'origin');
    await vscode.commands.executeCommand('graft.accounts.detectProject');
  });

  it('leaves the choice of the user alone until detection is asked for', async () => {
    await setRemotes({ origin: `${sandbox().url}/acme/orchard.git` });
    const [account] = app.accounts.list();
    await openProject(app, account ?? assert.fail(), 'acme/tools/seedling');
    assert.equal(pathOf(await setRemotes({ origin: `${sandbox().url}/acme/empty.git` })), 'acme/tools/seedling');
    await vscode.commands.executeCommand('graft.accounts.detectProject');
    assert.equal(pathOf(app.project.state), 'acme/empty');
    assert.deepEqual(ui.said(), []);
  });

  it('is signed out when the last account goes', async () => {
    await signOut(app);
    assert.equal(app.project.state.kind, 'signedOut');
    await addAccount(app, 'maintainer');
    await reached('ready');
  });
});
