import assert from 'node:assert/strict';
import { catalogue, type OperationName } from '../../src/wire/catalogue.ts';
import { alsoIn, type FieldTable, type RecordName, records } from '../fixtures/contract/records.ts';
import { read } from './reading.ts';

/** Operations that answer a table's record, with their extra fields in `alsoIn`. */
const answeredBy: readonly (readonly [table: RecordName, operation: OperationName, also?: string])[] = [
  ['commit', 'listCommits', 'C1 with_stats'],
  ['commit', 'listCommits', 'C1 trailers'],
  ['commit', 'createCommit', 'C2'],
  ['commit', 'getCommit', 'C3'],
  ['commit', 'cherryPickCommit'],
  ['commit', 'revertCommit'],
  ['dryRun', 'cherryPickCommit'],
  ['commitReference', 'listCommitRefs'],
  ['diffEntry', 'listCommitDiff'],
  ['commitComment', 'listCommitComments'],
  ['commitComment', 'createCommitComment'],
  ['discussion', 'listCommitDiscussions'],
  ['note', 'replyToCommitDiscussion'],
  ['note', 'updateCommitNote'],
  ['commitStatus', 'listCommitStatuses'],
  ['commitStatus', 'setCommitStatus', 'C12'],
  ['mergeRequest', 'listCommitMergeRequests'],
  ['signature', 'getCommitSignature'],
  ['gpgSignature', 'getCommitSignature'],
  ['x509Signature', 'getCommitSignature'],
  ['protectedBranch', 'listProtectedBranches'],
  ['protectedBranch', 'protectBranch', 'P3'],
  ['protectedBranch', 'updateProtectedBranch'],
  ['draftNote', 'getDraftNote'],
  ['memberRole', 'createMemberRole'],
  ['message', 'exportGroup'],
  ['message', 'exportProject'],
  ['projectExport', 'getProjectExport', 'X2 finished'],
  ['projectImport', 'importProject'],
  ['projectImport', 'importRemoteProject', 'X5'],
  ['projectImport', 'importProjectFromS3', 'X6'],
  ['projectImport', 'getProjectImport', 'X7 failed'],
  ['projectImport', 'getProjectImport', 'X7 from hostone'],
  ['importedProject', 'importFromGithub'],
  ['canceledImport', 'cancelGithubImport'],
  ['iteration', 'listGroupIterations'],
];

type Filling = 'values' | 'nulls' | 'gaps';

const values: Readonly<Record<string, unknown>> = {
  // some are SHAs
  string: '5937ac0a7beb003549fc5fd26fc247adbce4a52e',
  integer: 7,
  number: 81.5,
  boolean: true,
  object: { key: 'value' },
  timestamp: '2023-03-03T16:52:20.018+01:00',
  date: '2023-03-03',
  url: 'https://gitlab.example.com/group/project',
  // undocumented types: only null is certain
  any: null,
};

const valueOf = (type: string, filling: Filling): unknown => {
  const [first = '', ...others] = type.replace(/\?$/, '').split('|');
  if (filling === 'nulls' && others.includes('null')) return null;
  const item = /^\[(.+)\]$/.exec(first)?.[1];
  if (item !== undefined) return [valueOf(item, filling)];
  return first in records ? recordOf(records[first as RecordName], filling) : values[first];
};

const recordOf = (table: FieldTable, filling: Filling): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([, type]) => filling !== 'gaps' || !type.endsWith('?'))
      // a dry run's only value
      .map(([name, type]) => [name, name === 'dry_run' ? 'success' : valueOf(type, filling)]),
  );

/** Fields whose value is converted. */
const readAs = (field: string, value: unknown): unknown => {
  // up to 160 bits: kept as digits
  if (field === 'serial_number') return String(value);
  // an unnamed status
  return field === 'name' && value === null ? 'default' : value;
};

const asRead = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asRead);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, asRead(readAs(name, field))]));
};

/** Without defaults that readers add for undocumented fields. */
const onlyDocumented = (found: unknown, sent: unknown): unknown => {
  if (Array.isArray(found) && Array.isArray(sent))
    return found.map((item, index) => onlyDocumented(item, (sent as unknown[])[index]));
  if (typeof found !== 'object' || found === null || typeof sent !== 'object' || sent === null) return found;
  return Object.fromEntries(
    Object.entries(found)
      .filter(([name]) => name in sent)
      .map(([name, field]) => [name, onlyDocumented(field, (sent as Record<string, unknown>)[name])]),
  );
};

describe('the readers and the field tables of the interface document', () => {
  for (const [table, name, also] of answeredBy) {
    const operation = catalogue[name];
    const fields: FieldTable = { ...records[table], ...(also === undefined ? {} : alsoIn[also]) };
    for (const filling of ['values', 'nulls', 'gaps'] as const) {
      it(`${also ?? operation.reference} reads every field of ${table} (${filling})`, () => {
        const sent = recordOf(fields, filling);
        const isPage = operation.answer.kind === 'page';
        const found = read(operation, isPage ? [sent] : sent);
        assert.deepEqual(onlyDocumented(isPage ? (found as unknown[])[0] : found, sent), asRead(sent));
      });
    }
  }

  it('are compared for every table that an answer can hold', () => {
    const reached = new Set<string>();
    const reach = (table: FieldTable): void => {
      for (const type of Object.values(table)) {
        const inner = type.replace(/[[\]?]/g, '').split('|')[0] ?? '';
        if (inner in records && !reached.has(inner)) {
          reached.add(inner);
          reach(records[inner as RecordName]);
        }
      }
    };
    for (const [table, , also] of answeredBy) {
      reached.add(table);
      reach({ ...records[table], ...(also === undefined ? {} : alsoIn[also]) });
    }
    // refusals have one common reader
    assert.deepEqual(
      Object.keys(records).filter((table) => !reached.has(table)),
      ['pickFailure'],
    );
  });
});
