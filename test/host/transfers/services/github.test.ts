import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { jobIn, looksOften, problemOf, rowsOf, sent, signedIn } from '../../transferHands.ts';
import { answerGithub, everythingKept, line, world } from './importHands.ts';

describe('an import from GitHub', function () {
  this.timeout(60_000);
  const window = hands();
  let app: App;

  looksOften();

  signedIn('owner', (found) => (app = found));

  const start = (): Thenable<unknown> => vscode.commands.executeCommand('graft.transfers.importFromGithub');

  it('is asked for, shown, begun once and watched to its end', async () => {
    const running = start();
    const review = await answerGithub(window, { path: 'press' });
    const rows = rowsOf(review);
    assert.deepEqual(rows.slice(0, 3), ['Start Import: wanda/cider → acme/press', 'Change', rows[2]]);
    assert.match(rows[2] ?? '', /^Repository: wanda\/cider · public/);
    assert.match(rows[3] ?? '', /^Source account: wanda on 127\.0\.0\.1:\d+$/);
    assert.match(rows[4] ?? '', /^Into: acme · 127\.0\.0\.1:\d+$/);
    assert.deepEqual(rows.slice(5, 8), [
      'Name: press',
      'Additional items: Collaborators as members',
      'More options: server defaults',
    ]);
    assert.equal(await sent('importFromGithub'), 0);
    await window.step(/review and start/, /^Start Import/);
    await running;
    await window.hears(/^Import from GitHub: acme\/press has started\.$/);
    const job = await jobIn(app, 'acme/press', 'succeeded');
    assert.equal(job.stats?.imported['pull_request'], 2);
    assert.equal(job.subject.webUrl, `${world().url}/acme/press`);
    assert.match(job.source ?? '', /^127\.0\.0\.1:\d+\/wanda\/cider$/);
    assert.equal(job.story.at(-1)?.state, 'finished');
    await window.hears(/acme\/press has finished\.$/);
    assert.equal(await sent('importFromGithub'), 1);
  });

  it('leads back to the question before, with what was answered there', async () => {
    const running = start();
    await window.step(/GitHub.*\(1\/5\)/, /Enterprise Server…/);
    await line(window, /GitHub.*\(1\/5\)/, /URL of the server/, world().outside.url);
    await line(window, /GitHub.*\(2\/5\)/, /Token of/, world().outside.token);
    await window.step(/GitHub.*\(3\/5\)/, /^wanda\/cider$/);
    await window.step(/GitHub.*\(4\/5\)/, /^Acme$/);
    const name = await window.box(/GitHub.*\(5\/5\)/);
    assert.deepEqual(name.buttons, [vscode.QuickInputButtons.Back]);
    await window.back();
    await window.step(/GitHub.*\(4\/5\)/, /Tools$/);
    await line(window, /GitHub.*\(5\/5\)/, /Path in acme\/tools/, 'back');
    const rows = rowsOf(await window.picker(/review and start/));
    assert.equal(rows[0], 'Start Import: wanda/cider → acme/tools/back');
    await window.escape();
    await running;
    assert.equal(await sent('importFromGithub'), 0);
  });

  it('lets every part be changed before it begins', async () => {
    const running = start();
    await answerGithub(window, { path: 'press-two' });
    await window.step(/review and start/, /^Additional items/);
    const items = await window.picker(/additional items/);
    assert.deepEqual(rowsOf(items), ['Import comments individually', 'Attachments', 'Collaborators as members']);
    items.selectedItems = items.items.filter(({ label }) => label === 'Attachments');
    await poll(() => items.selectedItems.length === 1, { what: 'the choice' });
    await window.enter();
    await window.step(/review and start/, /^More options/);
    await window.step(/more options/, /Items per request/);
    const size = await line(window, /more options/, /1 to 100/, '0');
    await poll(() => size.validationMessage === 'Enter a number from 1 to 100.', { what: 'what is wrong' });
    await line(window, /more options/, /1 to 100/, '50');
    await window.step(/more options/, /Additional tokens/);
    const further = await line(window, /more options/, /Token of another user/, 'ghp_of_nobody');
    await poll(() => /rejects the token: “Bad credentials”/.test(problemOf(further)), { what: 'GitHub’s words' });
    await line(window, /more options/, /Token of another user/, world().outside.token);
    await poll(() => /^This token also belongs to wanda. Tokens of one user share/.test(problemOf(further)), {
      what: 'whose token it is',
    });
    await line(window, /more options/, /Token of another user/, world().outside.furtherToken);
    await line(window, /more options/, /1 added/, '');
    await window.step(/more options/, /If GitHub times out/);
    await window.step(/more options/, /^Continue with the Next Step/);
    await window.step(/more options/, /^Done/);
    await window.step(/review and start/, /^Name/);
    const name = await line(window, /GitHub: name/, /Path in/, 'orchard');
    await poll(() => name.validationMessage === 'The project acme/orchard already exists.', { what: 'taken' });
    await line(window, /GitHub: name/, /Path in/, 'press-three');
    const review = await poll(
      async () => {
        const open = await window.picker(/review and start/);
        return rowsOf(open).some((row) => row === 'Name: press-three') ? open : undefined;
      },
      { what: 'the new name' },
    );
    const rows = rowsOf(review);
    assert.ok(rows.includes('Additional items: Attachments'), rows.join('\n'));
    assert.ok(
      rows.includes(
        'More options: on a timeout: continue with the next step · 50 items per request · 1 additional tokens',
      ),
      rows.join('\n'),
    );
    await window.escape();
    await running;
    assert.equal(await sent('importFromGithub'), 0);
    assert.deepEqual(app.jobs.list(), []);
  });

  it('asks for another token in GitHub’s words, and finds repositories by name, number and address', async () => {
    const running = start();
    await window.step(/1\/5/, /Enterprise Server…/);
    const address = await line(window, /1\/5/, /URL of the server/, 'ftp://x');
    await poll(() => /must start with https/.test(problemOf(address)), { what: 'the scheme' });
    await line(window, /1\/5/, /URL of the server/, world().outside.url);
    const token = await line(window, /2\/5/, /Token of/, 'glpat-0123456789');
    assert.equal(token.password, true);
    assert.match(problemOf(token), /This is a GitLab token/);
    await line(window, /2\/5/, /Token of/, 'wrong-token');
    await poll(() => /rejects the token: “Bad credentials” \(401\)/.test(problemOf(token)), { what: 'GitHub’s words' });
    await line(window, /2\/5/, /Token of/, world().outside.token);
    const repositories = await window.picker(/3\/5/);
    const finds = async (text: string, row: RegExp): Promise<void> => {
      window.type(repositories, text);
      await poll(() => repositories.items.some(({ label }) => row.test(label)), {
        what: `${String(row)} for ${text}; there are ${rowsOf(repositories).join(', ')}`,
      });
    };
    await finds('', /^wanda\/cider$/);
    await finds('7002', /^CID\/cider$/);
    await finds('wanda/cider', /^wanda\/cider$/);
    await finds(`${world().outside.url}/wanda/cider/pulls`, /^wanda\/cider$/);
    await finds('wanda/beer', /no such repository, or the token has no access to it: “Not Found” \(404\)/);
    await finds('https://github.com/wanda/cider', /This URL belongs to github\.com, not 127/);
    await finds('beer', /No repository of wanda matches “beer”/);
    await window.escape();
    await running;
  });

  it('is refused in the server’s words, and the answers are there to be changed', async () => {
    const running = start();
    await answerGithub(window, { path: 'press-four' });
    for (const [status, body, words] of [
      [
        403,
        { errors: ['The import source is disabled.'] },
        /Imports from GitHub are disabled on .*: “The import source is disabled\.” \(403\)\. An administrator/,
      ],
      [422, { errors: `No use for ${world().outside.token}` }, /refused this: “No use for \[credential\]” \(422\)/],
    ] as const) {
      await setFaults([{ operation: 'H1', fault: 'status', status, body, times: 1 }]);
      window.forget();
      window.willPress('Change…');
      await window.step(/review and start/, /^Start Import/);
      await window.hears(words);
      await window.picker(/review and start/);
    }
    await window.escape();
    await running;
    assert.deepEqual(app.jobs.list(), []);
    assert.equal(await sent('importFromGithub'), 2);
  });

  it('prepared twice is sent once', async () => {
    const first = start();
    await answerGithub(window, { path: 'press-seven' });
    const { account, baseUrl } = { account: app.accounts.list()[0]?.id ?? '', baseUrl: world().url };
    const subject = { type: 'project', path: 'acme/press-seven' } as const;
    const seed = {
      kind: 'githubImport',
      account,
      baseUrl,
      subject,
      source: 'x',
      file: undefined,
      details: undefined,
    } as const;
    await app.jobs.add(seed, 'unclear', 'answerLost');
    await window.step(/review and start/, /^Start Import/);
    await window.hears(/^Import from GitHub: acme\/press-seven is already running\. Nothing was sent\.$/);
    await first;
    assert.equal(await sent('importFromGithub'), 0);
  });

  it('says what a token lacks', async () => {
    const running = start();
    const review = await answerGithub(window, { server: world().narrow, path: 'press-narrow' });
    const rows = rowsOf(review);
    assert.ok(
      rows.includes('The token lacks the scope repo. wanda/cider may not be imported completely.'),
      rows.join('\n'),
    );
    assert.ok(rows.includes('The token lacks the scope read:org, which importing collaborators requires.'));
    assert.match(rows[2] ?? '', /^Repository: wanda\/cider · private/);
    // remarks cannot be selected
    await window.enter(review, /lacks the scope read:org/);
    await window.picker(/review and start/);
    await window.escape();
    await running;
  });

  it('leaves no credential in log and storage', async () => {
    const running = start();
    await answerGithub(window, { token: `${world().outside.token}`, path: 'press-eleven' });
    await setFaults([
      { operation: 'H1', fault: 'status', status: 422, body: { errors: `No: ${world().outside.token}` }, times: 1 },
    ]);
    window.willPress('Change…');
    await window.step(/review and start/, /^Start Import/);
    await window.hears(/\[credential\]/);
    await window.step(/review and start/, /^Start Import/);
    await running;
    await jobIn(app, 'acme/press-eleven', 'succeeded');
    const kept = await everythingKept(app);
    assert.ok(kept.includes('acme/press-eleven'), 'the storage was not read');
    for (const secret of [world().outside.token, world().outside.furtherToken, 'wrong-token'])
      assert.ok(!kept.includes(secret), `${secret} was kept`);
    assert.ok(!JSON.stringify(window.said()).includes(world().outside.token));
  });
});
