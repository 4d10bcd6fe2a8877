import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './paths.ts';

describe('start.mjs', function () {
  this.timeout(120_000);
  let project: string;

  before(() => {
    project = temporaryFolder('start');
    mkdirSync(path.join(project, 'test', 'support', 'editor'), { recursive: true });
    copyFileSync(path.join(import.meta.dirname, 'start.mjs'), path.join(project, 'test', 'support', 'start.mjs'));
    const task = `console.log('checking', process.argv[2] as string); process.exitCode = 7;`;
    writeFileSync(path.join(project, 'test', 'support', 'check.ts'), task);
    const manifest = { name: 'small', version: '1.0.0', type: 'module', dependencies: { part: 'file:part' } };
    writeFileSync(path.join(project, 'package.json'), JSON.stringify(manifest));
    mkdirSync(path.join(project, 'part'));
    writeFileSync(path.join(project, 'part', 'package.json'), '{ "name": "part", "version": "1.0.0" }');
    writeLock('1.0.0');
  });

  after(() => rmSync(project, { recursive: true, force: true }));

  const writeLock = (version: string): void => {
    const packages = {
      '': { name: 'small', version, dependencies: { part: 'file:part' } },
      part: { version: '1.0.0' },
      'node_modules/part': { resolved: 'part', link: true },
    };
    const lock = { name: 'small', version, lockfileVersion: 3, requires: true, packages };
    writeFileSync(path.join(project, 'package-lock.json'), JSON.stringify(lock));
  };

  const start = (...args: readonly string[]): { code: number | null; output: string; installed: boolean } => {
    const script = path.join(project, 'test', 'support', 'start.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
    return { code: status, output: stdout + stderr, installed: stderr.includes('Installing') };
  };

  it('installs, runs the task with its arguments and returns its exit code', () => {
    const { code, output, installed } = start('check', 'this');
    assert.equal(code, 7, output);
    assert.match(output, /checking this/);
    assert.equal(installed, true);
  });

  it('does not install a second time', () => {
    assert.equal(start('check').installed, false);
  });

  it('installs again when the lock file has changed', () => {
    writeLock('1.0.1');
    assert.equal(start('check').installed, true);
  });

  it('installs again when an install was interrupted', () => {
    rmSync(path.join(project, 'node_modules'), { recursive: true });
    mkdirSync(path.join(project, 'node_modules', 'half'), { recursive: true });
    assert.equal(start('check').installed, true);
  });

  it('takes over the lock of an install whose process is gone', () => {
    rmSync(path.join(project, 'node_modules'), { recursive: true });
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(path.join(project, '.installing'), String(pid));
    assert.equal(start('check').code, 7);
  });

  it('shows why npm could not install and ends with an error', () => {
    writeFileSync(path.join(project, 'package-lock.json'), '{}');
    const { code, output } = start('check');
    assert.equal(code, 1);
    assert.match(output, /npm error/);
    assert.match(output, /npm could not install the build and test tools/);
  });

  it('names the tasks when asked for another', () => {
    const { code, output } = start('tset');
    assert.equal(code, 1);
    assert.match(output, /There is no task "tset".*demo, test, check/);
  });
});
