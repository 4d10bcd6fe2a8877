import assert from 'node:assert/strict';
import type {
  CommitView,
  FromCommitPage,
  PartName,
  RefsView,
  StatusView,
  ToCommitPage,
} from '../../../src/messages/commitPage.ts';
import { subject, useCommitPages, type CommitPage } from './commitPages.ts';
import { commitView, emptyParts, fileView } from './sampleViews.ts';

const commit = (own: Partial<CommitView> = {}): ToCommitPage => ({ type: 'commit', commit: commitView(own) });
const failed = (name: PartName, retryable = true): ToCommitPage => ({
  type: 'part',
  part: { name, view: { state: 'failed', failure: { message: `No ${name}: 502`, retryable } } },
});
const statusView = (own: Partial<StatusView>): StatusView => ({
  ...{ id: 1, name: 'build', status: 'success', description: undefined, facts: '', times: '', url: undefined },
  ...{ allowFailure: false, ...own },
});
const mergeRequests: ToCommitPage = {
  type: 'part',
  part: {
    name: 'mergeRequests',
    view: {
      state: 'ready',
      value: [
        {
          reference: '!12',
          title: 'Renew tokens',
          state: 'merged',
          facts: 'Author: Mara\nLabels: a\u202eb',
          url: 'https://gitlab.example.com/12',
        },
        { reference: '!13', title: 'Backport', state: 'opened', facts: '', url: undefined },
      ],
    },
  },
};
const statuses: ToCommitPage = {
  type: 'part',
  part: {
    name: 'statuses',
    view: {
      state: 'ready',
      value: [
        statusView({ id: 1, name: 'build', url: 'https://ci/1', facts: 'on main · by Mara', times: 'Created: today' }),
        statusView({ id: 2, name: 'lint', status: 'failed', description: '2 warnings', allowFailure: true }),
        statusView({ id: 3, name: 'test', url: 'https://ci/3' }),
      ],
    },
  },
};

const fact = (opened: CommitPage, name: string) =>
  opened.page.locator('.fact', { has: opened.page.locator('dt', { hasText: new RegExp(`^${name}$`) }) }).locator('dd');
const textOf = (opened: CommitPage, name: string): Promise<string> => fact(opened, name).innerText();

describe('head of the commit page', () => {
  const open = useCommitPages();

  it('says that it is listening, once', async () => {
    const opened = await open();
    assert.deepEqual(await opened.posted(), [{ type: 'ready' }]);
  });

  it('keeps what it was opened for, for a reload of the window', async () => {
    const opened = await open();
    const kept = (await opened.kept()) as typeof subject;
    assert.deepEqual({ account: kept.account, project: kept.project, sha: kept.sha }, subject);
  });

  it('says that the commit is loading', async () => {
    const { page } = await open();
    assert.equal((await page.locator('h1').innerText()).trim(), 'Loading commit…');
    assert.equal(await page.locator('code').innerText(), subject.sha.slice(0, 8));
  });

  it('shows what the commit says of itself', async () => {
    const opened = await open();
    await opened.send(commit({ body: 'First line\n  * second', trailers: [{ key: 'Changelog', value: 'fixed' }] }));
    const { page } = opened;
    assert.equal(await page.locator('h1').innerText(), commitView().title);
    assert.equal(await page.locator('.messageBody').innerText(), 'First line\n  * second');
    assert.equal(await page.locator('.head .counts').innerText(), '+3\n−1');
    assert.equal(await textOf(opened, 'Changelog'), 'fixed');
    assert.match((await fact(opened, 'Author').locator('time').getAttribute('title')) ?? '', /November 18, 2026/);
  });

  it('says how long ago the commit was written', async () => {
    const opened = await open();
    const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
    await opened.send(commit({ author: { name: 'Mara Lindqvist', email: 'mara@example.com', at } }));
    assert.equal(await textOf(opened, 'Author'), 'Mara Lindqvist <mara@example.com> · 3 days ago');
  });

  it('names the committer only when that is not the author', async () => {
    const opened = await open();
    await opened.send(commit());
    assert.equal(await fact(opened, 'Committer').count(), 0);
    await opened.send(commit({ committer: { name: 'GitLab', email: 'noreply@example.com', at: undefined } }));
    assert.equal(await textOf(opened, 'Committer'), 'GitLab <noreply@example.com> · at an unknown date');
  });

  it('shows markup in messages as text', async () => {
    const markup = '<img src=x onerror=alert(1)><b>bold</b>';
    const opened = await open();
    await opened.send(commit({ title: markup, body: markup }));
    assert.equal(await opened.page.locator('h1').innerText(), markup);
    assert.equal(await opened.page.locator('pre').innerText(), markup);
    assert.equal(await opened.page.locator('img, b').count(), 0);
  });

  it('shows characters that could deceive by their codes', async () => {
    const opened = await open();
    await opened.send(commit({ title: 'safe\u202egpj.exe', author: { name: 'Ada\u200b', email: '', at: undefined } }));
    assert.equal(await opened.page.locator('h1').innerText(), 'safeU+202Egpj.exe');
    assert.match(await textOf(opened, 'Author'), /^AdaU\+200B/);
  });

  it('folds a long message', async () => {
    const opened = await open();
    await opened.send(commit({ body: Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n') }));
    const height = async (): Promise<number> => (await opened.page.locator('pre').boundingBox())?.height ?? 0;
    const folded = await height();
    await opened.page.getByRole('button', { name: 'Show more' }).click();
    assert.ok(Math.abs((await height()) - 10 * folded) < 10, 'six lines of sixty');
    await opened.page.getByRole('button', { name: 'Show less' }).click();
    assert.equal(await height(), folded);
  });

  it('shows the parents and opens them', async () => {
    const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];
    const opened = await open();
    await opened.send(commit({ parents: [first, second] }));
    await opened.page.getByRole('button', { name: 'bbbbbbbb' }).click();
    assert.deepEqual((await opened.posted()).at(-1), { type: 'openCommit', sha: second });
    await opened.send(commit({ parents: [] }));
    assert.equal(await textOf(opened, 'Parent'), 'None (root commit)');
  });

  const actions: readonly (readonly [button: string, expected: FromCommitPage])[] = [
    ['Cherry-Pick…', { type: 'cherryPick' }],
    ['Revert…', { type: 'revert' }],
    ['Open All Changes', { type: 'openAllChanges' }],
    ['Open in browser', { type: 'openInBrowser' }],
    ['Copy link', { type: 'copyLink' }],
    ['Copy the full SHA', { type: 'copySha' }],
  ];
  for (const [button, expected] of actions) {
    it(`asks for ${expected.type} by "${button}"`, async () => {
      const opened = await open();
      await opened.send(commit());
      await opened.page.getByRole('button', { name: button, exact: true }).click();
      assert.deepEqual((await opened.posted()).at(-1), expected);
    });
  }

  it('offers no browser and no link when the commit has no address', async () => {
    const opened = await open();
    await opened.send(commit({ webUrl: undefined }));
    assert.equal(await opened.page.getByRole('button', { name: /browser|link/ }).count(), 0);
  });

  const rows: Readonly<Record<PartName, string>> = {
    signature: 'Signature',
    refs: 'Contained in',
    mergeRequests: 'Merge requests',
    statuses: 'Checks',
    sequence: 'Commits up to this one',
  };
  const names = Object.keys(rows) as PartName[];

  it('says of each part that it is loading', async () => {
    const opened = await open();
    await opened.send(commit());
    for (const name of names) assert.match(await textOf(opened, rows[name]), /^\s*Loading .*…(\s*Cancel)?$/);
  });

  for (const name of names) {
    it(`says why ${name} failed, in place, and asks for it again`, async () => {
      const opened = await open();
      await opened.send(commit(), failed(name));
      assert.match(await textOf(opened, rows[name]), new RegExp(`No ${name}: 502\\s+Retry`));
      await fact(opened, rows[name]).getByRole('button', { name: 'Retry' }).click();
      assert.deepEqual((await opened.posted()).at(-1), { type: 'retry', what: name });
      assert.match(await textOf(opened, rows[name]), /Loading/);
    });
  }

  for (const name of names) {
    it(`gives ${name} up by keyboard, and reads it after all`, async () => {
      const opened = await open();
      await opened.send(commit());
      const row = fact(opened, rows[name]);
      await row.getByRole('button', { name: /^Cancel loading/ }).press('Enter');
      assert.deepEqual((await opened.posted()).at(-1), { type: 'stop', what: name });
      const failure = { message: 'Not loaded: you cancelled.', retryable: true, stopped: true } as const;
      await opened.send({ type: 'part', part: { name, view: { state: 'failed', failure } } });
      assert.match(await textOf(opened, rows[name]), /Not loaded: you cancelled\.\s+Retry/);
      assert.equal(await row.locator('.failure .bad').count(), 0, 'nothing has gone wrong');
      await opened.page.keyboard.press('Enter');
      assert.deepEqual((await opened.posted()).at(-1), { type: 'retry', what: name });
    });
  }

  it('offers no Retry where it cannot help', async () => {
    const opened = await open();
    await opened.send(commit(), failed('refs', false));
    assert.equal(await opened.page.getByRole('button', { name: 'Retry' }).count(), 0);
  });

  it('says what is not there', async () => {
    const opened = await open();
    await opened.send(commit(), ...emptyParts);
    assert.equal(await textOf(opened, 'Merge requests'), 'Not in any merge request');
    assert.match(await textOf(opened, 'Checks'), /^No pipeline or external check reported/);
    assert.equal(await textOf(opened, 'Contained in'), 'Not in any branch or tag');
    assert.equal(await textOf(opened, 'Signature'), 'Not signed');
  });

  it('tells a sequence number that cannot be had from one that is on its way or failed', async () => {
    const opened = await open();
    await opened.send({ type: 'commit', commit: commitView() });
    assert.equal((await textOf(opened, 'Commits up to this one')).trim(), 'Loading sequence number…');
    const unavailable = 'Requires GitLab 16.9 or newer';
    await opened.send({ type: 'part', part: { name: 'sequence', view: { state: 'ready', value: { unavailable } } } });
    assert.equal(await textOf(opened, 'Commits up to this one'), unavailable);
    await opened.send({ type: 'part', part: { name: 'sequence', view: { state: 'ready', value: { count: 1204 } } } });
    assert.equal(await textOf(opened, 'Commits up to this one'), '1,204');
  });

  it('unfolds the details of a signature', async () => {
    const details = [{ key: 'Key', value: 'SHA256:abc' }];
    const opened = await open();
    await opened.send(commit(), {
      type: 'part',
      part: {
        name: 'signature',
        view: { state: 'ready', value: { tone: 'verified', label: 'Verified (SSH)', details } },
      },
    });
    const value = opened.page.getByText('SHA256:abc');
    assert.equal(await value.isVisible(), false);
    await opened.page.getByText('Verified (SSH)').click();
    assert.equal(await value.isVisible(), true);
  });

  it('folds many branches and tags, and says when there are more than it knows', async () => {
    const branches = Array.from({ length: 30 }, (_, index) => `branch-${index}`);
    const opened = await open();
    await opened.send(commit(), {
      type: 'part',
      part: { name: 'refs', view: { state: 'ready', value: { branches, tags: ['v1'], more: true } } },
    });
    assert.equal(await opened.page.locator('.chip').count(), 6);
    assert.match(await textOf(opened, 'Contained in'), /and others\s+Show all/);
    await opened.page.getByRole('button', { name: '25 more' }).click();
    assert.equal(await opened.page.locator('.chip').count(), 31);
  });

  it('loads all branches and tags on request, by keyboard; that can be cancelled, and tried again', async () => {
    const opened = await open();
    const branches = Array.from({ length: 100 }, (_, index) => `branch-${index}`);
    const refs = (value: RefsView): ToCommitPage => ({
      type: 'part',
      part: { name: 'refs', view: { state: 'ready', value } },
    });
    const last = async (): Promise<unknown> => (await opened.posted()).at(-1);
    await opened.send(commit(), refs({ branches, tags: [], more: true }));
    await opened.page.getByRole('button', { name: 'Show all branches and tags' }).focus();
    await opened.page.keyboard.press('Enter');
    assert.deepEqual(await last(), { type: 'loadAllRefs' });
    await opened.send(refs({ branches, tags: [], more: true, rest: { state: 'loading', count: 4_200 } }));
    assert.match(await textOf(opened, 'Contained in'), /Loading, 4,200 so far…\s+Cancel/);
    await opened.page.keyboard.press('Enter');
    assert.deepEqual(await last(), { type: 'loadAllRefs', cancel: true });
    const failure = { message: 'The server does not answer.', retryable: true };
    await opened.send(refs({ branches, tags: [], more: true, rest: { state: 'failed', failure } }));
    await opened.page.getByRole('button', { name: 'Retry: all branches and tags' }).click();
    assert.deepEqual(await last(), { type: 'loadAllRefs' });
    await opened.send(refs({ branches, tags: [], more: true, rest: { state: 'loading', count: 100 } }));
    await opened.page.getByRole('button', { name: 'Cancel reading' }).focus();
    await opened.send(refs({ branches: [...branches, 'last'], tags: ['v1'], more: false }));
    assert.equal(await opened.page.locator('.chip').count(), 102);
    assert.equal(await opened.page.locator('button:focus').innerText(), 'Show fewer');
  });

  it('keeps a gap between what is said of checks and the button that sets one', async () => {
    const opened = await open();
    await opened.send(commit({ pipeline: undefined }), {
      type: 'part',
      part: { name: 'statuses', view: { state: 'ready', value: [] } },
    });
    const words = await opened.page.getByText('No pipeline or external check reported').boundingBox();
    const button = await opened.page.getByRole('button', { name: 'Set Status…' }).boundingBox();
    assert.ok(words && button && (button.x - (words.x + words.width) >= 8 || button.y >= words.y + words.height));
  });

  it('shows merge requests with their states in words, and opens those that have an address', async () => {
    const opened = await open();
    await opened.send(commit(), mergeRequests);
    assert.match(await textOf(opened, 'Merge requests'), /Merged\s+!12\s+Renew tokens\s+Open\s+!13\s+Backport/);
    assert.equal(await opened.page.getByText('Renew tokens').getAttribute('title'), 'Author: Mara\nLabels: a[U+202E]b');
    await opened.page.getByRole('button', { name: '!12' }).click();
    assert.deepEqual((await opened.posted()).at(-1), { type: 'openMergeRequest', reference: '!12' });
    assert.equal(await opened.page.getByRole('button', { name: '!13' }).count(), 0);
  });

  it('shows the pipeline and counts the checks by state; they unfold and open', async () => {
    const opened = await open();
    await opened.send(commit({ pipeline: { status: 'failed', url: 'https://ci/9' } }), statuses);
    assert.match(await textOf(opened, 'Checks'), /Pipeline failed\s+1 failed, allowed to fail\s+2 passed/);
    await opened.page.getByRole('button', { name: 'Pipeline failed' }).click();
    await opened.page.locator('summary').click();
    assert.match(await textOf(opened, 'Checks'), /build\s+on main · by Mara\s/);
    assert.equal(await opened.page.getByText('on main · by Mara').getAttribute('title'), 'Created: today');
    await opened.page.getByRole('button', { name: 'build' }).click();
    assert.deepEqual((await opened.posted()).slice(-2), [{ type: 'openPipeline' }, { type: 'openStatus', id: 1 }]);
  });

  it('shows a failure of the commit in place of the page, with Retry', async () => {
    const opened = await open();
    await opened.send({ type: 'failed', failure: { message: 'There is no such commit.', retryable: true } });
    assert.match(await opened.page.getByRole('alert').innerText(), /could not be shown\s+There is no such commit\./);
    await opened.page.getByRole('button', { name: 'Retry' }).click();
    assert.deepEqual((await opened.posted()).at(-1), { type: 'retry', what: 'commit' });
    await opened.send(commit(), { type: 'files', files: [fileView()], restart: true, complete: true });
    assert.equal(await opened.page.locator('h1').innerText(), commitView().title);
    assert.equal(await opened.page.locator('.fileRow').count(), 1);
  });

  it('keeps the page when only a later request for the commit fails', async () => {
    const opened = await open();
    await opened.send(commit(), { type: 'failed', failure: { message: 'Timed out.', retryable: true } });
    assert.equal(await opened.page.locator('h1').innerText(), commitView().title);
    assert.match(await opened.page.getByRole('alert').innerText(), /Timed out\./);
  });
});
