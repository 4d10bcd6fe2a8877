import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Account } from '../../../src/model/account.ts';
import {
  checkedRemoteUrl,
  matchRemotes,
  missedRemotes,
  readRemoteList,
  readRemoteUrl,
  serversOf,
} from '../../../src/model/git/remotes.ts';
import { git } from '../../support/git.ts';

const account = (baseUrl: string, id = baseUrl): Account => ({
  id,
  baseUrl,
  userId: 1,
  username: 'ada',
  name: 'Ada',
  scopes: ['api'],
  expiresOn: undefined,
  serverVersion: undefined,
});

describe('readRemoteUrl', () => {
  const read: readonly (readonly [url: string, expected: string | undefined])[] = [
    ['https://gitlab.com/group/project.git', 'https gitlab.com - group/project'],
    ['https://gitlab.com/group/project', 'https gitlab.com - group/project'],
    ['https://gitlab.com/group/project/', 'https gitlab.com - group/project'],
    ['https://user:secret@gitlab.com:8443/group/sub/project.git', 'https gitlab.com 8443 group/sub/project'],
    ['http://GitLab.Example.com/gitlab/group/project.git', 'http gitlab.example.com - gitlab/group/project'],
    ['git@gitlab.com:group/project.git', 'ssh gitlab.com - group/project'],
    ['gitlab.com:group/project.git', 'ssh gitlab.com - group/project'],
    ['work-gitlab:group/project.git', 'ssh work-gitlab - group/project'],
    ['git@gitlab.com:/group/project.git', 'ssh gitlab.com - group/project'],
    ['ssh://git@gitlab.example.com:2222/group/project.git', 'ssh gitlab.example.com 2222 group/project'],
    ['git+ssh://git@gitlab.example.com/group/project.git', 'ssh gitlab.example.com - group/project'],
    ['https://gitlab.com/group/na%C3%AFve%20name.git', 'https gitlab.com - group/naïve name'],
    ['[::1]:group/project.git', 'ssh [::1] - group/project'],
    ['[gitlab.example.com:2222]:group/project.git', 'ssh gitlab.example.com 2222 group/project'],
    ['[git@gitlab.example.com:2222]:group/project.git', 'ssh gitlab.example.com 2222 group/project'],
    ['git@[gitlab.example.com]:group/project.git', 'ssh gitlab.example.com - group/project'],
    ['ssh://git@[::1]:2222/group/project.git', 'ssh [::1] 2222 group/project'],
    ['ssh://gitlab.example.com/group/project', 'ssh gitlab.example.com - group/project'],
    ['SSH://git@GITLAB.example.com/group/project', 'ssh GITLAB.example.com - group/project'],
    ['ssh+git://git@gitlab.example.com/group/project', 'ssh gitlab.example.com - group/project'],
    ['ssh://git@gitlab.example.com/~/group/project', 'ssh gitlab.example.com - group/project'],
    ['git@gitlab.example.com:~group/project', 'ssh gitlab.example.com - group/project'],
    ['git://gitlab.example.com/group/project.git', 'git gitlab.example.com - group/project'],
    ['HTTPS://gitlab.com/group/project.git', 'https gitlab.com - group/project'],
    ['https://gitlab.com:443/group/project.git', 'https gitlab.com - group/project'],
    ['http://gitlab.example.com:80/group/project.git', 'http gitlab.example.com - group/project'],
    ['https://oauth2:glpat-x@gitlab.com/group/project.git', 'https gitlab.com - group/project'],
    ['https://gitlab.com//group/project.git', 'https gitlab.com - group/project'],
    ['https://gitlab.com/group/project.git/', 'https gitlab.com - group/project'],
    ['https://gitlab.com/group/my.project.git', 'https gitlab.com - group/my.project'],
    ['https://gitlab.com/a/b/c/d/e.git', 'https gitlab.com - a/b/c/d/e'],
    ['https://bücher.example/group/project.git', 'https xn--bcher-kva.example - group/project'],
    [' git@gitlab.com:group/project.git\n', 'ssh gitlab.com - group/project'],
    ['https://', undefined],
    ['git@:group/project', undefined],
    ['/srv/git/project.git', undefined],
    ['../project', undefined],
    ['C:\\git\\project', undefined],
    ['C:/git/project', undefined],
    ['file:///srv/git/project.git', undefined],
    ['ext::sh -c reboot', undefined],
    ['', undefined],
  ];
  for (const [url, expected] of read) {
    it(`reads ${JSON.stringify(url)} as ${expected ?? 'no server'}`, () => {
      const found = readRemoteUrl(url);
      assert.equal(found && `${found.protocol} ${found.host} ${found.port ?? '-'} ${found.path}`, expected);
    });
  }
});

describe('readRemoteList', () => {
  it('has the addresses that git itself uses, that of pushing too where it is another', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'graft-remotes-'));
    const run = (...args: readonly string[]): string => git(folder, ...args);
    try {
      run('init', '--quiet');
      run('config', 'url.https://gitlab.example.com/.insteadOf', 'work:');
      run('config', 'url.git@gitlab.example.com:.pushInsteadOf', 'https://mirror.example.com/');
      run('remote', 'add', 'origin', 'work:group/project.git');
      run('remote', 'add', 'mirror', 'https://mirror.example.com/group/project.git');
      assert.deepEqual(readRemoteList(run('remote', '-v')), [
        { name: 'mirror', url: 'https://mirror.example.com/group/project.git' },
        { name: 'mirror', url: 'git@gitlab.example.com:group/project.git' },
        { name: 'origin', url: 'https://gitlab.example.com/group/project.git' },
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('serversOf', () => {
  it('has each server once, likeliest first, with the path of a web remote and the host behind an ssh alias', () => {
    const urls = [
      ['backup', '/srv/git/a.git'],
      ['elsewhere', 'git@altssh.gitlab.com:a/b.git'],
      ['origin', 'https://user:secret@example.com:8443/gitlab/a/b.git'],
      ['mine', 'Work:group/project.git'],
      ['again', 'https://gitlab.example.com/c/d'],
    ] as const;
    const remotes = urls.map(([name, url]) => ({ name, url }));
    const hostOf = (alias: string): string => (alias === 'Work' ? 'GitLab.example.com' : alias);
    assert.deepEqual(serversOf(remotes, { upstream: 'mine', hostOf }), [
      'https://gitlab.example.com',
      'https://example.com:8443/gitlab/a/b',
      'https://gitlab.com',
    ]);
  });
});

describe('checkedRemoteUrl', () => {
  const urls = [
    'https://gitlab.com/g/p.git',
    'http://127.0.0.1:8080/g/p.git',
    'ssh://git@gitlab.com/g/p',
    'git@host:g/p',
  ];
  for (const url of urls) it(`passes ${url}`, () => assert.equal(checkedRemoteUrl(url), url));
  for (const url of [
    'ext::sh -c reboot',
    '--upload-pack=x:y',
    '/srv/git',
    'file:///srv/git',
    'git://host/p',
    'ssh://-oProxyCommand=x/p',
    'a@-x:p',
    'host:p\nq',
    '',
  ])
    it(`refuses ${JSON.stringify(url)}`, () => assert.throws(() => checkedRemoteUrl(url), /is no URL of a remote/));
});

describe('matchRemotes', () => {
  const match = (urls: Readonly<Record<string, string>>, accounts: readonly Account[], upstream?: string): string[] =>
    matchRemotes(
      Object.entries(urls).map(([name, url]) => ({ name, url })),
      accounts,
      { upstream, hostOf: (alias) => (alias === 'work' ? 'gitlab.example.com' : alias) },
    ).map(({ account: { baseUrl }, remote, project }) => `${remote} ${project} ${baseUrl}`);

  it('takes the upstream first, then origin, then upstream, then the others', () => {
    const urls = {
      fork: 'git@gitlab.com:ada/project.git',
      upstream: 'git@gitlab.com:group/project.git',
      origin: 'git@gitlab.com:origin/project.git',
      mine: 'git@gitlab.com:mine/project.git',
    };
    const base = 'https://gitlab.com';
    assert.deepEqual(match(urls, [account(base)], 'mine'), [
      `mine mine/project ${base}`,
      `origin origin/project ${base}`,
      `upstream group/project ${base}`,
      `fork ada/project ${base}`,
    ]);
  });

  it('tells instances on one host apart by port', () => {
    const urls = { origin: 'https://gitlab.example.com:8443/group/project.git' };
    const accounts = [account('https://gitlab.example.com'), account('https://gitlab.example.com:8443')];
    assert.deepEqual(match(urls, accounts), ['origin group/project https://gitlab.example.com:8443']);
  });

  it('takes the default port for granted', () => {
    const urls = { origin: 'https://gitlab.example.com:443/group/project.git' };
    assert.deepEqual(match(urls, [account('https://gitlab.example.com')]), [
      'origin group/project https://gitlab.example.com',
    ]);
  });

  it('ignores the port of an ssh remote', () => {
    const urls = { origin: 'ssh://git@gitlab.example.com:2222/group/project.git' };
    assert.deepEqual(match(urls, [account('https://gitlab.example.com:8443')]), [
      'origin group/project https://gitlab.example.com:8443',
    ]);
  });

  it('follows ssh aliases', () => {
    assert.deepEqual(match({ origin: 'work:group/project.git' }, [account('https://gitlab.example.com')]), [
      'origin group/project https://gitlab.example.com',
    ]);
  });

  it('takes altssh.gitlab.com for gitlab.com', () => {
    const urls = { origin: 'ssh://git@altssh.gitlab.com:443/group/project.git' };
    assert.deepEqual(match(urls, [account('https://gitlab.com')]), ['origin group/project https://gitlab.com']);
  });

  it('takes the sub-path of an instance off web remotes and off ssh remotes that carry it', () => {
    const base = 'https://example.com/gitlab';
    const accounts = [account(base)];
    assert.deepEqual(match({ origin: 'https://example.com/gitlab/group/project.git' }, accounts), [
      `origin group/project ${base}`,
    ]);
    assert.deepEqual(match({ origin: 'git@example.com:group/project.git' }, accounts), [
      `origin group/project ${base}`,
    ]);
    assert.deepEqual(match({ origin: 'git@example.com:gitlab/group/project.git' }, accounts), [
      `origin group/project ${base}`,
    ]);
  });

  it('offers every account of a server', () => {
    const accounts = [account('https://gitlab.com', 'one'), account('https://gitlab.com', 'two')];
    assert.equal(match({ origin: 'git@gitlab.com:group/project.git' }, accounts).length, 2);
  });
});

describe('missedRemotes', () => {
  const base = 'https://gitlab.example.com';
  const below = 'https://example.com/gitlab';
  const bare = 'https://example.com';
  const rows: readonly (readonly [url: string, servers: readonly string[], reason: object | undefined])[] = [
    ['https://gitlab.example.com/group/project', [base], undefined],
    ['/srv/git/a.git', [base], { kind: 'local' }],
    [
      'https://ada:secret@github.com:8443/a/b',
      [base],
      { kind: 'noAccount', host: 'github.com:8443', server: 'https://github.com:8443/a/b' },
    ],
    [
      'git@altssh.gitlab.com:a/b',
      [base],
      { kind: 'noAccount', host: 'altssh.gitlab.com', server: 'https://gitlab.com' },
    ],
    ['git://github.com/a/b', [base], { kind: 'noAccount', host: 'github.com', server: undefined }],
    [
      `http://gitlab.example.com/a/b`,
      [base],
      { kind: 'otherPort', address: 'http://gitlab.example.com', server: base },
    ],
    [`${base}:8443/a/b`, [below, base], { kind: 'otherPort', address: `${base}:8443`, server: base }],
    ['https://example.com/other/a/b', [base, below], { kind: 'otherPath', server: 'example.com/gitlab' }],
    ['git@gitlab.example.com:project', [base], { kind: 'noNamespace', path: 'project' }],
    ['https://example.com/project', [below, bare], { kind: 'noNamespace', path: 'project' }],
    ['https://example.com/gitlab/project', [below], { kind: 'noNamespace', path: 'gitlab/project' }],
  ];
  for (const [url, servers, missed] of rows) {
    it(`takes ${url} on ${servers.join(' and ')} as ${JSON.stringify(missed) ?? 'a project'}`, () => {
      const accounts = servers.map((server) => account(server));
      const options = { upstream: undefined, hostOf: (alias: string) => alias };
      const remotes = [{ name: 'origin', url }];
      assert.deepEqual(missedRemotes(remotes, accounts, options), [{ name: 'origin', missed }]);
      assert.equal(matchRemotes(remotes, accounts, options).length, missed === undefined ? 1 : 0);
    });
  }
});
