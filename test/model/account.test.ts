import assert from 'node:assert/strict';
import { daysLeft, instanceName, mayWrite } from '../../src/model/account.ts';

describe('account', () => {
  it('names an instance by host, port and path', () => {
    assert.equal(instanceName('https://gitlab.com'), 'gitlab.com');
    assert.equal(instanceName('http://localhost:3000/gitlab'), 'localhost:3000/gitlab');
  });

  it('knows whether the token may write only when its scopes are known', () => {
    assert.deepEqual(
      [['api'], ['read_api', 'read_user'], undefined].map((scopes) => mayWrite({ scopes })),
      [true, false, undefined],
    );
  });

  it('counts the days a token has left', () => {
    const today = new Date('2026-03-10T15:00:00Z');
    const left = (expiresOn: string | undefined) => daysLeft({ expiresOn }, today);
    assert.deepEqual(
      [left('2026-03-10'), left('2026-03-24'), left('2026-03-09'), left(undefined)],
      [0, 14, -1, undefined],
    );
  });
});
