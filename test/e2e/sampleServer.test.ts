import assert from 'node:assert/strict';
import { picturesOf } from '../support/pictures.ts';
import { type Session, startSession } from '../support/userSession.ts';

describe('the sample server, as a user without an account tries it', function () {
  this.timeout(120_000);
  let session: Session;

  before(async () => {
    session = await startSession();
  });

  const picture = picturesOf('sample-server', () => session.ui);

  after(() => session?.stop());

  it('starts from the welcome text and shows its project without a folder', async () => {
    const { ui } = session;
    await ui.openContainer('Graft');
    const commits = await ui.openPane('Commits');
    await commits.locator('.monaco-button', { hasText: 'Try with a Sample Server' }).click();
    await commits.locator('.monaco-list-row[role=treeitem][aria-expanded]').first().waitFor({ timeout: 30_000 });
    assert.match(await commits.locator('.pane-header').innerText(), /acme\/orchard/);
    await ui.notification('nothing you do here reaches another server');
    await ui.page.locator('.statusbar-item', { hasText: 'Sample server' }).waitFor();
    await picture('running');
  });

  it('is gone with its account when it is stopped', async () => {
    const { ui } = session;
    await ui.command('Graft: Stop the Sample Server');
    const commits = await ui.openPane('Commits');
    await commits.locator('.monaco-button', { hasText: 'Sign In' }).waitFor({ timeout: 30_000 });
    await ui.page.locator('.statusbar-item', { hasText: 'Sample server' }).waitFor({ state: 'hidden' });
  });
});
