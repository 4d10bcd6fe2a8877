import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { nonInteractiveEnvironment, runChild, startChild } from '../src/host/shell/childProcess.ts';

const printEnvironment = ['-e', 'console.log(JSON.stringify(process.env))'];

describe('a program that is started', () => {
  const before = { ...process.env };

  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  });

  const environments = async (
    environment: Readonly<Record<string, string>> = {},
  ): Promise<readonly Readonly<Record<string, string>>[]> => {
    const child = startChild(process.execPath, printEnvironment, { environment });
    const [started] = await Promise.all([text(child.stdout), once(child, 'close')]);
    const options = { environment, maxOutputBytes: 1_000_000 };
    const { stdout, error } = await runChild(process.execPath, printEnvironment, options);
    assert.equal(error, undefined);
    return [started, stdout.toString()].map((printed) => JSON.parse(printed) as Record<string, string>);
  };

  it('is told no token that stands in our environment, whatever that is called', async () => {
    const tokens = {
      GITLAB_TOKEN: 'glpat-ofSomeTool',
      CI_JOB_TOKEN: 'glcbt-ofAJob',
      GIT_TOKEN: 'glpat-ofGit',
      MY_PATH: 'glpat-nearlyAPath',
    };
    Object.assign(process.env, tokens);
    for (const environment of await environments())
      assert.doesNotMatch(JSON.stringify(environment), /glpat|glcbt/, Object.keys(environment).join(' '));
  });

  it('has what it takes to find programs, keys, settings, and the network', async () => {
    const needed = {
      HOME: '/home/olive',
      SSH_AUTH_SOCK: '/run/agent',
      LANG: 'de_DE.UTF-8',
      LC_TIME: 'de_DE.UTF-8',
      TMPDIR: '/tmp',
      https_proxy: 'http://proxy.example.com:3128',
      NO_PROXY: 'localhost',
      GIT_SSH_COMMAND: 'ssh -i ~/.ssh/work',
      GIT_CONFIG_GLOBAL: '/home/olive/gitconfig',
      GIT_AUTHOR_NAME: 'Olive Marsh',
      SystemRoot: String.raw`C:\Windows`,
    };
    Object.assign(process.env, needed);
    for (const environment of await environments()) {
      for (const [name, value] of Object.entries({ ...needed, PATH: process.env['PATH'] }))
        assert.equal(environment[name], value, name);
    }
  });

  it('is not led to the repository another git is at work in', async () => {
    Object.assign(process.env, { GIT_DIR: '/elsewhere/.git', GIT_WORK_TREE: '/elsewhere', GIT_INDEX_FILE: '/other' });
    for (const environment of await environments())
      assert.deepEqual(
        Object.keys(environment).filter((name) => /^GIT_(?:DIR|WORK_TREE|INDEX_FILE)$/.test(name)),
        [],
      );
  });

  it('has what is said for it, over what we have', async () => {
    Object.assign(process.env, { LC_ALL: 'de_DE.UTF-8', GIT_INDEX_FILE: '/other' });
    for (const environment of await environments({ ...nonInteractiveEnvironment, GIT_INDEX_FILE: '/own' })) {
      assert.equal(environment['LC_ALL'], 'C');
      assert.equal(environment['GIT_TERMINAL_PROMPT'], '0');
      assert.equal(environment['GIT_INDEX_FILE'], '/own');
    }
  });
});
