import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type RunningSandbox, startSandbox } from '../support/startSandbox.ts';
import { exported } from '../sandbox/transferring.ts';
import { type AdministrationSession, administrationSession } from '../support/administrationSession.ts';
import type { Ui } from '../support/hands.ts';
import { temporaryFolder } from '../support/paths.ts';
import { longMs } from '../support/patience.ts';
import { poll } from '../support/poll.ts';
import { holdAt, sentTo } from '../support/sandboxControl.ts';
import { pictureTheme, themeNames } from '../support/themes.ts';

describe('importing a project and a group, by keyboard, with the packaged extension', function () {
  this.timeout(180_000);
  let sandbox: RunningSandbox;
  let user: AdministrationSession;
  let ui: Ui;
  let folder: string;

  const rows = async (): Promise<string> => (await ui.quickPickItems()).map(({ label }) => label).join('\n');
  const offered = (row: RegExp): Promise<boolean> =>
    poll(async () => row.test(await rows()), { what: `the row ${String(row)}`, timeoutMs: longMs });
  const writes = (operation: string): Promise<number> => sentTo(sandbox.url, operation);
  const open = (file: string): Promise<void> => user.chooseFile(path.join(folder, file), /\/$/);
  /** Answers the questions of an import up to the list of what is about to happen. */
  const answer = async (project: string): Promise<void> => {
    await user.run('Graft Transfer: Import Project…');
    await user.asked(/Import Project/);
    await open('2026-11-21_09-00-000_acme_orchard_export.tar.gz');
    await user.asked(/Destination namespace/);
    await ui.quickInputBox.fill('tools');
    await offered(/Acme \/ Tools/);
    await ui.press('Enter');
    await user.asked(/Name of the project/);
    await ui.press('Enter');
    await user.asked(/Press Enter to check/);
    await ui.quickInputBox.fill(project);
    await ui.press('Enter');
    await user.asked(/Press Enter to start/);
    await offered(/^Import$/m);
  };

  before(async () => {
    folder = temporaryFolder('imports');
    sandbox = await startSandbox({ faults: true, jobDelayMs: 0 });
    const project = await exported(sandbox, `/projects/${encodeURIComponent(sandbox.project)}`, 'owner');
    const group = await exported(sandbox, '/groups/acme', 'owner');
    writeFileSync(path.join(folder, '2026-11-21_09-00-000_acme_orchard_export.tar.gz'), project);
    writeFileSync(path.join(folder, 'acme_export.tar.gz'), group);
    writeFileSync(path.join(folder, 'cut.tar.gz'), project.subarray(0, project.length - 1000));
    user = await administrationSession({ pictures: 'importing', sandbox });
    ({ ui } = user);
  });

  afterEach(() => holdAt(sandbox.url));

  after(async () => {
    await user?.stop();
    await sandbox?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('offers the places the user may import into, their own first', async () => {
    await user.run('Graft Transfer: Import Project…');
    await user.asked(/Import Project/);
    await open('2026-11-21_09-00-000_acme_orchard_export.tar.gz');
    await user.asked(/Destination namespace/);
    await offered(/Acme \/ Tools/);
    await user.picture('places');
    await ui.closeQuickInput();
  });

  it('shows what is about to happen before anything is sent, in every theme', async () => {
    for (const theme of themeNames) {
      await pictureTheme(ui, theme);
      await answer('orchard-imported');
      await offered(/^Archive$/m);
      await user.picture(`review-${theme}`);
      await ui.closeQuickInput();
    }
    assert.equal(await writes('importProject'), 0);
  });

  it('offers what to set in the project', async () => {
    await answer('orchard-imported');
    await ui.quickInputBox.fill('Options');
    await offered(/^Options$/m);
    await ui.press('Enter');
    await user.asked(/Settings that replace/);
    await offered(/Visibility/);
    await user.picture('overrides');
    // that leads back to everything that is about to happen
    await ui.press('Escape');
    await user.asked(/Press Enter to start/);
    await ui.closeQuickInput();
  });

  it('imports, shows it at work in the view, and says that it has finished', async () => {
    await holdAt(sandbox.url, 'finished');
    await answer('orchard-imported');
    await ui.press('Enter');
    await user.waitFor(/orchard-imported · running · Project import/);
    await user.picture('running');
    await holdAt(sandbox.url);
    await ui.notification(/Project import: acme\/tools\/orchard-imported has finished\./);
    await user.waitFor(/orchard-imported · finished · Project import/);
    assert.equal(await writes('importProject'), 1);
    for (const theme of themeNames) {
      await pictureTheme(ui, theme);
      await user.picture(`finished-${theme}`);
    }
    const headers = { 'private-token': sandbox.tokens.owner };
    const address = `${sandbox.url}/api/v4/projects/acme%2Ftools%2Forchard-imported/repository/branches`;
    const branches = (await (await fetch(address, { headers })).json()) as { readonly name: string }[];
    assert.ok(branches.length > 1, JSON.stringify(branches));
  });

  it('says what is wrong with a file', async () => {
    await ui.command('Notifications: Clear All Notifications');
    await user.run('Graft Transfer: Import Project…');
    await user.asked(/Import Project/);
    await open('cut.tar.gz');
    await ui.notification(/Nothing was sent\. cut\.tar\.gz is truncated/);
    await user.picture('cut');
    await ui.command('Notifications: Clear All Notifications');
  });

  it('says the rules of groups beforehand, and finds the group by its path', async () => {
    await user.run('Graft Transfer: Export or Import…');
    await ui.pick('Import Group…', { filter: 'Import Group' });
    await user.asked(/Import Group/);
    await open('acme_export.tar.gz');
    await user.asked(/Parent group/);
    await offered(/Top-level group/);
    await user.picture('parents');
    await ui.press('Enter');
    await user.asked(/Name of the group/);
    await ui.press('Enter');
    await user.asked(/Press Enter to check/);
    await ui.quickInputBox.fill('acme-moved');
    await ui.press('Enter');
    await user.asked(/Press Enter to start/);
    await offered(/The group will be private/);
    await user.picture('group');
    await ui.press('Enter');
    await ui.notification(/Group import: acme-moved has finished\./);
    await user.waitFor(/acme-moved · finished · Group import/);
    assert.equal(await writes('importGroup'), 1);
    await user.picture('groupFinished');
  });
});
