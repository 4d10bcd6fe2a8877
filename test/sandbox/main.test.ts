import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DescribedServices } from '../../src/sandbox/external/startServices.ts';
import { parseArguments, UsageError } from '../../src/sandbox/commandLine.ts';
import type { SandboxDescription } from '../../src/sandbox/sample/description.ts';

const program = join(import.meta.dirname, '..', '..', 'src', 'sandbox', 'main.ts');

const start = (args: readonly string[], environment: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });

const firstLine = async (child: ChildProcess): Promise<SandboxDescription> => {
  assert.ok(child.stdout);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return JSON.parse(line) as SandboxDescription;
};

const ended = async (child: ChildProcess): Promise<number | null> => {
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
};

const finished = async (args: readonly string[], environment?: NodeJS.ProcessEnv) => {
  const child = start(args, environment);
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return { code: await ended(child), out, err };
};

const folderOf = ({ repository }: SandboxDescription): string => dirname(dirname(dirname(repository)));

describe('the sandbox as a program', () => {
  it('says in one line of JSON what it serves, with the tokens it is given, and that its port is in use', async () => {
    const child = start(['--port', '0', '--token', 'guest=glpat-of-a-guest', '--token', 'owner=glpat=owner']);
    // without --parent a closed stdin is ignored
    child.stdin?.end();
    const said = await firstLine(child);
    try {
      assert.deepEqual([said.project, said.group, said.branches.target], ['acme/orchard', 'acme', 'release/1.0']);
      assert.ok(said.mergeRequest > 0);
      assert.deepEqual(Object.keys(said.tokens).toSorted(), [
        'blocked',
        'developer',
        'expired',
        'fineGrained',
        'guest',
        'maintainer',
        'neighbour',
        'owner',
        'readOnly',
        'reporter',
        'repositoryOnly',
        'revoked',
        'root',
      ]);
      for (const [name, sha] of Object.entries(said.commits)) assert.match(sha, /^[0-9a-f]{40}$/, name);
      assert.ok(existsSync(said.repository));
      assert.deepEqual([said.tokens.guest, said.tokens.owner], ['glpat-of-a-guest', 'glpat=owner']);
      for (const token of [said.tokens.owner, said.tokens.guest, said.tokens.maintainer]) {
        const response = await fetch(`${said.url}/api/v4/user`, { headers: { 'private-token': token } });
        assert.equal(response.status, 200);
      }
      const { port } = new URL(said.url);
      const { code, err } = await finished(['--port', port]);
      assert.equal(code, 1);
      assert.equal(err, `Port ${port} on 127.0.0.1 is in use. Choose another one with --port, or 0 for a free one.\n`);
    } finally {
      child.kill('SIGTERM');
    }
    assert.equal(await ended(child), 0);
    assert.ok(!existsSync(folderOf(said)));
  });

  it('ends in order while it is still starting', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'graft-starting-'));
    const child = start(['--parent'], { TMPDIR: folder });
    child.stdin?.end();
    assert.equal(await ended(child), 0);
    assert.deepEqual(await readdir(folder), []);
    await rm(folder, { recursive: true });
  });

  it('ends with its parent', async () => {
    const child = start(['--parent']);
    const said = await firstLine(child);
    child.stdin?.end();
    assert.equal(await ended(child), 0);
    assert.ok(!existsSync(folderOf(said)));
  });

  it('explains itself', async () => {
    const { code, out } = await finished(['--help']);
    assert.equal(code, 0);
    for (const option of ['--port', '--host', '--world', '--relative-url', '--faults', '--json', '--parent']) {
      assert.ok(out.includes(option), option);
    }
    for (const line of out.split('\n')) assert.ok(line.length <= 100, line);
  });

  it('imports from a service whose folder it is given, and removes its own when it is interrupted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'graft-around-'));
    const child = start(['--outside-folder', join(folder, 'hub')]);
    const said = (await firstLine(child)) as SandboxDescription & DescribedServices;
    child.kill('SIGINT');
    assert.equal(await ended(child), 0);
    assert.ok(!existsSync(folderOf(said)));
    assert.ok(said.outside);
    assert.ok(existsSync(join(folder, 'hub', 'service.json')));
    await rm(folder, { recursive: true });
  });

  it('refuses arguments it does not know with a sentence', async () => {
    const { code, err, out } = await finished(['--port', 'many']);
    assert.deepEqual([code, err, out], [2, '--port needs a number from 0 to 65535, not "many".\nTry --help.\n', '']);
    for (const [args, sentence] of [
      [['--prot', '1'], /Unknown option '--prot'/],
      [['--port', 'many'], /--port needs a number from 0 to 65535, not "many"\./],
      [['--port', '70000'], /--port needs a number/],
      [['serve'], /Unexpected argument 'serve'/],
      [['--job-delay', 'soon'], /--job-delay needs a whole number from 0 up, not "soon"\./],
      [['--token', 'glpat-alone'], /^--token needs NAME=SECRET\.$/],
      [['--throttle', '0'], /--throttle needs a whole number from 1 up, not "0"\./],
      [['--largest-export', '0'], /--largest-export needs a size such as 20k, 500m or 10g, not "0"\./],
      [['--import-sources', 'github,svn'], /--import-sources needs some of gitlab_project, .*, not "github,svn"\./],
      [['--largest-archive', '5 GB'], /--largest-archive needs a size such as 20k, 500m or 10g, not "5 GB"\./],
    ] as const) {
      assert.throws(
        () => parseArguments(args),
        (error) => error instanceof UsageError && sentence.test(error.message),
        args.join(' '),
      );
    }
  });

  it('says when there is no repository to serve a copy of', async () => {
    const { code, err } = await finished(['--repository', tmpdir()]);
    assert.deepEqual([code, err], [1, `${tmpdir()} is not in a git repository.\n`]);
  });

  it('says when there is no git', async () => {
    const { code, err } = await finished([], { PATH: '/nowhere' });
    assert.equal(code, 1);
    assert.match(err, /^git was not found\./);
  });
});
