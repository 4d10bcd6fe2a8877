import assert from 'node:assert/strict';
import { obstacle, type ProposedMove, remarks } from '../../../../src/host/transfers/move/preview.ts';
import { moveReport } from '../../../../src/host/transfers/move/report.ts';
import type { Job } from '../../../../src/model/transfers/jobs/job.ts';
import type { Comparison } from '../../../../src/model/transfers/move/comparison.ts';
import { type MoveDetails, newMove } from '../../../../src/model/transfers/move/details.ts';

const account = (host: string): ProposedMove['source'] => ({
  id: host,
  baseUrl: `https://${host}`,
  userId: 1,
  username: 'olive',
  name: 'Olive',
  scopes: ['api'],
  expiresOn: undefined,
  serverVersion: undefined,
});

const ready: ProposedMove['readiness'] = {
  project: {
    id: 1,
    name: 'Orchard',
    path: 'orchard',
    path_with_namespace: 'acme/orchard',
    visibility: 'public',
    web_url: 'https://old.example/acme/orchard',
  },
  mayExport: true,
  canExport: { kind: 'available' },
  canImport: { kind: 'unknown' },
  isImportAllowed: undefined,
  sourceRelease: [18, 7, 1],
  targetRelease: [18, 7, 0],
  fit: 'same',
  taken: undefined,
  targetVisibility: undefined,
  isTargetAdmin: false,
};

const proposed = (change: Partial<ProposedMove['readiness']> = {}, freeBytes?: number): ProposedMove => ({
  source: account('old.example'),
  target: account('new.example'),
  path: 'orchards/apples',
  readiness: { ...ready, ...change },
  freeBytes,
});

const details: MoveDetails = newMove({
  source: { id: 1, path: 'acme/orchard', name: 'Orchard', release: '18.7.1' },
  target: { account: 'b', baseUrl: 'https://new.example', namespace: 'orchards', name: 'Orchard', path: 'apples' },
  archive: { file: '/somewhere/a.tar.gz', keep: false },
});

const job: Job = {
  id: 'a',
  kind: 'projectMove',
  account: 'a',
  baseUrl: 'https://old.example',
  subject: { type: 'project', path: 'acme/orchard' },
  phase: 'succeeded',
  startedAtMs: 0,
  endedAtMs: 90_000,
  story: [],
  look: { failures: 0 },
  failedRelations: [],
};

describe('what is said before a move', () => {
  it('names what stands in its way', () => {
    assert.equal(obstacle(proposed()), undefined);
    assert.match(obstacle(proposed({ mayExport: false })) ?? '', /acme\/orchard .* Maintainer or Owner/);
    assert.match(obstacle(proposed({ isImportAllowed: false })) ?? '', /new\.example doesn’t accept archives/);
    assert.match(
      obstacle(proposed({ taken: { kind: 'user', path: 'apples' } })) ?? '',
      /The user apples already has this path/,
    );
    const refused = { kind: 'unavailable', reason: 'role', orElse: [] } as unknown as typeof ready.canImport;
    assert.match(obstacle(proposed({ canImport: refused })) ?? '', /has rejected archives before/);
    assert.match(obstacle(proposed({ canExport: refused })) ?? '', /Project export is disabled/);
  });

  it('warns of releases, of who sees it, of people and of little space', () => {
    const said = (change: Partial<typeof ready>, freeBytes?: number): string =>
      remarks(proposed(change, freeBytes)).join('\n');
    assert.match(said({ fit: 'older', targetRelease: [17, 0, 0] }), /18\.7\.1, new\.example the older 17\.0\.0/);
    assert.match(said({ fit: 'muchNewer' }), /two previous minor releases/);
    assert.match(said({ fit: 'unknown' }), /release of one server is unknown/);
    assert.match(said({ mayExport: undefined }), /Your role on .* is unknown/);
    assert.match(said({ targetVisibility: 'private' }), /is public and becomes private/);
    assert.match(said({ isTargetAdmin: true }), /matched by public email/);
    assert.match(said({}, 1_000_000), /Only 1 MB of disk space/);
    assert.equal(remarks(proposed()).length, 1);
  });
});

describe('what is said of a move', () => {});

describe('the report of a move', () => {
  const rule = {
    push: [40],
    merge: [30, 40],
    forcePush: false,
    named: { users: 2, groups: 0, deployKeys: 0, others: 0 },
  };
  const comparison: Comparison = {
    atMs: 0,
    parts: [
      { part: 'defaultBranch', result: { kind: 'same', count: 1 } },
      {
        part: 'branches',
        result: { kind: 'different', count: 3, first: [{ name: 'a|b<script>', source: 'f'.repeat(40) }], more: 2 },
      },
      {
        part: 'protectedBranches',
        result: {
          kind: 'different',
          count: 1,
          first: [{ name: 'main', source: rule, target: { ...rule, push: [] } }],
          more: 0,
        },
        inherited: 1,
      },
      {
        part: 'tags',
        result: {
          kind: 'notCompared',
          reasons: [
            { kind: 'notRead', side: 'source', status: 403, words: '403 Forbidden' },
            { kind: 'tooMany', side: 'target', limit: 10_000 },
          ],
        },
      },
      { part: 'labels', result: { kind: 'same', count: 0 } },
    ],
  };

  it('tells what is the same, what is different, and what nobody knows', () => {
    const report = moveReport(job, details, comparison);
    for (const line of [
      '**Differences found: see the tables below.**',
      '| Default branch | same |  |',
      '| Branches and their heads | **different** | 3 differences |',
      '| Project labels | same | none on either side |',
      'And 2 more.',
      '- Duration: 2 min',
    ])
      assert.ok(report.includes(line), `${line}\n${report}`);
    assert.match(
      report,
      /\| Tags \| not compared \| The source was not read: 403 Forbidden .*The target has more than 10000/,
    );
    assert.match(report, /push: Maintainer; merge: Developer, Maintainer; 2 users \| push: no role;/);
    assert.match(report, /Rules inherited from groups of the source are omitted \(1\)/);
    assert.match(report, /CI\/CD variables/);
  });

  it('lets no name of a server act in it', () => {
    const report = moveReport(job, details, comparison);
    assert.ok(report.includes(String.raw`a\|b\<script\>`), report);
  });
});
