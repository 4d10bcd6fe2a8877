import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { setFaults, signOut } from '../../support/inHost.ts';
import { poll } from '../../support/poll.ts';
import { addAccount } from '../accounts.ts';
import { hands } from '../hands.ts';
import { hold, jobIn, looksOften, problemOf, rowsOf, sent, signedIn } from '../transferHands.ts';
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
    assert.deepEqual(rows.slice(0, 3), ['Begin Import: wanda/cider → acme/press', 'Change', rows[2]]);
    assert.match(rows[2] ?? '', /^Repository: wanda\/cider · public/);
    assert.match(rows[3] ?? '', /^Read as: wanda on 127\.0\.0\.1:\d+$/);
    assert.match(rows[4] ?? '', /^Into: acme · 127\.0\.0\.1:\d+$/);
    assert.deepEqual(rows.slice(5, 8), [
      'Name: press',
      'Additional items: Collaborators as members',
      'More options: as the server does',
    ]);
    assert.equal(await sent('importFromGithub'), 0);
    await window.step(/check and begin/, /^Begin Import/);
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
    await line(window, /GitHub.*\(1\/5\)/, /Address of the server/, world().outside.url);
    await line(window, /GitHub.*\(2\/5\)/, /Token of/, world().outside.token);
    await window.step(/GitHub.*\(3\/5\)/, /^wanda\/cider$/);
    await window.step(/GitHub.*\(4\/5\)/, /^Acme$/);
    const name = await window.box(/GitHub.*\(5\/5\)/);
    assert.deepEqual(name.buttons, [vscode.QuickInputButtons.Back]);
    await window.back();
    await window.step(/GitHub.*\(4\/5\)/, /Tools$/);
    await line(window, /GitHub.*\(5\/5\)/, /Path below acme\/tools/, 'back');
    const rows = rowsOf(await window.picker(/check and begin/));
    assert.equal(rows[0], 'Begin Import: wanda/cider → acme/tools/back');
    await window.escape();
    await running;
    assert.equal(await sent('importFromGithub'), 0);
  });

  it('lets every part be changed before it begins', async () => {
    const running = start();
    await answerGithub(window, { path: 'press-two' });
    await window.step(/check and begin/, /^Additional items/);
    const items = await window.picker(/additional items/);
    assert.deepEqual(rowsOf(items), ['All comments, one by one', 'Attachments', 'Collaborators as members']);
    items.selectedItems = items.items.filter(({ label }) => label === 'Attachments');
    await poll(() => items.selectedItems.length === 1, { what: 'the choice' });
    await window.enter();
    await window.step(/check and begin/, /^More options/);
    await window.step(/more options/, /Items per request/);
    const size = await line(window, /more options/, /1 to 100/, '0');
    await poll(() => size.validationMessage === 'Type a number from 1 to 100.', { what: 'what is wrong' });
    await line(window, /more options/, /1 to 100/, '50');
    await window.step(/more options/, /Further tokens/);
    const further = await line(window, /more options/, /A token of another person/, 'ghp_of_nobody');
    await poll(() => /does not accept the token: “Bad credentials”/.test(problemOf(further)), {
      what: 'GitHub’s words',
    });
    await line(window, /more options/, /A token of another person/, world().outside.token);
    await poll(() => /^This is a token of wanda, too: the tokens of one person share/.test(problemOf(further)), {
      what: 'whose token it is',
    });
    await line(window, /more options/, /A token of another person/, world().outside.furtherToken);
    await line(window, /more options/, /1 taken/, '');
    await window.step(/more options/, /When GitHub takes too long/);
    await window.step(/more options/, /goes on with the next step/);
    await window.step(/more options/, /^Done/);
    await window.step(/check and begin/, /^Name/);
    const name = await line(window, /GitHub: name/, /Path below/, 'orchard');
    await poll(() => name.validationMessage === 'There is a project acme/orchard already.', { what: 'taken' });
    await line(window, /GitHub: name/, /Path below/, 'press-three');
    const review = await poll(
      async () => {
        const open = await window.picker(/check and begin/);
        return rowsOf(open).some((row) => row === 'Name: press-three') ? open : undefined;
      },
      { what: 'the new name' },
    );
    const rows = rowsOf(review);
    assert.ok(rows.includes('Additional items: Attachments'), rows.join('\n'));
    assert.ok(
      rows.includes('More options: on a timeout: goes on with the next step · 50 items per request · 1 further tokens'),
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
    const address = await line(window, /1\/5/, /Address of the server/, 'ftp://x');
    await poll(() => /must begin with https/.test(problemOf(address)), { what: 'the scheme' });
    await line(window, /1\/5/, /Address of the server/, world().outside.url);
    const token = await line(window, /2\/5/, /Token of/, 'glpat-0123456789');
    assert.equal(token.password, true);
    assert.match(problemOf(token), /This is a token of GitLab/);
    await line(window, /2\/5/, /Token of/, 'wrong-token');
    await poll(() => /does not accept the token: “Bad credentials” \(401\)/.test(problemOf(token)), {
      what: 'GitHub’s words',
    });
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
    await finds('wanda/beer', /no such repository, or the token does not open it: “Not Found” \(404\)/);
    await finds('https://github.com/wanda/cider', /This is an address of github\.com, not of 127/);
    await finds('beer', /None of the repositories of wanda matches “beer”/);
    await window.escape();
    await running;
  });

  it('says how long GitHub asks to wait', async () => {
    const running = start();
    await window.step(/1\/5/, /Enterprise Server…/);
    await line(window, /1\/5/, /Address of the server/, world().limited);
    const token = await line(window, /2\/5/, /Token of/, world().outside.token);
    await poll(
      () =>
        /asks to slow down: “API rate limit exceeded for user ID 1\.” \(403\)\. Try again in 2 min\./.test(
          problemOf(token),
        ),
      { what: `the wait; it says ${problemOf(token)}` },
    );
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
        /does not import from GitHub: “The import source is disabled\.” \(403\)\. An administrator/,
      ],
      [
        429,
        { error: 'Too Many Requests' },
        /GitHub asks .* to slow down: “Too Many Requests” \(429\)\. .*further tokens/,
      ],
      [429, 'Retry later', /asks you to slow down: “Retry later” \(429\)\. Nothing was begun\./],
      [
        401,
        { error: 'Access denied to your GitHub account.' },
        /was not let in by GitHub: “Access denied to your GitHub account\.” \(401\)/,
      ],
      [
        422,
        { errors: 'You are not allowed to import projects in this namespace.' },
        /You may not import there: “You are not allowed/,
      ],
      [
        422,
        { errors: 'Import failed due to a GitHub error: Not Found (HTTP 404)' },
        /does not find the repository at GitHub/,
      ],
      [422, { errors: `No use for ${world().outside.token}` }, /refused this: “No use for \[credential\]” \(422\)/],
    ] as const) {
      await setFaults([{ operation: 'H1', fault: 'status', status, body, times: 1 }]);
      window.forget();
      window.willPress('Change…');
      await window.step(/check and begin/, /^Begin Import/);
      await window.hears(words);
      await window.picker(/check and begin/);
    }
    await window.escape();
    await running;
    assert.deepEqual(app.jobs.list(), []);
    assert.equal(await sent('importFromGithub'), 7);
  });

  it('is refused where the source is disabled', async () => {
    await signOut(app);
    await addAccount(app, 'owner', world().closed);
    const running = start();
    await answerGithub(window, { path: 'press-five' });
    await window.step(/check and begin/, /^Begin Import/);
    await window.hears(/does not import from GitHub: “The import source is disabled\.” \(403\)/);
    await running;
  });

  it('is not sent a second time while the same is at work', async () => {
    await hold('finished');
    const first = start();
    await answerGithub(window, { path: 'press-six' });
    const second = async (): Promise<void> => {
      const running = start();
      await window.step(/1\/5/, /^127\.0\.0\.1/);
      await line(window, /2\/5/, /Token of/, world().outside.token);
      await window.step(/3\/5/, /^wanda\/cider$/);
      await window.step(/4\/5/, /^Acme$/);
      const name = await line(window, /5\/5/, /Path below/, 'press-six');
      await poll(() => /There is a project/.test(problemOf(name)), { what: 'taken' });
      await window.escape();
      await running;
    };
    await window.step(/check and begin/, /^Begin Import/);
    await first;
    const { id } = await jobIn(app, 'acme/press-six', 'running');
    await second();
    assert.equal(await sent('importFromGithub'), 1);
    await hold();
    await jobIn(app, 'acme/press-six', 'succeeded');
    assert.equal(app.jobs.list()[0]?.id, id);
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
    await window.step(/check and begin/, /^Begin Import/);
    await window.hears(/^Import from GitHub: acme\/press-seven is under way already\. Nothing was sent\.$/);
    await first;
    assert.equal(await sent('importFromGithub'), 0);
  });

  it('is looked for after a lost answer, and never sent twice', async () => {
    await setFaults([{ operation: 'H1', fault: 'resetAfter', times: 1 }]);
    const first = start();
    await answerGithub(window, { path: 'press-eight' });
    await window.step(/check and begin/, /^Begin Import/);
    await first;
    await window.hears(
      /acme\/press-eight has started\. The server’s answer was lost; a look showed that it is at work/,
    );
    await jobIn(app, 'acme/press-eight', 'succeeded');
    await setFaults([{ operation: 'H1', fault: 'resetBefore', times: 1 }]);
    const second = start();
    await window.step(/1\/5/, /^127\.0\.0\.1/);
    await line(window, /2\/5/, /Token of/, world().outside.token);
    await window.step(/3\/5/, /^wanda\/cider$/);
    await window.step(/4\/5/, /^Acme$/);
    await line(window, /5\/5/, /Path below/, 'press-nine');
    await window.step(/check and begin/, /^Begin Import/);
    await second;
    await window.hears(
      /It is not certain yet that Import from GitHub: acme\/press-nine has started\. The answer was lost/,
    );
    const job = await jobIn(app, 'acme/press-nine', 'unclear');
    assert.equal(job.story.at(-1)?.state, 'answerLost');
    assert.equal(await sent('importFromGithub'), 2);
  });

  it('is canceled by its owner, and says what stands in the way', async () => {
    await hold('finished');
    const running = start();
    await answerGithub(window, { path: 'press-ten' });
    await window.step(/check and begin/, /^Begin Import/);
    await running;
    const { subject } = await jobIn(app, 'acme/press-ten', 'running');
    for (const [status, body, words] of [
      [
        403,
        { message: 'Unauthorized access' },
        /Only owners of the project cancel its import: “Unauthorized access” \(403\)/,
      ],
      [404, { message: '404 Not found' }, /knows no import from GitHub into this project: “404 Not found”/],
      [429, 'Retry later', /asks to slow down: “Retry later” \(429\)/],
      [404, { message: 'Not Found' }, /not there any more, or you may not see it: “Not Found” \(404\)/],
    ] as const) {
      await setFaults([{ operation: 'H2', fault: 'status', status, body, times: 1 }]);
      window.forget();
      window.willPress('Cancel It');
      const canceling = vscode.commands.executeCommand('graft.transfers.cancelImport');
      await window.step(/Cancel Import from GitHub/, /acme\/press-ten/);
      await canceling;
      await window.hears(words);
    }
    window.forget();
    window.willPress('Cancel It');
    const canceling = vscode.commands.executeCommand('graft.transfers.cancelImport');
    await window.step(/Cancel Import from GitHub/, /acme\/press-ten/);
    await canceling;
    const ended = await jobIn(app, 'acme/press-ten', 'canceled');
    assert.equal(ended.story.at(-1)?.words, 'wanda/cider into acme/press-ten: canceled');
    assert.equal(ended.originUrl, '/wanda/cider');
    await hold();
    // one that is not watched here is found by its project
    window.forget();
    window.willPress('Cancel It');
    const again = vscode.commands.executeCommand('graft.transfers.cancelImport');
    const projects = await window.picker(/Cancel Import from GitHub/);
    window.type(projects, 'press-ten');
    await window.step(/Cancel Import from GitHub/, /^acme\/press-ten$/);
    await again;
    await window.hears(
      /There was nothing to cancel any more: “The import cannot be canceled because it is canceled” \(400\)/,
    );
    assert.ok(subject.id !== undefined);
  });

  it('says what a token lacks', async () => {
    const running = start();
    const review = await answerGithub(window, { server: world().narrow, path: 'press-narrow' });
    const rows = rowsOf(review);
    assert.ok(
      rows.includes('The token lacks the scope repo: wanda/cider may not be read completely.'),
      rows.join('\n'),
    );
    assert.ok(rows.includes('The token lacks the scope read:org, which bringing collaborators needs.'));
    assert.match(rows[2] ?? '', /^Repository: wanda\/cider · private/);
    // a remark is nothing to choose
    await window.enter(review, /lacks the scope read:org/);
    await window.picker(/check and begin/);
    await window.escape();
    await running;
  });

  it('goes on when the server was away meanwhile', async () => {
    await hold('finished');
    const running = start();
    await answerGithub(window, { path: 'press-away' });
    await window.step(/check and begin/, /^Begin Import/);
    await running;
    const { id } = await jobIn(app, 'acme/press-away', 'running');
    await setFaults([{ operation: 'X7', fault: 'status', status: 429, times: 1 }]);
    await app.jobs.checkNow(id);
    await setFaults([{ operation: 'X7', fault: 'resetBefore' }]);
    await poll(() => (app.jobs.get(id)?.look.failures ?? 0) > 0, { what: 'a failed look' });
    assert.equal(app.jobs.get(id)?.phase, 'running');
    await setFaults([]);
    await hold();
    await poll(
      async () => {
        await app.jobs.checkNow(id);
        return app.jobs.get(id)?.phase === 'succeeded';
      },
      { what: 'the end' },
    );
    assert.equal(await sent('importFromGithub'), 1);
  });

  it('is given up when it was never begun', async () => {
    const account = app.accounts.list()[0]?.id ?? '';
    const startedAtMs = Date.now() - 6 * 60_000;
    const path = 'acme/press-never';
    const job = {
      id: 'never',
      kind: 'githubImport',
      account,
      baseUrl: world().url,
      subject: { type: 'project', path },
      phase: 'unclear',
      startedAtMs,
      story: [{ atMs: startedAtMs, state: 'starting' }],
      look: { failures: 0 },
      failedRelations: [],
      details: { importType: 'github', mayLandAt: [path] },
    };
    // as a window that was closed meanwhile has left it
    await app.context.globalState.update('graft.job never', job);
    app.jobs.list();
    await app.jobs.checkNow('never');
    const { error } = await jobIn(app, path, 'failed');
    assert.match(error?.words ?? '', /there is no such project: the import was never begun/);
    await window.hears(/press-never failed: .*never begun/);
  });

  it('is asked for again with a new token and everything else as it was', async () => {
    const first = start();
    await answerGithub(window, { path: 'press-again' });
    await window.step(/check and begin/, /^Additional items/);
    const items = await window.picker(/additional items/);
    items.selectedItems = items.items.filter(({ label }) => label === 'Attachments');
    await poll(() => items.selectedItems.length === 1, { what: 'the choice' });
    await window.enter();
    const body = {
      id: 1,
      name: 'x',
      path: 'x',
      path_with_namespace: 'acme/press-again',
      import_status: 'failed',
      import_error: 'https://oauth2:secret-of-clone@host/x is gone',
    };
    await setFaults([{ operation: 'X7', fault: 'status', status: 200, body }]);
    await window.step(/check and begin/, /^Begin Import/);
    await first;
    const { id, error } = await jobIn(app, 'acme/press-again', 'failed');
    assert.deepEqual(error, { words: 'https://host/x is gone' });
    await setFaults([]);
    const second = vscode.commands.executeCommand('graft.transfers.importFromGithub', { kind: 'job', id });
    await line(window, /GitHub: token/, /Token of/, world().outside.token);
    // what failed has left a project at the path
    const name = await window.box(/GitHub: name/);
    assert.equal(name.value, 'press-again');
    await line(window, /GitHub: name/, /Path below/, 'press-once-more');
    const rows = rowsOf(await window.picker(/check and begin/));
    assert.equal(rows[0], 'Begin Import: wanda/cider → acme/press-once-more');
    assert.ok(rows.includes('Additional items: Attachments'), rows.join('\n'));
    await window.escape();
    await second;
    assert.ok(!JSON.stringify(app.jobs.list()).includes(world().outside.token));
  });

  it('leaves no credential in log and storage', async () => {
    const running = start();
    await answerGithub(window, { token: `${world().outside.token}`, path: 'press-eleven' });
    await setFaults([
      { operation: 'H1', fault: 'status', status: 422, body: { errors: `No: ${world().outside.token}` }, times: 1 },
    ]);
    window.willPress('Change…');
    await window.step(/check and begin/, /^Begin Import/);
    await window.hears(/\[credential\]/);
    await window.step(/check and begin/, /^Begin Import/);
    await running;
    await jobIn(app, 'acme/press-eleven', 'succeeded');
    const kept = await everythingKept(app);
    assert.ok(kept.includes('acme/press-eleven'), 'the storage was not read');
    for (const secret of [world().outside.token, world().outside.furtherToken, 'wrong-token'])
      assert.ok(!kept.includes(secret), `${secret} was kept`);
    assert.ok(!JSON.stringify(window.said()).includes(world().outside.token));
  });
});
