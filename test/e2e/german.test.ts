import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { git } from '../support/git.ts';
import type { Ui } from '../support/window/hands.ts';
import { readManifest, rootFolder } from '../support/paths.ts';
import { picturesOf } from '../support/window/pictures.ts';
import { poll } from '../support/poll.ts';
import { type SampleSession, startSampleSession } from '../support/window/sampleSession.ts';
import { pictureTheme, themeNames } from '../support/window/themes.ts';

type Texts = Readonly<Record<string, string>>;

const read = (file: string): Texts => JSON.parse(readFileSync(path.join(rootFolder, file), 'utf8')) as Texts;
const german = read('l10n/bundle.l10n.de.json');
const ofPackage = read('package.nls.de.json');

const textOf = (key: string): string => ofPackage[key.replaceAll('%', '')] ?? key;

const stepWords = {
  account: 'Persönliches Zugriffstoken',
  board: 'Vorhanden',
  review: 'nur für Sie sichtbar',
  push: 'Darf ich hier pushen?',
  network: 'Proxys und Zertifikate',
};

/** False for a frame that is detached meanwhile. */
const draws = (frame: Frame, words: string): Promise<boolean> =>
  frame
    .getByText(words)
    .first()
    .isVisible()
    .catch(() => false);

const titleOf = (id: string): string => {
  const { contributes } = readManifest() as unknown as {
    readonly contributes: { readonly commands: readonly { command: string; category: string; title: string }[] };
  };
  const command = contributes.commands.find((each) => each.command === id);
  assert.ok(command, id);
  return `${textOf(command.category)}: ${textOf(command.title)}`;
};

/** English texts without words of the server: none may be drawn. */
const english = new Set(
  Object.entries(german).flatMap(([original, translation]) =>
    original !== translation && original.includes(' ') && !original.includes('{') ? [original] : [],
  ),
);

describe('Graft in German, as a user of VS Code in German meets it', function () {
  this.timeout(120_000);
  let sample: SampleSession;
  let ui: Ui;
  let commits: Locator;

  const picture = picturesOf('german', () => ui);

  const pictureInThemes = async (name: string): Promise<void> => {
    for (const theme of themeNames) {
      await pictureTheme(ui, theme);
      await picture(`${name}-${theme}`);
    }
  };

  const setSideBar = async (widthPx: number): Promise<void> => {
    const bar = ui.page.locator('.part.sidebar');
    const { x = 0, y = 0, width = 0, height = 0 } = (await bar.boundingBox()) ?? {};
    await ui.page.mouse.move(x + width, y + height / 2);
    await ui.page.mouse.down();
    await ui.page.mouse.move(x + widthPx, y + height / 2, { steps: 5 });
    await ui.page.mouse.up();
    await poll(async () => Math.abs(((await bar.boundingBox())?.width ?? 0) - widthPx) < 3, {
      what: `a side bar of ${widthPx} pixels`,
    });
  };

  const inEnglish = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => line.trim()).filter((line) => english.has(line));

  /** The page is German, fits its tab, and no button is cut. */
  const isGerman = async (page: Frame): Promise<void> => {
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    assert.deepEqual(inEnglish((await page.locator('body').innerText()).split('\n')), []);
    const cut = await page.locator('body').evaluate((body) => {
      const isCut = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth + 1;
      const buttons = [...body.querySelectorAll('button')].filter((each) => each.clientWidth > 0 && isCut(each));
      return [...(isCut(body) ? ['the page'] : []), ...buttons.map(({ innerText }) => innerText)];
    });
    assert.deepEqual(cut, []);
  };

  before(async () => {
    sample = await startSampleSession({
      signIn: 'preset',
      language: 'de',
      viewport: { width: 1440, height: 900 },
      // clicks on rows fail while another page is drawn
      settings: { 'graft.commits.pageSize': 100 },
    });
    ({ ui } = sample);
    await ui.openContainer('Graft');
    commits = await ui.openPane(textOf('view.commits'));
  });

  after(() => sample?.stop());

  it('has its views in German', async () => {
    await ui.row(git(sample.sandbox.repository, 'log', '-1', '--format=%s', 'main'), commits).waitFor();
    const rules = await ui.openPane(textOf('view.protectedBranches'));
    await ui.row('release/*', rules).waitFor();
    const reviews = await ui.openPane(textOf('view.reviews'));
    await ui.statusItem('Push erlaubt');
    for (const widthPx of [300, 200]) {
      await setSideBar(widthPx);
      await pictureInThemes(`views-${widthPx}`);
    }
    await setSideBar(300);
    for (const pane of [commits, rules, reviews])
      assert.deepEqual(inEnglish((await ui.treeLines(pane)).flatMap((line) => line.split(' · '))), []);
  });

  it('shows its first steps in German', async () => {
    await ui.command('Welcome: Open Walkthrough...');
    await ui.pick(textOf('walkthrough.title'), { filter: 'Graft' });
    await ui.page.locator('.gettingStartedContainer', { hasText: textOf('walkthrough.push.title') }).waitFor();
    const page = ui.page.locator('.gettingStartedContainer');
    for (const [step, words] of Object.entries(stepWords)) {
      await page.locator('.step-title', { hasText: textOf(`walkthrough.${step}.title`) }).click();
      await poll(async () => (await Promise.all(ui.page.frames().map((frame) => draws(frame, words)))).includes(true), {
        what: `“${words}”`,
      });
      if (step === 'account') await pictureInThemes('walkthrough');
      else await picture(`walkthrough-${step}`);
    }
    await ui.command('View: Close All Editors');
  });

  it('shows a commit in German', async () => {
    const subject = git(sample.sandbox.repository, 'log', '-1', '--format=%s', sample.sandbox.commits.clean);
    await (await ui.findRow(subject, commits)).click();
    const page = await ui.webview('h1', { text: subject });
    await page.locator('text=@@').first().waitFor();
    await pictureInThemes('commit');
    await isGerman(page);
    await ui.command('View: Close All Editors');
  });

  it('shows a backport board in German', async () => {
    const { commits: known, branches } = sample.sandbox;
    const subject = git(sample.sandbox.repository, 'log', '-1', '--format=%s', known.conflict);
    await ui.contextMenu(await ui.findRow(subject, commits), textOf('command.board.add'));
    const page = await ui.webview('.boardHead');
    await ui.command(titleOf('graft.board.addBranches'));
    await ui.quickInput.waitFor();
    // Enter accepts the text; a click would only select
    await ui.quickInputBox.pressSequentially(branches.target);
    await ui.quickRow(branches.target).waitFor();
    await ui.press('Enter');
    await page.getByRole('gridcell', { name: /^Konflikt/ }).waitFor();
    await page.getByRole('gridcell').first().click();
    await pictureInThemes('board');
    await isGerman(page);
    await ui.command('View: Close All Editors');
  });
});
