import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { directConnections } from '../../../src/client/transport.ts';
import type * as Transporting from '../../../src/client/undici/undiciTransport.ts';
import { rootFolder, temporaryFolder } from '../../support/paths.ts';
import { answerJson } from '../connect.ts';
import { loopback } from '../loopback.ts';

const run = promisify(execFile);

/** Prints the owner of the global `fetch` agent before and after a request by a module. */
const probe = `
  const [file, origin, warm] = process.argv.slice(1);
  const isAgent = (target, key) => target === globalThis && typeof key === 'symbol' && /undici/.test(key.description);
  const agents = () => Reflect.ownKeys(globalThis).filter((key) => isAgent(globalThis, key)).map((key) => globalThis[key]);
  const setters = [];
  const { defineProperty } = Object;
  Object.defineProperty = (target, key, descriptor) => {
    if (isAgent(target, key)) setters.push(new Error().stack.split('\\n')[2]);
    return defineProperty(target, key, descriptor);
  };
  (async () => {
    if (warm === 'warm') await fetch(origin).then((response) => response.text());
    const before = agents();
    setters.length = 0;
    const { createUndiciTransport } = await import(file);
    let status;
    if (createUndiciTransport) {
      const transport = createUndiciTransport({ proxies: [], environment: {}, strictCertificates: true, systemCertificates: true });
      const answer = await transport.send({
        method: 'GET', url: new URL(origin), headers: {}, body: undefined,
        signal: new AbortController().signal, headersTimeoutMs: 5000, bodyTimeoutMs: 5000, wholeTimeoutMs: 5000,
      });
      status = answer.status;
      await answer.cancel();
      await transport.close();
    }
    const after = agents();
    console.log(JSON.stringify({
      hadAgents: before.length > 0,
      keptAgents: before.every((agent, index) => agent === after[index]),
      foreignSetters: setters.filter((frame) => !frame.includes('node:internal')).length,
      status,
    }));
  })();
`;

describe('the bundle of the transport', () => {
  const net = loopback();
  let folder = '';
  let bundle = '';

  before(async function () {
    this.timeout(20_000);
    folder = temporaryFolder('transport');
    bundle = path.join(folder, 'transport.js');
    // as in the package
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    const build = path.join(rootFolder, 'esbuild.mjs');
    await run(process.execPath, [build, '--production', '--only=extension', `--outdir=${folder}`], { cwd: rootFolder });
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const probed = async (file: string, state: 'cold' | 'warm'): Promise<Record<string, unknown>> => {
    const server = await net.serve((_, response) => answerJson(response, {}));
    const { stdout } = await run(process.execPath, ['-e', probe, file, server.origin, state]);
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  it('works and puts no agent of its own behind the fetch of everybody else', async () => {
    assert.deepEqual(await probed(bundle, 'cold'), {
      hadAgents: false,
      keptAgents: true,
      foreignSetters: 0,
      status: 200,
    });
  }).timeout(10_000);

  it('leaves the agent that is there', async () => {
    assert.deepEqual(await probed(bundle, 'warm'), {
      hadAgents: true,
      keptAgents: true,
      foreignSetters: 0,
      status: 200,
    });
  }).timeout(10_000);

  it('is needed for that: undici as it comes puts its own agent there', async () => {
    const { foreignSetters } = await probed(path.join(rootFolder, 'node_modules/undici/index.js'), 'cold');
    assert.notEqual(foreignSetters, 0);
  }).timeout(10_000);

  it('calls an answer that cannot be one by the code of an assertion, on its single line of code as well', async () => {
    const server = await net.serveRaw((socket) => socket.write('HTTP/1.1 000 No\r\ncontent-length: 0\r\n\r\n'));
    const { createUndiciTransport } = (await import(bundle)) as typeof Transporting;
    const transport = createUndiciTransport(directConnections);
    net.defer(() => transport.close());
    const request = {
      ...{ method: 'GET', url: new URL(server.origin), headers: {}, body: undefined },
      ...{ signal: new AbortController().signal, headersTimeoutMs: 5_000, bodyTimeoutMs: 5_000, wholeTimeoutMs: 5_000 },
    } as const;
    await assert.rejects(transport.send(request), {
      code: 'ERR_ASSERTION',
      message: 'an assertion of undici does not hold',
    });
  });
});
