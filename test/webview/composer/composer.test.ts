import assert from 'node:assert/strict';
import path from 'node:path';
import type { ComposerView, FromComposer, ToComposer } from '../../../src/messages/composer.ts';
import { lengthRemark } from '../../../src/webview/composer/lengthRemark.ts';
import { arePicturesTaken, pictureFolder } from '../../support/window/pictures.ts';
import { poll } from '../../support/poll.ts';
import { type OpenedPage, type OpenOptions, usePages } from '../pageHarness.ts';

const pictures = pictureFolder('composer-page');

const file = (change: Partial<ComposerView['files'][number]>): ComposerView['files'][number] => ({
  path: 'src/trees/apple.ts',
  previousPath: undefined,
  kind: 'update',
  additions: 12,
  deletions: 3,
  facts: [],
  isIncluded: true,
  hasDiff: true,
  isByHand: false,
  notices: [],
  ...change,
});

const sample: ComposerView = {
  server: 'gitlab.example.com',
  project: 'acme/orchard · olive@gitlab.example.com',
  source: 'All changes of orchard, with untracked files',
  target: {
    branch: 'release/1.0',
    words: 'on top of 1a2b3c4d Prune the hedge before spring',
    start: undefined,
    startProject: undefined,
  },
  message: '',
  author: undefined,
  me: 'Olive Marsh',
  force: false,
  stats: true,
  files: [
    file({}),
    file({ path: 'tools/harvest.sh', kind: 'create', additions: 40, deletions: 0, facts: ['executable'] }),
    file({ path: 'docs/guide/pears.md', previousPath: 'docs/pears.md', kind: 'move', additions: 2, deletions: 1 }),
    file({
      path: 'media/a very long folder name/that goes on/and on/picture of an orchard in the evening.png',
      additions: undefined,
      deletions: undefined,
      facts: ['base64'],
    }),
    file({
      path: 'src/shared.ts',
      notices: [
        {
          level: 'blocks',
          text: 'The server’s version differs from the one you edited.',
          decision: { label: 'Replace Theirs', accept: true },
        },
      ],
    }),
    file({ path: 'old\u202Etxt.exe', kind: 'delete', additions: 0, deletions: 9, isIncluded: false }),
    file({ path: 'NOTES.md', kind: 'create', additions: 1, deletions: 0, isByHand: true }),
  ],
  leftOut: [{ path: 'film.mp4', why: 'stored in Git LFS: its content would have to be uploaded by git-lfs.' }],
  notices: [
    {
      level: 'warns',
      text: 'You may not push to release/1.0: requires Maintainer; you are Developer. The server is likely to refuse the commit.',
      lines: [],
      remedy: { label: 'Choose Branch…', does: 'chooseBranch' },
    },
    {
      level: 'warns',
      text: 'release/1.0 will be overwritten: 2 commits will be lost.',
      lines: ['9f8e7d6c Ripen <b>early</b> – Ada Crane', '5b4a3c2d Water twice – Bo Reed'],
      remedy: undefined,
    },
  ],
  summary: '6 files · +67 −7 · about 12 kB',
  state: 'ready',
  progress: undefined,
  whyNot: undefined,
  done: undefined,
};

describe('the composer page', () => {
  const openPage = usePages<ToComposer, FromComposer>({
    name: 'composer',
    styles: ['composer'],
    state: { account: 'a', project: '1', id: 'a 1 all' },
  });

  const open = async (
    change: Partial<ComposerView> = {},
    options: OpenOptions = {},
  ): Promise<OpenedPage<ToComposer, FromComposer>> => {
    const opened = await openPage(options);
    assert.deepEqual(await opened.posted(), [{ type: 'ready' }]);
    await opened.send({ type: 'message', text: sample.message }, { type: 'view', view: { ...sample, ...change } });
    return opened;
  };
  const nextPosted = async (opened: OpenedPage<ToComposer, FromComposer>): Promise<FromComposer[]> => {
    const all: FromComposer[] = [];
    await poll(async () => all.push(...(await opened.posted())) > 0, { what: 'a message' });
    return all;
  };

  it('begins in the message, keeps what is typed and sends with the keyboard', async () => {
    const opened = await open();
    assert.equal(await opened.page.evaluate(() => document.activeElement?.id), 'message');
    await opened.page.keyboard.type('Prune the pears');
    await opened.page.keyboard.press('Control+Enter');
    const posted = await nextPosted(opened);
    assert.deepEqual(posted.at(-1), { type: 'send' });
    assert.deepEqual(
      posted.findLast(({ type }) => type === 'message'),
      { type: 'message', text: 'Prune the pears' },
    );
    assert.deepEqual(await opened.kept(), { account: 'a', project: '1', id: 'a 1 all' });
  });

  it('does not let a view that arrives overtake what is being typed', async () => {
    const opened = await open();
    await opened.page.keyboard.type('One');
    await opened.send({ type: 'view', view: { ...sample, message: '' } });
    await opened.page.keyboard.type(' two');
    assert.equal(await opened.page.locator('#message').inputValue(), 'One two');
  });

  it('walks the files with the arrows, opens one and leaves one out', async () => {
    const opened = await open();
    await opened.page.locator('.openFile').first().focus();
    await opened.page.keyboard.press('ArrowDown');
    await opened.page.keyboard.press('Enter');
    assert.deepEqual(await opened.posted(), [{ type: 'openFile', path: 'tools/harvest.sh' }]);
    await opened.page.keyboard.press('Shift+Tab');
    await opened.page.keyboard.press('Space');
    assert.deepEqual(await opened.posted(), [{ type: 'include', path: 'tools/harvest.sh', on: false }]);
  });

  it('asks for everything else by a button with a name', async () => {
    const { page, posted } = await open();
    const click = async (name: string | RegExp): Promise<FromComposer[]> => {
      await page.getByRole('button', { name }).first().click();
      return posted();
    };
    assert.deepEqual(await click(/^Choose the branch/), [{ type: 'chooseBranch' }]);
    assert.deepEqual(await click(/^Choose the base of the branch/), [{ type: 'chooseStart' }]);
    assert.deepEqual(await click('Add File…'), [{ type: 'addAction' }]);
    assert.deepEqual(await click('Refresh changes'), [{ type: 'read' }]);
    assert.deepEqual(await click('Replace Theirs: src/shared.ts'), [
      { type: 'accept', path: 'src/shared.ts', on: true },
    ]);
    assert.deepEqual(await click('Remove NOTES.md'), [{ type: 'remove', path: 'NOTES.md' }]);
    assert.deepEqual(await click('Change Author…'), [{ type: 'author', author: { name: '', email: '' } }]);
    assert.deepEqual(await click('Show Request'), [{ type: 'showRequest' }]);
    assert.deepEqual(await click('Commit on gitlab.example.com'), [{ type: 'send' }]);
  });

  it('does not send while something is missing, and says what', async () => {
    const { page, posted } = await open({ whyNot: 'Write a commit message.' });
    const button = page.getByRole('button', { name: 'Commit on gitlab.example.com' });
    assert.equal(await button.getAttribute('title'), 'Write a commit message.');
    await button.click({ force: true });
    assert.deepEqual(await posted(), []);
  });

  it('shows names with acting characters and markup as they are', async () => {
    const { page } = await open();
    assert.match((await page.locator('.file').nth(5).textContent()) ?? '', /old.*U\+202E.*txt\.exe/);
    assert.equal(await page.locator('.lines b').count(), 0);
  });

  it('offers what comes next once the commit is made', async () => {
    const done = {
      shortSha: '1a2b3c4d',
      title: 'Prune',
      words: 'Committed on main as 1a2b3c4d.',
      canFollow: true,
      canRequest: true,
    };
    const { page, posted } = await open({ state: 'done', done });
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Open Commit');
    await page.getByRole('button', { name: 'Update Local Branch' }).click();
    await page.getByRole('button', { name: 'Undo with a Revert…' }).click();
    await page.getByRole('button', { name: 'Create Merge Request…' }).click();
    assert.deepEqual(await posted(), [{ type: 'follow' }, { type: 'revert' }, { type: 'request' }]);
    assert.equal(await page.locator('.followed').count(), 0);
    assert.equal(await page.locator('.sendBar').count(), 0);
  });

  it('says what came of asking the local branch to follow, and keeps the focus where it was', async () => {
    const done = {
      shortSha: '1a2b3c4d',
      title: 'Prune',
      words: 'Committed on main as 1a2b3c4d.',
      canFollow: true,
      canRequest: true,
    };
    const { page, send } = await open({ state: 'done', done });
    await page.getByRole('button', { name: 'Update Local Branch' }).focus();
    const followed = 'main is now at 1a2b3c4d. Your other changes are unchanged.';
    await send({ type: 'view', view: { ...sample, state: 'done', done: { ...done, followed } } });
    assert.equal(await page.locator('[role=status] .followed').innerText(), followed);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Update Local Branch');
  });

  const pictured = arePicturesTaken ? (['light', 'hc-dark', 'hc-light'] as const) : [];
  for (const theme of ['dark', ...pictured] as const) {
    it(`is no wider than its column, in ${theme}`, async () => {
      const opened = await open(
        { target: { ...sample.target, start: 'main', words: 'will be overwritten' }, force: true },
        { theme, viewport: { width: 1000, height: 860 } },
      );
      await opened.send({ type: 'message', text: 'Prune the pears before spring\n\nThey grow into the path.' });
      await opened.page.locator('.openFile').nth(1).focus();
      if (arePicturesTaken) await opened.page.screenshot({ path: path.join(pictures, `${theme}.png`) });
      const wide = await opened.page.evaluate(() => document.querySelector('.body')?.scrollWidth);
      const room = await opened.page.evaluate(() => document.querySelector('.body')?.clientWidth);
      assert.equal(wide, room, 'something is wider than the page');
    });
  }

  it('fits a narrow column', async () => {
    const opened = await open({}, { viewport: { width: 420, height: 800 } });
    if (arePicturesTaken) await opened.page.screenshot({ path: path.join(pictures, 'narrow.png') });
    const [wide, room] = await opened.page.evaluate(() => {
      const body = document.querySelector('.body');
      return [body?.scrollWidth, body?.clientWidth];
    });
    assert.equal(wide, room);
  });
});

describe('lengthRemark', () => {
  it('says when a line is longer than people are used to', () => {
    assert.equal(lengthRemark('Short').isLong, false);
    assert.match(lengthRemark('x'.repeat(51)).words, /51 of 50/);
    assert.match(lengthRemark('x'.repeat(73)).words, /cut it at 72/);
    assert.match(lengthRemark('Short\nno blank line').words, /second line/);
    assert.match(lengthRemark(`Short\n\n${'word '.repeat(20)}`).words, /Line 3/);
    assert.equal(lengthRemark(`Short\n\nhttps://example.com/${'x'.repeat(80)}`).isLong, false);
  });
});
