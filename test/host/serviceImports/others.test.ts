import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { setFaults, signOut } from '../../support/inHost.ts';
import { addAccount } from '../accounts.ts';
import { hands } from '../hands.ts';
import { jobIn, looksOften, sent, signedIn } from '../transferHands.ts';
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
    assert.match(asked.detail ?? '', /more than ten files are left out.*no progress.*e-mail/);
    await running;
    await window.hears(/imports the gists now and does not tell how far it is\. See your snippets\./);
    const [job] = app.jobs.list();
    assert.deepEqual([job?.phase, job?.story.at(-1)?.state], ['succeeded', 'accepted']);
    assert.equal(job?.subject.webUrl, `${world().url}/dashboard/snippets`);
  });

  it('tells the answers of an import of gists apart', async () => {
    const running = begin('importGists');
    for (const [status, body, words] of [
      [
        401,
        { errors: 'Access denied to the GitHub account.' },
        /was not let in by GitHub: “Access denied to the GitHub account\.” \(401\)/,
      ],
      [422, { errors: 'Import already in progress' }, /is at it already: “Import already in progress” \(422\)/],
      [429, { error: 'Too Many Requests' }, /GitHub asks .* to slow down: “Too Many Requests” \(429\)/],
      [404, { message: '404 Not Found' }, /does not import gists: “404 Not Found”\. Before GitLab 15\.11/],
      [403, { message: '403 Forbidden' }, /does not let you create snippets, which gists become: “403 Forbidden”/],
    ] as const) {
      await setFaults([{ operation: 'H3', fault: 'status', status, body, times: 1 }]);
      window.forget();
      window.willPress('Import');
      window.willPress('Change…');
      await line(window, /Gists/, /scope gist/, world().outside.token);
      await window.hears(words);
    }
    await window.box(/Gists/);
    await window.escape();
    await running;
    assert.deepEqual([app.jobs.list(), await sent('importGithubGists')], [[], 5]);
  });

  it('does not know what became of gists after a lost answer, and says so', async () => {
    await setFaults([{ operation: 'H3', fault: 'resetAfter', times: 1 }]);
    const running = begin('importGists');
    window.willPress('Import');
    await line(window, /Gists/, /scope gist/, world().outside.token);
    await running;
    await window.hears(/answer was lost, and it does not tell whether it imports gists/);
    assert.equal(await sent('importGithubGists'), 1);
  });

  const answerServer = async (token: string, path?: string): Promise<void> => {
    const title = /Bitbucket Server/;
    await line(window, title, /Address of the server/, `${world().outside.url}/projects/CID/repos/cider/browse`);
    await line(window, title, /User name/, world().outside.username);
    await line(window, title, /token or password/, token);
    await line(window, title, /Key of the project/, 'CID');
    await line(window, title, /Name of the repository/, 'cider');
    await window.step(/where to/, /Tools$/);
    if (path !== undefined) await line(window, title, /Path below/, path);
  };

  it('brings a repository of Bitbucket Server into the group that was chosen', async () => {
    const running = begin('importFromBitbucketServer');
    await answerServer(world().outside.token, 'pomace');
    const review = await window.picker(/check and begin/);
    assert.deepEqual(
      review.items.slice(0, 1).map(({ label, description }) => [label, description]),
      [['Begin Import', 'CID/cider → acme/tools/pomace']],
    );
    await window.step(/check and begin/, /^Begin Import/);
    await running;
    await window.hears(/^Import from Bitbucket Server: acme\/tools\/pomace has started\.$/);
    await jobIn(app, 'acme/tools/pomace', 'succeeded');
    assert.equal(await sent('importFromBitbucketServer'), 1);
    assert.ok(!(await everythingKept(app)).includes(world().outside.token));
  });

  it('says beforehand what cannot be seen from here, and then what the server says', async () => {
    const running = begin('importFromBitbucketServer');
    await answerServer('wrong-token', 'perry');
    const review = await window.picker(/check and begin/);
    const rows = review.items.map(({ label }) => label);
    assert.ok(
      rows.some((row) => /does not accept user name and token: “Bad credentials” \(401\)/.test(row)),
      rows.join('\n'),
    );
    await window.step(/check and begin/, /^Begin Import/);
    await window.hears(/was not let in by Bitbucket Server: “.*Bad credentials \(HTTP 401\)” \(400\)/);
    await running;
    const [job] = app.jobs.list();
    assert.deepEqual([job?.phase, job?.error?.status, app.jobs.list().length], ['failed', 400, 1]);
    assert.match(job?.error?.words ?? '', /was not let in by Bitbucket Server/);
  });

  it('says where a server puts it instead', async () => {
    const body = { id: 101, name: 'cider', full_path: '/owner/elsewhere', import_status: 'scheduled' };
    await setFaults([{ operation: 'H4', fault: 'status', status: 201, body, times: 1 }]);
    const running = begin('importFromBitbucketServer');
    await answerServer(world().outside.token, 'must');
    await window.step(/check and begin/, /^Begin Import/);
    await running;
    await window.hears(
      /owner\/elsewhere has started\. Asked for was acme\/tools\/must; the server has put it at owner\/elsewhere\.$/,
    );
  });

  it('knows that releases before 16.10 take the path from Bitbucket Server', async () => {
    await signOut(app);
    await addAccount(app, 'owner', world().older);
    const running = begin('importFromBitbucketServer');
    await answerServer(world().outside.token);
    const review = await window.picker(/check and begin/);
    assert.ok(review.items.some(({ label }) => /takes the path from Bitbucket; it cannot be chosen/.test(label)));
    await window.step(/check and begin/, /^Begin Import/);
    await running;
    await window.hears(/^Import from Bitbucket Server: acme\/tools\/cider has started\.$/);
    await jobIn(app, 'acme/tools/cider', 'succeeded');
  });

  it('brings a repository of Bitbucket Cloud, except to servers that are too old', async () => {
    const title = /Bitbucket Cloud/;
    const running = begin('importFromBitbucket');
    await line(window, title, /workspace\/name/, 'https://bitbucket.org/wanda/cider');
    await line(window, title, /User name/, world().outside.username);
    await line(window, title, /App password/, world().outside.token);
    await window.step(/where to/, /^Acme$/);
    await line(window, title, /Path below/, 'cloudy');
    await window.step(/check and begin/, /^Begin Import/);
    await running;
    await window.hears(/^Import from Bitbucket: acme\/cloudy has started\.$/);
    await jobIn(app, 'acme/cloudy', 'succeeded');
    await signOut(app);
    await addAccount(app, 'owner', world().older);
    await begin('importFromBitbucket');
    await window.hears(/is too old for this: imports from Bitbucket Cloud came with GitLab 17\.0, it is 16\.8\./);
  });

  it('asks as whom, where there are several accounts', async () => {
    await addAccount(app, 'maintainer', world().older);
    const running = begin('importFromBitbucket');
    const accounts = await window.picker(/Import into which GitLab/);
    const offered = accounts.items.map(({ label, description }) => `${label} ${description}`);
    // by their hosts, whose ports differ from run to run
    assert.deepEqual(
      offered,
      [`${new URL(world().url).host} owner`, `${new URL(world().older).host} maintainer`].sort(),
    );
    await window.step(/Import into which GitLab/, new RegExp(new URL(world().older).host));
    await running;
    await window.hears(/imports from Bitbucket Cloud came with GitLab 17\.0/);
  });

  it('says that one has to sign in first', async () => {
    await signOut(app);
    for (const name of [
      'importFromGithub',
      'importGists',
      'importFromBitbucketServer',
      'importFromBitbucket',
      'cancelImport',
    ]) {
      window.forget();
      await begin(name);
      await window.hears(/You are not signed in\. Add an account first\./);
    }
  });
});
