import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import type { FaultRequest } from '../../src/sandbox/faults.ts';
import { setFaultsAt } from '../support/sandboxControl.ts';
import { type RunningSandbox, startSandbox } from '../support/startSandbox.ts';
import type { DraftNote } from '../../src/wire/draftNotes.ts';
import type { MergeRequestDetail } from '../../src/wire/mergeRequestReview.ts';
import type { Discussion } from '../../src/wire/notes.ts';
import type { Ui } from '../support/hands.ts';
import { picturesOf } from '../support/pictures.ts';
import { poll } from '../support/poll.ts';
import { cloneSample, type SampleClone } from '../support/sampleClone.ts';
import { otherThemes, pictureTheme } from '../support/themes.ts';
import { type Session, startSession } from '../support/userSession.ts';

const file = 'src/ripening/forecast.ts';

interface ReactedNote {
  readonly body: string;
  readonly awardEmoji: {
    readonly nodes: readonly { readonly name: string; readonly user: { readonly username: string } }[];
  };
}

describe('the review page by keyboard, with the packaged extension', function () {
  this.timeout(120_000);
  let sandbox: RunningSandbox;
  let clone: SampleClone;
  let session: Session;
  let ui: Ui;
  let page: Frame;

  const picture = picturesOf('review-page', () => ui);
  const ask = async <T>(method: string, below = '', json?: object): Promise<T> => {
    const address = `${sandbox.url}/api/v4/projects/${encodeURIComponent(sandbox.project)}/merge_requests/5${below}`;
    const answer = await fetch(address, {
      method,
      headers: { 'private-token': sandbox.tokens.maintainer, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    assert.ok(answer.ok, `${method} ${below}: ${answer.status}`);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  };
  const drafts = (): Promise<DraftNote[]> => ask('GET', '/draft_notes');
  const comments = async (): Promise<string[]> =>
    (await ask<Discussion[]>('GET', '/discussions?per_page=100')).flatMap(({ notes }) => notes.map(({ body }) => body));
  const count = async (text: string): Promise<number> => (await comments()).filter((body) => body === text).length;
  const write = async (note: string, line: number): Promise<DraftNote> => {
    const { diff_refs: refs } = await ask<MergeRequestDetail>('GET');
    const position = { ...refs, position_type: 'text', old_path: file, new_path: file, new_line: line };
    return ask('POST', '/draft_notes', { note, position });
  };
  const fault = (...faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(sandbox.url, faults);
  const publications = async (): Promise<string[]> => {
    const answer = await fetch(`${sandbox.url}/-/sandbox/requests`);
    const all = (await answer.json()) as { readonly method: string; readonly operation: string | null }[];
    return all.flatMap(({ method, operation }) =>
      method !== 'GET' && /publish|approve|createMergeRequestNote/i.test(operation ?? '') ? [operation ?? ''] : [],
    );
  };
  const card = (text: string): Locator => page.locator('.draft', { hasText: text });
  // what came of it is told before the drafts were read again; nothing else is sent until then
  const allIsSent = (): Promise<void> => page.locator('.reviewBar .sending').waitFor({ state: 'hidden' });
  const frame = async (): Promise<Frame> => ui.webview('.reviewPage .reviewHead');

  before(async () => {
    sandbox = await startSandbox({ faults: true });
    clone = await cloneSample(sandbox);
    session = await startSession({ folder: clone.folder, viewport: { width: 1400, height: 900 } });
    ui = session.ui;
    await ui.command('Graft: Sign In to GitLab…');
    await ui.input(sandbox.url, { prompt: 'URL of the server' });
    await ui.input(sandbox.tokens.maintainer, { prompt: 'Token for' });
    await ui.notification(/Signed in/);
    for (const { id } of await drafts()) await ask('DELETE', `/draft_notes/${id}`);
    await write('Why these days?', 2);
    await write('A name for this number would help.', 6);
    await write('**Nice** test of `the week`.', 4);
    await fetch(`${sandbox.url}/-/sandbox/requests`, { method: 'DELETE' });
  });

  after(async () => {
    await session?.stop();
    clone?.remove();
    await sandbox?.close();
  });

  it('opens from the palette and shows every draft with its code, in the order of the diff', async () => {
    await ui.command('Graft Review: Show Review Page…');
    await ui.quickInput.waitFor();
    await ui.quickInputBox.fill('!5');
    // the search of the server answers a moment later, with this one alone
    await poll(async () => /Forecast/.test(await ui.quickInput.locator('.monaco-list-row').first().innerText()), {
      what: 'the merge request',
    });
    await ui.press('Enter');
    page = await frame();
    await ui.focusPage();
    await card('A name for this number').waitFor();
    const places = await page.locator('.draftPlace').allInnerTexts();
    assert.deepEqual(places, ['Line 2', 'Line 4', 'Line 6']);
    assert.ok((await page.locator('.draft .snippetRow').count()) > 6);
    await page.locator('.draft strong', { hasText: 'Nice' }).waitFor();
    await page.locator('.snippet [class^=tok-]').first().waitFor();
    await picture('open');
  });

  it('edits a draft by keyboard; its place stays', async () => {
    await ui.press('j', 'j', 'e');
    await page.locator('.draft textarea').waitFor();
    await ui.page.keyboard.type(' Really.');
    await picture('editing');
    await ui.press('Control+Enter');
    const edited = await poll(async () => (await drafts()).find(({ note }) => note.endsWith(' Really.')), {
      what: 'the text on the server',
    });
    assert.equal(edited.position?.new_line, 4);
    await page.locator('.draft textarea').waitFor({ state: 'detached' });
  });

  it('publishes one although the answer is cut off, once, and says so', async () => {
    await fault({ operation: 'publishDraftNote', fault: 'resetAfter', times: 1 });
    await ui.press('k', 'p');
    await page.locator('dialog[open]', { hasText: 'Publish this draft (Line 2)?' }).waitFor();
    await picture('publish-one');
    await ui.press('Enter');
    await page
      .locator('.outcome', { hasText: 'connection dropped; confirmed on the server' })
      .waitFor({ timeout: 20_000 });
    assert.equal(await count('Why these days?'), 1);
    assert.deepEqual(await publications(), ['publishDraftNote']);
    assert.equal((await drafts()).length, 2);
    await allIsSent();
    await picture('published-one');
  });

  it('shows what was written elsewhere as soon as one comes back to the window', async () => {
    await ui.leaveWindow();
    await write('Written in the browser meanwhile', 7);
    await ui.returnToWindow();
    await card('Written in the browser meanwhile').waitFor({ timeout: 15_000 });
  });

  it('tells what became of a draft although the window was closed on its publication', async () => {
    const { id } = await write('Cut off by the window', 3);
    await ui.press('r');
    await card('Cut off by the window').focus();
    await fault({ operation: 'publishDraftNote', fault: 'hang', times: 1 });
    await ui.press('p', 'Enter');
    await poll(async () => (await publications()).length === 2, { what: 'the request' });
    await page.locator('.reviewBar .sending', { hasText: 'Publishing' }).waitFor();
    await picture('publishing');
    // the server was at it all the same
    await ask('PUT', `/draft_notes/${id}/publish`);
    await ui.reload();
    page = await frame();
    const outcome = page.locator('.outcome', { hasText: 'Cut off by the window' });
    await outcome.waitFor({ timeout: 40_000 });
    assert.match(await outcome.innerText(), /Published \(connection dropped; confirmed on the server\)/);
    assert.equal(await count('Cut off by the window'), 1);
    assert.equal((await publications()).length, 3, 'only the request of this test was added');
    await allIsSent();
    await picture('cut-off');
    await fetch(`${sandbox.url}/-/sandbox/requests`, { method: 'DELETE' });
  });

  it('publishes all with the summary, then approves', async () => {
    await ui.focusPage();
    await ui.press('s');
    await page.locator('#summary:focus').waitFor();
    await ui.page.keyboard.type('Good work, a few questions.');
    // past the choice who is to see the summary
    await ui.press('Tab', 'Tab', 'Space');
    await ui.press('Shift+P');
    const question = page.locator('dialog[open]', { hasText: 'Publish 3 drafts?' });
    await question.waitFor();
    assert.match(await question.innerText(), /Your summary will be added[^]*will be approved/);
    await picture('publish-all');
    await ui.press('Enter');
    await page.locator('.outcome', { hasText: 'Approved.' }).waitFor({ timeout: 20_000 });
    await picture('published-all');
    assert.deepEqual(await drafts(), []);
    assert.deepEqual(await publications(), ['publishAllDraftNotes', 'approveMergeRequest']);
    for (const text of ['Why these days?', 'Good work, a few questions.', 'approved this merge request']) {
      assert.equal(await count(text), 1, text);
    }
    assert.equal(await count('**Nice** test of `the week`. Really.'), 1);
  });

  it('is there again after the window was reloaded, with its report until that is dismissed', async () => {
    await ui.reload();
    page = await frame();
    await page.locator('.outcome', { hasText: 'Approved.' }).waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Dismiss All' }).click();
    await page.locator('.report').waitFor({ state: 'detached' });
  });

  it('moves a draft to where its line is after a push', async () => {
    await write('Will be moved', 6);
    const tip = (await ask<MergeRequestDetail>('GET')).sha ?? '';
    const address = `${sandbox.url}/api/v4/projects/${encodeURIComponent(sandbox.project)}/repository`;
    const headers = { 'private-token': sandbox.tokens.maintainer, 'content-type': 'application/json' };
    const raw = await fetch(`${address}/files/${encodeURIComponent(file)}/raw?ref=${tip}`, { headers });
    const content = `// A line on top\n// and another one\n${await raw.text()}`;
    const { source_branch: branch } = await ask<MergeRequestDetail>('GET');
    const commit = {
      branch,
      commit_message: 'Two lines on top',
      actions: [{ action: 'update', file_path: file, content }],
    };
    const pushed = await fetch(`${address}/commits`, { method: 'POST', headers, body: JSON.stringify(commit) });
    assert.equal(pushed.status, 201);
    await page
      .locator('.reviewBar')
      .getByRole('button', { name: /Refresh/ })
      .click();
    await card('Will be moved').locator('.finding', { hasText: 'Commits were pushed' }).waitFor();
    await picture('head-moved');
    await page.locator('.draft').first().focus();
    await ui.press('m');
    const moved = await poll(async () => (await drafts()).find(({ position }) => position?.new_line === 8), {
      what: 'the draft on its line',
    });
    assert.equal(moved.note, 'Will be moved');
    await card('Will be moved').locator('.draftPlace', { hasText: 'Line 8' }).waitFor();
    await picture('moved');
  });

  for (const theme of otherThemes) {
    it(`is pictured in ${theme}`, async () => {
      await pictureTheme(ui, theme);
      await picture(theme);
    });
  }

  it('leads to the page of the merge request, where a comment is written by keyboard', async () => {
    await ui.command('Graft Review: Open Merge Request');
    const request = await ui.webview('.mergeRequestPage .requestHead');
    await request.locator('.requestSection', { hasText: 'Commits' }).locator('li').first().waitFor();
    await request.locator('.requestActions .button', { hasText: 'Revoke Approval' }).waitFor();
    for (const theme of otherThemes) {
      await pictureTheme(ui, theme);
      await picture(`merge-request-${theme}`);
    }
    await pictureTheme(ui, 'dark');
    await picture('merge-request');
    await ui.press('c');
    await request.locator('textarea:focus').waitFor();
    await ui.page.keyboard.type('Seen as a whole.');
    await ui.press('Control+Enter');
    await poll(async () => (await count('Seen as a whole.')) === 1, { what: 'the comment on the server' });
    await request.locator('.requestThread', { hasText: 'Seen as a whole.' }).waitFor();
    // the thread may be drawn by a refresh before the answer to what was sent is here
    await request.locator('textarea').waitFor({ state: 'detached' });
    const own = request.locator('.requestThread', { hasText: 'Seen as a whole.' });
    await own.getByRole('button', { name: 'Edit comment' }).focus();
    await ui.press('Enter');
    await request.locator('.requestThread textarea:focus').waitFor();
    await ui.press('Control+End');
    await ui.page.keyboard.type(' Twice.');
    await picture('merge-request-editing');
    await ui.press('Control+Enter');
    await poll(async () => (await count('Seen as a whole. Twice.')) === 1, { what: 'the change on the server' });
    await request.locator('textarea').waitFor({ state: 'detached' });
    await own.getByText('Seen as a whole. Twice.').waitFor();
  });

  it('reacts to comments on the page and in the diff editor, which both show who has', async () => {
    const graphql = async <T>(
      query: string,
      variables: object = {},
      who: 'maintainer' | 'developer' = 'maintainer',
    ) => {
      const headers = { 'private-token': sandbox.tokens[who], 'content-type': 'application/json' };
      const body = JSON.stringify({ query, variables });
      return (await (await fetch(`${sandbox.url}/api/graphql`, { method: 'POST', headers, body })).json()) as T;
    };
    const reactions = async (body: string): Promise<readonly string[]> => {
      const { data } = await graphql<{
        data: { project: { mergeRequest: { notes: { nodes: readonly ReactedNote[] } } } };
      }>(`{ project(fullPath: "${sandbox.project}") { mergeRequest(iid: "5") { notes { nodes {
          id body awardEmoji { nodes { name user { username } } }
        } } } } }`);
      const found = data.project.mergeRequest.notes.nodes.find((each) => each.body === body);
      return (found?.awardEmoji.nodes ?? []).map(({ name, user }) => `${name} ${user.username}`);
    };
    const { notes } =
      (await ask<Discussion[]>('GET', '/discussions?per_page=100')).find(({ notes: [first] }) =>
        first?.body.startsWith('Does a week begin'),
      ) ?? assert.fail('no thread');
    const [first = assert.fail('no comment')] = notes;
    for (const name of ['tada', 'golden_apple']) {
      const input = { awardableId: `gid://gitlab/Note/${first.id}`, name };
      const mutation = 'mutation M($input: AwardEmojiAddInput!) { awardEmojiAdd(input: $input) { errors } }';
      await graphql(mutation, { input }, 'developer');
    }
    const request = await ui.webview('.mergeRequestPage .requestHead');
    await request.getByRole('button', { name: 'Refresh' }).first().click();
    const thread = request.locator('.requestThread', { hasText: 'Does a week begin' });
    const tada = thread.locator('.reaction', { hasText: '🎉' });
    await tada.press('Enter');
    await poll(async () => (await reactions(first.body)).includes('tada maintainer'), { what: 'the reaction' });
    await thread.locator('.reaction[aria-pressed=true]', { hasText: '🎉 2' }).waitFor();
    await thread.getByRole('button', { name: 'Add reaction' }).first().press('Enter');
    for (const theme of otherThemes) {
      await pictureTheme(ui, theme);
      await picture(`reactions-${theme}`);
    }
    await pictureTheme(ui, 'dark');
    await picture('reactions');
    await thread.locator('.reaction', { hasText: '🚀' }).press('Enter');
    await thread.locator('.reaction[aria-pressed=true]', { hasText: '🚀 1' }).waitFor();
    await thread.getByRole('button', { name: /forecast\.ts/ }).press('Enter');
    const shown = ui.page.locator('.review-comment', { hasText: 'Does a week begin' });
    const rocket = shown.getByText('🚀 1');
    await rocket.waitFor();
    // its line is in the middle; another thread on that line is above it
    await ui.page.locator('.view-line', { hasText: 'Math.ceil' }).hover();
    await poll(
      async () => {
        const isInSight = await shown.first().evaluate((comment) => {
          const { left, top } = comment.getBoundingClientRect();
          return comment.contains(document.elementFromPoint(left + 40, top + 20));
        });
        if (!isInSight) await ui.page.mouse.wheel(0, 60);
        return isInSight;
      },
      { what: 'the comment in sight' },
    );
    await picture('reactions-in-diff');
    await shown.first().hover();
    await shown.locator('.action-label[aria-label^="React"]').first().click();
    await ui.pick('rocket');
    await poll(async () => !(await reactions(first.body)).includes('rocket maintainer'), { what: 'no reaction' });
    await rocket.waitFor({ state: 'detached' });
    assert.deepEqual(await reactions(first.body), ['tada developer', 'golden_apple developer', 'tada maintainer']);
    await ui.command('View: Close Editor');
  });

  it('applies a suggestion from the page of the merge request, after a preview', async () => {
    const { diff_refs: refs, source_branch: branch } = await ask<MergeRequestDetail>('GET');
    const position = { ...refs, position_type: 'text', old_path: file, new_path: file, new_line: 1 };
    const body = 'Say it in one line:\n\n```suggestion:-0+1\n// One line on top\n```';
    await ask('POST', '/discussions', { body, position });
    const other = '```suggestion:-0+0\n// Another one\n```';
    await ask('POST', '/discussions', { body: other, position: { ...position, new_line: 4 } });
    const request = await ui.webview('.mergeRequestPage .requestHead');
    await request.getByRole('button', { name: 'Refresh' }).first().click();
    const thread = request.locator('.requestThread', { hasText: 'Say it in one line' });
    // the page may know the first already when the second is written
    await request.locator('.requestThread', { hasText: '// Another one' }).waitFor();
    await thread.getByRole('button', { name: 'Apply Suggestion…' }).focus();
    await picture('suggestion');
    await ui.press('Enter');
    await ui.quickRow('Show change').waitFor();
    await picture('suggestion-preview');
    await ui.pick('Show change');
    await ui.page.locator('.tab.active', { hasText: 'Suggestion: forecast.ts' }).waitFor();
    await ui.quickRow('Show change').waitFor();
    await picture('suggestion-change');
    await ui.pick('More suggestions');
    await ui.quickRow(`Line 4 of ${file}`).waitFor();
    await picture('suggestion-more');
    await ui.press('ArrowDown', 'ArrowDown', ' ');
    await ui.quickInput.getByText('2 Selected').waitFor();
    await ui.press('Enter');
    await ui.quickInput.getByText('Apply 2 Suggestions').waitFor();
    await picture('suggestion-both');
    await ui.pick(`Commit to ${branch}`);
    await poll(async () => (await ask<MergeRequestDetail>('GET')).diff_refs?.head_sha !== refs?.head_sha, {
      what: 'the commit',
    });
    await ui.command('View: Close Editor');
    const again = await ui.webview('.mergeRequestPage .requestHead');
    await again.getByText(/^\d+ resolved threads?$/).waitFor();
    await picture('suggestion-applied');
  });
});
