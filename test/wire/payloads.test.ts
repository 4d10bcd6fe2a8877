import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buildRequest } from '../../src/client/address.ts';
import { catalogue, type OperationName } from '../../src/wire/catalogue.ts';
import type { Discussion } from '../../src/wire/notes.ts';
import { payloadNames, payloadText } from '../support/fixtures.ts';
import { hasRecords, items, payload, read, record } from './reading.ts';

const isOperation = (name: string): name is OperationName => Object.hasOwn(catalogue, name);

describe('payloads of real servers', () => {
  for (const file of payloadNames()) {
    it(`${file} fits its operation`, () => {
      const name = file.split('.')[0] ?? '';
      assert.ok(isOperation(name), `${name} is not in the catalogue`);
      assert.notEqual(read(catalogue[name], JSON.parse(payloadText(file))), undefined);
    });
  }

  it('are here for every operation that answers JSON', () => {
    const names = Object.entries(catalogue)
      .filter(([, { answer }]) => hasRecords(answer))
      .map(([name]) => name);
    const without = names.filter((name) => !payloadNames().some((file) => file.startsWith(`${name}.`)));
    assert.deepEqual(without, []);
  });
});

describe('readers', () => {
  it('give trailers as an empty record where an old server leaves them out', () => {
    assert.deepEqual(items('listCommits', '.15')[0]?.trailers, {});
    assert.deepEqual(items('listCommits', '.18')[1]?.trailers, { Cc: 'Jane Doe <janedoe@gitlab.com>' });
  });

  it('give no parents where the server sends null for them', () => {
    assert.deepEqual(items('listBranches', '.18')[1]?.commit.parent_ids, []);
  });

  it('read what the schemas of servers let be null', () => {
    const [without, other] = items('listCommits', '.nulls');
    assert.deepEqual([without?.id, without?.short_id, without?.parent_ids], ['', '', []]);
    assert.match(other?.id ?? '', /^[0-9a-f]{40}$/);
    assert.equal(items('listCommitComments', '.nulls')[0]?.note, '');
    const [role] = record('listInstanceMemberRoles', '.admin') as unknown as { base_access_level: unknown }[];
    assert.equal(role?.base_access_level, null);
  });

  it('take the names of labels that come with details', () => {
    assert.deepEqual(items('listMergeRequests', '.labelDetails')[0]?.labels, ['needs review', 'forecast']);
  });

  it('keep the statistics, the status and the pipeline of a single commit', () => {
    const commit = record('getCommit', '.18');
    assert.deepEqual(commit.stats, { additions: 15, deletions: 10, total: 25 });
    assert.equal(commit.status, 'running');
    assert.equal(commit.last_pipeline?.web_url, 'https://gitlab.example.com/janedoe/gitlab-foss/-/pipelines/8');
  });

  it('read a commit without pipeline, statistics, parents and words', () => {
    const commit = record('getCommit', '.bare');
    assert.deepEqual([commit.stats, commit.status, commit.last_pipeline], [undefined, null, null]);
    assert.deepEqual([commit.parent_ids, commit.message], [[], '']);
  });

  it('tell the verdict of a dry run from a new commit', () => {
    assert.deepEqual(record('cherryPickCommit', '.dryRun'), { dry_run: 'success' });
    const commit = record('cherryPickCommit', '.15');
    assert.ok('id' in commit && commit.id === '8b090c1b79a14f2bd9e8a738f717824ff53aebad');
  });

  it('refuse a verdict of a dry run that is not success', () => {
    assert.throws(() => read(catalogue.cherryPickCommit, { dry_run: 'error' }));
  });

  it('keep of a diff the paths, the modes and what newer servers say of long files', () => {
    const [added, moved, generated, removed] = items('listCommitDiff', '.18');
    assert.deepEqual([added?.new_path, added?.a_mode, added?.new_file], ['docs/größe 🙂.md', '0', true]);
    assert.deepEqual([moved?.old_path, moved?.renamed_file, moved?.diff], ['images/logo.png', true, '']);
    assert.deepEqual([generated?.generated_file, generated?.collapsed, generated?.too_large], [true, true, true]);
    assert.deepEqual([removed?.deleted_file, removed?.b_mode], [true, '0']);
  });

  it('read old diffs, which have no mode for one side and say nothing of collapsing', () => {
    const [entry] = items('listCommitDiff', '.15');
    assert.deepEqual([entry?.a_mode, entry?.collapsed], [null, undefined]);
  });

  it('read a check whose user is gone', () => {
    const [, manual] = items('listCommitStatuses', '.18');
    assert.deepEqual([manual?.author, manual?.ref, manual?.status], [null, null, 'manual']);
  });

  it('read a merge request whose fork is gone', () => {
    assert.equal(items('listMergeRequests', '.18')[0]?.source_project_id, null);
  });

  it('give the status of a signature as unknown where an old server does not say', () => {
    assert.equal(record('getCommitSignature', '.sshBefore16').verification_status, 'unknown');
    assert.equal(record('getCommitSignature', '.sshUnknownKey').verification_status, 'unknown_key');
  });

  it('read protection by role, by deploy key and by group', () => {
    const [rule] = items('listProtectedBranches', '.premium');
    assert.deepEqual(
      rule?.push_access_levels.map(({ access_level, deploy_key_id }) => [access_level, deploy_key_id]),
      [
        [40, undefined],
        [40, 1],
      ],
    );
    assert.deepEqual(
      [rule?.merge_access_levels[0]?.access_level, rule?.merge_access_levels[0]?.group_id],
      [null, 1234],
    );
    assert.equal(rule?.inherited, true);
  });

  it('read levels without ids, as servers before 15.6 send them', () => {
    assert.equal(items('listProtectedBranches', '.15')[0]?.push_access_levels[0]?.id, undefined);
  });

  it('read a project as the anonymous see it, and one whose code is hidden', () => {
    assert.equal(items('listProjects', '.anonymous')[0]?.permissions, undefined);
    const hidden = items('listProjects', '.signedIn')[1];
    assert.deepEqual(
      [hidden?.default_branch, hidden?.permissions],
      [undefined, { project_access: null, group_access: null }],
    );
  });

  it('tell a draft on a line from one on none, whose position is empty', () => {
    assert.equal(record('getDraftNote', '.18').position?.new_line, 4);
    assert.deepEqual(record('getDraftNote', '.15').position?.new_path, null);
    assert.equal(record('createDraftNote', '.reply').discussion_id?.length, 40);
  });

  it('read notes on lines, on pictures, and of the system', () => {
    const notes = items('listMergeRequestDiscussions', '.18').flatMap((thread) => thread.notes);
    assert.deepEqual(
      notes.map(({ type, position, system, resolved }) => [type, position?.position_type, system, resolved]),
      [
        ['DiffNote', 'text', false, true],
        ['DiffNote', 'image', false, false],
        [null, undefined, true, undefined],
      ],
    );
    assert.deepEqual(notes[0]?.position?.line_range?.end?.type, 'old');
  });

  it('read the lines of a range that an old server gives back as text', () => {
    const thread = payload('createMergeRequestDiscussion.18') as Discussion;
    const [first] = thread.notes;
    assert.ok(first?.position != null);
    const line_range = { start: { type: 'new', new_line: '10' }, end: { type: 'new', old_line: null, new_line: '12' } };
    const sent = { ...thread, notes: [{ ...first, position: { ...first.position, line_range } }] };
    const found = read(catalogue.createMergeRequestDiscussion, sent) as Discussion;
    assert.deepEqual(
      [found.notes[0]?.position?.line_range?.start?.new_line, found.notes[0]?.position?.line_range?.end?.new_line],
      [10, 12],
    );
  });

  it('tell quick actions that were carried out from a note', () => {
    assert.deepEqual(record('createMergeRequestNote', '.quickActions'), {
      commands_changes: { assignee_ids: [1] },
      summary: ['Assigned @maintainer.'],
    });
    assert.deepEqual(record('createCommitComment', '.quickActions'), {
      commands_changes: { tag_name: 'v9' },
      summary: [],
    });
    assert.ok('body' in record('createMergeRequestNote', '.18'));
  });

  it('read a merge request whose diff is not there yet', () => {
    const fresh = record('getMergeRequest', '.new');
    assert.deepEqual([fresh.diff_refs, fresh.changes_count, fresh.user?.can_merge], [null, null, true]);
  });

  it('read what an import says of its failures, and counters nobody listed', () => {
    const running = record('getProjectImport', '.github');
    assert.deepEqual([running.stats?.imported['diff_note'], running.failed_relations[0]?.line_number], [19, 0]);
    const failed = record('getProjectImport', '.failed');
    assert.match(failed.import_error ?? '', /maintainer/);
    assert.equal(failed.stats, null);
  });

  it('read where an import came from in either spelling', () => {
    const given = payload('getProjectImport.github') as object;
    for (const [sent, expected] of [
      ['github', 'github'],
      ['hostone', 'github'],
      ['hosttwo_server', 'bitbucket_server'],
      ['gitlab_project', 'gitlab_project'],
      [null, null],
    ] as const) {
      const found = read(catalogue.getProjectImport, { ...given, import_type: sent }) as { import_type: unknown };
      assert.equal(found.import_type, expected);
    }
  });

  it('read an export with and without its archive', () => {
    assert.match(record('getProjectExport', '.finished')._links?.api_url ?? '', /export\/download$/);
    assert.equal(record('getProjectExport', '.none')._links, undefined);
  });

  it('read an iteration of an automatic cadence, which has no title', () => {
    assert.deepEqual(
      items('listGroupIterations', '.18').map(({ title, state }) => [title, state]),
      [
        [null, 1],
        ['Iteration II', 3],
      ],
    );
  });

  it('read what is left of a rule when the last level is gone', () => {
    const rule = record('updateProtectedBranch', '.delete');
    assert.deepEqual([rule.name, rule.push_access_levels, rule.merge_access_levels], ['main', [], undefined]);
  });

  it('read an empty repository', () => {
    const project = record('getProject', '.empty');
    assert.deepEqual([project.default_branch, project.empty_repo], [null, true]);
  });
});

describe('requests of the interface document', () => {
  it('C2 with all five actions is one we could send', () => {
    const path = new URL('../fixtures/requests/createCommit.json', import.meta.url);
    const request = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    const { body } = buildRequest('https://gitlab.example.com', catalogue.createCommit, { id: 1, ...request });
    assert.deepEqual(JSON.parse(body as string), request);
    assert.deepEqual(
      (request['actions'] as { action: string }[]).map(({ action }) => action),
      ['create', 'delete', 'move', 'update', 'chmod'],
    );
  });
});
