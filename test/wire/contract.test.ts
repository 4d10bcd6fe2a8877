import assert from 'node:assert/strict';
import * as v from 'valibot';
import { catalogue, type OperationName } from '../../src/wire/catalogue.ts';
import type { Operation } from '../../src/wire/operation.ts';
import { payloadNames, payloadText } from '../support/fixtures.ts';
import { hasRecords, payload, read, record } from './reading.ts';

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

/** Table lines: operation, payload, fields. */
const rows = (lines: string): readonly (readonly [OperationName, string, readonly string[]])[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [fixture = '', fields = ''] = line.trim().split(': ');
      return [fixture.split('.')[0] as OperationName, fixture, fields.split(' ')] as const;
    });

/** Required members that are nullable in the server's schemas. */
const mayBeNull: ReadonlySet<string> = new Set([
  'listCommits id',
  'listCommits short_id',
  'createCommit id',
  'createCommit short_id',
  'listCommitComments note',
  'createMemberRole base_access_level',
]);

describe('a record that breaks the contract', () => {
  const breaks = (operation: Operation, value: unknown): string | undefined => {
    const { answer } = operation;
    if (!hasRecords(answer)) throw new Error('files have no contract');
    const result = v.safeParse(answer.schema, value);
    return result.success ? undefined : (v.getDotPath(result.issues[0]) ?? 'whole');
  };

  // required: neither absent, null nor of another type
  for (const [name, fixture, fields] of rows(`
    listCommits.18: id short_id title message author_name author_email committer_name committer_email created_at
    listCommitRefs: type name
    listCommitDiff.18: diff old_path new_path new_file renamed_file deleted_file
    listCommitStatuses.18: id sha status
    getCommitSignature.pgp: signature_type
    listProtectedBranches.18: id name push_access_levels merge_access_levels
    getUser: id username name web_url
    getVersion: version
    getMetadata.18: version
    getOwnToken.18: id name revoked active scopes
    getProject.15: id name path path_with_namespace web_url
    getBranch: name commit
    searchCommits.18: title message
    listMergeRequests.18: id iid project_id title state source_branch target_branch
    createCommit.18: id short_id title message
    getCommitSequence.18: count
    listCommitComments.18: note
    listCommitDiscussions.15: id individual_note notes
    replyToCommitDiscussion.18: id body
    updateCommitNote.18: id body
    setCommitStatus.15: id sha status
    protectBranch.18: id name push_access_levels merge_access_levels
    updateProtectedBranch.create: name
    getDraftNote.18: id author_id merge_request_id note
    createMemberRole.18: id base_access_level
    exportGroup: message
    getProjectExport.finished: id name path path_with_namespace export_status
    getProjectImport.15: id name path path_with_namespace import_status
    importRelation.18: id project_path relation status
    importFromGithub.18: id name
    listGroupIterations.15: id state
    listMergeRequestVersions.15: id merge_request_id
    getFile.18: file_path size encoding content ref blob_id last_commit_id
    compareRefs.18: commits diffs
    listGroups.18: id name path full_path
    listUsers.18: id username name
    listProjectMembers.18: id username name access_level
  `)) {
    for (const field of fields) {
      it(`${name} names ${field}`, () => {
        const record = firstItem(fixture) as Record<string, unknown>;
        const ofAnotherType = typeof record[field] === 'string' ? 5 : 'odd';
        const nulls = mayBeNull.has(`${name} ${field}`) ? [] : [null];
        for (const replacement of [undefined, ...nulls, ofAnotherType]) {
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
  // optional: absent or null, without losing the record
  for (const [name, fixture, fields] of rows(`
    listCommits.18: trailers extended_trailers parent_ids
    getCommit.18: status last_pipeline project_id
    listCommitDiff.18: a_mode b_mode generated_file collapsed too_large
    listCommitStatuses.18: ref target_url description created_at started_at finished_at allow_failure coverage pipeline_id author
    getCommitSignature.pgp: verification_status gpg_key_id gpg_key_primary_keyid gpg_key_user_name gpg_key_user_email gpg_key_subkey_id commit_source
    getCommitSignature.x509: x509_certificate
    getCommitSignature.ssh: key
    listProtectedBranches.premium: allow_force_push unprotect_access_levels code_owner_approval_required inherited
    getUser: state email avatar_url bot
    getMetadata.18: revision enterprise kas
    getOwnToken.18: user_id created_at last_used_at expires_at description
    getProject.15: name_with_namespace description default_branch http_url_to_repo ssh_url_to_repo visibility archived empty_repo permissions
    getBranch: merged protected default can_push developers_can_push developers_can_merge web_url
    listMergeRequests.18: source_project_id target_project_id description author assignee draft work_in_progress merge_status detailed_merge_status sha merge_commit_sha squash_commit_sha user_notes_count created_at updated_at web_url
    listCommitComments.18: path line line_type created_at author
    replyToMergeRequestDiscussion.18: type attachment author created_at updated_at noteable_id noteable_type noteable_iid project_id commit_id position resolved resolved_by resolved_at confidential internal
    getDraftNote.18: discussion_id commit_id line_code position
    createMemberRole.18: group_id name description read_code
    updateProtectedBranch.create: id push_access_levels merge_access_levels unprotect_access_levels allow_force_push inherited
    getProjectExport.finished: description name_with_namespace created_at _links
    getProjectImport.github: description import_type correlation_id import_error stats created_at
    importFromGithub.18: full_path full_name refs_url import_source import_status human_import_status_name provider_link relation_type import_warning
    listGroupIterations.15: iid sequence group_id title description created_at start_date due_date web_url
    listMergeRequestVersions.15: head_commit_sha base_commit_sha start_commit_sha created_at state real_size patch_id_sha
    getMergeRequest.15: diff_refs changes_count head_pipeline user merge_error sha author
    listGroups.18: full_name description visibility parent_id web_url avatar_url
    listProjectMembers.18: expires_at state avatar_url web_url
  `)) {
    it(`${fixture} is read without ${fields.join(', ')}`, () => {
      const { answer }: Operation = catalogue[name];
      if (!hasRecords(answer)) throw new Error('files have no fields');
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
      // a role's flags are an open set
      if (/MemberRoles?$/.test(name)) continue;
      const value: unknown = JSON.parse(payloadText(file));
      const future = Array.isArray(value)
        ? (value as unknown[]).map((item) => changed(item, 'from_the_future', { deep: [1] }))
        : changed(value, 'from_the_future', { deep: [1] });
      assert.deepEqual(read(catalogue[name], future), read(catalogue[name], value), file);
    }
  });

  it('keeps the permissions of a role, those nobody knows yet too', () => {
    const role = { ...record('createMemberRole', '.18'), from_the_future: true };
    assert.deepEqual(read(catalogue.createMemberRole, role), role);
  });
});
