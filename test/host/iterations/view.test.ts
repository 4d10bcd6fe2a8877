import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { noFilter } from '../../../src/host/iterations/lists.ts';
import { activated, forgetRequests, sandbox, setFaults, signIn, signOut } from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import { type SampleDays, sampleDays } from '../../support/servers/sampleDays.ts';
import { asksAnew } from '../askAgain.ts';
import { hands } from '../hands.ts';
import { firstIn, iterationsIn, rowsOf, sent, textsOf, tooltipOf } from './iterationHands.ts';

describe('the Iterations view', function () {
  this.timeout(90_000);
  let app: App;
  let days: SampleDays;
  const user = hands();

  before(async () => {
    app = await activated();
    days = await sampleDays(sandbox().url, sandbox().tokens.maintainer);
    await signIn(app);
    await poll(() => app.project.open, { what: 'the project' });
    await vscode.commands.executeCommand('graft.iterations.focus');
  });

  after(async () => {
    await setFaults([]);
    await signOut(app);
  });

  beforeEach(async () => {
    await setFaults([]);
    app.iterationLists.filter = noFilter;
    await app.iterationLists.choose(open(), { place: undefined, withAncestors: true, withDescendants: false });
    await forgetRequests();
  });

  const open = (): NonNullable<App['project']['open']> => app.project.open ?? assert.fail('no project is open');
  const texts = async (): Promise<string[]> => (await rowsOf(app)).map(({ text }) => text);
  const current = (): Promise<string[]> => textsOf(app, 'Current');
  const says = (words: RegExp): Promise<string> =>
    poll(async () => (await current()).find((text) => words.test(text)), {
      what: `the current iteration to say ${String(words)}`,
    });

  it('groups those of the group by what they are doing', async () => {
    assert.deepEqual(await texts(), ['Current · 1', 'Upcoming', 'Closed', 'All']);
    assert.equal((await iterationsIn(app, 'Upcoming')).length, 2);
    assert.equal((await iterationsIn(app, 'All')).length, 8);
    const closed = await iterationsIn(app, 'Closed');
    assert.deepEqual(
      closed.map(({ iteration }) => iteration.id),
      [3005, 3004, 3003, 3002, 3001],
    );
  });

  it('names untitled ones by their dates, with days left, progress and series', async () => {
    const text = await says(/1\/3 done/);
    assert.match(text, /^[A-Z].*\d.* · \d+ days left · 1\/3 done · Every fortnight$/);
    assert.ok(text.includes(days.left(10)), text);
    const item = app.iterations.getTreeItem(await firstIn(app, 'Current'));
    assert.match(
      tooltipOf(item),
      /current · \d+ days left\nGroup: acme\nCadence: Every fortnight\n1\/3 done · 1 open issue assigned to you/,
    );
    assert.ok(tooltipOf(item).includes(days.left(10)), tooltipOf(item));
    for (const [part, words] of [
      ['Upcoming', days.until(11)],
      ['Closed', days.since(4)],
    ] as const) {
      const [first = ''] = await textsOf(app, part);
      assert.ok(first.includes(` · ${words}`), first);
    }
  });

  it('asks anew for lists and progress when it is refreshed, whatever answers are still awaited', async () => {
    await says(/1\/3 done/);
    for (const operation of ['listGroupIterations', 'graphql']) {
      await asksAnew('graft.iterations.refresh', operation, app.iterationWork.onDidChange);
      await says(/1\/3 done/);
    }
  });

  it('reads progress once, of rows that were seen', async () => {
    await app.iterations.refresh();
    await poll(async () => (await sent('graphql')) > 0, { what: 'the progress of a row in sight' });
    await says(/1\/3 done/);
    await vscode.commands.executeCommand('graft.iterations.focus');
    assert.equal(await sent('graphql'), 1);
  });

  it('expands to the issues, the own first, each opening in the browser', async () => {
    const row = await firstIn(app, 'Current');
    const issues = await rowsOf(app, row);
    assert.deepEqual(
      issues.map(({ text }) => text),
      [
        'A map of the rows · mine · #2',
        'Weigh crates in ounces · #4 · unassigned',
        'Harvest list shows trees that were felled · done · #1 · Deniz Aydın',
      ],
    );
    assert.equal(issues[0]?.item.command?.command, 'graft.iterations.openIssue');
    const upcoming = await rowsOf(app, await firstIn(app, 'Upcoming'));
    assert.match(upcoming[0]?.text ?? '', /mine · #3 · confidential/);
    const closed = await rowsOf(app, await firstIn(app, 'Closed'));
    assert.deepEqual(
      closed.map(({ text }) => text),
      ['No issues in this iteration.'],
    );
  });

  it('shows another group, remembers it for the project, and comes back', async () => {
    const running = vscode.commands.executeCommand('graft.iterations.chooseGroup');
    const groups = await user.picker(/Iterations of Which Group/);
    const offered = groups.items.map(({ label }) => label);
    assert.ok(offered.includes('$(organization) Acme / Tools'), `one’s own groups: ${offered.join(', ')}`);
    user.type(groups, 'tools');
    await user.step(/Iterations of Which Group/, /Tools/);
    await running;
    await poll(async () => (await current()).some((text) => text.startsWith(`Oil the hinges · ${days.left(6)}`)), {
      what: 'an iteration of the tools',
    });
    assert.equal((await current()).length, 2);
    assert.deepEqual(app.iterationLists.choices.of(open()).place, { kind: 'group', path: 'acme/tools' });
    await vscode.commands.executeCommand('graft.iterations.toggleParentGroups');
    assert.equal((await current()).length, 1);
    assert.match((await textsOf(app, 'Closed'))[0] ?? '', /^Sharpen the saws · ended/);
    const again = vscode.commands.executeCommand('graft.iterations.chooseGroup');
    await user.step(/Iterations of Which Group/, /\$\(home\) acme$/);
    await again;
    assert.equal(app.iterationLists.choices.of(open()).place, undefined);
    // progress is read again although the rows were visible before
    await says(/1\/3 done/);
  });

  it('searches titles and series', async () => {
    await vscode.commands.executeCommand('graft.iterations.toggleSubgroups');
    const running = vscode.commands.executeCommand('graft.iterations.search');
    const box = await user.box(/Search Iterations/);
    user.type(box, 'tool shed');
    await user.enter();
    await running;
    const found = async (): Promise<string[]> => (await rowsOf(app)).map(({ label }) => label);
    await poll(async () => (await found()).join() === 'Paint the barrows,Oil the hinges,Sharpen the saws', {
      what: 'what the search finds',
    });
    app.iterationLists.filter = { ...noFilter, search: 'nothing has this' };
    assert.deepEqual(await texts(), ['No iterations match.']);
    await vscode.commands.executeCommand('graft.iterations.clearSearch');
    assert.deepEqual(await found(), ['Current', 'Upcoming', 'Closed', 'All']);
  });

  it('tells a server in trouble from a group that has none', async () => {
    await setFaults([{ operation: 'T1', fault: 'status', status: 503 }]);
    await app.iterations.refresh();
    await poll(async () => (await current()).some((text) => /could not be loaded/.test(text)), { what: 'the failure' });
    await setFaults([]);
    await vscode.commands.executeCommand('graft.iterations.refresh');
    await says(/1\/3 done/);
    await setFaults([{ operation: 'T1', fault: 'status', status: 200, body: [] }]);
    await app.iterations.refresh();
    assert.deepEqual(await current(), ['No current iteration.']);
  });

  it('shows what the project can use where its group is hidden, and says so', async () => {
    await setFaults([{ operation: 'T1', fault: 'status', status: 404, body: { message: '404 Group Not Found' } }]);
    await app.iterations.refresh();
    await says(/1\/3 done/);
    assert.equal(app.iterationLists.insteadOf?.reason, 'hidden');
    assert.deepEqual(app.iterationLists.placeOf(open()), { kind: 'project', path: 'acme/orchard' });
  });

  it('shows progress as unknown where GraphQL refuses, and asks no further', async () => {
    await setFaults([
      {
        operation: 'graphql',
        fault: 'status',
        status: 403,
        body: { errors: [{ message: 'API not accessible for user' }] },
      },
    ]);
    await app.iterations.refresh();
    await says(/progress unknown/);
    const row = await firstIn(app, 'Current');
    assert.match(tooltipOf(app.iterations.getTreeItem(row)), /Progress is unknown: .*API not accessible for user/);
    assert.match((await rowsOf(app, row))[0]?.text ?? '', /^The issues could not be read/);
    const before = await sent('graphql');
    await rowsOf(app, (await iterationsIn(app, 'Upcoming'))[0]);
    assert.equal(await sent('graphql'), before);
    await setFaults([]);
    await app.iterations.refresh();
    await says(/1\/3 done/);
    assert.equal((await rowsOf(app, row)).length, 3);
  });

  it('says that a fine-grained token is not shown the issues, and shows nothing as empty', async () => {
    await signOut(app);
    await signIn(app, 'fineGrained');
    await poll(() => app.project.open, { what: 'the project' });
    await says(/progress unknown/);
    const [issues] = await rowsOf(app, await firstIn(app, 'Current'));
    assert.match(issues?.text ?? '', /^The issues could not be read/);
    assert.match(tooltipOf(app.iterations.getTreeItem(issues?.row ?? assert.fail())), /no fine-grained token/);
  });
});
