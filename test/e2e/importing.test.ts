import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { exported } from '../sandbox/transferring.ts';
import type { Ui } from '../support/hands.ts';
import { outFolder, temporaryFolder } from '../support/paths.ts';
import { longMs } from '../support/patience.ts';
import { poll } from '../support/poll.ts';
import { cloneSample, type SampleClone } from '../support/sampleClone.ts';
import { switchTheme, themeNames } from '../support/themes.ts';
import { type Session, startSession } from '../support/userSession.ts';

const pictures = path.join(outFolder, 'screenshots', 'importing');

describe('importing a project and a group, by keyboard, with the packaged extension', function () {
  this.timeout(180_000);
  let sandbox: RunningSandbox;
  let clone: SampleClone;
  let session: Session;
  let ui: Ui;
  let view: Locator;
  let folder: string;
  let step = 0;

  const picture = async (name: string): Promise<void> => {
    step += 1;
    await ui.screenshot(path.join(pictures, `${String(step).padStart(2, '0')}-${name}.png`));
  };
  const run = (title: string): Promise<void> => ui.commandByKeyboard(title);
  /** Waits until a question is asked that has words in its title, placeholder or message. */
  const asked = (words: RegExp): Promise<boolean> =>
    poll(
      async () => words.test(await ui.quickInput.innerText()) || words.test((await ui.quickInputTitle()).placeholder),
      { what: `the question ${String(words)}`, timeoutMs: longMs },
    );
  const rows = async (): Promise<string> => (await ui.quickPickItems()).map(({ label }) => label).join('\n');
  const offered = (row: RegExp): Promise<boolean> =>
    poll(async () => row.test(await rows()), { what: `the row ${String(row)}`, timeoutMs: longMs });
  const waitFor = (line: RegExp): Promise<string> =>
    poll(
      async () => {
        const drawn = await ui.treeLines(view);
        const found = drawn.find((each) => line.test(each));
        if (found === undefined) throw new Error(drawn.join('\n') || 'no rows');
        return found;
      },
      { what: `the row ${String(line)}`, timeoutMs: longMs },
    );
  const hold = (...states: readonly string[]): Promise<unknown> =>
    fetch(`${sandbox.url}/-/sandbox/jobs`, { method: 'POST', body: JSON.stringify({ hold: states }) });
  const writes = async (operation: string): Promise<number> => {
    const received = (await (await fetch(`${sandbox.url}/-/sandbox/requests`)).json()) as { operation?: string }[];
    return received.filter((each) => each.operation === operation).length;
  };
  /** Answers the dialog that asks for a file; it writes its own proposal once it has read the folder. */
  const open = async (file: string): Promise<void> => {
    await poll(async () => /\/$/.test(await ui.quickInputBox.inputValue()), { what: 'a proposed folder' });
    await poll(
      async () => {
        if ((await ui.quickInputBox.inputValue()) === file) return true;
        await ui.quickInputBox.fill(file);
        return false;
      },
      { what: 'the file to be typed', everyMs: 300 },
    );
    await ui.press('Enter');
  };
  /** Answers the questions of an import up to the list of what is about to happen. */
  const answer = async (project: string): Promise<void> => {
    await run('Graft: Import Project…');
    await asked(/Import Project/);
    await open(path.join(folder, '2026-11-21_09-00-000_acme_orchard_export.tar.gz'));
    await asked(/Where the project goes/);
    await ui.quickInputBox.fill('tools');
    await offered(/Acme \/ Tools/);
    await ui.press('Enter');
    await asked(/Name of the project/);
    await ui.press('Enter');
    await asked(/checked when you press Enter/);
    await ui.quickInputBox.fill(project);
    await ui.press('Enter');
    await asked(/Enter begins/);
    await offered(/^Import$/m);
  };

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    folder = temporaryFolder('imports');
    sandbox = await startSandbox({ faults: true, jobDelayMs: 0 });
    const project = await exported(sandbox, `/projects/${encodeURIComponent(sandbox.project)}`, 'owner');
    const group = await exported(sandbox, '/groups/acme', 'owner');
    writeFileSync(path.join(folder, '2026-11-21_09-00-000_acme_orchard_export.tar.gz'), project);
    writeFileSync(path.join(folder, 'acme_export.tar.gz'), group);
    writeFileSync(path.join(folder, 'cut.tar.gz'), project.subarray(0, project.length - 1000));
    clone = await cloneSample(sandbox);
    const account = JSON.stringify({ url: sandbox.url, token: sandbox.tokens.owner });
    session = await startSession({
      folder: clone.folder,
      env: { GRAFT_DEMO_ACCOUNT: account },
      viewport: { width: 1400, height: 900 },
    });
    ui = session.ui;
    await ui.openContainer('Graft for GitLab');
    // views move while the first project is being read
    await ui.statusItem(/Push allowed/);
    for (const other of ['Commits', 'Protected Branches', 'Reviews', 'Iterations']) await ui.closePane(other);
    view = await ui.openPane('Administration');
  });

  after(async () => {
    await session?.stop();
    clone?.remove();
    await sandbox?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('offers the places the user may import into, their own first', async () => {
    await run('Graft: Import Project…');
    await asked(/Import Project/);
    await open(path.join(folder, '2026-11-21_09-00-000_acme_orchard_export.tar.gz'));
    await asked(/Where the project goes/);
    await offered(/Acme \/ Tools/);
    await picture('places');
    await ui.closeQuickInput();
  });

  it('shows what is about to happen before anything is sent, in every theme', async () => {
    for (const theme of themeNames) {
      await switchTheme(ui, theme);
      await answer('orchard-imported');
      await offered(/^Archive$/m);
      await picture(`review-${theme}`);
      await ui.closeQuickInput();
    }
    assert.equal(await writes('importProject'), 0);
  });

  it('offers what to set in the project', async () => {
    await answer('orchard-imported');
    await ui.quickInputBox.fill('Set');
    await offered(/^Set$/m);
    await ui.press('Enter');
    await asked(/What to set/);
    await offered(/Visibility/);
    await picture('overrides');
    // that leads back to everything that is about to happen
    await ui.press('Escape');
    await asked(/Enter begins/);
    await ui.closeQuickInput();
  });

  it('imports, shows it at work in the view, and says that it has finished', async () => {
    await hold('finished');
    await answer('orchard-imported');
    await ui.press('Enter');
    await waitFor(/orchard-imported · the server is at work · Project import/);
    await picture('running');
    await hold();
    await ui.notification(/Project import: acme\/tools\/orchard-imported has finished\./);
    await waitFor(/orchard-imported · finished · Project import/);
    assert.equal(await writes('importProject'), 1);
    for (const theme of themeNames) {
      await switchTheme(ui, theme);
      await picture(`finished-${theme}`);
    }
    const headers = { 'private-token': sandbox.tokens.owner };
    const address = `${sandbox.url}/api/v4/projects/acme%2Ftools%2Forchard-imported/repository/branches`;
    const branches = (await (await fetch(address, { headers })).json()) as { readonly name: string }[];
    assert.ok(branches.length > 1, JSON.stringify(branches));
  });

  it('says what is wrong with a file', async () => {
    await ui.command('Notifications: Clear All Notifications');
    await run('Graft: Import Project…');
    await asked(/Import Project/);
    await open(path.join(folder, 'cut.tar.gz'));
    await ui.notification(/Nothing was sent\. cut\.tar\.gz ends in the middle/);
    await picture('cut');
    await ui.command('Notifications: Clear All Notifications');
  });

  it('says the rules of groups beforehand, and finds the group by its path', async () => {
    await run('Graft: Import Group…');
    await asked(/Import Group/);
    await open(path.join(folder, 'acme_export.tar.gz'));
    await asked(/Where the group goes/);
    await offered(/A group of its own/);
    await picture('parents');
    await ui.press('Enter');
    await asked(/Name of the group/);
    await ui.press('Enter');
    await asked(/checked when you press Enter/);
    await ui.quickInputBox.fill('acme-moved');
    await ui.press('Enter');
    await asked(/Enter begins/);
    await offered(/The group will be private/);
    await picture('group');
    await ui.press('Enter');
    await ui.notification(/Group import: acme-moved has finished\./);
    await waitFor(/acme-moved · finished · Group import/);
    assert.equal(await writes('importGroup'), 1);
    await picture('groupFinished');
  });
});
