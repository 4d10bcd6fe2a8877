import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { rootFolder, temporaryFolder } from '../support/paths.ts';
import { answerJson } from './connect.ts';
import { loopback } from './loopback.ts';

const run = promisify(execFile);

/**
 * Loads a module the way the editor's extension host does, sends a request with it, and tells who put an agent behind
 * the `fetch` of everybody else in the process; and whether an agent that was there before is still there.
 */
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
    const { createUndiciTransport } = require(file);
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

  before(async function () {
    this.timeout(20_000);
    folder = temporaryFolder('transport');
    const build = path.join(rootFolder, 'esbuild.mjs');
    await run(process.execPath, [build, '--only=transport', `--outdir=${folder}`], { cwd: rootFolder });
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const probed = async (file: string, state: 'cold' | 'warm'): Promise<Record<string, unknown>> => {
    const server = await net.serve((_, response) => answerJson(response, {}));
    const { stdout } = await run(process.execPath, ['-e', probe, file, server.origin, state]);
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  it('works and puts no agent of its own behind the fetch of everybody else', async () => {
    assert.deepEqual(await probed(path.join(folder, 'transport.cjs'), 'cold'), {
      hadAgents: false,
      keptAgents: true,
      foreignSetters: 0,
      status: 200,
    });
  }).timeout(10_000);

  it('leaves the agent that is there', async () => {
    assert.deepEqual(await probed(path.join(folder, 'transport.cjs'), 'warm'), {
      hadAgents: true,
      keptAgents: true,
      foreignSetters: 0,
      status: 200,
    });
  }).timeout(10_000);

  it('is needed for that: undici as it comes puts its own agent there', async () => {
    const { foreignSetters } = await probed(path.join(rootFolder, 'node_modules', 'undici'), 'cold');
    assert.notEqual(foreignSetters, 0);
  }).timeout(10_000);
});
