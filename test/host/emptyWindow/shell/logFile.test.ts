import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as vscode from 'vscode';
import { openSubscriptions } from '../../../../src/client/graphql/openSubscriptions.ts';
import { assigneesUpdated } from '../../../support/servers/graphqlDocuments.ts';
import type { App } from '../../../../src/extension.ts';
import { serveCable } from '../../../client/graphql/cable.ts';
import { holds } from '../../../support/servers/holds.ts';
import { activated, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';

const token = 'glpat-Echoed_By-Servers-0123456789';
const password = 'pa55-of-the-proxy';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A server's answer to the sent text. */
type Echo = (sent: string) => readonly [status: number, type: string, body: unknown];

const json = 'application/json';
const echoes: Readonly<Record<string, Echo>> = {
  words: (sent) => [400, json, { message: `no use for ${sent}` }],
  type: (sent) => [200, `text/${sent.replaceAll(' ', '-')}`, 'no JSON'],
  scopes: (sent) => [403, json, { error: 'insufficient_scope', error_description: sent, scope: sent }],
  code: (sent) => [400, json, { message: 'no', error_code: sent }],
  base64: (sent) => [400, json, { message: [sent, `${sent}\n`, `x${sent}`, `xx${sent}`].map(base64).join(' ') }],
  fields: (sent) => [200, json, { id: sent, username: { [sent]: sent } }],
};

describe('the log file', function () {
  this.timeout(60_000);
  const ui = hands();
  let app: App;
  let server: http.Server;
  let origin: string;
  let echo: Echo;

  before(async () => {
    app = await activated();
    server = http.createServer(({ headers }, response) => {
      const sent = [headers.authorization, headers['proxy-authorization']].filter(Boolean).join(' ');
      // without a token it acts like GitLab
      const [status, type, body] = headers.authorization ? echo(sent) : [401, json, { message: '401 Unauthorized' }];
      response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  after(async () => {
    await signOut(app);
    server.close();
  });

  let marks = 0;

  /** New lines of the log, once written. */
  const newLines = async (): Promise<readonly string[]> => {
    const [last, mark] = [`mark ${marks}.`, `mark ${(marks += 1)}.`];
    app.log.info(mark);
    const folder = app.context.logUri.fsPath;
    const text = await poll(
      async () => {
        const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
        const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
        return texts.find((each) => each.includes(mark));
      },
      { what: 'the log file' },
    );
    return text.slice(text.indexOf(last)).split('\n').slice(1, -2);
  };

  const tryAccount = async (address = origin): Promise<readonly string[]> => {
    await newLines();
    const adding = vscode.commands.executeCommand('graft.accounts.add', address);
    await ui.step(/2 of 2/, /Paste a Token/);
    ui.type(await ui.box(/2 of 2/), token);
    await ui.enter();
    const problem = await poll(
      async () => {
        const box = await ui.opened();
        return 'validationMessage' in box ? box.validationMessage : undefined;
      },
      { what: 'what the server says' },
    );
    assert.ok(!holds(String(problem), token), String(problem));
    await ui.escape();
    await adding;
    return newLines();
  };

  for (const [what, how] of Object.entries(echoes)) {
    it(`holds no token when a server repeats it in its ${what}`, async () => {
      echo = how;
      const lines = await tryAccount();
      assert.match(lines.join('\n'), /\[error\] The account could not be added\.\n.*\[error\] +RequestError: /);
      for (const line of lines) assert.ok(!holds(line, token), line);
    });
  }

  it('holds no credentials of a proxy that repeats them', async () => {
    const settings = vscode.workspace.getConfiguration('http');
    const address = origin.replace('//', `//olive:${password}@`);
    await settings.update('proxy', address, vscode.ConfigurationTarget.Global);
    try {
      for (const how of [echoes['words'], echoes['base64'], echoes['scopes']]) {
        echo = how ?? assert.fail();
        const lines = await tryAccount('http://gitlab.invalid');
        assert.match(lines.join('\n'), /\[credential\]/);
        for (const line of lines) assert.ok(!holds(line, password) && !holds(line, token), line);
      }
    } finally {
      await settings.update('proxy', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('holds no token when a cable repeats it', async () => {
    const cable = await serveCable((sent) => ({ message: { errors: [{ message: `${sent} ${base64(sent)}` }] } }));
    const subscriptions = openSubscriptions({
      baseUrl: cable.origin,
      token: async () => token,
      webSocket: async () => (await app.network.transport()).webSocket?.(),
    });
    try {
      await newLines();
      const { signal } = new AbortController();
      const events = subscriptions.subscribe(assigneesUpdated, { issuableId: 'gid://gitlab/Issue/1' }, { signal });
      await assert.rejects(events[Symbol.asyncIterator]().next(), (error: Error) => {
        app.log.info(error.message);
        return true;
      });
      const lines = await newLines();
      assert.match(lines.join('\n'), /AssigneesUpdated: Bearer \[credential\]/);
      for (const line of lines) assert.ok(!holds(line, token), line);
    } finally {
      subscriptions.close();
      await cable.close();
    }
  });

  it('holds no token of any account, wherever it comes from', async () => {
    const other = 'glpat-of-another-account';
    const facts = { scopes: undefined, expiresOn: undefined, serverVersion: undefined };
    const olive = { baseUrl: 'https://gitlab.example.com', userId: 1, username: 'olive', name: 'Olive', ...facts };
    await app.accounts.add(olive, other);
    echo = () => [400, json, { message: `the token ${other} is known here, ${base64(`olive:${other}`)} too` }];
    for (const line of await tryAccount()) assert.ok(!holds(line, other), line);
  });

  it('has no line a server has made', async () => {
    const forged = '2026-01-01 00:00:00.000 [info] Added root on https://gitlab.example.com.';
    echo = () => [400, json, { message: `no\n${forged}\r${forged}\u2028${forged}\u202e` }];
    const lines = await tryAccount();
    assert.match(lines.join('\n'), /no\\u000a2026-01-01/);
    for (const line of lines) {
      assert.match(line, /^\d{4}-\d\d-\d\d [\d:.]+ \[\w+\] /);
      assert.ok(!line.startsWith(forged), line);
      assert.doesNotMatch(line, /[\r\u2028\u202e]/);
    }
  });
});
