import assert from 'node:assert/strict';
import { readApprovals } from '../../../src/model/mergeRequests/approvals.ts';
import { reviewing } from '../reviews/reviewDriving.ts';

describe('the approvals of a merge request', function () {
  this.timeout(30_000);
  const { place, setFaults } = reviewing();

  it('come with the rules of the project', async () => {
    const { approvals, rules } = await readApprovals(await place('maintainer', 8));
    assert.equal(approvals.user_has_approved, false);
    assert.ok((rules ?? []).length > 0);
  });

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
