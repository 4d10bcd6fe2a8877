import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import type { IssueItem } from '../../../src/host/iterations/rows.ts';
import { placeOfReference, readIssue, setWeight } from '../../../src/model/iterations/issueEditing.ts';
import { activated, sandbox, signedIn, signIn, signOut } from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import { sampleDays } from '../../support/servers/sampleDays.ts';
import { hands } from '../hands.ts';
import { firstIn, rowsOf } from './iterationHands.ts';

describe('changing an issue of an iteration', function () {
  this.timeout(60_000);
  let app: App;
  let row: IssueItem;
  const ui = hands();
  const review = /^Change acme\//;

  before(async () => {
    app = await activated();
    await sampleDays(sandbox().url, sandbox().tokens.maintainer);
    await signIn(app);
    await poll(() => app.project.open, { what: 'the project' });
    const iteration = await firstIn(app, 'Current');
    row = await poll(
      async () =>
        (await rowsOf(app, iteration)).flatMap((each) => (each.row.kind === 'iterationIssue' ? [each.row] : []))[1],
      { what: 'an issue' },
    );
  });

  after(() => signOut(app));

  const now = async (): ReturnType<typeof readIssue> =>
    readIssue(app.clients.graphqlOf(row.parent.subject.open.account), placeOfReference(row.issue.reference));
  const change = (): Thenable<unknown> => vscode.commands.executeCommand('graft.iterations.changeIssue', row);
  const typeWeight = async (text: string): Promise<void> => {
    await ui.step(review, /^Weight/);
    ui.type(await ui.box(/^Weight of/), text);
    await ui.enter();
  };

  it('shows what will change before it is sent, and says what was', async () => {
    const running = change();
    const first = await ui.picker(review);
    assert.equal(first.items[0]?.description, 'no changes yet');
    await typeWeight('7');
    await ui.step(review, /^Assignees/);
    await ui.step(/^Assignees of/, /Add Person/);
    await ui.enter(await ui.picker(/Add Assignee/), /Maya Lindqvist/);
    await ui.step(/^Assignees of/, /Done/);
    const { items } = await ui.picker(review);
    assert.match(items[0]?.description ?? '', /^Weight: .+ → 7\. Assignees: .+ → .*Maya Lindqvist\.$/);
    await ui.step(review, /Change the issue/);
    await ui.hears(/^acme\/\S+#\d+ was changed\. Weight: .+ → 7\. Assignees: .+ → .*Maya Lindqvist\.$/);
    await running;
    const facts = await now();
    assert.equal(facts?.weight, 7);
    assert.ok(facts.assignees.some(({ username }) => username === 'maintainer'));
  });

  it('says what is wrong with a weight while it is typed', async () => {
    const running = change();
    await ui.step(review, /^Weight/);
    const box = await ui.box(/^Weight of/);
    ui.type(box, '-3');
    assert.equal(box.validationMessage, 'Enter a whole number of 0 or more, such as 3.');
    await ui.escape();
    await ui.picker(review);
    await ui.escape();
    await running;
    assert.equal((await now())?.weight, 7);
  });

  it('sends nothing where someone else has changed it meanwhile', async () => {
    ui.forget();
    const running = change();
    await typeWeight('9');
    await ui.picker(review);
    const place = placeOfReference(row.issue.reference);
    const graphql = app.clients.graphqlOf(row.parent.subject.open.account);
    await setWeight(graphql, place, (await now()) ?? assert.fail('no issue'), 4);
    await ui.step(review, /Change the issue/);
    await ui.hears(/^Nothing was sent: someone else has changed acme\/\S+#\d+\.$/);
    const again = await ui.picker(review);
    assert.match(again.items[0]?.description ?? '', /^Weight: 4 → 9\./);
    await ui.escape();
    await running;
    assert.equal((await now())?.weight, 4);
  });
});

describe('the designs of an issue of an iteration', () => {
  const ui = hands();
  const title = /^Designs of acme\/orchard#2/;
  let app: App;

  signedIn((opened) => void (app = opened));

  before(async () => {
    await poll(() => app.project.open, { what: 'the project' });
  });

  const labels = async (): Promise<readonly string[]> =>
    (await ui.picker(title)).items.map(({ label, description = '' }) => `${label}: ${description}`);

  it('are listed at every version', async () => {
    const iteration = await firstIn(app, 'Current');
    const row = await poll(
      async () =>
        (await rowsOf(app, iteration))
          .flatMap((each) => (each.row.kind === 'iterationIssue' ? [each.row] : []))
          .find(({ issue }) => issue.reference === 'acme/orchard#2'),
      { what: 'the issue with designs' },
    );
    const running = vscode.commands.executeCommand('graft.iterations.showDesigns', row);
    assert.deepEqual(await labels(), [
      '$(history) Version: newest: choose another one',
      '$(file-media) map-phone.png: ',
      '$(file-media) map-printed.png: ',
    ]);
    await ui.step(title, /Version: newest/);
    const versions = await ui.picker(/Choose a version/);
    assert.deepEqual([versions.items.length, versions.items[0]?.label], [3, 'newest']);
    await ui.step(/Choose a version/, new RegExp(versions.items[2]?.label ?? 'no third one'));
    assert.deepEqual((await labels()).slice(1), [
      '$(file-media) map-phone.png: added in this version',
      '$(file-media) map-tablet.png: added in this version',
    ]);
    await ui.escape();
    await running;
  });
});
