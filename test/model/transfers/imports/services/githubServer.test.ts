import assert from 'node:assert/strict';
import {
  readBitbucketAddress,
  readCloudRepository,
} from '../../../../../src/model/transfers/imports/services/bitbucket.ts';
import {
  hasOption,
  offeredStages,
  readPageSize,
  stagesForWire,
  defaultOptions,
} from '../../../../../src/model/transfers/imports/services/githubOptions.ts';
import {
  matchingRepositories,
  readRepositoryText,
} from '../../../../../src/model/transfers/imports/services/githubRepository.ts';
import {
  githubApiUrl,
  githubHostname,
  githubName,
  isInsecureUrl,
  newTokenUrl,
  publicGithub,
  parseGithubServer,
  tokenProblem,
} from '../../../../../src/model/transfers/imports/services/githubServer.ts';
import { landingOf } from '../../../../../src/model/transfers/imports/services/landing.ts';
import { readRelease, type Release } from '../../../../../src/model/release.ts';

const release = (text: string): Release => readRelease(text) ?? assert.fail(text);
const enterprise = { kind: 'enterprise', webUrl: 'https://code.example.com' } as const;

describe('parseGithubServer', () => {
  for (const [typed, expected] of [
    ['github.com', 'github.com'],
    ['https://www.github.com/wanda/cider', 'github.com'],
    ['https://api.github.com', 'github.com'],
    ['code.example.com', 'code.example.com'],
    ['https://code.example.com/api/v3/', 'code.example.com'],
    ['http://127.0.0.1:8080/wanda/cider', '127.0.0.1:8080'],
  ] as const) {
    it(`takes ${typed} for ${expected}`, () => {
      const read = parseGithubServer(typed);
      assert.equal(read.kind === 'server' && githubName(read.server), expected);
    });
  }

  for (const [typed, problem] of [
    ['  ', 'empty'],
    ['https://', 'notAnAddress'],
    ['two words', 'notAnAddress'],
    ['ftp://code.example.com', 'scheme'],
    ['https://wanda:secret@code.example.com', 'credentials'],
  ] as const) {
    it(`says what is wrong with "${typed}"`, () => {
      assert.deepEqual(parseGithubServer(typed), { kind: 'invalid', problem });
    });
  }

  it('knows where the API is, and makes the page of a new token', () => {
    assert.equal(githubApiUrl(publicGithub), 'https://api.github.com');
    assert.equal(githubApiUrl(enterprise), 'https://code.example.com/api/v3');
    assert.match(newTokenUrl(enterprise, 'repository'), /^https:\/\/code\.example\.com\/.*scopes=repo%2Cread%3Aorg/);
    assert.match(newTokenUrl(publicGithub, 'gists'), /scopes=gist&/);
  });

  it('sees where a token could be read on the way', () => {
    assert.equal(isInsecureUrl('http://code.example.com'), true);
    for (const address of ['https://code.example.com', 'http://127.0.0.1:1', 'http://localhost', 'http://[::1]:80']) {
      assert.equal(isInsecureUrl(address), false, address);
    }
  });
});

describe('githubHostname', () => {
  for (const [version, expected] of [
    ['15.8.0', 'https://code.example.com'],
    ['16.4.9', 'https://code.example.com'],
    ['16.5.0', 'https://code.example.com/api/v3'],
    ['17.1.8', 'https://code.example.com/api/v3'],
    ['17.2.0', 'https://code.example.com'],
  ] as const) {
    it(`is ${expected} for ${version}`, () => assert.equal(githubHostname(enterprise, release(version)), expected));
  }

  it('is left out for the public service', () =>
    assert.equal(githubHostname(publicGithub, release('16.5.0')), undefined));
});

describe('options of an import from GitHub', () => {
  it('are those the release has', () => {
    assert.deepEqual(offeredStages(release('15.4.0')), []);
    assert.deepEqual(offeredStages(release('15.8.0')), [
      'single_endpoint_notes_import',
      'attachments_import',
      'single_endpoint_issue_events_import',
    ]);
    assert.equal(offeredStages(release('16.8.0')).length, 4);
    assert.deepEqual(offeredStages(release('16.9.0')), [
      'single_endpoint_notes_import',
      'attachments_import',
      'collaborators_import',
    ]);
    assert.ok(!offeredStages(undefined).includes('single_endpoint_issue_events_import'));
  });

  it('are said outright, so that what is not wanted is not done', () => {
    const { stages } = defaultOptions(release('18.0.0'));
    assert.deepEqual(stages, ['collaborators_import']);
    assert.deepEqual(stagesForWire({ stages: ['attachments_import'] }, release('16.9.0')), {
      single_endpoint_notes_import: false,
      attachments_import: true,
      collaborators_import: false,
    });
    assert.equal(stagesForWire({ stages: [] }, release('15.0.0')), undefined);
  });

  it('are offered from the release that reads them', () => {
    assert.equal(hasOption(release('16.4.0'), 'timeoutStrategy'), false);
    assert.equal(hasOption(release('16.5.0'), 'timeoutStrategy'), true);
    assert.equal(hasOption(undefined, 'paginationLimit'), true);
  });

  it('take a page of 1 to 100', () => {
    assert.deepEqual(['1', ' 100 ', '0', '101', 'ten', '', '1.5'].map(readPageSize), [
      1,
      100,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('readRepositoryText', () => {
  for (const [typed, expected] of [
    ['7001', { kind: 'id', id: 7001 }],
    ['wanda/cider', { kind: 'name', owner: 'wanda', name: 'cider' }],
    ['https://github.com/wanda/cider.git', { kind: 'name', owner: 'wanda', name: 'cider' }],
    ['github.com/wanda/cider/pulls', { kind: 'name', owner: 'wanda', name: 'cider' }],
    ['git@github.com:wanda/cider.git', { kind: 'name', owner: 'wanda', name: 'cider' }],
    ['https://gitlab.com/wanda/cider', { kind: 'elsewhere', host: 'gitlab.com' }],
    ['cider press', { kind: 'words', text: 'cider press' }],
  ] as const) {
    it(`reads ${typed}`, () => assert.deepEqual(readRepositoryText(typed, publicGithub), expected));
  }

  it('matches every word, in any order and case', () => {
    const named = (fullName: string, description = ''): Parameters<typeof matchingRepositories>[0][number] => ({
      id: 1,
      name: fullName,
      fullName,
      isPrivate: false,
      isArchived: false,
      isFork: false,
      description,
      defaultBranch: undefined,
      webUrl: '',
      sizeKilobytes: undefined,
      pushedAt: undefined,
    });
    const all = [named('wanda/cider', 'Juice that waited'), named('wanda/perry')];
    assert.deepEqual(matchingRepositories(all, 'JUICE wanda'), [all[0]]);
    assert.deepEqual(matchingRepositories(all, ''), all);
  });
});

describe('tokenProblem', () => {
  it('refuses what is none, and a token of GitLab', () => {
    assert.deepEqual(['', ' ', 'two words', 'näh', 'glpat-abcdef', ' ghp_abc '].map(tokenProblem), [
      'empty',
      'empty',
      'characters',
      'characters',
      'fromGitLab',
      undefined,
    ]);
  });
});

describe('landingOf', () => {
  const asked = { namespace: 'acme/tools', path: 'cider' };
  for (const [fullPath, baseUrl, expected] of [
    ['/acme/tools/cider', 'https://gitlab.com', { path: 'acme/tools/cider', elsewhere: undefined }],
    ['/gitlab/acme/tools/cider', 'https://host/gitlab', { path: 'acme/tools/cider', elsewhere: undefined }],
    ['/Acme/Tools/Cider', 'https://gitlab.com', { path: 'Acme/Tools/Cider', elsewhere: undefined }],
    ['/wanda/cider', 'https://gitlab.com', { path: 'wanda/cider', elsewhere: 'namespace' }],
    ['/acme/tools/cider-1', 'https://gitlab.com', { path: 'acme/tools/cider-1', elsewhere: 'path' }],
    [null, 'https://gitlab.com', { path: 'acme/tools/cider', elsewhere: undefined }],
  ] as const) {
    it(`reads ${String(fullPath)}`, () => assert.deepEqual(landingOf(fullPath, asked, baseUrl), expected));
  }
});

describe('readBitbucketAddress', () => {
  for (const [typed, url, repository] of [
    ['code.example.com', 'https://code.example.com', undefined],
    ['https://code.example.com/bitbucket/', 'https://code.example.com/bitbucket', undefined],
    [
      'https://code.example.com/bitbucket/projects/CID/repos/cider/browse',
      'https://code.example.com/bitbucket',
      { projectKey: 'CID', slug: 'cider' },
    ],
    ['https://code.example.com/users/wanda/repos/x', 'https://code.example.com', { projectKey: '~WANDA', slug: 'x' }],
    ['https://code.example.com/scm/cid/cider.git', 'https://code.example.com', { projectKey: 'CID', slug: 'cider' }],
  ] as const) {
    it(`reads ${typed}`, () => assert.deepEqual(readBitbucketAddress(typed), { kind: 'server', url, repository }));
  }

  it('tells the cloud and what is no address', () => {
    assert.deepEqual(readBitbucketAddress('https://bitbucket.org/wanda/cider'), { kind: 'cloud' });
    assert.deepEqual(readBitbucketAddress('https://u:p@x'), { kind: 'invalid', problem: 'credentials' });
    assert.deepEqual(readBitbucketAddress('ssh://x'), { kind: 'invalid', problem: 'scheme' });
  });

  it('reads repositories of the cloud', () => {
    assert.deepEqual(
      ['wanda/cider', 'https://bitbucket.org/wanda/cider/src/main/', 'git@bitbucket.org:wanda/cider.git', 'cider'].map(
        readCloudRepository,
      ),
      ['wanda/cider', 'wanda/cider', 'wanda/cider', undefined],
    );
  });
});
