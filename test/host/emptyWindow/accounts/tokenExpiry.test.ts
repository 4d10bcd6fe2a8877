import assert from 'node:assert/strict';
import type { App } from '../../../../src/extension.ts';
import { warnOfExpiry } from '../../../../src/host/accounts/tokenExpiry.ts';
import { activated, sandbox, signOut } from '../../../support/window/inHost.ts';
import { addAccount } from '../../accounts.ts';
import { hands } from '../../hands.ts';

describe('a token that expires', function () {
  const ui = hands();
  let app: App;

  before(async () => {
    app = await activated();
    const { id: _id, ...account } = await addAccount(app, 'maintainer');
    await app.accounts.add({ ...account, expiresOn: '2030-03-20' }, sandbox().tokens['maintainer'] ?? assert.fail());
  });

  after(() => signOut(app));

  const saidOn = async (day: string): Promise<readonly string[]> => {
    const before = ui.said().length;
    await warnOfExpiry(app, new Date(`${day}T12:00:00Z`));
    return ui
      .said()
      .slice(before)
      .map(({ text }) => text.replace(/127\.0\.0\.1:\d+/, 'server'));
  };

  it('is said 14 days, 3 days and no day before, once each, and after it has expired no more', async () => {
    assert.deepEqual(await saidOn('2030-03-05'), []);
    const soon = 'The token of maintainer@server expires on 2030-03-20. Sign in again with a new one before that.';
    assert.deepEqual(await saidOn('2030-03-06'), [soon]);
    assert.deepEqual(await saidOn('2030-03-07'), []);
    assert.deepEqual(await saidOn('2030-03-18'), [soon]);
    assert.deepEqual(await saidOn('2030-03-19'), []);
    assert.deepEqual(await saidOn('2030-03-20'), [
      'The token of maintainer@server expires today. Sign in again with a new one.',
    ]);
    assert.deepEqual(await saidOn('2030-03-21'), []);
  });
});
