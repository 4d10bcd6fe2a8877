import assert from 'node:assert/strict';
import { type AdministrationSession, administrationSession } from '../support/window/administrationSession.ts';
import type { Ui } from '../support/window/hands.ts';
import { longMs, shortMs } from '../support/patience.ts';
import { poll } from '../support/poll.ts';
import { type RunningSandbox, startSandbox } from '../support/servers/startSandbox.ts';
import { type Session, startSession } from '../support/window/userSession.ts';

/** Upper bounds for the extension's palette entries. */
const most = { project: 62, withBoard: 71 };

describe('the command palette', function () {
  this.timeout(180_000);

  describe('of a user who is not signed in', () => {
    let session: Session;

    before(async () => {
      session = await startSession();
      await session.ui.openContainer('Graft');
    });

    after(() => session?.stop());

    it('finds “gitlab”', () => finds(session.ui, 'gitlab', 'Graft: Sign In to GitLab…'));

    it('offers to sign in, a sample server, the check of a connection and help, and nothing else', async () => {
      assert.deepEqual(await listed(session.ui), [
        'Graft: Check Connection…',
        'Graft: Get Started',
        'Graft: Show Log',
        'Graft: Sign In to GitLab…',
        'Graft: Try with a Sample Server',
      ]);
    });
  });

  describe('of a project', () => {
    let sandbox: RunningSandbox;
    let user: AdministrationSession;
    let ui: Ui;

    before(async () => {
      sandbox = await startSandbox({ faults: true });
      user = await administrationSession({ pictures: 'palette', sandbox });
      ({ ui } = user);
    });

    after(async () => {
      await user?.stop();
      await sandbox?.close();
    });

    for (const [words, command] of [
      ['gitlab', 'Graft: Open GitLab Link…'],
      ['file history', 'Graft Commits: File History'],
      ['backport', 'Graft Backport: Backport…'],
      ['review', 'Graft Review: Review Merge Request…'],
      ['cherry', 'Graft Commits: Cherry-Pick Commit…'],
      ['export', 'Graft Transfer: Export or Import…'],
    ] as const) {
      it(`finds “${words}”`, () => finds(ui, words, command));
    }

    it('has nothing that needs a board, a job, a page or a row', async () => {
      const labels = await listed(ui);
      assert.ok(labels.length <= most.project, `${labels.length}: ${labels.join(' | ')}`);
      for (const command of ['Graft Branches: Can I Push Here?', 'Graft Commits: New Commit on Server…'])
        assert.ok(labels.includes(command), command);
      const needy =
        /Load More|Older|Newer|Draft|Thread|Send Again|Send Comment|Text|Report|Exported File|to Backport Board/;
      assert.deepEqual(
        labels.filter((label) => needy.test(label)),
        [],
      );
    });

    it('has what belongs to a board once one is open', async () => {
      await user.run('Graft Backport: New Backport Board');
      await ui.tab('Backport board');
      const labels = await listed(ui);
      assert.ok(labels.length <= most.withBoard, `${labels.length}: ${labels.join(' | ')}`);
      for (const command of ['Add Commits to Backport Board…', 'Save Backport Board…', 'Stop Testing or Applying'])
        assert.ok(labels.includes(`Graft Backport: ${command}`), command);
      await finds(ui, 'backport', 'Graft Backport: New Backport Board');
    });

    it('has those of a board no longer once it is closed', async () => {
      await ui.command('View: Close All Editors');
      await poll(
        async () => {
          const labels = (await listed(ui)).filter((label) => label.startsWith('Graft Backport: '));
          if (labels.some((label) => label.includes('Add '))) throw new Error(labels.join(' | '));
          return true;
        },
        { what: 'the commands of the board to go' },
      );
    });
  });
});

const finds = async (ui: Ui, words: string, command: string): Promise<void> => {
  await poll(
    async () => {
      const [first] = ofGraft(await labelsFor(ui, words));
      if (first !== command) throw new Error(first ?? 'none');
      return true;
    },
    { what: `“${command}” as the first for “${words}”` },
  );
  await ui.closeQuickInput();
};

const listed = async (ui: Ui): Promise<readonly string[]> => {
  const size = ui.page.viewportSize() ?? assert.fail('the window has no size');
  // lists draw visible rows only
  await ui.page.setViewportSize({ ...size, height: 8_000 });
  const labels = await labelsFor(ui, 'graft');
  await ui.closeQuickInput();
  await ui.page.setViewportSize(size);
  return ofGraft(labels).sort();
};

/** Without VS Code's commands for views. */
const ofGraft = (labels: readonly string[]): string[] =>
  labels.filter((label) => /^Graft( \w+)?: (?!Focus on )/.test(label));

const labelsFor = async (ui: Ui, words: string): Promise<readonly string[]> => {
  // a page that opens takes the focus, which closes the palette
  await poll(
    async () => {
      await ui.closeQuickInput();
      await ui.press('F1');
      await ui.quickInput.waitFor({ timeout: shortMs });
      await ui.quickInputBox.fill(`>${words}`, { timeout: shortMs });
      return true;
    },
    { what: 'the palette', timeoutMs: longMs },
  );
  return poll(
    async () => {
      const count = Number.parseInt(await ui.quickInput.locator('.quick-input-visible-count').innerText(), 10);
      const rows = await ui.quickInput
        .locator('.quick-input-list .monaco-list-row')
        .evaluateAll((drawn) =>
          drawn.map((row) => ({
            place: Number(row.getAttribute('data-index')),
            label: row.querySelector('.label-name')?.textContent?.replaceAll('\u00a0', ' ') ?? '',
          })),
        );
      if (rows.length === 0 || (rows.length < count && rows.length < 12)) throw new Error(`${rows.length} of ${count}`);
      return rows.sort((one, other) => one.place - other.place).map(({ label }) => label);
    },
    { what: `the rows for “${words}”` },
  );
};
