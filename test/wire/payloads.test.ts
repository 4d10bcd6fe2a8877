import assert from 'node:assert/strict';
import * as v from 'valibot';
import { catalogue, type OperationName } from '../../src/wire/catalogue.ts';
import type { Operation, RecordOf } from '../../src/wire/operation.ts';
import { payloadNames, payloadText } from '../support/fixtures.ts';

/** Reads a payload by the promise of an operation: one record, or the items of a page. */
const read = (operation: Operation, value: unknown): unknown => {
  const { answer } = operation;
  if (answer.kind === 'bytes') throw new Error(`${operation.reference} answers no JSON`);
  return v.parse(answer.kind === 'page' ? v.array(answer.schema) : answer.schema, value);
};

const payload = (name: string): unknown => JSON.parse(payloadText(`${name}.json`));

const record = <Name extends OperationName>(name: Name, variant: string): RecordOf<(typeof catalogue)[Name]> =>
  read(catalogue[name], payload(`${name}${variant}`)) as RecordOf<(typeof catalogue)[Name]>;

const items = <Name extends OperationName>(name: Name, variant: string): RecordOf<(typeof catalogue)[Name]>[] =>
  read(catalogue[name], payload(`${name}${variant}`)) as RecordOf<(typeof catalogue)[Name]>[];

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
      .filter(([, { answer }]) => answer.kind !== 'bytes')
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

  it('read an empty repository', () => {
    const project = record('getProject', '.empty');
    assert.deepEqual([project.default_branch, project.empty_repo], [null, true]);
  });
});

/** Replaces or removes (`undefined`) one field of a payload. */
const changed = (value: unknown, field: string, replacement: unknown): unknown => {
  const copy = structuredClone(value) as Record<string, unknown>;
  if (replacement === undefined) delete copy[field];
  else copy[field] = replacement;
  return copy;
};

const firstItem = (name: string): unknown => {
  const value = payload(name);
  return Array.isArray(value) ? (value as unknown[])[0] : value;
};

describe('a record that breaks the contract', () => {
  const breaks = (operation: Operation, value: unknown): string | undefined => {
    const { answer } = operation;
    if (answer.kind === 'bytes') throw new Error('bytes have no contract');
    const result = v.safeParse(answer.schema, value);
    return result.success ? undefined : (v.getDotPath(result.issues[0]) ?? 'whole');
  };

  // what the product cannot do without: absent, null and of another type
  for (const [name, fixture, fields] of [
    [
      'listCommits',
      'listCommits.18',
      [
        'id',
        'short_id',
        'title',
        'message',
        'author_name',
        'author_email',
        'committer_name',
        'committer_email',
        'created_at',
      ],
    ],
    ['listCommitRefs', 'listCommitRefs', ['type', 'name']],
    [
      'listCommitDiff',
      'listCommitDiff.18',
      ['diff', 'old_path', 'new_path', 'new_file', 'renamed_file', 'deleted_file'],
    ],
    ['listCommitStatuses', 'listCommitStatuses.18', ['id', 'sha', 'status', 'name']],
    ['getCommitSignature', 'getCommitSignature.pgp', ['signature_type']],
    ['listProtectedBranches', 'listProtectedBranches.18', ['id', 'name', 'push_access_levels', 'merge_access_levels']],
    ['getUser', 'getUser', ['id', 'username', 'name', 'web_url']],
    ['getVersion', 'getVersion', ['version']],
    ['getMetadata', 'getMetadata.18', ['version']],
    ['getOwnToken', 'getOwnToken.18', ['id', 'name', 'revoked', 'active', 'scopes']],
    ['getProject', 'getProject.15', ['id', 'name', 'path', 'path_with_namespace', 'web_url']],
    ['getBranch', 'getBranch', ['name', 'commit']],
    [
      'listMergeRequests',
      'listMergeRequests.18',
      ['id', 'iid', 'project_id', 'title', 'state', 'source_branch', 'target_branch'],
    ],
  ] as const) {
    for (const field of fields) {
      it(`${name} names ${field}`, () => {
        const record = firstItem(fixture) as Record<string, unknown>;
        const ofAnotherType = typeof record[field] === 'string' ? 5 : 'odd';
        for (const replacement of [undefined, null, ofAnotherType]) {
          assert.equal(breaks(catalogue[name], changed(record, field, replacement)), field);
        }
      });
    }
  }

  it('is named down to the item of a list inside', () => {
    const rule = structuredClone(firstItem('listProtectedBranches.18')) as { push_access_levels: unknown[] };
    rule.push_access_levels[1] = { access_level: 'maintainer' };
    assert.equal(breaks(catalogue.listProtectedBranches, rule), 'push_access_levels.1.access_level');
  });
});

describe('a record with gaps', () => {
  // what a server may leave out or send as null; the rest of the record is read all the same
  for (const [name, fixture, fields] of [
    ['listCommits', 'listCommits.18', ['trailers', 'extended_trailers', 'parent_ids']],
    ['getCommit', 'getCommit.18', ['status', 'last_pipeline', 'project_id']],
    ['listCommitDiff', 'listCommitDiff.18', ['a_mode', 'b_mode', 'generated_file', 'collapsed', 'too_large']],
    [
      'listCommitStatuses',
      'listCommitStatuses.18',
      [
        'ref',
        'target_url',
        'description',
        'created_at',
        'started_at',
        'finished_at',
        'allow_failure',
        'coverage',
        'pipeline_id',
        'author',
      ],
    ],
    [
      'getCommitSignature',
      'getCommitSignature.pgp',
      [
        'verification_status',
        'gpg_key_id',
        'gpg_key_primary_keyid',
        'gpg_key_user_name',
        'gpg_key_user_email',
        'gpg_key_subkey_id',
        'commit_source',
      ],
    ],
    ['getCommitSignature', 'getCommitSignature.x509', ['x509_certificate']],
    ['getCommitSignature', 'getCommitSignature.ssh', ['key']],
    [
      'listProtectedBranches',
      'listProtectedBranches.premium',
      ['allow_force_push', 'unprotect_access_levels', 'code_owner_approval_required', 'inherited'],
    ],
    ['getUser', 'getUser', ['state', 'email', 'avatar_url', 'bot']],
    ['getMetadata', 'getMetadata.18', ['revision', 'enterprise', 'kas']],
    ['getOwnToken', 'getOwnToken.18', ['user_id', 'created_at', 'last_used_at', 'expires_at', 'description']],
    [
      'getProject',
      'getProject.15',
      [
        'name_with_namespace',
        'description',
        'default_branch',
        'http_url_to_repo',
        'ssh_url_to_repo',
        'visibility',
        'archived',
        'empty_repo',
        'permissions',
      ],
    ],
    [
      'getBranch',
      'getBranch',
      ['merged', 'protected', 'default', 'can_push', 'developers_can_push', 'developers_can_merge', 'web_url'],
    ],
    [
      'listMergeRequests',
      'listMergeRequests.18',
      [
        'source_project_id',
        'target_project_id',
        'description',
        'author',
        'assignee',
        'draft',
        'work_in_progress',
        'merge_status',
        'detailed_merge_status',
        'sha',
        'merge_commit_sha',
        'squash_commit_sha',
        'user_notes_count',
        'created_at',
        'updated_at',
        'web_url',
      ],
    ],
  ] as const) {
    it(`${fixture} is read without ${fields.join(', ')}`, () => {
      const { answer } = catalogue[name];
      for (const field of fields) {
        for (const replacement of [undefined, null]) {
          const result = v.safeParse(answer.schema, changed(firstItem(fixture), field, replacement));
          assert.ok(
            result.success,
            `${field} ${replacement === null ? 'null' : 'absent'}: ${result.issues?.[0].message}`,
          );
        }
      }
    });
  }

  it('is read without the dates, the address and the statistics of a commit', () => {
    for (const field of ['authored_date', 'committed_date', 'web_url', 'stats']) {
      assert.ok(v.is(catalogue.getCommit.answer.schema, changed(firstItem('getCommit.18'), field, undefined)), field);
    }
  });

  it('is read with fields nobody knows yet', () => {
    for (const file of payloadNames()) {
      const name = file.split('.')[0] as OperationName;
      const { answer } = catalogue[name];
      const first = firstItem(file.replace(/\.json$/, ''));
      if (answer.kind === 'bytes') continue;
      assert.deepEqual(
        v.parse(answer.schema, changed(first, 'from_the_future', { deep: [1] })),
        v.parse(answer.schema, first),
      );
    }
  });
});
