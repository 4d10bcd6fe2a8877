import assert from 'node:assert/strict';
import { commitAddress, historyAddress } from '../../src/messages/webAddresses.ts';

const project = 'https://gitlab.example.com/acme/orchard';

describe('the addresses of pages on the server', () => {
  it('of a commit are those of the project with its SHA', () => {
    assert.equal(commitAddress(project, 'abc123'), `${project}/-/commit/abc123`);
  });

  it('of a branch keep its slashes and encode everything else that means something in an address', () => {
    assert.equal(historyAddress(project, 'fix/50%?#1'), `${project}/-/commits/fix/50%25%3F%231?ref_type=heads`);
  });
});
