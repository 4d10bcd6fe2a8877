import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { signOut } from '../../../support/window/inHost.ts';
import { addAccount } from '../../accounts.ts';
import { hands } from '../../hands.ts';
import { jobIn, looksOften, sent, signedIn } from '../../transferHands.ts';
import { everythingKept, line, world } from './importHands.ts';

describe('imports of gists and from Bitbucket', function () {
  this.timeout(60_000);
  const window = hands();
  let app: App;

  looksOften();

  signedIn('owner', (found) => (app = found));

  const begin = (name: string): Thenable<unknown> => vscode.commands.executeCommand(`graft.transfers.${name}`);

  it('hands gists over, and says that there is nothing to watch', async () => {
    const running = begin('importGists');
    window.willPress('Import');
    await line(window, /Gists/, /scope gist/, world().outside.token);
    const asked = await window.hears(/^Import the gists\?$/);
    assert.match(asked.detail ?? '', /more than ten files are skipped.*no progress.*email/);
    await running;
    await window.hears(/is importing the gists and reports no progress\. Check your snippets\./);
    const [job] = app.jobs.list();
    assert.deepEqual([job?.phase, job?.story.at(-1)?.state], ['succeeded', 'accepted']);
    assert.equal(job?.subject.webUrl, `${world().url}/dashboard/snippets`);
  });

  const answerServer = async (token: string, path?: string): Promise<void> => {
    const title = /Bitbucket Server/;
    await line(window, title, /URL of the server/, `${world().outside.url}/projects/CID/repos/cider/browse`);
    await line(window, title, /User name/, world().outside.username);
    await line(window, title, /token or password/, token);
    await line(window, title, /Project key/, 'CID');
    await line(window, title, /Repository name/, 'cider');
    await window.step(/destination/, /Tools$/);
    if (path !== undefined) await line(window, title, /Path in/, path);
  };

  it('brings a repository of Bitbucket Server into the group that was chosen', async () => {
    const running = begin('importFromBitbucketServer');
    await answerServer(world().outside.token, 'pomace');
    const review = await window.picker(/review and start/);
    assert.deepEqual(
      review.items.slice(0, 1).map(({ label, description }) => [label, description]),
      [['Start Import', 'CID/cider → acme/tools/pomace']],
    );
    await window.step(/review and start/, /^Start Import/);
    await running;
    await window.hears(/^Import from Bitbucket Server: acme\/tools\/pomace has started\.$/);
    await jobIn(app, 'acme/tools/pomace', 'succeeded');
    assert.equal(await sent('importFromBitbucketServer'), 1);
    assert.ok(!(await everythingKept(app)).includes(world().outside.token));
  });

  it('says beforehand what cannot be seen from here, and then what the server says', async () => {
    const running = begin('importFromBitbucketServer');
    await answerServer('wrong-token', 'perry');
    const review = await window.picker(/review and start/);
    const rows = review.items.map(({ label }) => label);
    assert.ok(
      rows.some((row) => /rejects the user name or token: “Bad credentials” \(401\)/.test(row)),
      rows.join('\n'),
    );
    await window.step(/review and start/, /^Start Import/);
    await window.hears(/Bitbucket Server rejected .*: “.*Bad credentials \(HTTP 401\)” \(400\)/);
    await running;
    const [job] = app.jobs.list();
    assert.deepEqual([job?.phase, job?.error?.status, app.jobs.list().length], ['failed', 400, 1]);
    assert.match(job?.error?.words ?? '', /Bitbucket Server rejected /);
  });

  it('brings a repository of Bitbucket Cloud, except to servers that are too old', async () => {
    const title = /Bitbucket Cloud/;
    const running = begin('importFromBitbucket');
    await line(window, title, /workspace\/name/, 'https://bitbucket.org/wanda/cider');
    await line(window, title, /User name/, world().outside.username);
    await line(window, title, /App password/, world().outside.token);
    await window.step(/destination/, /^Acme$/);
    await line(window, title, /Path in/, 'cloudy');
    await window.step(/review and start/, /^Start Import/);
    await running;
    await window.hears(/^Import from Bitbucket: acme\/cloudy has started\.$/);
    await jobIn(app, 'acme/cloudy', 'succeeded');
    await signOut(app);
    await addAccount(app, 'owner', world().older);
    await begin('importFromBitbucket');
    await window.hears(/runs GitLab 16\.8\. Importing from Bitbucket Cloud requires GitLab 17\.0 or later\./);
  });

  it('asks as whom, where there are several accounts', async () => {
    await addAccount(app, 'maintainer', world().older);
    const running = begin('importFromBitbucket');
    const accounts = await window.picker(/Choose the destination account/);
    const offered = accounts.items.map(({ label, description }) => `${label} ${description}`);
    // sorted by host, whose port is random
    assert.deepEqual(
      offered,
      [`${new URL(world().url).host} owner`, `${new URL(world().older).host} maintainer`].sort(),
    );
    await window.step(/Choose the destination account/, new RegExp(new URL(world().older).host));
    await running;
    await window.hears(/Importing from Bitbucket Cloud requires GitLab 17\.0/);
  });
});
