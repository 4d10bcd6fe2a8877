import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { readReviewers, setReviewers } from '../../../src/model/reviews/reviewers.ts';
import { sandbox } from '../../support/inHost.ts';
import { hands } from '../hands.ts';
import { requestRow, reviewWindow } from './reviewHands.ts';

const iid = '9';

describe('changing the reviewers of a merge request', () => {
  const window = reviewWindow();
  let app: App;
  const ui = hands();
  const review = /^Change the reviewers of !9$/;
  const list = /^Reviewers of !9$/;
  const name = () => ({ project: sandbox().project, iid });
  const graphql = () => app.clients.graphqlOf((app.project.open ?? assert.fail('no project')).account);

  const statesOf = async (): Promise<readonly string[]> =>
    ((await readReviewers(graphql(), name())) ?? []).map(({ username, state }) => `${username} ${state ?? 'unknown'}`);
  const change = async (): Promise<{ readonly end: Thenable<unknown> }> => {
    const row = await requestRow(app, /^Created/, 9);
    return { end: vscode.commands.executeCommand('graft.reviews.changeReviewers', row) };
  };
  const setBySomebodyElse = async (...people: readonly { username: string; name: string }[]): Promise<void> => {
    const before = (await readReviewers(graphql(), name())) ?? [];
    assert.equal((await setReviewers(graphql(), name(), before, people)).kind, 'done');
  };

  before(() => {
    app = window();
  });

  it('shows who will be asked before it is sent, and says who was', async () => {
    const running = await change();
    assert.equal((await ui.picker(review)).items[0]?.description, 'no changes yet');
    await ui.step(review, /^Reviewers/);
    await ui.step(list, /Add Person/);
    await ui.enter(await ui.picker(/^Add a Reviewer$/), /Deniz/);
    await ui.step(list, /Done/);
    assert.match((await ui.picker(review)).items[0]?.description ?? '', /^Reviewers: none → Deniz [^ ]+\.$/);
    assert.deepEqual(await statesOf(), []);
    await ui.step(review, /Change the reviewers/);
    await ui.hears(/^!9 was changed\. Reviewers: none → Deniz [^ ]+\.$/);
    await running.end;
    assert.deepEqual(await statesOf(), ['developer UNREVIEWED']);
  });

  it('asks for another review of who has reviewed', async () => {
    const { url, tokens, project } = sandbox();
    const address = `${url}/api/v4/projects/${encodeURIComponent(project)}/merge_requests/${iid}/discussions`;
    const headers = { 'private-token': tokens['developer'] ?? '', 'content-type': 'application/json' };
    await fetch(address, { method: 'POST', headers, body: '{"body":"Please rename it"}' });
    assert.deepEqual(await statesOf(), ['developer REVIEWED']);
    const running = await change();
    const rows = (await ui.picker(review)).items.map(({ label, description }) => `${label} · ${description ?? ''}`);
    assert.ok(
      rows.some((row) => /^Deniz .* · has reviewed · press Enter to request another review$/.test(row)),
      rows.join('; '),
    );
    await ui.step(review, /^Deniz/);
    assert.match((await ui.picker(review)).items[0]?.description ?? '', /^Request another review from Deniz/);
    await ui.step(review, /Change the reviewers/);
    await ui.hears(/Requested another review from [^.]+\.$/);
    await running.end;
    assert.deepEqual(await statesOf(), ['developer UNREVIEWED']);
  });

  it('sends nothing where somebody else has changed them meanwhile', async () => {
    ui.forget();
    const running = await change();
    await ui.step(review, /^Reviewers/);
    await ui.step(list, /Deniz/);
    await ui.step(list, /Done/);
    await ui.picker(review);
    await setBySomebodyElse({ username: 'maintainer', name: 'Maya Lindqvist' });
    await ui.step(review, /Change the reviewers/);
    await ui.hears(/^Nothing was sent: someone else has changed !9\.$/);
    await ui.picker(review);
    await ui.escape();
    await running.end;
    assert.deepEqual(await statesOf(), ['maintainer UNREVIEWED']);
    await setBySomebodyElse();
  });
});
