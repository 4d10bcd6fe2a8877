import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { getUser } from '../../../../src/wire/instance.ts';
import { handle } from '../../../../src/messages/page.ts';
import { stepView } from '../../../../src/host/accounts/connectionPage/messages.ts';
import type { ConnectionSession } from '../../../../src/host/accounts/connectionPage/session.ts';
import {
  activated,
  forgetRequests,
  receivedWrites,
  sandbox,
  setFaults,
  signOut,
} from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { addAccount } from '../../accounts.ts';
import { hands } from '../../hands.ts';
import { openDialog } from '../../transfers/imports/importHands.ts';

const id = 'graft.accounts.checkConnection';

describe('checking the connection', function () {
  this.timeout(30_000);
  const ui = hands();
  const dialog = openDialog();
  let app: App;

  const set = (name: string, value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);

  const opened = async (): Promise<ConnectionSession> =>
    poll(() => app.connectionPages.sessions.at(-1), { what: 'the page' });

  const ended = async (): Promise<ConnectionSession> => {
    const session = await opened();
    await poll(() => !session.isRunning && session.checks.length > 0, { what: 'the end of the check' });
    return session;
  };

  const states = ({ checks }: ConnectionSession): Record<string, string> =>
    Object.fromEntries(checks.map(({ name, state }) => [name, state]));

  const copied = async (session: ConnectionSession): Promise<string> => {
    await handle(session.handlers, { type: 'act', action: 'copy' });
    return vscode.env.clipboard.readText();
  };

  before(async () => {
    app = await activated();
    await signOut(app);
  });

  afterEach(async () => {
    await setFaults([]);
    for (const name of ['graft.network.proxy', 'http.noProxy']) await set(name, undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await signOut(app);
  });

  it('passes every step from the palette, changes nothing, and copies a report without the token', async () => {
    await addAccount(app, 'maintainer');
    await forgetRequests();
    await vscode.commands.executeCommand(id);
    const session = await ended();
    const { server, token, header, scopes, writes, live, unchanged, clock } = states(session);
    assert.deepEqual(new Set([server, token, header, scopes, writes, live, unchanged, clock]), new Set(['passed']));
    assert.equal(session.view.summary, 'The connection works.');
    assert.deepEqual(await receivedWrites(), []);
    const report = await copied(session);
    assert.match(report, /^# Connection to 127\.0\.0\.1:\d+\n\nGraft \d/);
    assert.match(report, /^- passed · \*\*Token\*\* · 127\.0\.0\.1:\d+ · Belongs to \w+\.$/m);
    assert.ok(!report.includes(sandbox().tokens['maintainer'] ?? ''));
    assert.deepEqual(ui.statusBar().slice(-1), ['Report copied as Markdown.']);
  });

  it('says which client certificate the server is shown', () => {
    const tls = { protocol: 'TLSv1.3', isTrusted: true, certificates: [] };
    const facts = { seen: { step: 'serverTls', host: 'h', tls, clientCertificate: '/c.pem' } } as const;
    assert.equal(
      stepView({ name: 'serverTls', host: 'h', state: 'passed', facts }, []).sentence,
      'TLSv1.3, certificates: . The server is shown the client certificate /c.pem if it asks for one.',
    );
  });

  it('names the proxy and its setting, offers to open that, and copies no password of it', async () => {
    await addAccount(app, 'maintainer');
    // without the setting the environment applies
    await set('http.noProxy', ['other.example']);
    await set('graft.network.proxy', 'http://olive:s3cret-word@127.0.0.1:1');
    await vscode.commands.executeCommand(id);
    const session = await ended();
    const { summary, steps } = session.view;
    assert.equal(summary, '1 step failed.');
    const failed = steps.find(({ tone }) => tone === 'bad') ?? assert.fail('nothing failed');
    assert.equal(failed.title, 'Connection to the proxy');
    assert.equal(failed.host, '127.0.0.1:1');
    assert.match(
      failed.sentence,
      /^The proxy 127\.0\.0\.1:1 can’t be reached: .+ Check graft\.network\.proxy and your network\.$/,
    );
    assert.deepEqual(
      failed.actions.map(({ label }) => label),
      ['Open Setting graft.network.proxy'],
    );
    const report = await copied(session);
    assert.match(report, /^- passed · \*\*Proxy\*\* · .+ · 127\.0\.0\.1:1, from graft\.network\.proxy\.$/m);
    assert.doesNotMatch(report, /s3cret|olive/);
  });

  for (const [title, label, asks] of [
    ['400 No required SSL certificate was sent', 'Client Certificate…', () => ui.hears(/nowhere\.pem/)],
    ['400 The plain HTTP request was sent to HTTPS port', 'Change URL…', () => ui.box(/^Sign In/)],
  ] as const)
    it(`offers “${label}” where nginx answers “${title}”`, async () => {
      await addAccount(app, 'maintainer');
      const body = `<html><head><title>${title}</title></head></html>`;
      const headers = { 'content-type': 'text/html', server: 'nginx/1.22.1' };
      await setFaults([{ operation: 'getUser', fault: 'status', status: 400, body, headers }]);
      await vscode.commands.executeCommand(id);
      const session = await ended();
      const [failed, ...others] = session.view.steps.filter(({ tone }) => tone === 'bad');
      assert.deepEqual([failed?.title, failed?.actions.map((each) => each.label), others], ['Answer', [label], []]);
      dialog.answer('/nowhere.pem');
      const acting = handle(session.handlers, { type: 'act', action: failed?.actions[0]?.name ?? '' });
      await asks();
      await ui.escape();
      await acting;
    });

  it('is about the account whose list failed', async () => {
    await addAccount(app, 'maintainer');
    const away = await app.accounts.add(
      {
        baseUrl: 'http://127.0.0.1:1',
        userId: 1,
        username: 'away',
        name: 'Away',
        scopes: undefined,
        expiresOn: undefined,
        serverVersion: undefined,
      },
      'glpat-of-the-one-that-is-away',
    );
    const error: unknown = await app.clients
      .of(away)
      .send(getUser, {})
      .catch((failure: unknown) => failure);
    await vscode.commands.executeCommand(id, { kind: 'failed', error, what: 'Failed', retry: 'x' });
    const session = await ended();
    assert.equal(states(session)['tcp'], 'failed');
    assert.equal(session.checks.find(({ name }) => name === 'tcp')?.host, '127.0.0.1:1');
  });

  it('ends when it is cancelled, skips what is left, and begins again', async () => {
    await addAccount(app, 'maintainer');
    await setFaults([{ operation: 'getUser', fault: 'hang' }]);
    await vscode.commands.executeCommand(id);
    const session = await opened();
    await poll(() => session.checks.some(({ name, state }) => name === 'tcp' && state === 'passed'), {
      what: 'the connection',
    });
    await handle(session.handlers, { type: 'act', action: 'cancel' });
    await ended();
    assert.equal(states(session)['server'], 'skipped');
    assert.equal(session.view.summary, 'Cancelled.');
    await setFaults([]);
    await handle(session.handlers, { type: 'act', action: 'again' });
    await ended();
    assert.equal(states(session)['token'], 'passed');
  });

  it('asks for a URL where there is no account, and sends no token', async () => {
    const done = vscode.commands.executeCommand(id);
    const box = await ui.box(/^Check Connection$/);
    ui.type(box, sandbox().url);
    await ui.enter();
    await done;
    const { server, token, writes } = states(await ended());
    assert.deepEqual([server, token, writes], ['passed', 'skipped', 'skipped']);
  });
});
