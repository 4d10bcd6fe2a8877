import assert from 'node:assert/strict';
import { accountName, daysLeft, dueReminder, instanceName, mayWrite } from '../../src/model/account.ts';

describe('account', () => {
  it('names an instance by host, port and path', () => {
    assert.equal(instanceName('https://gitlab.com'), 'gitlab.com');
    assert.equal(instanceName('http://localhost:3000/gitlab'), 'localhost:3000/gitlab');
  });

  it('has a name that tells it from others', () => {
    assert.equal(accountName({ username: 'olive', baseUrl: 'https://example.com/gitlab' }), 'olive@example.com/gitlab');
  });

  it('reminds of a token 14 days, 3 days and no day before it expires', () => {
    const due = [15, 14, 4, 3, 1, 0, -1, undefined].map((days) => dueReminder(days));
    assert.deepEqual(due, [undefined, 14, 14, 3, 3, 0, 0, undefined]);
  });

  it('knows whether the token may write only when its scopes are known', () => {
    assert.deepEqual(
      [['api'], ['read_api', 'read_user'], ['granular'], undefined].map((scopes) => mayWrite({ scopes })),
      [true, false, undefined, undefined],
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
