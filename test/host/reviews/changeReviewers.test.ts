import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { readReviewers } from '../../../src/model/reviews/reviewers.ts';
import { sandbox } from '../../support/window/inHost.ts';
import { hands } from '../hands.ts';
import { api, requestRow, reviewWindow } from './reviewHands.ts';

const iid = '9';

describe('changing the reviewers of a merge request', () => {
  reviewWindow((opened) => void (app = opened));
  let app: App;
  const ui = hands();

  const statesOf = async (): Promise<readonly string[]> => {
    const { account } = app.project.open ?? assert.fail('no project');
    const reviewers = await readReviewers(app.clients.graphqlOf(account), { project: sandbox().project, iid });
    return (reviewers ?? []).map(({ username, state }) => `${username} ${state ?? 'unknown'}`);
  };
  const choose = async (label: RegExp, said: RegExp): Promise<void> => {
    ui.forget();
    const row = await requestRow(app, /^Created/, 9);
    const running = vscode.commands.executeCommand('graft.reviews.changeReviewers', row);
    await ui.enter(await ui.picker(/^Reviewers of !9$/), label);
    await ui.hears(said);
    await running;
  };

  it('adds in one choice, asks for another review and removes in one', async () => {
    await choose(/person-add\) Deniz/, /^!9 was changed\. Reviewers: none → Deniz [^ ]+\.$/);
    assert.deepEqual(await statesOf(), ['developer UNREVIEWED']);
    await api('developer', 'POST', `merge_requests/${iid}/discussions`, { body: 'Please rename it' });
    await choose(/sync\) Deniz/, /Requested another review from [^.]+\.$/);
    assert.deepEqual(await statesOf(), ['developer UNREVIEWED']);
    await choose(/close\) Deniz/, /Reviewers: Deniz [^ ]+ → none\.$/);
    assert.deepEqual(await statesOf(), []);
  });
});
