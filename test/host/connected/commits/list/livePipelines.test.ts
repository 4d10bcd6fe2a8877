import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../../src/extension.ts';
import { type CommitSubject, placeOfSubject } from '../../../../../src/host/commits/subject.ts';
import { setCommitStatus } from '../../../../../src/wire/commitStatuses.ts';
import {
  activated,
  allRequests,
  forgetRequests,
  sandbox,
  setFaults,
  settledRows,
  signIn,
  signOut,
} from '../../../../support/window/inHost.ts';
import { git } from '../../../../support/git.ts';
import { poll } from '../../../../support/poll.ts';

describe('pipelines in sight', () => {
  let app: App;
  let subject: CommitSubject;

  const setState = async (state: 'running' | 'success' | 'failed'): Promise<void> => {
    const { open, sha } = subject;
    await open.client.send(setCommitStatus, { id: open.project.id, sha, state, name: 'watched' });
  };
  const look = async (): Promise<boolean> => (await app.pipelines()).poll([subject]);
  /** Requests about the commit, without those of views. */
  const requests = async (): Promise<string[]> =>
    (await allRequests()).flatMap(({ operation, path, status }) =>
      operation === 'graphql' || path.includes(subject.sha) ? [`${operation} ${status}`] : [],
    );
  const icon = async (): Promise<string> => {
    const rows = await settledRows(app.commits);
    const found = rows.find(({ row }) => row.kind === 'commit' && row.commit.id === subject.sha);
    return found?.item.iconPath instanceof vscode.ThemeIcon ? found.item.iconPath.id : '';
  };

  const settings = vscode.workspace.getConfiguration('graft.commits');

  before(async () => {
    app = await activated();
    // keeps the view from reading pipeline states
    await settings.update('pipelineState', false, vscode.ConfigurationTarget.Global);
    await signIn(app);
    const open = app.project.open ?? assert.fail('no project is open');
    subject = { open, sha: git(sandbox().repository, 'rev-parse', 'main') };
    await settledRows(app.commits);
    await setState('running');
    await app.details.read(placeOfSubject(subject), { fresh: true });
  });

  after(async () => {
    await settings.update('pipelineState', undefined, vscode.ConfigurationTarget.Global);
    await signOut(app);
  });

  afterEach(() => setFaults([]));

  it('that have not changed are answered by an ETag alone', async () => {
    assert.equal(await look(), false);
    await forgetRequests();
    assert.equal(await look(), false);
    assert.deepEqual(await requests(), ['graphql 304']);
  });

  it('that have changed are read, and shown in the row', async () => {
    assert.equal(await icon(), 'play-circle');
    await setState('failed');
    await forgetRequests();
    assert.equal(await look(), true);
    assert.deepEqual(await requests(), ['graphql 200', 'getCommit 200']);
    await poll(async () => (await icon()) === 'error', { what: 'the state in the row' });
  });

  it('that have ended are not asked about', async () => {
    await forgetRequests();
    assert.equal(await look(), false);
    assert.deepEqual(await requests(), []);
  });

  it('are read with their commits where GraphQL refuses to tell them', async () => {
    await setState('running');
    await app.details.read(placeOfSubject(subject), { fresh: true });
    await setFaults([{ operation: 'graphql', fault: 'status', status: 403, body: { message: '403 Forbidden' } }]);
    await forgetRequests();
    assert.equal(await look(), false);
    assert.deepEqual(await requests(), ['graphql 403', 'getCommit 304']);
    await setState('failed');
    await forgetRequests();
    assert.equal(await look(), true);
    assert.deepEqual(await requests(), ['getCommit 200']);
  });
});
