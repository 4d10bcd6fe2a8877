import assert from 'node:assert/strict';
import type { CommitAction } from '../../src/wire/commitWriting.ts';
import { createMergeRequestDiscussion, getMergeRequest } from '../../src/wire/mergeRequestReview.ts';
import { createMergeRequest } from '../../src/wire/mergeRequestWriting.ts';
import type { Driver } from './driving.ts';
import { id } from './repositorySteps.ts';

const actions: CommitAction[] = [{ action: 'create', file_path: 'api.txt', content: 'one\ntwo\n' }];

export const reviewSteps = ({ step, send, sandbox }: Driver): void => {
  let commitId = '';
  let commitDiscussion = '';
  let commitNote = 0;
  let discussion = '';
  let version = 0;
  let draft = 0;
  const place = () => ({ id, merge_request_iid: sandbox().sandbox.mergeRequest });
  const ofCommit = () => ({ id, sha: commitId });
  const ofDraft = () => ({ ...place(), draft_note_id: draft });

  step(
    'createCommit',
    'maintainer',
    () => ({ id, branch: 'every-operation', start_branch: 'main', commit_message: 'Write by the API', actions }),
    async (commit) => {
      commitId = commit.id;
      assert.equal(await sandbox().git('rev-parse', 'refs/heads/every-operation'), commitId);
      assert.equal(await sandbox().git('show', 'every-operation:api.txt'), 'one\ntwo');
    },
  );
  step(
    'createCommitComment',
    'developer',
    () => ({ ...ofCommit(), note: 'Two?', path: 'api.txt', line: 2, line_type: 'new' }),
    (comment) => {
      assert.ok('note' in comment);
      assert.deepEqual([comment.note, comment.path, comment.line], ['Two?', 'api.txt', 2]);
    },
  );
  step('listCommitComments', 'reporter', ofCommit, ({ items }) =>
    assert.deepEqual(
      items.map(({ note }) => note),
      ['Two?'],
    ),
  );
  step(
    'createCommitDiscussion',
    'developer',
    () => ({ ...ofCommit(), body: 'Why?' }),
    (thread) => {
      assert.ok('id' in thread);
      commitDiscussion = thread.id;
      assert.equal(thread.notes[0]?.body, 'Why?');
      commitNote = thread.notes[0].id;
    },
  );
  step(
    'replyToCommitDiscussion',
    'maintainer',
    () => ({ ...ofCommit(), discussion_id: commitDiscussion, body: 'Because.' }),
    (answer) => assert.equal('body' in answer && answer.body, 'Because.'),
  );
  step('listCommitDiscussions', 'reporter', ofCommit, ({ items }) =>
    assert.deepEqual(
      items.find((thread) => thread.id === commitDiscussion)?.notes.map(({ body }) => body),
      ['Why?', 'Because.'],
    ),
  );
  const note = () => ({ ...ofCommit(), discussion_id: commitDiscussion, note_id: commitNote });
  step(
    'updateCommitNote',
    'developer',
    () => ({ ...note(), body: 'Why so?' }),
    (answer) => assert.equal('body' in answer && answer.body, 'Why so?'),
  );
  step('deleteCommitNote', 'developer', note, async () => {
    const path = `/projects/${encodeURIComponent(id)}/repository/commits/${commitId}/discussions`;
    const { json } = await sandbox().get<readonly { id: string; notes: readonly { body: string }[] }[]>(path);
    const thread = json.find((each) => each.id === commitDiscussion);
    assert.deepEqual(
      thread?.notes.map(({ body }) => body),
      ['Because.'],
    );
  });
  step(
    'setCommitStatus',
    'developer',
    () => ({ ...ofCommit(), state: 'running', name: 'lint' }),
    (status) => assert.deepEqual([status.sha, status.name, status.status], [commitId, 'lint', 'running']),
  );

  step('listMergeRequests', 'developer', { id, state: 'opened' }, ({ items }) =>
    assert.ok(items.some(({ iid }) => iid === sandbox().sandbox.mergeRequest)),
  );
  step('getMergeRequest', 'developer', place, ({ iid, diff_refs }) => {
    assert.equal(iid, sandbox().sandbox.mergeRequest);
    assert.match(diff_refs?.head_sha ?? '', /^[0-9a-f]{40}$/);
  });
  step('listMergeRequestVersions', 'developer', place, ({ items }) => {
    version = items[0]?.id ?? 0;
    assert.ok(version > 0);
  });
  step(
    'getMergeRequestVersion',
    'developer',
    () => ({ ...place(), version_id: version }),
    ({ diffs, commits }) => assert.ok(diffs.length > 0 && commits.length > 0),
  );
  step('listMergeRequestDiffs', 'developer', place, ({ items }) => assert.ok(items.length > 0));
  step('listMergeRequestCommits', 'developer', place, ({ items }) => assert.ok(items.length > 0));
  step(
    'createMergeRequestNote',
    'developer',
    () => ({ ...place(), body: 'Nice.' }),
    (answer) => assert.equal('body' in answer && answer.body, 'Nice.'),
  );
  let requestNote = 0;
  step(
    'listMergeRequestNotes',
    'reporter',
    () => ({ ...place(), sort: 'desc' }),
    ({ items }) => {
      requestNote = items[0]?.id ?? 0;
      assert.equal(items[0]?.body, 'Nice.');
    },
  );
  const noteOfRequest = () => ({ ...place(), note_id: requestNote });
  step(
    'updateMergeRequestNote',
    'developer',
    () => ({ ...noteOfRequest(), body: 'Very nice.' }),
    (answer) => assert.equal('body' in answer && answer.body, 'Very nice.'),
  );
  step('getMergeRequestNote', 'reporter', noteOfRequest, ({ body }) => assert.equal(body, 'Very nice.'));
  step('deleteMergeRequestNote', 'developer', noteOfRequest, (answer) => assert.equal(answer, undefined));
  step(
    'createMergeRequestDiscussion',
    'developer',
    () => ({ ...place(), body: 'Which week?' }),
    (thread) => {
      assert.ok('id' in thread);
      discussion = thread.id;
      assert.equal(thread.individual_note, false);
    },
  );
  step(
    'replyToMergeRequestDiscussion',
    'maintainer',
    () => ({ ...place(), discussion_id: discussion, body: 'The first.' }),
    (answer) => assert.equal('body' in answer && answer.body, 'The first.'),
  );
  step(
    'resolveMergeRequestDiscussion',
    'maintainer',
    () => ({ ...place(), discussion_id: discussion, resolved: true }),
    ({ notes }) => assert.ok(notes.some(({ resolved }) => resolved === true)),
  );
  step(
    'listMergeRequestDiscussions',
    'reporter',
    () => ({ ...place(), per_page: 100 }),
    ({ items }) => assert.equal(items.find((thread) => thread.id === discussion)?.notes.length, 2),
  );
  const suggest = async (line: number): Promise<number> => {
    const { diff_refs: refs } = await send('maintainer', getMergeRequest, place());
    const file = 'src/ripening/forecast.ts';
    const thread = await send('maintainer', createMergeRequestDiscussion, {
      ...place(),
      body: '```suggestion\n// suggested\n```',
      position: {
        base_sha: refs?.base_sha ?? '',
        start_sha: refs?.start_sha ?? '',
        head_sha: refs?.head_sha ?? '',
        position_type: 'text',
        old_path: file,
        new_path: file,
        new_line: line,
      },
    });
    return ('notes' in thread && thread.notes[0]?.suggestions?.[0]?.id) || 0;
  };
  // GitLab answers the suggestion as it was before
  step(
    'applySuggestion',
    'maintainer',
    async () => ({ id: await suggest(1) }),
    ({ applied, from_line: line }) => assert.deepEqual([applied, line], [false, 1]),
  );
  step(
    'applySuggestions',
    'maintainer',
    async (): Promise<{ ids: number[] }> => ({ ids: [await suggest(2), await suggest(3)] }),
    (all) =>
      assert.deepEqual(
        all.map(({ from_line: line }) => line),
        [2, 3],
      ),
  );
  step('approveMergeRequest', 'maintainer', place, (answer) => assert.equal(answer, undefined));
  step('getMergeRequestApprovals', 'maintainer', place, (answer) => {
    assert.deepEqual([answer.user_has_approved, answer.user_can_approve], [true, false]);
    assert.equal(answer.approved_by?.length, 1);
  });
  step('getMergeRequestApprovalState', 'maintainer', place, ({ rules }) =>
    assert.deepEqual(
      rules?.map(({ name, approved_by: by }) => [name, by?.length]),
      [['All Members', 1]],
    ),
  );
  step('unapproveMergeRequest', 'maintainer', place, (answer) => assert.equal(answer, undefined));
  let job = 0;
  let pipeline = 0;
  step('listMergeRequestPipelines', 'developer', place, ({ items }) => {
    pipeline = items[0]?.id ?? 0;
    assert.ok(pipeline > 0);
  });
  const ofPipeline = () => ({ id, pipeline_id: pipeline });
  const ofJob = () => ({ id, job_id: job });
  step('listPipelineJobs', 'developer', ofPipeline, ({ items }) => {
    job = items.find(({ name }) => name === 'lint')?.id ?? 0;
    assert.ok(job > 0);
  });
  step('getJobLog', 'developer', ofJob, (log) =>
    assert.match(Buffer.from(log).toString(), /Running with gitlab-runner/),
  );
  step('listPipelines', 'developer', { id }, ({ items }) => assert.ok(items.length > 1));
  step('listPipelineBridges', 'developer', ofPipeline, ({ items }) =>
    assert.equal(items[0]?.downstream_pipeline?.project_id, 102),
  );
  step('getTestReportSummary', 'reporter', ofPipeline, ({ total: { count, failed, error, skipped } }) =>
    assert.deepEqual([count, failed, error, skipped], [12, 2, 1, 1]),
  );
  step('getTestReport', 'reporter', ofPipeline, ({ test_suites: suites }) =>
    assert.equal(suites[0]?.test_cases.length, 12),
  );
  step('getJob', 'developer', ofJob, ({ status }) => assert.equal(status, 'success'));

  const isNow =
    (expected: RegExp) =>
    ({ status }: { readonly status: string }): void =>
      assert.match(status, expected);
  const wish = { ref: 'feature/ripeness-forecast', variables: [{ key: 'A', value: 'b' }] };
  step(
    'createPipeline',
    'developer',
    () => ({ id, ...wish }),
    (made) => void (pipeline = made.id),
  );
  step('getPipeline', 'developer', ofPipeline, isNow(/^(pending|running)$/));
  step('listPipelineJobs', 'developer', ofPipeline, ({ items }) => {
    job = items.find(({ name }) => name === 'pages')?.id ?? 0;
  });
  step('playJob', 'developer', ofJob, isNow(/^pending$/));
  step('cancelJob', 'developer', ofJob, isNow(/^canceled$/));
  step('retryJob', 'developer', ofJob, (made) => {
    assert.ok(made.id > job);
    job = made.id;
  });
  step('cancelPipeline', 'developer', ofPipeline, isNow(/^canceled$/));
  step('retryPipeline', 'developer', ofPipeline, isNow(/^(pending|running)$/));

  let request = 0;
  const ofRequest = () => ({ id, merge_request_iid: request });
  step(
    'createBranch',
    'developer',
    () => ({ id, branch: 'asks', ref: commitId }),
    async (made) =>
      assert.deepEqual([made.name, await sandbox().git('rev-parse', 'refs/heads/asks')], ['asks', commitId]),
  );
  step(
    'createMergeRequest',
    'developer',
    async () => {
      await sandbox().git('update-ref', 'refs/heads/asked', 'refs/heads/main');
      return { id, source_branch: 'asks', target_branch: 'asked', title: 'Asked by the API', labels: 'bug,api' };
    },
    (made) => {
      request = made.iid;
      assert.deepEqual([made.state, made.title, made.labels], ['opened', 'Asked by the API', ['api', 'bug']]);
    },
  );
  step(
    'updateMergeRequest',
    'developer',
    () => ({ ...ofRequest(), description: 'Asked again', squash: true }),
    (made) => assert.equal(made.description, 'Asked again'),
  );
  step(
    'cancelAutoMerge',
    'maintainer',
    ofRequest,
    // GitLab answers 201 even if no merge is scheduled
    (answer) => assert.partialDeepStrictEqual(answer, { status: 'error', message: "Can't cancel the automatic merge" }),
  );
  step('rebaseMergeRequest', 'maintainer', ofRequest, (answer) => assert.equal(answer.rebase_in_progress, true));
  step('listMergeTrain', 'maintainer', { id, target_branch: 'asked' }, ({ items }) => assert.deepEqual(items, []));
  step(
    'addToMergeTrain',
    'maintainer',
    async () => {
      const asked = { id: 102, source_branch: 'dry-summer', target_branch: 'main', title: 'By train' };
      const { iid } = await send('maintainer', createMergeRequest, asked);
      return { id: 102, merge_request_iid: iid };
    },
    (train) => assert.equal(train.length, 1),
  );
  step(
    'acceptMergeRequest',
    'maintainer',
    () => ({ ...ofRequest(), sha: commitId }),
    async (merged) =>
      assert.deepEqual(
        [merged.state, merged.merge_commit_sha],
        ['merged', await sandbox().git('rev-parse', 'refs/heads/asked')],
      ),
  );
  step('deleteBranch', 'developer', { id, branch: 'asks' }, async () =>
    assert.doesNotMatch(await sandbox().git('branch', '--list', 'asks'), /asks/),
  );

  step(
    'createDraftNote',
    'maintainer',
    () => ({ ...place(), note: 'A draft' }),
    (note) => {
      draft = note.id;
      assert.equal(note.note, 'A draft');
    },
  );
  step(
    'updateDraftNote',
    'maintainer',
    () => ({ ...ofDraft(), note: 'A better draft' }),
    ({ note }) => assert.equal(note, 'A better draft'),
  );
  step('getDraftNote', 'maintainer', ofDraft, ({ note }) => assert.equal(note, 'A better draft'));
  step('publishDraftNote', 'maintainer', ofDraft, async () => {
    const { json } = await sandbox().get<{ readonly body: string }[]>(
      `/projects/acme%2Forchard/merge_requests/${sandbox().sandbox.mergeRequest}/notes`,
    );
    assert.ok(json.some(({ body }) => body === 'A better draft'));
  });
  const drafts = () =>
    sandbox().get<{ readonly id: number }[]>(
      `/projects/acme%2Forchard/merge_requests/${sandbox().sandbox.mergeRequest}/draft_notes`,
    );
  const write = async (): Promise<number> => {
    const path = `/projects/acme%2Forchard/merge_requests/${sandbox().sandbox.mergeRequest}/draft_notes`;
    return (await sandbox().post<{ readonly id: number }>(path, { note: 'One more' })).json.id;
  };
  step(
    'listDraftNotes',
    'maintainer',
    async () => {
      draft = await write();
      return place();
    },
    (notes) => assert.ok(notes.some((note) => note.id === draft)),
  );
  step('deleteDraftNote', 'maintainer', ofDraft, async () =>
    assert.ok(!(await drafts()).json.some((note) => note.id === draft)),
  );
  step(
    'publishAllDraftNotes',
    'maintainer',
    async () => {
      await write();
      return place();
    },
    async () => assert.deepEqual((await drafts()).json, []),
  );
};
