import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type AccountStore, openAccountStore, type TokenSources } from '../../../../src/host/shell/accountSecrets.ts';
import type { App } from '../../../../src/extension.ts';
import { fileVersionUri } from '../../../../src/host/kit/pages/fileVersions.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  sandbox,
  setFaults,
  settledRows,
  signOut,
} from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { addAccount } from '../../accounts.ts';
import { hands } from '../../hands.ts';
import { forgetProject, openProject, texts, titles } from '../../projects.ts';

const noSources: TokenSources = {
  provide: () => assert.fail('no token is lent here'),
  renew: () => assert.fail('no token is renewed here'),
  alone: (_, work) => work(),
};

/** A second store over the same secrets is another window: VS Code notifies both. */
describe('accounts that another window changes', function () {
  this.timeout(60_000);
  let app: App;
  let other: AccountStore;

  before(async () => {
    app = await activated();
    await signOut(app);
    other = await openAccountStore(app.context.secrets, app.log, noSources);
  });

  after(async () => {
    other.dispose();
    await forgetProject(app);
    await signOut(app);
  });

  it('are there after they were added, with their token', async () => {
    const account = await addAccount(app, 'developer');
    await app.accounts.remove(account.id);
    await app.project.find();
    assert.equal(app.project.state.kind, 'signedOut');
    const adding = Promise.withResolvers<void>();
    app.accounts.waitFor(adding.promise);
    const awaited = app.accounts.find(account.id);
    await other.add(account, sandbox().tokens['developer'] ?? '');
    await poll(() => app.project.state.kind === 'noFolder', { what: 'the window to notice' });
    assert.deepEqual(app.accounts.list(), [account]);
    adding.resolve();
    assert.deepEqual(await awaited, account, 'a page that is brought back waits for it');
    assert.equal(await app.accounts.token(account.id), sandbox().tokens['developer']);
    await openProject(app, account, sandbox().project);
    assert.ok((await titles(app)).length > 0);
  });

  it('send the new token after it was replaced, and lists that had failed load', async () => {
    const [account] = app.accounts.list();
    assert.ok(account);
    await other.add(account, 'glpat-wrong');
    await poll(async () => (await app.accounts.token(account.id)) === 'glpat-wrong', { what: 'the window to notice' });
    await app.commits.refresh();
    await poll(async () => (await texts(app.commits)).some((row) => row.includes('rejects the token')), {
      what: 'the refusal',
    });
    await other.add(account, sandbox().tokens['developer'] ?? '');
    // old rows stay below the error until new ones arrive
    const isRefused = async (): Promise<boolean> => (await texts(app.commits)).some((row) => row.includes('token'));
    await poll(async () => !(await isRefused()) && (await titles(app)).length > 0, { what: 'the rows' });
    assert.equal(app.project.state.kind, 'ready');
  });

  it('leave nothing behind when they are removed', async () => {
    const [account] = app.accounts.list();
    assert.ok(account);
    await other.remove(account.id);
    await poll(() => app.project.state.kind === 'signedOut', { what: 'the window to notice' });
    assert.deepEqual([app.accounts.list(), await texts(app.commits), await texts(app.protectedBranches)], [[], [], []]);
    assert.equal(await app.accounts.token(account.id), undefined);
  });

  it('are left out when they cannot be read, and the others stay', async () => {
    const { secrets } = app.context;
    const account = await addAccount(app, 'developer');
    await secrets.store('graft.account.broken', '{"token":');
    await secrets.store('graft.account.future', JSON.stringify({ token: 'glpat-x', account: { id: 'future' } }));
    const third = await openAccountStore(secrets, app.log, noSources);
    assert.deepEqual(third.list(), [account]);
    assert.deepEqual(app.accounts.list(), [account]);
    third.dispose();
    await secrets.delete('graft.account.broken');
    await secrets.delete('graft.account.future');
  });
});

describe('a keychain that cannot be read', () => {
  it('is said to be so, and read again on request', async () => {
    const app = await activated();
    const account = await addAccount(app, 'developer');
    const { secrets } = app.context;
    let locked = true;
    const keychain: vscode.SecretStorage = {
      get: (key) => secrets.get(key),
      store: (key, value) => secrets.store(key, value),
      delete: (key) => secrets.delete(key),
      keys: async () => (locked ? Promise.reject(new Error('the keyring is locked')) : secrets.keys()),
      onDidChange: secrets.onDidChange,
    };
    const store = await openAccountStore(keychain, app.log, noSources);
    assert.equal(store.failure?.message, 'The keychain of this computer could not be read: the keyring is locked');
    await store.reload();
    assert.ok(store.failure);
    locked = false;
    await store.reload();
    assert.deepEqual([store.failure, store.list()], [undefined, [account]]);
    store.dispose();
    await signOut(app);
  });
});

describe('an account that is removed while it is used', function () {
  this.timeout(60_000);
  const ui = hands();
  let app: App;

  before(async () => {
    app = await activated();
  });

  afterEach(async () => {
    await setFaults([]);
    await forgetProject(app);
    await signOut(app);
  });

  it('takes the list with it that loads', async () => {
    const account = await addAccount(app, 'maintainer');
    await setFaults([{ operation: 'listCommits', fault: 'hang' }]);
    await openProject(app, account, sandbox().project);
    assert.deepEqual(
      (await app.commits.getChildren()).map(({ kind }) => kind),
      ['loading'],
    );
    await poll(async () => (await receivedRequests()).some(({ operation }) => operation === 'listCommits'), {
      what: 'the request',
    });
    await app.accounts.remove(account.id);
    await poll(() => app.project.state.kind === 'signedOut', { what: 'the project to go' });
    assert.deepEqual([await texts(app.commits), await texts(app.protectedBranches)], [[], []]);
  });

  it('sends nothing in nobody’s name afterwards, and says why', async () => {
    const account = await addAccount(app, 'maintainer');
    const open = await openProject(app, account, sandbox().project);
    const [row] = (await settledRows(app.commits)).map((each) => each.row);
    assert.ok(row?.kind === 'commit');
    const file = { account: account.id, project: open.project.id, path: 'package.json', ref: row.commit.id };
    const place = { client: open.client, account: account.id, project: open.project.id, sha: row.commit.id };
    await app.details.read(place, {});
    await app.accounts.remove(account.id);
    await poll(() => app.project.state.kind === 'signedOut', { what: 'the project to go' });
    await forgetRequests();
    void vscode.commands.executeCommand('graft.commits.cherryPick', row);
    const picker = await ui.picker(/^Cherry-pick/);
    assert.match(
      picker.items[0]?.label ?? '',
      /^\$\(error\) Nothing was sent to 127\.0\.0\.1:\d+: the account has been removed\. Sign in again\.$/,
    );
    await assert.rejects(
      async () => vscode.workspace.fs.readFile(fileVersionUri(file)),
      /The account this file was opened with has been removed/,
    );
    assert.deepEqual(await receivedRequests(), []);
  });
});
