import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import type { RunningSandbox } from '../support/startSandbox.ts';
import type { Discussion } from '../../src/wire/notes.ts';
import { git } from '../support/git.ts';
import type { Ui } from '../support/hands.ts';
import { poll } from '../support/poll.ts';
import { otherThemes, pictureTheme } from '../support/themes.ts';
import { picturesOf } from '../support/pictures.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';

const file = 'src/text/rounding.ts';

describe('the conversation on a commit, with the packaged extension', function () {
  this.timeout(120_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let ui: Ui;
  let page: Frame;
  let sha = '';

  const picture = picturesOf('commit-conversations', () => ui);
  const ask = (name: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${sandbox.url}/-/sandbox/${name}`, init);
  const setFaults = async (faults: readonly object[]): Promise<void> => {
    assert.ok((await ask('faults', { method: 'POST', body: JSON.stringify(faults) })).ok);
  };
  const posts = async (): Promise<number> =>
    ((await (await ask('requests')).json()) as { method: string }[]).filter(({ method }) => method === 'POST').length;
  /** The threads the server has, each as its texts, with the line of the first. */
  const onServer = async (): Promise<readonly { texts: readonly string[]; line: number | null; author: string }[]> => {
    const address = `${sandbox.url}/api/v4/projects/${encodeURIComponent(sandbox.project)}/repository/commits/${sha}/discussions`;
    const answer = await fetch(`${address}?per_page=100`, { headers: { 'private-token': sandbox.tokens.maintainer } });
    return ((await answer.json()) as Discussion[]).map(({ notes }) => ({
      texts: notes.map(({ body }) => body),
      line: notes[0]?.position?.new_line ?? null,
      author: notes[0]?.author?.username ?? '',
    }));
  };
  const threadOn = (text: string): Promise<Awaited<ReturnType<typeof onServer>>[number]> =>
    poll(async () => (await onServer()).find(({ texts }) => texts[0] === text), { what: `the thread “${text}”` });

  const openPage = async (): Promise<Frame> => {
    const frame = await ui.webview('h1', { text: git(sandbox.repository, 'log', '-1', '--format=%s', sha) });
    await frame.locator('.conversationHead [role=status]').waitFor({ timeout: 20_000 });
    return frame;
  };
  const row = (name: string): Locator => page.getByRole('row', { name, exact: false }).first();
  const field = (): Locator => page.locator('.writer textarea:focus');
  const widget = (text: string | RegExp): Locator =>
    ui.page.locator('.review-widget', { hasText: text }).filter({ visible: true }).first();

  before(async () => {
    sample = await startSampleSession({ viewport: { width: 1400, height: 1000 }, signIn: 'byHand' });
    ({ sandbox, ui } = sample);
    sha = sandbox.commits.clean;
  });

  after(() => sample?.stop());

  it('shows what was said about a commit', async () => {
    await ui.command('Graft Commits: Open Commit…');
    await ui.quickInput.waitFor();
    await ui.pick(git(sandbox.repository, 'log', '-1', '--format=%s', sha), { filter: sha });
    page = await openPage();
    await page.locator('.threadBox', { hasText: 'It touches nothing else.' }).waitFor();
    await picture('conversation');
  });

  it('takes a comment on a line, by keyboard alone', async () => {
    await page.locator('.page').focus();
    await ui.press('j', 'ArrowDown', 'ArrowDown', 'm');
    await field().waitFor();
    await ui.page.keyboard.type('Up, **always**? See #12.');
    await picture('writing');
    await ui.press('Control+Enter');
    const thread = await threadOn('Up, **always**? See #12.');
    assert.deepEqual([thread.line, thread.author], [1, 'maintainer']);
    await page.locator('.extra .markdown strong', { hasText: 'always' }).waitFor();
    await page.locator('.writer').waitFor({ state: 'detached' });
    await picture('thread');
  });

  it('takes a reply, by keyboard alone', async () => {
    await page.locator('.page').focus();
    await ui.press('t');
    await page.locator('.extra:focus').waitFor();
    await page.locator('.extra:focus').getByRole('button', { name: 'Reply' }).focus();
    await ui.press('Enter');
    await field().waitFor();
    await ui.page.keyboard.type('Yes: shops asked for it.');
    await ui.press('Control+Enter');
    await poll(async () => (await threadOn('Up, **always**? See #12.')).texts.length === 2, { what: 'the reply' });
    await page.locator('.extra .remark', { hasText: 'shops asked for it' }).waitFor();
    await picture('reply');
  });

  it('changes a comment and deletes it after a question, by keyboard alone', async () => {
    await row('Line 3 added').focus();
    await ui.press('m');
    await field().waitFor();
    await ui.page.keyboard.type('A slip');
    await ui.press('Control+Enter');
    const own = page.locator('.extra .remark', { hasText: 'A slip' });
    await own.getByRole('button', { name: 'Edit comment' }).focus();
    await ui.press('Enter');
    await field().waitFor();
    // the editor selects all of a page by a message of its own, which comes after the next keys of a quick hand
    await ui.press('Home', 'Shift+End');
    await ui.page.keyboard.type('A better word');
    await picture('editing');
    await ui.press('Control+Enter');
    await threadOn('A better word');
    const changed = page.locator('.extra .remark', { hasText: 'A better word' });
    await changed.getByRole('button', { name: 'Delete comment' }).focus();
    await ui.press('Enter');
    const { message, detail } = await ui.modal('Delete');
    assert.deepEqual([message, detail], ['Delete this comment?', 'A better word']);
    await changed.waitFor({ state: 'detached' });
    assert.ok(!(await onServer()).some(({ texts: [first] }) => first === 'A better word'));
  });

  it('says before a comment on a line the commit did not change what may become of it', async () => {
    await row('Line 2:').focus();
    await ui.press('m');
    await field().waitFor();
    await ui.page.keyboard.type('Is the type right?');
    await page.locator('.writerWord.warning', { hasText: 'did not change line 2' }).waitFor();
    await picture('context-line');
    await page.getByRole('button', { name: 'Send on line 3 instead' }).click();
    assert.equal((await threadOn('Is the type right?')).line, 3);
    await page.locator('.writer').waitFor({ state: 'detached' });
  });

  it('finds a comment whose answer was lost, and sends nothing twice', async () => {
    await ask('requests', { method: 'DELETE' });
    await setFaults([{ operation: 'C10b', fault: 'resetAfter', times: 1 }]);
    await row('Line 3 added').focus();
    await ui.press('m');
    await field().waitFor();
    await ui.page.keyboard.type('Lost on the way back');
    await ui.press('Control+Enter');
    await page.locator('.extra .markdown', { hasText: 'Lost on the way back' }).waitFor();
    assert.equal(await posts(), 1);
    assert.equal((await onServer()).filter(({ texts }) => texts[0] === 'Lost on the way back').length, 1);
  });

  it('keeps what the server refused next to its words, and over a reload', async () => {
    await setFaults([{ operation: 'C10b', fault: 'status', status: 403, body: { message: '403 Forbidden' } }]);
    await page.getByRole('button', { name: 'Comment on the commit' }).click();
    await field().waitFor();
    await ui.page.keyboard.type('Wait for the release');
    await ui.press('Control+Enter');
    await page.locator('.writerWord.error', { hasText: '403 Forbidden' }).waitFor();
    await page.locator('.conversation .writerWord').scrollIntoViewIfNeeded();
    await picture('refused');
    await row('Line 1 added').focus();
    await ui.press('m');
    await field().waitFor();
    await ui.page.keyboard.type('Half a thought');
    // typing rests, and what was typed is stored
    await poll(async () => (await keptTexts()).includes('Half a thought'), { what: 'the text to be kept' });
    await ui.reload();
    page = await openPage();
    const texts = await poll(
      async () => {
        const all = await page.$$eval('.writer textarea', (fields) =>
          fields.map((each) => (each as HTMLTextAreaElement).value),
        );
        return all.length === 2 ? all : undefined;
      },
      { what: 'both texts to be offered again', timeoutMs: 20_000 },
    );
    assert.deepEqual([...texts].sort(), ['Half a thought', 'Wait for the release']);
    assert.deepEqual(
      (await page.locator('.writerWord .words').allInnerTexts()).map((text) => text.slice(0, 7)),
      ['Unsaved', 'Unsaved'],
    );
    await picture('after-reload');
    await setFaults([]);
    await page.locator('.conversation').getByRole('button', { name: 'Send again' }).click();
    await threadOn('Wait for the release');
    assert.ok(!(await onServer()).some(({ texts: [first] }) => first === 'Half a thought'));
  });

  /** The texts the list of unsent comments offers. */
  const keptTexts = async (): Promise<string[]> => {
    await ui.command('Graft Commits: Unsaved Comments');
    await ui.quickInput.waitFor();
    const labels = (await ui.quickPickItems()).map(({ label }) => label);
    await ui.press('Escape');
    await ui.quickInput.waitFor({ state: 'hidden' });
    return labels;
  };

  it('finds a text again that was not sent, where it was written', async () => {
    await ui.command('View: Close All Editors');
    await ui.command('Graft Commits: Unsaved Comments');
    await ui.quickInput.waitFor();
    await picture('unsent');
    await ui.pick('Half a thought');
    page = await openPage();
    const box = page.locator('.extra .writer textarea');
    await box.waitFor();
    assert.equal(await box.inputValue(), 'Half a thought');
  });

  it('shows the threads in the diff editor, and takes a reply there', async () => {
    await page.locator('.page').focus();
    await page.getByRole('row', { name: 'rounding.ts' }).first().focus();
    await ui.press('o');
    await ui.tab(`rounding.ts (${sha.slice(0, 8)})`);
    const thread = widget('shops asked for it');
    await thread.waitFor({ timeout: 20_000 });
    await picture('diff-editor');
    await thread.locator('.review-thread-reply-button').click();
    await ui.page.locator('.review-widget .monaco-editor.focused').first().waitFor();
    await ui.page.keyboard.type('Then it is fine.');
    await thread.locator('.form-actions .monaco-button:not(.disabled)', { hasText: 'Comment' }).click();
    await poll(async () => (await threadOn('Up, **always**? See #12.')).texts.at(-1) === 'Then it is fine.', {
      what: 'the reply on the server',
    });
    await widget('Then it is fine.').waitFor();
  });

  it('changes a comment in its thread, where what is typed is kept', async () => {
    const thread = widget('Then it is fine.');
    // the buttons of a comment are drawn after it: the last of all may be that of the comment before
    const comment = thread.locator('.review-comment', { hasText: 'Then it is fine.' });
    await comment.hover();
    await comment.locator('.action-label[aria-label^="Edit Comment"]').click();
    await ui.page.locator('.review-widget .edit-container .monaco-editor.focused').waitFor();
    await ui.press('Control+a');
    await ui.page.keyboard.type('Then it is settled.');
    await picture('editing-in-the-editor');
    await poll(async () => (await keptTexts()).includes('Then it is settled.'), { what: 'the change to be kept' });
    await thread.locator('.edit-container .monaco-button', { hasText: 'Save Comment' }).click();
    await poll(async () => (await threadOn('Up, **always**? See #12.')).texts.at(-1) === 'Then it is settled.', {
      what: 'the change on the server',
    });
    await widget('Then it is settled.').waitFor();
  });

  it('begins a thread in the diff editor, by keyboard alone', async () => {
    await ui.page.locator('.editor.modified .view-line').first().click();
    await ui.goTo(2);
    await ui.press('Control+k', 'Control+Alt+c');
    await ui.page.locator('.review-widget .monaco-editor.focused').first().waitFor();
    await ui.page.keyboard.type('Begun in the editor');
    await picture('thread-in-the-editor');
    // VS Code takes the keys once it has seen that there is a text
    const send = ui.page.locator('.review-widget .form-actions .monaco-button:not(.disabled)', { hasText: 'Comment' });
    await send.filter({ visible: true }).first().waitFor();
    await ui.press('Control+Enter');
    // the commit did not change the line: the question's first answer is the nearest one it did change
    await ui.page.locator('.monaco-dialog-box', { hasText: 'did not change line 2' }).waitFor();
    await ui.press('Enter');
    assert.equal((await threadOn('Begun in the editor')).line, 3);
    await widget('Begun in the editor').waitFor();
  });

  for (const theme of otherThemes) {
    it(`is pictured in ${theme}`, async () => {
      await pictureTheme(ui, theme);
      const name = theme;
      await picture(`diff-editor-${name}`);
      await (await ui.tab(sha.slice(0, 8))).click();
      page = await openPage();
      await page.locator('.extra').first().scrollIntoViewIfNeeded();
      await picture(`page-${name}`);
      await (await ui.tab('rounding.ts')).click();
    });
  }

  it('throws a text away only after asking', async () => {
    const throwAway = async (): Promise<void> => {
      await ui.command('Graft Commits: Unsaved Comments');
      const text = ui.quickRow('Half a thought');
      await text.waitFor();
      await text.hover();
      await text.locator('.quick-input-list-entry-action-bar .action-label').last().click();
    };
    await throwAway();
    const { message, detail } = await ui.modal('Cancel');
    assert.match(message, /Discard this unsaved comment\?/);
    assert.equal(detail, 'Half a thought');
    // the list is there again
    await ui.quickRow('Half a thought').waitFor();
    await ui.closeQuickInput();
    await throwAway();
    await ui.modal('Discard');
    await ui.command('Graft Commits: Unsaved Comments');
    await ui.notification('There are no unsaved comments.');
  });

  it('has changed nothing in the repository', () => {
    assert.equal(git(sandbox.repository, 'rev-parse', sandbox.commits.clean), sha);
    assert.match(git(sandbox.repository, 'show', `${sha}:${file}`), /a half goes up/);
  });
});
