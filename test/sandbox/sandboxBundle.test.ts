import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { buildSchema } from 'graphql';
import type { SandboxDescription } from '../../src/sandbox/sample/description.ts';
import { rootFolder, temporaryFolder } from '../support/paths.ts';
import { startSandbox } from '../support/servers/startSandbox.ts';
import { runGit } from './driving.ts';

describe('the bundle of the sandbox', () => {
  let folder = '';

  before(async function () {
    this.timeout(30_000);
    folder = temporaryFolder('sandbox-bundle');
    const build = path.join(rootFolder, 'esbuild.mjs');
    const args = [build, '--only=sandbox', '--production', `--outdir=${folder}`];
    await promisify(execFile)(process.execPath, args, { cwd: rootFolder });
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const withBundle = async (use: (description: SandboxDescription) => void | Promise<void>): Promise<void> => {
    const server = spawn(process.execPath, [path.join(folder, 'sandbox.cjs'), '--port', '0', '--json'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
      await use(JSON.parse(line) as SandboxDescription);
    } finally {
      server.kill();
    }
  };

  it('serves GraphQL with the schema inside, from anywhere', () =>
    withBundle(async ({ url }) => {
      const ask = async (query: string): Promise<unknown> => {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(`${url}/api/graphql`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ query }),
        });
        return response.json();
      };
      assert.deepEqual(await ask('{ project(fullPath: "acme/orchard") { name } }'), {
        data: { project: { name: 'Orchard' } },
      });
      assert.match(JSON.stringify(await ask('{ nope }')), /Field 'nope' doesn't exist on type 'Query'/);
      const { data } = (await ask('{ __schema { types { name } } }')) as {
        data: { __schema: { types: { name: string }[] } };
      };
      const served = new Set(data.__schema.types.map(({ name }) => name));
      const schema = buildSchema(readFileSync(path.join(rootFolder, 'src/wire/schema.graphql'), 'utf8'));
      for (const name of Object.keys(schema.getTypeMap())) assert.ok(served.has(name), name);
    })).timeout(30_000);

  it('builds the sample history that sources build, commit for commit', async () => {
    const sources = await startSandbox();
    try {
      await withBundle(async (bundle) => {
        const refs = (repository: string): Promise<string> => runGit([`--git-dir=${repository}`, 'show-ref']);
        assert.equal(await refs(bundle.repository), await refs(sources.repository));
        assert.deepEqual(bundle.commits, sources.commits);
      });
    } finally {
      await sources.close();
    }
  }).timeout(30_000);
});
