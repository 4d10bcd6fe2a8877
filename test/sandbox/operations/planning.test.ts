import assert from 'node:assert/strict';
import { withSandbox } from '../driving.ts';

describe('R11 labels, R12 milestones, R13 issue counts', () => {
  const run = withSandbox();
  const orchard = '/projects/acme%2Forchard';

  it('lists the labels of the groups above unless they are not wanted', async () => {
    const all = await run().get<readonly { readonly name: string }[]>(`${orchard}/labels`, 'reporter');
    assert.deepEqual(
      all.json.map(({ name }) => name),
      ['data', 'forecast', 'needs review'],
    );
    assert.equal(all.headers.get('x-total'), '3');
    const own = await run().get(`${orchard}/labels?include_ancestor_groups=false`, 'reporter');
    assert.deepEqual(own.json, []);
  });

  it('counts the issues the caller may see', async () => {
    const counts = async (as: string) =>
      (
        await run().get<{ readonly statistics: { readonly counts: Record<string, number> } }>(
          `${orchard}/issues_statistics`,
          as,
        )
      ).json.statistics.counts;
    const { all = 0, opened = 0, closed = 0 } = await counts('reporter');
    assert.ok(all > 0);
    assert.equal(all, opened + closed);
    assert.ok(((await counts('guest'))['all'] ?? 0) <= all);
  });

  it('says nothing of a project that must not be seen', async () => {
    for (const path of ['labels', 'milestones', 'issues_statistics'])
      assert.equal((await run().get(`/projects/vault%2Fnothing/${path}`, 'guest')).status, 404);
  });
});
