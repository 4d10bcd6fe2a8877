import assert from 'node:assert/strict';
import { nextVersion, readChangelog, withAddresses } from '../../../src/model/backports/changelog.ts';
import { getChangelog } from '../../../src/wire/projects.ts';
import { picking } from '../pick/picking.ts';

const project = 101;

describe('changelogs', function () {
  this.timeout(60_000);
  const { git, clientAs } = picking();
  const { signal } = new AbortController();

  const place = () => ({ client: clientAs('maintainer'), project });

  it('are for the next patch of the series a branch is named after', async () => {
    const at = place();
    assert.equal(await nextVersion(at, 'release/1.0', signal), '1.0.1');
    assert.equal(await nextVersion(at, 'release/2.0', signal), '2.0.1');
    assert.equal(await nextVersion(at, 'release/7.3', signal), '7.3.0');
    assert.match((await nextVersion(at, 'main', signal)) ?? '', /^2\.\d+\.\d+$/);
  });

  it('list the commits with the trailer by category, as the server does', async () => {
    const { client } = place();
    const { notes } = await client.send(getChangelog, { id: project, version: '2.0.0', from: 'v1.1.0', to: 'v2.0.0' });
    const trailers = (await git('log', '--format=%(trailers:key=Changelog,valueonly)', 'v1.1.0..v2.0.0'))
      .split('\n')
      .filter(Boolean);
    for (const category of new Set(trailers)) {
      const count = trailers.filter((each) => each === category).length;
      assert.ok(notes.includes(`### ${category} (${count === 1 ? '1 change' : `${count} changes`})`), notes);
    }
  });

  it('begin at the highest version below the one asked for, and are refused where there is none', async () => {
    const at = place();
    const to = await git('rev-parse', 'main');
    const { changes } = await readChangelog(at, { version: '2.0.1', to }, signal);
    const { notes } = await at.client.send(getChangelog, { id: project, version: '2.0.1', from: 'v2.0.0', to });
    assert.equal(changes, notes.match(/^- /gm)?.length ?? 0);
    await assert.rejects(
      readChangelog(at, { version: '0.0.1', to }, signal),
      /no previous tag could be found to use instead/,
    );
  });

  it('name the commits whose trailer a cherry-pick of the server has cut off, unless they were undone', async () => {
    const at = place();
    const [version, start] = ['1.0.1', await git('rev-parse', 'v1.0.0^{commit}')];
    const message = 'Weigh crates twice\n\nChangelog: fixed';
    const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@acme.example'];
    const commit = (parent: string, ...paragraphs: readonly string[]): Promise<string> =>
      git(...person, 'commit-tree', `${start}^{tree}`, '-p', parent, ...paragraphs.flatMap((each) => ['-m', each]));
    const made = await commit(start, message);
    const line = `(cherry picked from commit ${made})`;
    const lost = await commit(made, message, line);
    const undo = await commit(lost, 'Revert "Weigh crates twice"', `This reverts commit ${lost}.`);
    const again = await commit(undo, message, line);
    const kept = await commit(again, `${message}\n${line}`);
    await git('update-ref', 'refs/heads/scratch/trailers', kept);
    const read = await readChangelog(at, { version, to: kept }, signal);
    assert.equal(read.changes, 2);
    assert.deepEqual(read.lost, [{ sha: again, title: 'Weigh crates twice' }]);
  });

  it('have addresses in place of references, and leave other links', () => {
    const notes = '- [a](acme/orchard@0123abcd) ([merge request](acme/fruit/pears!7)), [b](https://x.example/a@b)';
    assert.equal(
      withAddresses(notes, 'https://git.example'),
      '- [a](https://git.example/acme/orchard/-/commit/0123abcd) ([merge request](https://git.example/acme/fruit/pears/-/merge_requests/7)), [b](https://x.example/a@b)',
    );
  });
});
