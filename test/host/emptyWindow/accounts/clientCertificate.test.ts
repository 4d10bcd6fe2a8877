import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { CertificateMaker } from '../../../client/proxy/certificates.ts';
import { activated, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { openDialog } from '../../transfers/imports/importHands.ts';

// spaces are significant
const passphrase = ' orchard-passphrase ';
const page = '<html><head><title>400 No required SSL certificate was sent</title></head><body>nginx</body></html>';

describe('the client certificate of an account', function () {
  this.timeout(60_000);
  const ui = hands();
  const dialog = openDialog();
  const maker = new CertificateMaker(mkdtempSync(path.join(tmpdir(), 'graft-maker-')));
  const folder = mkdtempSync(path.join(tmpdir(), 'graft-client-'));
  const root = maker.make({ subject: 'Orchard Root', isAuthority: true });
  const own = maker.make({ subject: 'gitlab', names: 'IP:127.0.0.1' }, root);
  const olive = maker.make({ subject: 'olive' }, root);
  const shown: (string | undefined)[] = [];
  let app: App;
  let server: https.Server;
  let host = '';

  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const trust = (files: readonly string[] | undefined): Thenable<void> =>
    vscode.workspace
      .getConfiguration()
      .update('graft.network.caCertificates', files, vscode.ConfigurationTarget.Global);

  before(async () => {
    app = await activated();
    const options = { key: own.key, cert: own.chain, ca: root.cert, requestCert: true, rejectUnauthorized: false };
    server = https.createServer(options, ({ socket, url }, response) => {
      const name = (socket as TLSSocket).getPeerCertificate().subject?.CN as string | undefined;
      shown.push(name);
      if (name === undefined) response.writeHead(400, { 'content-type': 'text/html' }).end(page);
      else if (url?.startsWith('/oauth/') === true)
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}');
      else if (url !== '/api/v4/user') response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      else
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(
            JSON.stringify({ id: 7, username: 'olive', name: 'Olive', web_url: 'https://gitlab.example.com/olive' }),
          );
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    await trust([file('root.pem', root.cert)]);
  });

  after(async () => {
    await signOut(app);
    await trust(undefined);
    server.closeAllConnections();
    server.close();
    maker.dispose();
    rmSync(folder, { recursive: true });
  });

  const problemIn = ({ validationMessage: problem }: vscode.InputBox): string =>
    typeof problem === 'string' ? problem : (problem?.message ?? '');

  it('is chosen while signing in, after the server has asked for one', async () => {
    void vscode.commands.executeCommand('graft.accounts.add', `https://${host}`);
    const asked = await ui.box(/1 of 2/);
    assert.equal(problemIn(asked), `${host} requires a client certificate. Choose one with “Client Certificate…”.`);

    const bundle = file('olive.p12', maker.pkcs12(olive, passphrase));
    dialog.answer(bundle);
    ui.willPress('Use Certificate');
    ui.pressButton(asked, 'Client Certificate…');
    const secret = await ui.box(/^Passphrase/);
    assert.equal(secret.password, true);
    ui.type(secret, 'wrong-passphrase');
    await ui.enter();
    await poll(() => problemIn(secret) !== '', { what: 'the answer to a wrong passphrase' });
    assert.equal(problemIn(secret), `The passphrase of ${bundle} is wrong.`);
    ui.type(secret, passphrase);
    await ui.enter();

    const again = await ui.box(/1 of 2/);
    const { detail = '' } = await ui.hears(/^Use this client certificate for/);
    assert.match(detail, /^Issued to: CN=olive\nIssued by: CN=Orchard Root\nValid until: .+\n.*olive\.p12$/);
    assert.equal(again.prompt, `URL of the server, which is shown the client certificate ${bundle}`);
    shown.length = 0;
    await ui.enter();
    await ui.step(/2 of 2/, /Paste a Token/);
    ui.type(await ui.box(/2 of 2/), 'glpat-olive-0123456789');
    await ui.enter();
    await ui.hears(/^Signed in to/);
    const [account = assert.fail('no account')] = app.accounts.list();
    assert.deepEqual(account.certificate, { file: bundle });
    assert.deepEqual([...new Set(shown)], ['olive']);
    assert.equal(app.log.secrets.clean(`opened by ${passphrase}`), 'opened by [credential]');
    assert.ok(!JSON.stringify(app.accounts.list()).includes(passphrase));
  });

  it('is shown and removed by its command, together with its passphrase', async () => {
    const running = vscode.commands.executeCommand('graft.accounts.clientCertificate');
    const picker = await ui.picker(/^Client Certificate of olive@/);
    assert.match(picker.placeholder ?? '', /^Issued to: CN=olive · Issued by: CN=Orchard Root · Valid until: /);
    await ui.enter(picker, /^Remove Certificate$/);
    await running;
    await ui.hears(/^Client certificate of olive@.* removed\.$/);
    const [key = ''] = (await app.context.secrets.keys()).filter((each) => each.startsWith('graft.account.'));
    const kept = (await app.context.secrets.get(key)) ?? '';
    assert.match(kept, /glpat-olive/);
    assert.doesNotMatch(kept, /passphrase|p12/);
    const [account = assert.fail('no account')] = app.accounts.list();
    assert.equal(app.accounts.identity(account.id), undefined);
  });

  it('may be chosen for an account that is there, with its key in another file', async () => {
    dialog.answer(file('olive.pem', olive.cert), file('olive.key', olive.key));
    ui.willPress('Use Certificate');
    await vscode.commands.executeCommand('graft.accounts.clientCertificate');
    const [account = assert.fail('no account')] = app.accounts.list();
    assert.deepEqual(account.certificate, {
      file: path.join(folder, 'olive.pem'),
      keyFile: path.join(folder, 'olive.key'),
    });
  });

  it('that does not fit its key is refused with the name of the file', async () => {
    dialog.answer(file('olive.pem', olive.cert), file('other.key', own.key));
    const running = vscode.commands.executeCommand('graft.accounts.clientCertificate');
    await ui.enter(await ui.picker(/^Client Certificate of olive@/), /^Choose Another/);
    await running;
    const { severity } = await ui.hears(/The private key in .*other\.key belongs to another certificate\./);
    assert.equal(severity, 'Error');
    assert.match(app.accounts.list()[0]?.certificate?.keyFile ?? '', /olive\.key$/);
  });

  it('is shown by a sign-in with the browser and by the renewal of its token', async () => {
    const ids = vscode.workspace.getConfiguration('graft.accounts');
    await ids.update('applicationIds', { [`https://${host}`]: 'graft' }, vscode.ConfigurationTarget.Global);
    shown.length = 0;
    void vscode.commands.executeCommand('graft.accounts.add', `https://${host}`);
    await ui.step(/2 of 2/, /Sign In with the Browser/);
    await ui.hears(/does not accept the application/);
    await ids.update('applicationIds', undefined, vscode.ConfigurationTarget.Global);
    const [account = assert.fail('no account')] = app.accounts.list();
    const ended = {
      kind: 'browser',
      clientId: 'graft',
      token: 'old',
      refreshToken: 'old-too',
      expiresAtMs: 0,
    } as const;
    const { id } = await app.accounts.add(account, ended);
    await assert.rejects(app.accounts.token(id), /the server ended this sign-in/);
    assert.deepEqual([...new Set(shown)], ['olive']);
  });
});
