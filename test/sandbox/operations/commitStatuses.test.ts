import assert from 'node:assert/strict';
import type { CommitDetail, CommitStatus } from '../../../src/wire/commits.ts';
import { orchard, withSandbox } from '../driving.ts';

describe('C11 the statuses of a commit', () => {
  const run = withSandbox();
  const commitThat = async (status: string): Promise<string> => {
    const { json } = await run().get<CommitDetail[]>(`${orchard}/repository/commits?per_page=40`);
    for (const { id } of json) {
      const { json: detail } = await run().get<CommitDetail>(`${orchard}/repository/commits/${id}`);
      if (detail.status === status) return id;
    }
    return assert.fail(`no commit has the status ${status}`);
  };
  const statuses = async (sha: string, query = ''): Promise<CommitStatus[]> =>
    (await run().get<CommitStatus[]>(`${orchard}/repository/commits/${sha}/statuses${query}`)).json;
  const inShort = (list: readonly CommitStatus[]): string[] => list.map(({ name, status }) => `${name} ${status}`);

  it('shows the latest job of each name, by id', async () => {
    assert.deepEqual(inShort(await statuses(await commitThat('failed'))), [
      'lint success',
      'unit failed',
      'pages skipped',
    ]);
  });

  it('filters by stage, by name and by ref', async () => {
    const sha = await commitThat('running');
    assert.deepEqual(inShort(await statuses(sha, '?stage=external')), ['security/scan pending']);
    assert.deepEqual(inShort(await statuses(sha, '?name=unit')), ['unit running']);
    assert.equal((await statuses(sha, '?ref=main')).length, 4);
    assert.deepEqual(await statuses(sha, '?ref=elsewhere'), []);
  });

  it('keeps to one pipeline, and turns the order round', async () => {
    const sha = await commitThat('running');
    const all = await statuses(sha);
    const [{ pipeline_id: pipeline } = { pipeline_id: 0 }] = all;
    assert.deepEqual(await statuses(sha, `?pipeline_id=${pipeline}`), all);
    assert.deepEqual(await statuses(sha, '?pipeline_id=999999'), []);
    assert.deepEqual(await statuses(sha, '?sort=desc'), all.toReversed());
    const byPipeline = await statuses(sha, '?order_by=pipeline_id&sort=desc');
    assert.deepEqual(
      byPipeline.map(({ pipeline_id: id }) => id),
      all.map(({ pipeline_id: id }) => id).toSorted((one, other) => Number(other) - Number(one)),
    );
  });

  it('needs a signed-in user, even on a public project', async () => {
    const { status, json } = await run().get(`${orchard}/repository/commits/main/statuses`, 'nobody');
    assert.deepEqual([status, json], [401, { message: '401 Unauthorized' }]);
  });
});
