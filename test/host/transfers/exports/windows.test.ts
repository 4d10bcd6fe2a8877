import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { Jobs } from '../../../../src/host/transfers/jobs.ts';
import type { JobKindRules } from '../../../../src/host/transfers/rules.ts';
import type { Job, JobSeed } from '../../../../src/model/transfers/jobs/job.ts';
import type { JobPace } from '../../../../src/model/transfers/jobs/pace.ts';
import { getProject } from '../../../../src/wire/projects.ts';
import { activated, setFaults, signIn, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';

/** A separate storage that serializes values. */
const memory = (): vscode.Memento & { readonly values: Map<string, string> } => {
  const values = new Map<string, string>();
  return {
    values,
    keys: () => [...values.keys()],
    get: (key: string) => {
      const text = values.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as never);
    },
    update: async (key: string, value: unknown) => {
      if (value === undefined) values.delete(key);
      else values.set(key, JSON.stringify(value));
    },
  };
};

describe('jobs of several windows', function () {
  this.timeout(60_000);
  let app: App;
  let seed: JobSeed;
  let storage: ReturnType<typeof memory>;
  const windows: Jobs[] = [];

  before(async () => {
    app = await activated();
    await signIn(app);
    const account = app.accounts.list()[0] ?? assert.fail('no account');
    const subject = { type: 'project', path: 'acme/orchard', id: 1 } as const;
    seed = { kind: 'relationImport', account: account.id, baseUrl: account.baseUrl, subject };
  });

  after(async () => {
    await signOut(app);
  });

  beforeEach(() => {
    storage = memory();
  });

  afterEach(() => {
    for (const each of windows.splice(0)) each.dispose();
  });

  /** Another window over the same storage. */
  const open = (rules: Partial<JobKindRules>): Jobs => {
    const { accounts, clients, log } = app;
    const jobs = new (app.jobs.constructor as typeof Jobs)({ memento: storage, accounts, clients, log, tickMs: 200 });
    windows.push(jobs);
    jobs.register('relationImport', { pace: { shortestMs: 200, longestMs: 200 }, poll: async () => ({}), ...rules });
    return jobs;
  };

  it('are looked at by one of them', async () => {
    const looks: string[] = [];
    const one = open({ poll: async () => (looks.push('one'), {}) });
    await one.add(seed, 'running', 'started');
    open({ poll: async () => (looks.push('other'), {}) });
    await poll(() => looks.length >= 8, { what: 'looks' });
    assert.deepEqual([...new Set(looks)], ['one']);
  });

  it('are looked at less often while their view is hidden, and least of all while the window is not in front', async () => {
    let isFocused = true;
    const real = Object.getOwnPropertyDescriptor(vscode.window, 'state') ?? assert.fail('no state of the window');
    Object.defineProperty(vscode.window, 'state', { ...real, get: () => ({ focused: isFocused, active: isFocused }) });
    try {
      const one = open({ pace: { shortestMs: 1_000, longestMs: 100_000 } });
      const { id } = await one.add(seed, 'running', 'started');
      /** Time between two polls. */
      const waitMs = async (): Promise<number> => {
        const { lastAtMs: before } = one.get(id)?.look ?? {};
        return poll(
          () => {
            const { lastAtMs = 0, nextAtMs = 0 } = one.get(id)?.look ?? {};
            if (lastAtMs !== before) return nextAtMs - lastAtMs;
            void one.checkNow(id);
            return undefined;
          },
          { what: 'a look' },
        );
      };
      await waitMs();
      const hidden = await waitMs();
      isFocused = false;
      const away = await waitMs();
      isFocused = true;
      const view = one.addViewer();
      const shown = await waitMs();
      view.dispose();
      assert.ok(shown >= 1_000 && shown < 2_000, `${shown} ms while it is shown`);
      assert.ok(hidden >= 2_000 && hidden < 6_000, `${hidden} ms while it is hidden`);
      assert.ok(away >= 6_000, `${away} ms while nobody is there`);
    } finally {
      Object.defineProperty(vscode.window, 'state', real);
    }
  });

  it('are looked at by another one when the first is closed', async () => {
    const one = open({});
    const { id } = await one.add(seed, 'running', 'started');
    let looked = false;
    const other = open({ poll: async () => ((looked = true), { phase: 'succeeded' as const }) });
    one.dispose();
    await poll(() => looked, { what: 'the other window to look' });
    await poll(() => other.get(id)?.phase === 'succeeded', { what: 'the end' });
  });

  it('are told to windows that only look on, changed and removed', async () => {
    const one = open({});
    const other = open({});
    const told: string[] = [];
    other.onDidChange((job) => told.push(job.story.at(-1)?.state ?? ''));
    const view = other.addViewer();
    const { id } = await one.add(seed, 'running', 'started');
    await one.change(id, { state: { state: 'halfway' } });
    await poll(() => told.includes('halfway'), { what: 'the change to be told' });
    const before = told.length;
    await one.remove(id);
    await poll(() => told.length > before && other.list().length === 0, { what: 'the removal to be told' });
    view.dispose();
  });

  it('are not lost when a window writes the storage as it knew it', async () => {
    const one = open({});
    const other = open({});
    const { id } = await one.add(seed, 'running', 'started');
    assert.equal(other.list().length, 1);
    storage.values.clear();
    assert.ok(one.get(id));
    await one.change(id, { state: { state: 'halfway' } });
    assert.ok([...storage.values.keys()].some((key) => key.includes(id)));
    await one.remove(id);
    assert.equal(one.get(id), undefined);
    assert.equal(other.get(id), undefined, 'one that was removed does not come back');
  });

  it('are read as they were written last, even while the storage still gives an older record', async () => {
    const one = open({});
    const { id } = await one.add(seed, 'running', 'started');
    const old = [...storage.values.entries()];
    await one.change(id, { state: { state: 'halfway' } });
    for (const [key, value] of old) storage.values.set(key, value);
    assert.equal(one.get(id)?.story.at(-1)?.state, 'halfway');
    await poll(() => [...storage.values.values()].some((value) => value.includes('halfway')), {
      what: 'the newer record to be put back',
    });
    await one.remove(id);
    for (const [key, value] of old) storage.values.set(key, value);
    assert.equal(one.get(id), undefined, 'one that was removed here does not come back');
  });

  it('are carried on after a window was closed in the middle of a transfer, not beside it', async () => {
    const one = open({
      carryOn: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    });
    const { id } = await one.add(seed, 'receiving', 'started');
    await poll(() => one.get(id)?.worker !== undefined, { what: 'the transfer to begin' });
    let carried = 0;
    const other = open({ carryOn: async () => ((carried += 1), { phase: 'succeeded' as const }) });
    await poll(() => (one.get(id)?.worker?.beat ?? 0) > 2, { what: 'two beats' });
    assert.equal(carried, 0);
    one.dispose();
    await poll(() => other.get(id)?.phase === 'succeeded', { what: 'the transfer to be carried on' });
    assert.equal(carried, 1);
    assert.equal(other.get(id)?.worker, undefined);
  });

  it('are carried on when the window at work was killed, once its sign of life has not moved for a while', async () => {
    const killed = open({});
    const { id } = await killed.add(seed, 'receiving', 'started');
    killed.dispose();
    const job = killed.get(id) ?? assert.fail('no job');
    await storage.update(`graft.job ${id}`, { ...job, worker: { id: 'killed', beat: 7 } });
    let carried = 0;
    const other = open({ carryOn: async () => ((carried += 1), { phase: 'succeeded' as const }) });
    const begunAtMs = Date.now();
    await poll(() => other.get(id)?.phase === 'succeeded', { what: 'the transfer to be carried on' });
    assert.ok(Date.now() - begunAtMs >= 900, 'it was given time');
    assert.equal(carried, 1);
  });

  it('are canceled by another window than the one at work', async () => {
    const stopped: string[] = [];
    const one = open({
      carryOn: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    });
    one.onDidChange(({ phase }) => stopped.push(phase));
    const { id } = await one.add(seed, 'receiving', 'started');
    await poll(() => one.get(id)?.worker !== undefined, { what: 'the transfer to begin' });
    const other = open({});
    await other.cancel(id);
    await poll(() => other.get(id)?.phase === 'canceled', { what: 'the end' });
    assert.ok(stopped.includes('canceled'));
  });

  it('are left alone while bytes are under way, even if the user wants them looked at', async () => {
    const done: string[] = [];
    const rules: Partial<JobKindRules> = {
      poll: async () => (done.push('look'), {}),
      carryOn: async () => (done.push('carryOn'), {}),
    };
    const one = open(rules);
    const other = open(rules);
    const { id } = await one.add(seed, 'sending', 'starting');
    let finish = (): void => undefined;
    const sending = one.transfer(id, () => new Promise<void>((resolve) => (finish = resolve)));
    await poll(() => other.get(id)?.worker !== undefined, { what: 'the other window to know who is at work' });
    for (const jobs of [one, other]) await jobs.checkNow(id);
    assert.deepEqual([one.get(id)?.phase, done], ['sending', []]);
    finish();
    await sending;
    assert.equal((await one.change(id, { phase: 'running' }))?.phase, 'running');
  });

  it('are not asked about before the server said they may be, however impatient the user is', async () => {
    await setFaults([
      { operation: 'getProject', fault: 'status', status: 429, headers: { 'retry-after': '70' }, times: 1 },
    ]);
    let looks = 0;
    const client = app.clients.of({ id: seed.account, baseUrl: seed.baseUrl });
    const one = open({
      poll: async (_, { signal }) => {
        looks += 1;
        await client.send(getProject, { id: 'acme/orchard' }, { signal });
        return {};
      },
    });
    const { id } = await one.add(seed, 'running', 'started');
    const refused = await poll(() => (one.get(id)?.look.failures === 1 ? one.get(id) : undefined), {
      what: 'a refusal',
    });
    const { lastAtMs = 0 } = refused.look;
    await poll(() => Date.now() > lastAtMs + 200, { what: 'a look to be due by the pace' });
    await one.checkNow(id);
    assert.equal(looks, 1);
    assert.equal(one.get(id)?.look.nextAtMs, refused.look.nextAtMs);
    assert.ok((refused.look.nextAtMs ?? 0) - Date.now() > 65_000);
  });

  /** A window whose first poll is held until released. */
  const holding = (pace: JobPace) => {
    const looks: (() => void)[] = [];
    const one = open({
      pace,
      poll: async () => {
        const number = looks.length + 1;
        const state = { state: `look ${number}` };
        await new Promise<void>((resolve) => {
          looks.push(resolve);
          if (number > 1) resolve();
        });
        return number > 1 ? { phase: 'succeeded' as const, state } : { state };
      },
    });
    return { one, looks };
  };

  it('are looked at anew for a user, though a look is held, and its answer is dropped', async () => {
    const { one, looks } = holding({ shortestMs: 0, longestMs: 100_000 });
    const { id } = await one.add(seed, 'running', 'started');
    await poll(() => looks.length === 1, { what: 'the look that is held' });
    await one.checkNow(id);
    await poll(() => one.get(id)?.phase === 'succeeded', { what: 'the look that was wanted' });
    assert.equal(looks.length, 2);
    looks[0]?.();
    await poll(() => one.get(id)?.story.at(-1)?.state === 'look 2', { what: 'the newer answer to stay' });
    assert.ok(!one.get(id)?.story.some(({ state }) => state === 'look 1'));
  });

  it('are looked at for a user after the look that was under way, as soon as the server allows', async () => {
    const { one, looks } = holding({ shortestMs: 500, longestMs: 100_000 });
    const { id } = await one.add(seed, 'running', 'started');
    await poll(() => looks.length === 1, { what: 'the look that is held' });
    await one.checkNow(id);
    assert.equal(looks.length, 1, 'it is too early');
    looks[0]?.();
    await poll(() => one.get(id)?.phase === 'succeeded', { what: 'the look that was wanted' });
    assert.equal(looks.length, 2);
  });

  it('become unclear when a request was under way as the editor was closed, and are looked up', async () => {
    const one = open({});
    const { id } = await one.add(seed, 'sending', 'starting');
    one.dispose();
    const phases: Job['phase'][] = [];
    const other = open({ poll: async (job) => (phases.push(job.phase), { phase: 'succeeded' as const }) });
    await poll(() => other.get(id)?.phase === 'succeeded', { what: 'the end' });
    assert.deepEqual(phases, ['unclear']);
  });

  it('end with the words of the server when it refuses three times, and not before', async () => {
    let looks = 0;
    const client = app.clients.of({ id: seed.account, baseUrl: seed.baseUrl });
    const one = open({
      poll: async (_, { signal }) => {
        looks += 1;
        await client.send(getProject, { id: 'acme/missing' }, { signal });
        return {};
      },
    });
    const { id } = await one.add(seed, 'running', 'started');
    await poll(() => one.get(id)?.phase === 'failed', { what: 'the end' });
    assert.equal(looks, 3);
    assert.match(one.get(id)?.error?.words ?? '', /404 Project Not Found/);
    assert.equal(one.get(id)?.error?.status, 404);
  });

  it('are not asked about at all once nothing is under way', async () => {
    let looks = 0;
    const one = open({ poll: async () => ((looks += 1), { phase: 'succeeded' as const }) });
    const { id } = await one.add(seed, 'running', 'started');
    await poll(() => one.get(id)?.phase === 'succeeded', { what: 'the end' });
    await one.checkNow(id);
    assert.equal(looks, 1);
    assert.equal(await one.change(id, { phase: 'running' }).then((job) => job?.phase), 'succeeded');
  });

  it('are kept in a form that old and unknown records do not break', async () => {
    await storage.update('graft.job old', { id: 'old', kind: 'somethingElse' });
    await storage.update('graft.job text', 'text');
    assert.deepEqual(open({}).list(), []);
  });

  it('of this window are in the storage all windows share', async () => {
    const { id } = await app.jobs.add({ ...seed, kind: 'projectMove' }, 'unclear', 'started');
    assert.ok(app.context.globalState.get(`graft.job ${id}`));
    await app.jobs.remove(id);
    assert.equal(app.jobs.get(id), undefined);
  });
});
