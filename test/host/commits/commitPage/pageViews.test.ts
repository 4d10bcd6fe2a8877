import assert from 'node:assert/strict';
import * as v from 'valibot';
import {
  mergeRequestView,
  refsView,
  signatureView,
  statusView,
} from '../../../../src/host/commits/commitPage/pageViews.ts';
import { commitSignature, commitStatus } from '../../../../src/wire/commits.ts';
import { mergeRequest } from '../../../../src/wire/mergeRequests.ts';

const sha = '0'.repeat(40);
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

describe('what a commit page says', () => {
  it('of a check: where, when, coverage and by whom', () => {
    const status = {
      ...{ id: 1, sha, status: 'success', name: 'build', ref: 'main', coverage: 84.5 },
      ...{ created_at: hoursAgo(4), started_at: hoursAgo(3), finished_at: hoursAgo(2) },
      author: { id: 3, username: 'mara', name: 'Mara' },
    };
    const view = statusView(v.parse(commitStatus, status));
    assert.equal(view.facts, 'on main · finished 2 hours ago · coverage 84.5 % · by Mara');
    assert.match(view.times, /^Created: .+\nStarted: .+\nFinished: .+$/);
    const running = statusView(v.parse(commitStatus, { ...status, finished_at: null, coverage: null }));
    assert.equal(running.facts, 'on main · started 3 hours ago · by Mara');
  });

  it('of branches: the default one first, then those of releases', () => {
    const names = ['feature/x', 'main', 'release/1.0', 'v2.x', 'zeta'];
    const refs = [...names.map((name) => ({ type: 'branch', name }) as const), { type: 'tag', name: 'v1.0' } as const];
    assert.deepEqual(refsView(refs, { defaultBranch: 'zeta', more: true }), {
      branches: ['zeta', 'release/1.0', 'v2.x', 'feature/x', 'main'],
      tags: ['v1.0'],
      more: true,
    });
  });

  it('of a merge request: everything its list tells', () => {
    const request = {
      ...{
        id: 1,
        iid: 2,
        project_id: 3,
        title: 'Weigh',
        state: 'opened',
        source_branch: 'weigh',
        target_branch: 'main',
      },
      ...{ author: { id: 3, username: 'mara', name: 'Mara' }, assignee: { id: 4, username: 'olive', name: 'Olive' } },
      ...{
        detailed_merge_status: 'not_approved',
        labels: ['scales', 'urgent'],
        milestone: { id: 5, iid: 1, title: 'Autumn', state: 'active' },
      },
      ...{ upvotes: 3, downvotes: 1, time_stats: { human_total_time_spent: '2h' }, description: 'x'.repeat(400) },
    };
    assert.equal(
      mergeRequestView(v.parse(mergeRequest, request)).facts,
      [
        ...['weigh into main', 'Author: Mara', 'Assignee: Olive', 'Merge status: not approved'],
        ...['Labels: scales, urgent', 'Milestone: Autumn', 'Votes: 3 for, 1 against', 'Time spent: 2h'],
        ...['', `${'x'.repeat(300)}…`],
      ].join('\n'),
    );
  });

  it('of a signature: every field the server gives', () => {
    const x509 = {
      ...{ signature_type: 'X509', verification_status: 'verified', commit_source: 'gitaly' },
      x509_certificate: {
        ...{ id: 1, subject: 'CN=Mara', subject_key_identifier: 'AB:CD', email: 'mara@example.com' },
        ...{ serial_number: '12', certificate_status: 'good' },
        x509_issuer: { id: 2, subject: 'CN=CA', subject_key_identifier: 'EF:01', crl_url: 'http://crl.example.com/1' },
      },
    };
    assert.deepEqual(
      signatureView(v.parse(commitSignature, x509)).details.map(({ key, value }) => `${key}: ${value}`),
      [
        ...['Type: X509', 'Status: verified', 'Read by: gitaly', 'Certificate subject: CN=Mara'],
        ...['Certificate e-mail: mara@example.com', 'Certificate serial number: 12', 'Certificate status: good'],
        ...['Certificate key identifier: AB:CD', 'Certificate issuer: CN=CA', 'Issuer key identifier: EF:01'],
        'Revocation list: http://crl.example.com/1',
      ],
    );
  });
});
