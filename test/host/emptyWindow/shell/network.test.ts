import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import * as vscode from 'vscode';
import { createClient } from '../../../../src/client/client.ts';
import { RequestError, type RequestErrorFacts } from '../../../../src/client/errors.ts';
import { Secrets } from '../../../../src/client/redactSecrets.ts';
import { directConnections } from '../../../../src/client/transport.ts';
import { createUndiciTransport } from '../../../../src/client/undici/undiciTransport.ts';
import { explain } from '../../../../src/host/kit/words/explain.ts';
import { editorProxies } from '../../../../src/host/shell/editorProxies.ts';
import { createNetwork, type Network } from '../../../../src/host/shell/network.ts';
import { getUser } from '../../../../src/wire/instance.ts';
import { readWorld } from '../../../support/window/world.ts';
import type { Strangers } from '../../strangers.ts';

const settings = ['graft.network.proxy', 'graft.network.caCertificates', 'http.proxy', 'http.noProxy'] as const;
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

const certificateOf = async ({ hostname: host, port }: URL): Promise<string> => {
  const socket = tls.connect({ host, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const text = socket.getPeerX509Certificate()?.toString();
  socket.destroy();
  return text ?? assert.fail('no certificate');
};

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

  /** The error of a request to an unreachable server, and the number of attempts. */
  const failed = async (
    baseUrl: string,
    used?: Network,
  ): Promise<{ readonly facts: RequestErrorFacts; readonly said: string; tries: number }> => {
    const secrets = new Secrets();
    const own = used ?? createNetwork({ secrets, info: (line) => written.push(secrets.clean(line)) });
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

  it('finds the proxies that VS Code finds, where neither settings nor variables of its own name one', async () => {
    await set('http.proxy', `http://${host()}`);
    const system = editorProxies('VS Code') ?? assert.fail('VS Code leaves requests as they are');
    assert.equal(await system.proxiesFor('https://gitlab.invalid/'), `PROXY ${host()}`);
    assert.equal(await system.proxiesFor('http://127.0.0.1/'), 'DIRECT');
    // an unsupported scheme
    assert.equal(await system.signIn(`http://${host()}`, ['NTLM'], {}), undefined);
    const transport = createUndiciTransport({ ...directConnections, system });
    const { facts } = await failed('http://gitlab.invalid', {
      transport: async () => transport,
      watched: async () => transport,
      closeOutdated: () => undefined,
      spellingOf: () => 'real',
      dispose: () => undefined,
    });
    await transport.close();
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
    assert.deepEqual(written, ['“10.0.0.0/40” in http.noProxy is not a host, an address or a range, and was ignored.']);
    const { said } = await failed('https://gitlab.invalid');
    assert.equal(
      said,
      'No proxy named “proxy.invalid:3128” was found. Check http.proxy and your network. ' +
        '“10.0.0.0/40” in http.noProxy is not a host, an address or a range, and was ignored.',
    );
  });

  it('trusts a file of certificates once it is there, and says before why it does not', async () => {
    const { selfSigned } = readWorld<{ readonly strangers: Strangers }>().strangers;
    const folder = mkdtempSync(path.join(tmpdir(), 'graft-ca-'));
    const file = path.join(folder, 'company.pem');
    try {
      await set('graft.network.caCertificates', [file]);
      const { said } = await failed(selfSigned);
      const unread = `“${file}” in graft.network.caCertificates can’t be read, and was ignored: ENOENT: no such file or directory.`;
      assert.equal(
        said,
        `The certificate of ${new URL(selfSigned).host} is self-signed, and not trusted. If you trust it, ` +
          `add it to the system’s trusted certificates or to graft.network.caCertificates. ${unread}`,
      );
      assert.ok(written.includes(unread), written.join('\n'));
      writeFileSync(file, await certificateOf(new URL(selfSigned)));
      // a change of the file is noticed after a rejected certificate
      await failed(selfSigned, network);
      assert.equal((await failed(selfSigned, network)).facts.connection, undefined);
      const untrusted = new Promise((resolve) => vscode.workspace.onDidChangeConfiguration(resolve));
      await set('graft.network.caCertificates', undefined);
      await untrusted;
      assert.equal((await failed(selfSigned, network)).facts.connection?.problem, 'selfSigned');
    } finally {
      rmSync(folder, { recursive: true });
    }
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
