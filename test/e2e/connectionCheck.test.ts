import type { Frame } from 'playwright-core';
import { picturesOf } from '../support/pictures.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';
import { pictureTheme, themeNames } from '../support/themes.ts';

describe('checking the connection, as a user does', function () {
  this.timeout(120_000);
  let session: SampleSession;

  before(async () => {
    session = await startSampleSession({ signIn: 'preset', viewport: { width: 1100, height: 1100 } });
  });

  after(() => session?.stop());

  const picture = picturesOf('connection-check', () => session.ui);

  const page = (summary: string): Promise<Frame> =>
    session.ui.webview('.connectionPage [role=status]', { text: summary });

  it('passes from the palette', async () => {
    const { ui } = session;
    await ui.openContainer('Graft');
    await ui.statusItem(/Push allowed/);
    await ui.command('Graft: Check Connection…');
    await page('The connection works.');
    for (const theme of themeNames) {
      await pictureTheme(ui, theme);
      await picture(`works-${theme}`);
    }
  });

  it('shows the step that fails once the server is away, and what may help', async () => {
    const { ui, sandbox } = session;
    await sandbox.close();
    const shown = await page('The connection works.');
    await shown.getByRole('button', { name: 'Check Again' }).press('Enter');
    const failed = await page('1 step failed.');
    await failed.getByRole('button', { name: 'Change URL…' }).waitFor();
    for (const theme of themeNames) {
      await pictureTheme(ui, theme);
      await picture(`fails-${theme}`);
    }
    await failed.getByRole('button', { name: 'Change URL…' }).press('Enter');
    await ui.input('https://gitlab.invalid', { prompt: 'URL of the server' });
    await ui.closeQuickInput();
  });
});
