import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { type AccountStore, openAccountStore } from '../../../../src/host/shell/accountSecrets.ts';
import { inOneWindow } from '../../../../src/host/shell/oneWindow.ts';
import { createTokenSources } from '../../../../src/host/shell/lentTokens.ts';
import { activated, forgetRequests, receivedRequests, sandbox, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { readWorld } from '../../../support/window/world.ts';
import { hands } from '../../hands.ts';

describe('signing in by the browser', function () {
  this.timeout(60_000);
  const ui = hands();
  const { application } = readWorld<{ readonly application: string }>();
  const ids = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('graft.accounts');
  const { env } = vscode as unknown as { env: { openExternal: typeof vscode.env.openExternal } };
  const { openExternal } = env;
  let app: App;
  let opened: string | undefined;

  before(async () => {
    app = await activated();
    env.openExternal = async (uri) => {
      opened = uri.toString(true);
      return true;
    };
  });

  beforeEach(async () => {
    opened = undefined;
    await ids().update('applicationIds', { [sandbox().url]: application }, vscode.ConfigurationTarget.Global);
  });

  afterEach(() => signOut(app));

  after(async () => {
    env.openExternal = openExternal;
    await ids().update('applicationIds', undefined, vscode.ConfigurationTarget.Global);
  });

  const page = (): Promise<URL> =>
    poll(() => (opened === undefined ? undefined : new URL(opened)), { what: 'the page in the browser' });
  const send = (address: string | URL, fields: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

  const begin = async (): Promise<void> => {
    void vscode.commands.executeCommand('graft.accounts.add', sandbox().url);
    ui.willPress('Copy Code and Open Browser');
    await ui.step(/^Sign In \(2 of 2\)/, /Sign In with the Browser/);
  };

  const decide = async (decision: 'authorize' | 'deny'): Promise<void> => {
    const code = (await page()).searchParams.get('user_code') ?? '';
    assert.equal(await vscode.env.clipboard.readText(), code);
    await ui.hears(new RegExp(`^Your code for 127.0.0.1:\\d+: ${code}$`));
    await send(`${sandbox().url}/oauth/device`, { user_code: code, username: 'developer', decision });
  };

  it('says that it was denied, and that the application is unknown', async () => {
    await begin();
    await decide('deny');
    await ui.hears(/^You denied the sign-in on the page of 127\.0\.0\.1:\d+\.$/);
    await ids().update('applicationIds', { [sandbox().url]: 'other' }, vscode.ConfigurationTarget.Global);
    await begin();
    await ui.hears(/does not accept the application: .* Check the setting graft\.accounts\.applicationIds\.$/);
    assert.deepEqual(app.accounts.list(), []);
  });

  describe('whose token has ended', () => {
    const stores: AccountStore[] = [];
    let locks: string;

    beforeEach(async () => {
      locks = await mkdtemp(path.join(tmpdir(), 'graft-locks-'));
      await begin();
      await decide('authorize');
      await ui.hears(/^Signed in to .* as developer\.$/);
      const [account] = app.accounts.list();
      assert.deepEqual([account?.source, account?.scopes], ['browser', ['api']]);
      // the token has expired
      const [key = ''] = (await app.context.secrets.keys()).filter((each) => each.startsWith('graft.account.'));
      const secret = JSON.parse((await app.context.secrets.get(key)) ?? '') as { credential: { expiresAtMs: number } };
      secret.credential.expiresAtMs = Date.now();
      await app.context.secrets.store(key, JSON.stringify(secret));
      const sources = createTokenSources(app);
      const alone = <T>(id: string, work: () => Promise<T>): Promise<T> => inOneWindow(locks, id, work);
      for (let window = 0; window < 10; window += 1)
        stores.push(await openAccountStore(app.context.secrets, app.log, { ...sources, alone }));
      await forgetRequests();
    });

    afterEach(async () => {
      for (const store of stores.splice(0)) store.dispose();
      await rm(locks, { recursive: true });
    });

    const exchanges = async (): Promise<number> =>
      (await receivedRequests()).filter(({ operation }) => operation === 'oauth').length;

    it('exchanges it once where ten windows ask at once, also after one has ended with it undone', async () => {
      const [{ id } = assert.fail()] = app.accounts.list();
      // a PID that does not exist
      await writeFile(path.join(locks, `${id}.1`), String(2 ** 30));
      const tokens = await Promise.all(stores.map((store) => store.token(id)));
      assert.equal(new Set(tokens).size, 1);
      assert.equal(await exchanges(), 1);
      assert.deepEqual(await readdir(locks), [`${id}.1`]);
      const answer = await fetch(`${sandbox().url}/api/v4/user`, { headers: { authorization: `Bearer ${tokens[0]}` } });
      assert.equal(answer.status, 200);
    });

    it('says to sign in again where the server has ended the sign-in', async () => {
      const [{ id } = assert.fail()] = app.accounts.list();
      const { refreshToken = '' } = (
        JSON.parse((await app.context.secrets.get(`graft.account.${id}`)) ?? '') as {
          credential: { refreshToken?: string };
        }
      ).credential;
      const used = { grant_type: 'refresh_token', client_id: application, refresh_token: refreshToken };
      await send(`${sandbox().url}/oauth/token`, used);
      const [store = assert.fail()] = stores;
      await assert.rejects(store.token(id), /the server ended this sign-in/);
    });
  });
});
