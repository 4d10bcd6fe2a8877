import assert from 'node:assert/strict';
import { withoutSecrets } from '../../../src/model/accounts/withoutSecrets.ts';

describe('withoutSecrets', () => {
  for (const [what, text, expected] of [
    ['a query', 'Cannot fetch https://host.test/a/b.tgz?sig=abc&x=1.', 'Cannot fetch https://host.test/a/b.tgz'],
    ['who signs in', 'git+ssh://olive:pass@host.test/a', 'git+ssh://host.test/a'],
    ['a token of GitLab', 'Token glpat-abcDEF_123-456 is revoked', 'Token [credential] is revoked'],
    ['a token of GitHub', 'ghp_0123456789abcdef', '[credential]'],
    ['what is named so', 'private_token=abc&page=2', 'private_token=[credential]&page=2'],
    ['what is named so in JSON', '{"password": "hunter2"}', '{"password": "[credential]"}'],
    ['a header', 'Authorization: Bearer abc.def', 'Authorization: Bearer [credential]'],
  ] as const) {
    it(`leaves out ${what}`, () => assert.equal(withoutSecrets(text), expected));
  }

  it('leaves everything else', () => {
    const text =
      '| C5 cherryPickCommit | 12 |\n- 400 · POST https://host.test:8443/api/v4/projects/1 · “404 Not Found”';
    assert.equal(withoutSecrets(text), text);
  });
});
