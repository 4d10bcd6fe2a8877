import assert from 'node:assert/strict';
import {
  readRememberedCloud,
  readRememberedGithub,
  readRememberedServer,
  rememberedOf,
} from '../../../../../src/model/transfers/imports/services/again.ts';
import { publicGithub } from '../../../../../src/model/transfers/imports/services/githubServer.ts';

const asked = { namespace: 'acme', path: 'cider' };
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

describe('what is remembered of an import', () => {
  it('is everything of one from GitHub but its tokens', () => {
    const options = { stages: ['attachments_import'], timeoutStrategy: undefined, paginationLimit: 50 } as const;
    const wanted = {
      service: 'github',
      token: 'ghp_secret',
      additionalTokens: ['ghp_further'],
      repositoryId: 7001,
      asked,
      options,
    } as const;
    for (const server of [publicGithub, { kind: 'enterprise', webUrl: 'https://code.example.com' }] as const) {
      const remembered = rememberedOf({ ...wanted, server });
      assert.deepEqual(remembered, stored(remembered), 'it is no plain JSON');
      assert.doesNotMatch(JSON.stringify(remembered), /ghp_/);
      assert.deepEqual(readRememberedGithub(stored(remembered)), { server, repositoryId: 7001, options });
    }
  });

  it('is everything of one from Bitbucket but its password', () => {
    const server = {
      url: 'https://code.example.com',
      username: 'wanda',
      projectKey: 'CID',
      repository: 'cider',
      timeoutStrategy: 'optimistic',
    } as const;
    const remembered = rememberedOf({ service: 'bitbucketServer', token: 'hidden', asked, ...server });
    assert.deepEqual(readRememberedServer(stored(remembered)), server);
    const cloud = { username: 'wanda', repositoryPath: 'wanda/cider' };
    const other = rememberedOf({ service: 'bitbucket', password: 'hidden', asked, ...cloud });
    assert.deepEqual(readRememberedCloud(stored(other)), cloud);
    assert.doesNotMatch(JSON.stringify([remembered, other]), /hidden/);
  });

  it('is not taken for what it is not', () => {
    for (const each of [undefined, {}, { webUrl: 'x', repositoryId: 1, stages: [] }, 'text'])
      assert.equal(readRememberedGithub(each), undefined);
    assert.equal(readRememberedServer({ url: 'https://x' }), undefined);
  });
});
