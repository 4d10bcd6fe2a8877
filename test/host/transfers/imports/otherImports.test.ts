import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { setFaults, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { addAccount } from '../../accounts.ts';
import { hands } from '../../hands.ts';
import { hold, jobIn, looksOften, problemOf, rowsOf, sent, signedIn } from '../../transferHands.ts';
import { answerProject, everythingStored, line, openDialog, review, world } from './importHands.ts';

describe('other imports', function () {
  this.timeout(60_000);
  const user = hands();
  const dialog = openDialog();
  let app: App;

  looksOften();

  signedIn('maintainer', (found) => (app = found));

  const run = (command: string): Thenable<unknown> => vscode.commands.executeCommand(`graft.transfers.${command}`);
  const secret = 'X-Amz-Signature=7d3c0ffee';

  describe('from an address', () => {
    it('are looked at, sent once and kept without the query', async () => {
      const running = run('importProjectFromUrl');
      await line(user, /URL of the archive/, `${world().served}?${secret}`);
      const rows = rowsOf(await answerProject(user, { path: 'from-address' }));
      assert.equal(rows[0], 'Import: acme/tools/from-address');
      assert.match(rows[2] ?? '', /^Archive: http:\/\/127\.0\.0\.1:\d+\/archive\.tar\.gz$/);
      await user.step(/Press Enter to start/, /^Import$/);
      await running;
      const job = await jobIn(app, 'acme/tools/from-address', 'succeeded');
      assert.equal(job.source, world().served);
      assert.equal(await sent('importRemoteProject'), 1);
      assert.doesNotMatch(everythingStored(app), /7d3c0ffee/);
    });

    it('that cannot be reached from here may be sent all the same; the server’s words come without the query', async () => {
      const running = run('importProjectFromUrl');
      user.willPress('Continue Anyway');
      await line(user, /URL of the archive/, `http://127.0.0.1:1/k.tar.gz?${secret}`);
      await answerProject(user, { path: 'unreachable' });
      await user.step(/Press Enter to start/, /^Import$/);
      await running;
      const failed = await jobIn(app, 'acme/tools/unreachable', 'failed');
      assert.equal(failed.error?.status, 400);
      assert.doesNotMatch(everythingStored(app) + JSON.stringify(user.said()), /7d3c0ffee/);
    });
  });

  it('come from an object storage, whose keys are kept nowhere', async () => {
    const { key } = world();
    const running = run('importProjectFromStorage');
    await line(user, /Region/, key.region);
    await line(user, /Name of the bucket/, 'archives');
    await line(user, /Key of the archive/, 'orchard.tar.gz');
    await line(user, /Access key ID/, key.accessKeyId);
    const box = await line(user, /Secret access key/, key.secretAccessKey);
    assert.equal(box.password, true);
    await answerProject(user, { path: 'from-storage' });
    await user.step(/Press Enter to start/, /^Import$/);
    await running;
    const job = await jobIn(app, 'acme/tools/from-storage', 'succeeded');
    assert.equal(job.source, 'archives/orchard.tar.gz');
    assert.ok(![key.accessKeyId, key.secretAccessKey].some((each) => everythingStored(app).includes(each)));
  });

  describe('of a part of a project', () => {
    const begin = async (): Promise<void> => {
      dialog.answer(world().files.project);
      const running = run('importRelation');
      await user.step(/Destination project/, /Orchard$/);
      await user.step(/Relation to import/, /^Milestones$/);
      await user.step(/Press Enter to start/, /^Import$/);
      await running;
    };

    it('are begun once and watched to their end; a second one is refused while the first is at work', async () => {
      await hold('finished');
      await begin();
      const job = await jobIn(app, world().project, 'running');
      await begin();
      await user.hears(/^Relation import: acme\/orchard is already running\. Nothing was sent\.$/);
      assert.equal(await sent('importRelation'), 1);
      await hold();
      const done = await jobIn(app, world().project, 'succeeded');
      assert.equal(done.id, job.id);
      assert.equal(done.source, 'Milestones');
    });
  });

  it('of a git repository tell their two refusals apart, and keep the password nowhere', async () => {
    const begin = async (): Promise<void> => {
      const running = run('importGitRepository');
      await user.step(/Destination project/, /Orchard$/);
      await line(user, /URL of the repository/, 'http://wanda:opensesame@127.0.0.1:1/cider.git');
      const rows = rowsOf(await review(user));
      assert.ok(
        rows.some((row) => /^http:\/\/127\.0\.0\.1:1\/cider\.git: as wanda$/.test(row)),
        rows.join('\n'),
      );
      await user.step(/Press Enter to start/, /^Import$/);
      await running;
    };
    await begin();
    const has = await jobIn(app, world().project, 'failed');
    assert.match(has.error?.words ?? '', /already has a repository\. .*Project already has a repository.*\(409\)/);
    await app.jobs.remove(has.id);
    const body = { message: 'Import already in progress' };
    await setFaults([{ operation: 'importGitRepository', fault: 'status', status: 409, body, times: 1 }]);
    await begin();
    const busy = await jobIn(app, world().project, 'failed');
    assert.match(busy.error?.words ?? '', /Another import into the project is running\..*already in progress/);
    assert.doesNotMatch(everythingStored(app), /opensesame/);
  });

  describe('of a group', () => {
    const begin = async (place: RegExp, path: string): Promise<readonly string[]> => {
      dialog.answer(world().files.group);
      const running = run('importGroup');
      await user.step(/Parent group/, place);
      await line(user, /Name of the group/, 'Moved');
      await line(user, /^Path/, path);
      const rows = rowsOf(await review(user));
      await user.step(/Press Enter to start/, /^Import$/);
      await running;
      return rows;
    };

    it('say their rules, and are found by their path when all their groups are there', async () => {
      await signOut(app);
      await addAccount(app, 'owner');
      await hold('finished');
      const rows = await begin(/^Top-level group$/, 'moved');
      assert.ok(
        rows.some((row) => /The group will be private\./.test(row)),
        rows.join('\n'),
      );
      assert.ok(rows.some((row) => /Members are matched by email address/.test(row)));
      assert.ok(rows.some((row) => /The archive contains no projects/.test(row)));
      const early = await poll(
        () => app.jobs.list().find(({ story }) => story.some(({ words }) => words === '1 of 4 groups created')),
        { what: 'the first group' },
      );
      assert.equal(early.phase, 'running');
      await hold();
      const done = await jobIn(app, 'moved', 'succeeded');
      assert.equal(done.story.at(-1)?.words, 'All 4 groups of the archive have been created.');
      assert.equal(done.subject.webUrl, `${world().url}/groups/moved`);
      assert.equal(await sent('importGroup'), 1);
    });

    it('do not take a path that someone has', async () => {
      dialog.answer(world().files.group);
      const running = run('importGroup');
      await user.step(/Parent group/, /^Top-level group$/);
      await line(user, /Name of the group/);
      const box = await line(user, /^Path/, 'developer');
      await poll(() => /The user developer already has this path/.test(problemOf(box)), { what: 'taken' });
      await line(user, /^Path/, 'admin');
      await poll(() => /“admin” is reserved by GitLab/.test(problemOf(box)), { what: 'kept' });
      await user.escape();
      await running;
    });
  });
});
