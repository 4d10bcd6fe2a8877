import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../../src/extension.ts';
import { JobPageSession } from '../../../../../src/host/transfers/jobPage/session.ts';
import type { JobKindRules } from '../../../../../src/host/transfers/rules.ts';
import type { FromJobPage, ToJobPage } from '../../../../../src/messages/jobPage.ts';
import { handle } from '../../../../../src/messages/page.ts';
import { hasEnded, type Job, type JobChange, type JobSeed } from '../../../../../src/model/transfers/jobs/job.ts';
import { readAccount } from '../../../../../src/model/accounts/signIn.ts';
import { activated, sandbox, signOut } from '../../../../support/window/inHost.ts';
import { poll } from '../../../../support/poll.ts';
import { hands } from '../../../hands.ts';

describe('the page of a job', () => {
  const user = hands();
  let app: App;
  let account: string;
  let answer: JobChange;
  let looks: number;
  const sessions: JobPageSession[] = [];

  const rules: JobKindRules = {
    pace: { shortestMs: 0, longestMs: 3_600_000 },
    async poll() {
      looks += 1;
      return { ...answer, pollInMs: 3_600_000 };
    },
    endingActions: () => [{ title: 'Show Log', command: 'graft.accounts.showLog' }],
  };

  const seed = (change: Partial<JobSeed> = {}): JobSeed => ({
    kind: 'gitImport',
    account,
    baseUrl: sandbox().url,
    subject: { type: 'project', path: 'acme/orchard' },
    source: 'git.example.com/orchard.git',
    ...change,
  });
  const add = async (phase: Job['phase'] = 'running', change: Partial<JobSeed> = {}): Promise<Job> => {
    const job = await app.jobs.add(seed(change), phase, 'started');
    // polled once at the start, then not for an hour
    if (phase === 'running' && change.account === undefined)
      // wait until the poll is stored: a page would join one in progress
      await poll(() => (app.jobs.get(job.id)?.look.nextAtMs ?? 0) > Date.now() + 3_000_000 && looks > 0, {
        what: 'the first look',
      });
    // storage is written in order: the job's write is complete after this
    await app.context.globalState.update('graft.test', undefined);
    return job;
  };
  const tabs = (): string[] =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('graft.job'))
      .map(({ label }) => label);
  const session = (
    id: string,
  ): { told: ToJobPage[]; receive: (message: FromJobPage) => Promise<void>; closed: () => number } => {
    const told: ToJobPage[] = [];
    let closed = 0;
    const made = new JobPageSession(id, app, {
      post: (message) => told.push(message),
      draw: () => undefined,
      setTitle: () => undefined,
      isVisible: () => true,
      close: () => (closed += 1),
    });
    sessions.push(made);
    return { told, receive: (message) => handle(made.handlers, message), closed: () => closed };
  };
  const phases = (told: readonly ToJobPage[]): string[] =>
    told.flatMap((message) => (message.type === 'job' ? [message.job.phase.name] : []));

  before(async () => {
    app = await activated();
    const { url, tokens } = sandbox();
    const token = tokens['maintainer'] ?? assert.fail('no token');
    account = (await app.accounts.add(await readAccount(app.clients.trial(url, token), {}), token)).id;
    app.jobs.register('gitImport', rules);
  });

  beforeEach(() => {
    looks = 0;
    answer = { phase: 'running', state: { state: 'started' } };
  });

  afterEach(async () => {
    for (const each of sessions.splice(0)) each.dispose();
    for (const { id } of app.jobs.list()) await app.jobs.remove(id);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(() => signOut(app));

  it('opens once for each job, by its row', async () => {
    const { id } = await add();
    await vscode.commands.executeCommand('graft.transfers.openJob', { kind: 'job', id });
    await poll(() => tabs().join() === 'Git repository import: acme/orchard', {
      what: `the page, not ${tabs().join()}`,
    });
    await vscode.commands.executeCommand('graft.transfers.openJob', { kind: 'job', id });
    const other = await add('running', { subject: { type: 'project', path: 'acme/hedge' } });
    await vscode.commands.executeCommand('graft.transfers.openJob', { kind: 'job', id: other.id });
    const [first, second] = ['acme/orchard', 'acme/hedge'].map((path) => `Git repository import: ${path}`);
    await poll(() => tabs().includes(second ?? ''), { what: 'the second page' });
    assert.deepEqual(tabs(), [first, second]);
  });

  it('is not brought back by a reload where its job has a page already, or none is named', async () => {
    const { id } = await add();
    app.jobPages.show(id);
    for (const state of [{ job: id }, { job: 7 }, undefined]) {
      const panel = vscode.window.createWebviewPanel('graft.job', 'Left', vscode.ViewColumn.Active, {});
      const closed = new Promise((resolve) => panel.onDidDispose(resolve));
      await app.jobPages.restore(panel, state);
      await closed;
    }
    assert.equal(app.jobPages.focused?.key, id);
    assert.deepEqual(
      app.jobPages.sessions.map(({ key }) => key),
      [id],
    );
  });

  it('opens from the palette for a job that is chosen, and says when there is none', async () => {
    await vscode.commands.executeCommand('graft.transfers.openJob');
    await user.hears(/No exports or imports yet/);
    await add();
    const opening = vscode.commands.executeCommand('graft.transfers.openJob');
    await user.step(/Show Export or Import/, /acme\/orchard/);
    await opening;
    await poll(() => tabs().length === 1, { what: 'the page' });
  });

  it('tells the page everything once it listens, and then only what has changed', async () => {
    const { id } = await add();
    const { told, receive } = session(id);
    await app.jobs.change(id, { state: { state: 'early' } });
    assert.deepEqual(told, []);
    await receive({ type: 'ready' });
    assert.deepEqual(told.map(({ type }) => type).sort(), ['failed', 'job', 'looking', 'transfer']);
    told.length = 0;
    const failedRelations = [{ id: 9, relation_name: 'issues' }];
    await app.jobs.change(id, { failedRelations });
    await poll(() => told.length > 0, { what: 'news' });
    assert.deepEqual(
      told.map(({ type }) => type),
      ['failed'],
    );
    told.length = 0;
    await app.jobs.change(id, { phase: 'failed', error: { words: 'No', status: 422 }, state: { state: 'failed' } });
    await poll(() => told.length > 0, { what: 'news' });
    assert.deepEqual(
      told.map(({ type }) => type),
      ['job'],
    );
    assert.deepEqual(phases(told), ['failed']);
    // a hidden page starts again
    told.length = 0;
    await receive({ type: 'ready' });
    assert.equal(told.length, 4);
  });

  it('shows bytes under way and their end', async () => {
    const { id } = await add('sending');
    const { told, receive } = session(id);
    await receive({ type: 'ready' });
    let finish = (): void => undefined;
    const done = app.jobs.transfer(id, async (_signal, progress) => {
      progress({ doneBytes: 250, totalBytes: 1000 });
      await new Promise<void>((resolve) => (finish = resolve));
    });
    const transfers = (): (number | undefined)[] =>
      told.flatMap((message) => (message.type === 'transfer' ? [message.transfer?.share] : []));
    await poll(() => transfers().includes(0.25), { what: 'a quarter' });
    finish();
    await done;
    await app.jobs.change(id, { phase: 'succeeded', state: { state: 'finished' } });
    await poll(() => transfers().at(-1) === undefined && phases(told).at(-1) === 'succeeded', { what: 'the end' });
  });

  it('looks at once when asked to, and says that it does', async () => {
    const { id } = await add();
    const { told, receive } = session(id);
    await receive({ type: 'ready' });
    const before = looks;
    answer = { phase: 'succeeded', state: { state: 'finished' } };
    await receive({ type: 'checkNow' });
    assert.equal(looks, before + 1);
    assert.deepEqual(
      told.flatMap((message) => (message.type === 'looking' ? [message.isPolling] : [])),
      [false, true, false],
    );
    await poll(() => phases(told).at(-1) === 'succeeded', { what: 'the end' });
  });

  it('cancels after a question, and does nothing a page may not ask for', async () => {
    const { id } = await add();
    const { receive } = session(id);
    await receive({ type: 'ready' });
    for (const action of ['workbench.action.quit', 'graft.transfers.revealFile', '__proto__'])
      await receive({ type: 'act', action });
    assert.equal(hasEnded(app.jobs.get(id) ?? assert.fail()), false);
    user.willPress('Stop');
    await receive({ type: 'act', action: 'graft.transfers.cancelJob' });
    assert.equal(app.jobs.get(id)?.phase, 'canceled');
  });

  it('says when the job is removed, and offers what its kind does at the end', async () => {
    const { id } = await add();
    const { told, receive, closed } = session(id);
    await receive({ type: 'ready' });
    await app.jobs.change(id, { phase: 'succeeded', state: { state: 'finished' } });
    await poll(() => phases(told).at(-1) === 'succeeded', { what: 'the end' });
    const last = told.findLast((message) => message.type === 'job');
    assert.equal(last?.type === 'job' && last.job.actions[0]?.label, 'Show Log');
    await app.jobs.remove(id);
    await poll(() => told.at(-1)?.type === 'gone', { what: 'the page to know' });
    assert.equal(closed(), 0);
    await receive({ type: 'close' });
    assert.equal(closed(), 1);
  });

  it('closes when its job is removed there, and stays when the question is left', async () => {
    const { id } = await add();
    const { receive, closed } = session(id);
    await receive({ type: 'ready' });
    await receive({ type: 'act', action: 'graft.transfers.removeJob' });
    assert.equal(closed(), 0);
    user.willPress('Remove');
    await receive({ type: 'act', action: 'graft.transfers.removeJob' });
    assert.equal(closed(), 1);
    assert.equal(app.jobs.get(id), undefined);
  });

  it('copies the report and the parts that failed in the order the page shows', async () => {
    const { id } = await add();
    const failedRelations = [1, 2, 3].map((each) => ({ id: each, relation_name: 'issues', line_number: each }));
    await app.jobs.change(id, { failedRelations });
    const { receive } = session(id);
    await receive({ type: 'copyFailed', as: 'csv', ids: [3, 1, 99] });
    assert.deepEqual((await vscode.env.clipboard.readText()).split('\r\n').slice(1), [
      'issues,,,,3,',
      'issues,,,,1,',
      '',
    ]);
    await receive({ type: 'copyFailed', as: 'markdown', ids: [2] });
    assert.match(await vscode.env.clipboard.readText(), /\| issues \| {2}\| {2}\| {2}\| 2 \| {2}\|/);
    await receive({ type: 'act', action: 'copyReport' });
    assert.match(await vscode.env.clipboard.readText(), /^# Git repository import: acme\/orchard\n/);
  });
});
