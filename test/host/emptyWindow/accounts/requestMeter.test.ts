import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { getCommit, getCommitSignature } from '../../../../src/wire/commits.ts';
import { cancelGithubImport } from '../../../../src/wire/externalImport.ts';
import { getUser } from '../../../../src/wire/instance.ts';
import { ownGroupsQuery } from '../../../support/servers/graphqlDocuments.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  sandbox,
  setFaults,
  signOut,
} from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { addAccount } from '../../accounts.ts';
import { hands } from '../../hands.ts';

describe('the request meter', function () {
  this.timeout(30_000);
  const ui = hands();
  let app: App;

  const shown = (): vscode.TextDocument | undefined =>
    vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'graft-requests');

  const set = (name: string, value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration('graft.network').update(name, value, vscode.ConfigurationTarget.Global);

  before(async () => {
    app = await activated();
    await signOut(app);
  });

  afterEach(async () => {
    await setFaults([]);
    for (const name of ['requestMeter', 'requestsPerMinute', 'neutralNames']) await set(name, undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await signOut(app);
  });

  it('shows requests by operation and the last failures with the server’s words and the correlation ID, and goes on', async () => {
    const account = await addAccount(app, 'maintainer');
    const client = app.clients.of(account);
    await client.send(getUser, {});
    await vscode.commands.executeCommand('graft.accounts.showRequests');
    const document = shown() ?? assert.fail('no document');
    await poll(() => / on 127\.0\.0\.1:\d+$/m.test(document.getText()), { what: 'what was asked until now' });
    assert.match(document.getText(), /^# Request Meter\n\nRequests of this window since .+ · no limit\n/);
    assert.match(document.getText(), /^## \w+ on 127\.0\.0\.1:\d+$/m);
    assert.match(document.getText(), new RegExp(`^\\| ${getUser.reference} getUser +\\| +\\d+ \\| +0 \\|`, 'm'));
    await setFaults([
      {
        operation: 'getCommit',
        fault: 'status',
        status: 400,
        body: { message: 'Ask https://olive:pass@host.test/x?sig=1 first' },
        headers: { 'x-request-id': '01HFIXTURE' },
      },
    ]);
    await assert.rejects(client.send(getCommit, { id: sandbox().project, sha: 'main' }));
    const text = await poll(() => document.getText().includes('01HFIXTURE') && document.getText(), {
      what: 'the failure in the meter',
    });
    assert.match(text, /^- .+ · 400 · C3 getCommit · GET http.+\/repository\/commits\/main$/m);
    assert.match(text, /“Ask .+ first” · correlation ID 01HFIXTURE$/m);
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand('graft.accounts.copyRequests');
    const copied = await vscode.env.clipboard.readText();
    assert.match(copied, /“Ask https:\/\/host\.test\/x first” · correlation ID 01HFIXTURE/);
    assert.doesNotMatch(copied, new RegExp(sandbox().tokens['maintainer'] ?? 'none'));
  });

  it('is in the status bar of those who want it, with how many wait for the limit', async () => {
    assert.equal(app.requestMeter.text, undefined);
    await set('requestMeter', true);
    await poll(() => app.requestMeter.text !== undefined, { what: 'the status bar' });
    assert.match(app.requestMeter.text ?? '', /^\$\(pulse\) \d+\/min$/);
    const account = await addAccount(app, 'maintainer');
    await set('requestsPerMinute', 1);
    const client = app.clients.of(account);
    const asked = Promise.all([1, 2, 3].map((id) => client.send(getCommitSignature, { id, sha: 'x' }).catch(() => id)));
    await poll(() => /waiting$/.test(app.requestMeter.text ?? ''), { what: 'the status bar to tell who waits' });
    await set('requestsPerMinute', 0);
    await asked;
    await poll(() => /\/min$/.test(app.requestMeter.text ?? ''), { what: 'nobody to wait any more' });
    await set('requestMeter', false);
    await poll(() => app.requestMeter.text === undefined, { what: 'an empty status bar' });
  });

  it('has a server that is named in the settings sent neutral names', async () => {
    const account = await addAccount(app, 'maintainer');
    const paths = async (): Promise<readonly string[]> => {
      await forgetRequests();
      await app.clients
        .of(account)
        .send(cancelGithubImport, { project_id: 1 })
        .catch(() => undefined);
      return (await receivedRequests()).map(({ path }) => path);
    };
    assert.deepEqual(await paths(), ['/import/github/cancel']);
    await set('neutralNames', [`${sandbox().url}/`]);
    assert.deepEqual(await paths(), ['/import/hostone/cancel']);
  });

  describe('and the GraphQL explorer', () => {
    const opened: string[] = [];
    const env = vscode.env as { openExternal: typeof vscode.env.openExternal };
    const original = env.openExternal;

    before(() => {
      env.openExternal = async (uri) => opened.push(uri.toString(true)) > 0;
    });
    after(() => {
      env.openExternal = original;
    });
    beforeEach(() => opened.splice(0));

    it('is opened at once while nothing was asked', async () => {
      await addAccount(app, 'neighbour');
      await vscode.commands.executeCommand('graft.accounts.openGraphqlExplorer');
      assert.deepEqual(opened, [`${sandbox().url}/-/graphql-explorer`]);
      assert.equal((await fetch(opened[0] ?? '')).status, 200);
    });

    it('is opened with the query of the chosen account in the clipboard', async () => {
      const account = await addAccount(app, 'maintainer');
      await addAccount(app, 'reporter');
      await app.clients.graphqlOf(account).query(ownGroupsQuery, { first: 3 });
      await vscode.env.clipboard.writeText('');
      const done = vscode.commands.executeCommand('graft.accounts.openGraphqlExplorer');
      await ui.step(/^Open GraphQL Explorer$/, new RegExp(sandbox().url.replace('http://', '')));
      await ui.step(/^Open GraphQL Explorer$/, /Open and Copy Last Query$/);
      await done;
      assert.equal(opened.length, 1);
      const copied = await vscode.env.clipboard.readText();
      assert.match(copied, /^query OwnGroups\(.+\) \{\n {2}\w+/);
      assert.match(copied, /# Variables:\n# \{\n# {3}"first": 3\n# \}\n$/);
    });
  });
});
