import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { CertificateMaker } from '../client/proxy/certificates.ts';
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

  it('asks for a client certificate and what opens it, and shows what stands in it before it is used', async () => {
    const { ui } = session;
    const folder = mkdtempSync(path.join(tmpdir(), 'graft-certificate-'));
    const maker = new CertificateMaker(folder);
    try {
      const passphrase = 'orchard-passphrase';
      const { cert, key } = maker.make(
        { subject: 'olive' },
        maker.make({ subject: 'Orchard Root', isAuthority: true }),
      );
      const file = path.join(folder, 'olive.pem');
      writeFileSync(file, cert);
      const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
      writeFileSync(path.join(folder, 'olive.key'), createPrivateKey(key).export(locked));
      await ui.command('Graft: Switch Account…');
      const [account] = await ui.quickPickItems();
      const row = ui.quickRow(account?.label ?? '');
      await row.hover();
      await row.getByRole('button', { name: 'Client Certificate…' }).click();
      await ui.chooseFile(file, /\/$/);
      await ui.quickInput.getByText('Private Key of the Client Certificate').waitFor();
      await picture('certificate-key');
      await ui.chooseFile(path.join(folder, 'olive.key'), /\/$/);
      await ui.quickInput.getByText('Passphrase of the Client Certificate').waitFor();
      await ui.quickInputBox.fill('wrong');
      await ui.press('Enter');
      await ui.quickInput.getByText(/is wrong/).waitFor();
      await picture('certificate-passphrase');
      await ui.quickInputBox.fill(passphrase);
      await ui.press('Enter');
      const dialog = ui.page.locator('.monaco-dialog-box');
      await dialog.getByText(/^Issued to: CN=olive/).waitFor();
      await picture('certificate-use');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    } finally {
      maker.dispose();
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
