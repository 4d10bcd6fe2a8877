import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { setReviewers } from '../../../../src/model/reviews/reviewers.ts';
import { forgetRequests, sandbox, setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { requestRow, reviewWindow, rowsOf, sent, storeOf, tooltipOf } from '../reviewHands.ts';

const iid = 9;
const branch = 'traduction/été';

describe('a merge request others work on', () => {
  reviewWindow((opened) => void (app = opened));
  let app: App;

  before(async () => {
    await vscode.commands.executeCommand('graft.reviews.focus');
    await rowsOf(app, await requestRow(app, /^Created/, iid));
  });

  const tooltip = async (): Promise<string> => {
    const row = await requestRow(app, /^Created/, iid);
    return tooltipOf(app, row);
  };

  const api = (path: string, body?: object): Promise<Response> => {
    const { url, tokens, project } = sandbox();
    const headers = { 'private-token': tokens['maintainer'] ?? '', 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return fetch(`${url}/api/v4/projects/${encodeURIComponent(project)}/${path}`, { headers, ...init });
  };

  /** Repeats a change until an event arrives: nothing signals that a subscription has started. */
  const isHeard = async (change: (turn: number) => Promise<void>): Promise<void> => {
    let heard = 0;
    const listening = app.reviews.live.onDidChange((place) => (heard += place.iid === iid ? 1 : 0));
    try {
      let turn = 0;
      await poll(
        async () => {
          await change((turn += 1));
          return poll(() => heard > 0, { what: 'it to be heard of', timeoutMs: 2_000 }).catch(() => false);
        },
        { what: 'a change to be heard of' },
      );
    } finally {
      listening.dispose();
    }
  };

  it('is followed by the server as soon as it is looked into, and its row says so', async () => {
    // polling would take twenty seconds
    await poll(async () => /^Live: /m.test(await tooltip()), { what: 'the row to be live', timeoutMs: 10_000 });
  });

  it('hears of other reviewers at once', async () => {
    const { account } = app.project.open ?? assert.fail('no project is open');
    const graphql = app.clients.graphqlOf(account);
    const name = { project: sandbox().project, iid: String(iid) };
    const people = ['developer', 'owner'].map((username) => ({ username, name: username }));
    await isHeard(async (turn) => {
      await setReviewers(graphql, name, [], people.slice(turn % 2, (turn % 2) + 1));
    });
    await setReviewers(graphql, name, [], []);
  });

  it('hears of a new diff at once, and reads it', async () => {
    const before = await app.reviews.changes.read(storeOf(app, iid).place);
    await isHeard(async (turn) => {
      const action = { action: 'create', file_path: `told-${turn}.md`, content: 'told\n' };
      const commit = { branch, commit_message: 'Tell', actions: [action] };
      assert.equal((await api('repository/commits', commit)).status, 201);
    });
    const now = await app.reviews.changes.read(storeOf(app, iid).place);
    assert.ok(before.kind === 'ready' && now.kind === 'ready' && before.version.headSha !== now.version.headSha);
  });

  it('shows another state of the pipeline at the next look, whoever has set it', async () => {
    const request = await api(`merge_requests/${iid}`);
    const { sha } = (await request.json()) as { readonly sha: string };
    for (const state of ['running', 'success']) {
      assert.equal((await api(`statuses/${sha}`, { state, name: 'live', ref: branch })).status, 201);
      await app.reviews.live.poll();
      await poll(async () => (await tooltip()).includes(`pipeline: ${state}`), { what: `the pipeline to be ${state}` });
    }
  });

  it('is looked at as it is now, whatever was asked for before', async () => {
    const { sha } = (await (await api(`merge_requests/${iid}`)).json()) as { readonly sha: string };
    await setFaults([{ operation: 'getMergeRequest', fault: 'hang', times: 1 }]);
    await forgetRequests();
    void app.reviews.live.poll();
    await poll(async () => (await sent('getMergeRequest')) > 0, { what: 'the first look to be under way' });
    assert.equal((await api(`statuses/${sha}`, { state: 'failed', name: 'again', ref: branch })).status, 201);
    await app.reviews.live.poll();
    await poll(async () => (await tooltip()).includes('pipeline: failed'), { what: 'the pipeline to have failed' });
  });

  it('that changed while the window was in the background is read when somebody comes back', async () => {
    const real = Object.getOwnPropertyDescriptor(vscode.window, 'state') ?? assert.fail('no state of the window');
    const { account } = app.project.open ?? assert.fail('no project is open');
    const name = { project: sandbox().project, iid: String(iid) };
    let heard = 0;
    const listening = app.reviews.live.onDidChange(() => (heard += 1));
    try {
      Object.defineProperty(vscode.window, 'state', { ...real, get: () => ({ focused: false, active: false }) });
      const people = [{ username: 'owner', name: 'owner' }];
      await setReviewers(app.clients.graphqlOf(account), name, [], people);
      await poll(() => app.reviews.live.isBehind, { what: 'the server to tell it' });
      assert.equal(heard, 0);
      Object.defineProperty(vscode.window, 'state', real);
      await app.reviews.live.poll();
      assert.equal(heard, 1);
      await setReviewers(app.clients.graphqlOf(account), name, people, []);
    } finally {
      Object.defineProperty(vscode.window, 'state', real);
      listening.dispose();
    }
  });

  it('is followed no longer once the user wants no subscriptions, and says so', async () => {
    const settings = vscode.workspace.getConfiguration('graft.network');
    try {
      await settings.update('subscriptions', 'off', vscode.ConfigurationTarget.Global);
      await poll(async () => /^Off: /m.test(await tooltip()), { what: 'the row to be off' });
      assert.equal(app.reviews.view.description, 'acme/orchard · Off');
    } finally {
      await settings.update('subscriptions', undefined, vscode.ConfigurationTarget.Global);
    }
    await poll(async () => /^Live: /m.test(await tooltip()), { what: 'the row to be live again' });
    assert.equal(app.reviews.view.description, 'acme/orchard · Live');
  });
});
