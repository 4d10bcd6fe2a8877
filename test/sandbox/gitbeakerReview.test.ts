import assert from 'node:assert/strict';
import { withSandbox } from './driving.ts';
import { gitbeaker, project, refusalOf, sendByHand } from './gitbeakerDriving.ts';

describe('@gitbeaker/rest: review', () => {
  const driven = withSandbox();
  const facts = () => driven().sandbox;
  const api = (as?: Parameters<typeof gitbeaker>[1]) => gitbeaker(facts(), as);
  const iid = () => facts().mergeRequest;

  describe('projects, branches, users', () => {
    it('finds the projects of the user and one by its path', async () => {
      const projects = await api().Projects.all({ membership: true, perPage: 2 });
      assert.ok(projects.some(({ path_with_namespace }) => path_with_namespace === project));
      assert.equal((await api().Projects.show(project)).default_branch, 'main');
    });

    it('is refused with a token that has expired', async () => {
      assert.equal((await refusalOf(api('expired').Users.showCurrentUser())).status, 401);
    });
  });

  describe('protected branches', () => {
    it('protects, shows, changes, lists and unprotects', async () => {
      const { ProtectedBranches } = api();
      const made = await ProtectedBranches.protect(project, 'patch/*', {
        pushAccessLevel: 30,
        mergeAccessLevel: 40,
        allowForcePush: true,
      });
      assert.deepEqual(
        [made.push_access_levels, made.merge_access_levels].map((levels) => levels?.[0]?.access_level),
        [30, 40],
      );
      assert.equal((await ProtectedBranches.show(project, 'patch/*')).allow_force_push, true);
      const changed = await ProtectedBranches.edit(project, 'patch/*', { allowForcePush: false });
      assert.equal(changed.allow_force_push, false);
      const names = (await ProtectedBranches.all(project, { search: 'patch' })).map(({ name }) => name);
      assert.deepEqual(names, ['patch/*']);
      await ProtectedBranches.unprotect(project, 'patch/*');
      assert.equal((await refusalOf(ProtectedBranches.show(project, 'patch/*'))).status, 404);
    });
  });

  describe('merge requests', () => {});

  describe('draft notes', () => {
    it('writes, changes, hides from others, publishes and removes', async () => {
      const { MergeRequestDraftNotes } = api();
      const draft = await MergeRequestDraftNotes.create(project, iid(), 'A draft');
      assert.equal((await MergeRequestDraftNotes.show(project, iid(), draft.id)).note, 'A draft');
      const path = `projects/acme%2Forchard/merge_requests/${iid()}/draft_notes/${draft.id}`;
      const changed = await sendByHand<{ note: string }>(api(), 'put', path, { note: 'Better' });
      assert.equal(changed.note, 'Better');
      const others = await api('developer').MergeRequestDraftNotes.all(project, iid());
      assert.ok(!others.some(({ id }) => id === draft.id));
      await MergeRequestDraftNotes.publish(project, iid(), draft.id);
      assert.ok((await api('developer').MergeRequestNotes.all(project, iid())).some(({ body }) => body === 'Better'));
      const other = await MergeRequestDraftNotes.create(project, iid(), 'Never');
      await MergeRequestDraftNotes.remove(project, iid(), other.id);
      assert.ok(!(await MergeRequestDraftNotes.all(project, iid())).some(({ id }) => id === other.id));
    });

    it('stands on a line and keeps it when published', async () => {
      const { MergeRequestDraftNotes, MergeRequests } = api();
      const { diff_refs: refs } = await MergeRequests.show(project, iid());
      const diffs = await MergeRequests.allDiffs(project, iid());
      const file = diffs.find(({ new_file: isNew }) => isNew) ?? diffs[0];
      const line = Number(/\+(\d+)/.exec(file?.diff ?? '')?.[1]);
      await MergeRequestDraftNotes.create(project, iid(), 'On this line', {
        position: {
          baseSha: refs.base_sha,
          startSha: refs.start_sha,
          headSha: refs.head_sha,
          positionType: 'text',
          oldPath: file?.old_path ?? '',
          newPath: file?.new_path ?? '',
          newLine: line,
          // its types ask for members that only images have
        } as never,
      });
      await MergeRequestDraftNotes.publishBulk(project, iid());
      const threads = await api('developer').MergeRequestDiscussions.all(project, iid());
      const notes = threads.flatMap((thread) => thread.notes ?? []);
      const published = notes.find(({ body }) => body === 'On this line');
      assert.deepEqual(
        [published?.type, (published?.['position'] as { new_line?: number } | undefined)?.new_line],
        ['DiffNote', line],
      );
    });
  });
});
