import { git } from '../support/git.ts';
import type { Ui } from '../support/window/hands.ts';
import { picturesOf } from '../support/window/pictures.ts';
import { type SampleSession, startSampleSession } from '../support/window/sampleSession.ts';

describe('a folder nobody has trusted yet', function () {
  this.timeout(120_000);
  let sample: SampleSession;
  let ui: Ui;

  const picture = picturesOf('restricted-mode', () => ui);

  before(async () => {
    sample = await startSampleSession({
      signIn: 'preset',
      settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
    });
    ({ ui } = sample);
    await ui.openContainer('Graft');
  });

  after(() => sample?.stop());

  it('says that Restricted Mode is the reason, and shows the project once it is trusted', async () => {
    const commits = await ui.openPane('Commits');
    await commits.getByText('This window is in Restricted Mode').waitFor({ timeout: 30_000 });
    await picture('restricted');
    await commits.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await ui.page.locator('.workspace-trust-editor .monaco-button', { hasText: 'Trust' }).first().click();
    const subject = git(sample.sandbox.repository, 'log', '-1', '--format=%s', 'main');
    await ui.row(subject, commits).waitFor({ timeout: 30_000 });
    await picture('trusted');
  });
});
