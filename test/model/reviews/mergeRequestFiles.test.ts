import assert from 'node:assert/strict';
import { MergeRequestChanges } from '../../../src/model/reviews/mergeRequestFiles.ts';
import { reviewing } from './reviewDriving.ts';

describe('the files of a merge request', function () {
  this.timeout(30_000);
  const { place, setFaults, count } = reviewing();

  it('are those of the newest version, asked for once', async () => {
    const changes = new MergeRequestChanges();
    const at = await place();
    const first = await changes.read(at);
    assert.equal(first.kind, 'ready');
    assert.ok(first.files.some(({ newPath }) => newPath === 'src/ripening/forecast.ts'));
    assert.equal(await changes.read(at), first);
    assert.equal(changes.known(at), first);
    assert.equal(await count('listMergeRequestDiffs'), 1);
  });

  it('are read by each account for itself', async () => {
    const changes = new MergeRequestChanges();
    const [mine, theirs] = [await place('maintainer'), await place('developer')];
    const first = await changes.read(mine);
    assert.equal(changes.known(theirs), undefined);
    assert.notEqual(await changes.read(theirs), first);
    assert.equal(await count('listMergeRequestDiffs'), 2);
  });

  it('are listed with the commits of that version, read again once it failed and for another version', async () => {
    const changes = new MergeRequestChanges();
    const at = await place();
    await changes.read(at);
    await setFaults({ operation: 'listMergeRequestCommits', fault: 'status', status: 403, body: {} });
    await assert.rejects(changes.readCommits(at));
    await setFaults();
    const commits = await changes.readCommits(at);
    assert.equal(await changes.readCommits(at), commits);
    assert.equal(await count('listMergeRequestCommits'), 2);
    const sha = commits[0]?.id;
    const version = { id: 99, merge_request_id: 9005, base_commit_sha: sha, head_commit_sha: sha };
    await setFaults({ operation: 'listMergeRequestVersions', fault: 'status', status: 200, body: [version] });
    await changes.read(at);
    assert.notEqual(await changes.readCommits(at), commits);
  });

  it('are being collected while there is no version yet', async () => {
    await setFaults({ operation: 'listMergeRequestVersions', fault: 'status', status: 200, body: [] });
    assert.deepEqual(await new MergeRequestChanges().read(await place()), { kind: 'collecting' });
  });

  it('come with the version where the server has no list of them', async () => {
    await setFaults({
      operation: 'listMergeRequestDiffs',
      fault: 'status',
      status: 404,
      body: { error: '404 Not Found' },
    });
    const files = await new MergeRequestChanges().read(await place());
    assert.equal(files.kind, 'ready');
    assert.ok(files.files.length > 0);
    assert.equal(await count('getMergeRequestVersion'), 1);
  });
});
