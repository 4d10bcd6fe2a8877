import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { activated, forgetRequests, sandbox, setFaults, signIn, signOut } from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import { firstIn, rowsOf, sent, textsOf } from './iterationHands.ts';

/** Changes issue 4 as another user. */
const change = async (mutation: string, type: string, input: Readonly<Record<string, unknown>>): Promise<void> => {
  const query = `mutation M($input: ${type}!) { ${mutation}(input: $input) { errors } }`;
  const answer = await fetch(`${sandbox().url}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sandbox().tokens['owner'] ?? ''}` },
    body: JSON.stringify({ query, variables: { input: { projectPath: 'acme/orchard', iid: '4', ...input } } }),
  });
  const { errors } = (await answer.json()) as { readonly errors?: unknown };
  assert.equal(errors, undefined);
};
const setState = (stateEvent: 'CLOSE' | 'REOPEN'): Promise<void> =>
  change('updateIssue', 'UpdateIssueInput', { stateEvent });
const assign = (...assigneeUsernames: readonly string[]): Promise<void> =>
  change('issueSetAssignees', 'IssueSetAssigneesInput', { assigneeUsernames });

describe('an iteration others work on', function () {
  this.timeout(90_000);
  let app: App;

  before(async () => {
    app = await activated();
    await setFaults([]);
    await signIn(app);
    await poll(() => app.project.open, { what: 'the project' });
    await vscode.commands.executeCommand('graft.iterations.focus');
  });

  after(async () => {
    await setState('REOPEN');
    await assign();
    await signOut(app);
  });

  const issues = async (): Promise<string[]> =>
    (await rowsOf(app, await firstIn(app, 'Current'))).map(({ text }) => text);

  it('shows at once what they change, without being read again as a whole', async () => {
    await textsOf(app, 'Current');
    assert.equal((await issues()).length, 3);
    await poll(() => app.iterationLive.count === 3, { what: 'the issues to be followed' });
    /** Repeats a change until an event arrives: nothing signals that a subscription has started. */
    const isHeard = async (): Promise<boolean> => {
      await setState('CLOSE');
      try {
        const says = async (): Promise<boolean> => (await issues()).some((text) => /^Weigh crates.*done/.test(text));
        return await poll(says, { what: 'the issue to be done', timeoutMs: 3_000 });
      } catch {
        await setState('REOPEN');
        return false;
      }
    };
    await poll(isHeard, { what: 'a change to be heard of', timeoutMs: 40_000 });
    await poll(async () => (await textsOf(app, 'Current')).some((text) => /2\/3 done/.test(text)), {
      what: 'the progress',
    });
    await forgetRequests();
    await assign('maintainer');
    await poll(async () => (await issues()).some((text) => /^Weigh crates.*mine/.test(text)), { what: 'my issue' });
    assert.equal(await sent('listGroupIterations'), 0);
  });

  it('is followed only while its view is seen', async () => {
    await issues();
    await poll(() => app.iterationLive.count === 3, { what: 'the issues to be followed' });
    await vscode.commands.executeCommand('workbench.view.explorer');
    await poll(() => app.iterationLive.count === 0, { what: 'nothing to be followed' });
    assert.equal(app.iterations.description, 'acme');
    await vscode.commands.executeCommand('graft.iterations.focus');
    await poll(() => app.iterationLive.count === 3, { what: 'the issues to be followed again' });
    await poll(() => app.iterations.description === 'acme · Live', { what: 'the view to be live' });
  });
});
