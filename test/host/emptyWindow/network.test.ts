import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { createClient } from '../../../src/client/client.ts';
import { RequestError, type RequestErrorFacts } from '../../../src/client/errors.ts';
import { Secrets } from '../../../src/client/secrets.ts';
import { explain } from '../../../src/host/kit/explain.ts';
import { createNetwork, type Network } from '../../../src/host/shell/network.ts';
import { getUser } from '../../../src/wire/instance.ts';

const settings = ['graft.network.proxy', 'http.proxy', 'http.noProxy'] as const;
const variables = [
  'https_proxy',
  'HTTPS_PROXY',
  'http_proxy',
  'HTTP_PROXY',
  'all_proxy',
  'ALL_PROXY',
  'no_proxy',
  'NO_PROXY',
];

describe('the network of the settings', function () {
  this.timeout(30_000);
  const before = Object.fromEntries(variables.map((name) => [name, process.env[name]]));
  const written: string[] = [];
  let network: Network | undefined;
  let server: Server;
  let asked: string[];

  const set = (name: (typeof settings)[number], value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);

  beforeEach(async () => {
    for (const name of variables) delete process.env[name];
    asked = [];
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"404 Not Found"}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(async () => {
    network?.dispose();
    server.close();
    written.length = 0;
    for (const name of settings) await set(name, undefined);
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });

  const host = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** What a request to a server that is nowhere ends in, and how often it was tried. */
  const failed = async (
    baseUrl: string,
  ): Promise<{ readonly facts: RequestErrorFacts; readonly said: string; tries: number }> => {
    const secrets = new Secrets();
    const own = createNetwork({ secrets, info: (line) => written.push(secrets.clean(line)) });
    network = own;
    let tries = 0;
    const client = createClient({
      baseUrl,
      token: async () => undefined,
      transport: () => own.transport(),
      secrets,
      record: () => (tries += 1),
      wait: async () => undefined,
    });
    const error: unknown = await client.send(getUser, {}).then(
      () => assert.fail('it was answered'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof RequestError, String(error));
    return { facts: error.facts, said: explain(error), tries };
  };

  it('names the setting whose value is no proxy, without its password, and does not try again', async () => {
    await set('http.proxy', 'http://olive:secret@proxy.example:99999');
    const { facts, said, tries } = await failed('https://gitlab.invalid');
    assert.deepEqual(
      [said, tries, facts.connection?.step],
      [
        '“proxy.example:99999” in http.proxy is not the URL of a proxy. Write it like http://proxy.example.com:8080.',
        1,
        'proxy',
      ],
    );
  });

  it('asks the proxy of a variable, by the whole address, where no setting names one', async () => {
    process.env['http_proxy'] = '';
    process.env['HTTP_PROXY'] = host();
    const { facts } = await failed('http://gitlab.invalid');
    assert.deepEqual([facts.status, asked], [404, ['http://gitlab.invalid/api/v4/user']]);
  });

  it('takes its own setting before that of VS Code', async () => {
    await set('http.proxy', 'http://proxy.invalid');
    await set('graft.network.proxy', host());
    assert.deepEqual([(await failed('http://gitlab.invalid')).facts.status, asked.length], [404, 1]);
  });

  it('reaches exceptions without the proxy, and says in log and error which of them cannot be read', async () => {
    await set('http.proxy', 'http://proxy.invalid:3128');
    await set('http.noProxy', ['10.0.0.0/40', '127.0.0.0/8']);
    assert.equal((await failed(`http://${host()}`)).facts.status, 404);
    network?.dispose();
    assert.deepEqual(written, ['http.noProxy: “10.0.0.0/40” is no host, address or range, and is passed over.']);
    const { said } = await failed('https://gitlab.invalid');
    assert.equal(
      said,
      'No proxy named “proxy.invalid:3128” was found. Check http.proxy and your network. ' +
        '“10.0.0.0/40” in http.noProxy is not a host, an address or a range, and was ignored.',
    );
  });

  it('follows a setting that changes', async () => {
    await set('graft.network.proxy', 'http://proxy.invalid:3128');
    await failed('http://gitlab.invalid');
    const first = await network?.transport();
    const changed = new Promise((resolve) => {
      const listening = vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('graft.network.proxy')) return;
        listening.dispose();
        resolve(undefined);
      });
    });
    await set('graft.network.proxy', host());
    await changed;
    assert.notEqual(await network?.transport(), first);
  });
});
