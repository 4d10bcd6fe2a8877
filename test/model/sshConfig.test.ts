import assert from 'node:assert/strict';
import { hostNameOf } from '../../src/model/sshConfig.ts';

const configuration = `
# people write it in many ways
Host work work-* !work-old
  HostName GitLab.Example.com
  User git

Host quoted
\tHostName="quoted.example.com"

host %-one
  hostname other.example.com

Host short
  HostName %h.example.com

Match user ada
  HostName never.example.com

Host *
  HostName fallback.example.com
`;

describe('hostNameOf', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['work', 'gitlab.example.com'],
    ['work-2', 'gitlab.example.com'],
    ['quoted', 'quoted.example.com'],
    ['short', 'short.example.com'],
    ['work-old', 'fallback.example.com'],
  ];
  for (const [alias, expected] of cases) {
    it(`resolves ${alias} to ${expected}`, () => assert.equal(hostNameOf(configuration, alias), expected));
  }

  it('leaves a name that is not configured as it is, in lower case', () => {
    assert.equal(hostNameOf('Host other\n  HostName x', 'GitLab.com'), 'gitlab.com');
    assert.equal(hostNameOf('', 'gitlab.com'), 'gitlab.com');
  });

  it('takes the first HostName that applies', () => {
    assert.equal(hostNameOf('Host a\nHostName one\nHost a\nHostName two', 'a'), 'one');
  });
});
