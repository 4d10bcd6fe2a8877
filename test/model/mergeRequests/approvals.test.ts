import assert from 'node:assert/strict';
import { readApprovals } from '../../../src/model/mergeRequests/approvals.ts';
import { revokeApproval } from '../../../src/model/mergeRequests/writing.ts';
import { approve } from '../../../src/model/reviews/publishSummary.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { orchard, withSandbox } from '../../sandbox/driving.ts';
import { reviewing } from '../reviews/reviewDriving.ts';

describe('the approvals of a merge request', function () {
  this.timeout(30_000);
  const { place, setFaults } = reviewing();

  it('are read of a server without approval rules, which has none', async () => {
    const body = { error: '404 Not Found' };
    await setFaults({ operation: 'getMergeRequestApprovalState', fault: 'status', status: 404, body });
    const { approvals, rules } = await readApprovals(await place('maintainer', 8));
    assert.equal(approvals.user_has_approved, false);
    assert.equal(rules, undefined);
  });

  it('are not taken for known when the rules cannot be read', async () => {
    await setFaults({ operation: 'getMergeRequestApprovalState', fault: 'status', status: 502 });
    await assert.rejects(readApprovals(await place('maintainer', 8)), /502/);
  });
});

describe('an approval that is there already, and one that is not there to be revoked', () => {
  const run = withSandbox({ edition: { version: '19.1.0-ee' } });
  const servers = loopback();

  it('are as they were asked for, where the server says so', async () => {
    const { sandbox } = run();
    const { client } = connect(servers, sandbox.url, { token: sandbox.tokens.developer });
    const { json } = await run().get<{ readonly id: number }>(orchard);
    const place = { client, account: 'the developer', project: json.id, iid: 7 };
    const write = () => approve(place, { headSha: undefined, userId: 4 }, new AbortController().signal);
    const done = { kind: 'done', value: undefined, confirmed: 'answered' };
    assert.deepEqual([await write(), await write()], [done, done]);
    assert.deepEqual([await revokeApproval(place), await revokeApproval(place)], [done, done]);
  });
});
