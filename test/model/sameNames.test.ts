import assert from 'node:assert/strict';
import { commitsOfRange } from '../../src/model/board/sources.ts';
import { readHistories, readRefs } from '../../src/model/board/missingRanges.ts';
import type { CommitFilter } from '../../src/model/commits/commitFilter.ts';
import { historyStart, readHistory } from '../../src/model/commits/commitHistory.ts';
import { readComparison } from '../../src/model/commits/refComparison.ts';
import { readFile } from '../../src/model/composer/check.ts';
import { namedRange, namedRef } from '../../src/model/git/namedRef.ts';
import { createBranch, getProject, getRawFile } from '../../src/wire/projects.ts';
import { branchRef, shownRef, tagRef } from '../../src/wire/refName.ts';
import { never, picking } from './pick/picking.ts';

describe('a branch and a tag of one name', () => {
  const { run, git, clientAs } = picking();
  const at = (name: string): Promise<string> => git('rev-parse', name);
  const lines = async (...range: readonly string[]): Promise<string[]> =>
    (await git('rev-list', ...range)).split('\n').filter(Boolean);
  let project: number;

  before(async () => {
    project = (await clientAs().send(getProject, { id: run().sandbox.project })).id;
    await git('tag', 'release/1.0', 'main~3');
    await git('tag', 'main', 'main~5');
  });

  it('are told apart by lists of commits, also of the default branch and of words', async () => {
    const shas = async (filter: CommitFilter): Promise<string[]> => {
      const source = { client: clientAs(), project, perPage: 100, changes: () => Promise.resolve([]) };
      return (await readHistory(source, historyStart(filter), never)).items.map(({ id }) => id);
    };
    for (const ref of [branchRef('release/1.0'), tagRef('release/1.0')])
      assert.deepEqual(await shas({ ref }), (await lines(ref)).slice(0, 100));
    // earlier versions saved filters with short names
    const [ref, range] = ['release/1.0', 'release/1.0..main'];
    assert.deepEqual(await shas({ ref }), (await lines(branchRef(ref))).slice(0, 100));
    assert.deepEqual(
      await shas({ ref: range }),
      (await lines(`refs/heads/release/1.0..refs/heads/main`)).slice(0, 100),
    );
    assert.deepEqual(await shas({}), (await lines('refs/heads/main')).slice(0, 100));
    const [newest] = await lines('refs/heads/main');
    const message = await git('log', '-1', '--format=%s', newest ?? '');
    for (const filter of [{}, { ref: branchRef('main') }])
      assert.deepEqual(await shas({ ...filter, message }), [newest]);
  });

  it('are told apart where branches are compared for what they lack', async () => {
    const [source, ...branches] = await readRefs(clientAs(), project, ['main', 'release/1.0'], never);
    assert.ok(source);
    const report = (): void => undefined;
    const [read] = await readHistories({ client: clientAs(), project }, source, branches, { signal: never, report });
    const lacking = await lines('refs/heads/release/1.0..refs/heads/main');
    assert.deepEqual(new Set(read?.lacking.map(({ id }) => id)), new Set(lacking));
  });

  it('are told apart in comparisons and files', async () => {
    const [from, to] = [branchRef('release/1.0'), branchRef('main')];
    const read = await readComparison({ client: clientAs(), project }, { from, to, way: 'base' }, never);
    assert.ok(read.kind === 'compared');
    assert.deepEqual([read.fromSha, read.toSha], await Promise.all([at(from), at(to)]));
    for (const ref of [from, tagRef('release/1.0')]) {
      const blob = await at(`${ref}:README.md`);
      assert.equal((await readFile(clientAs(), project, 'README.md', ref, never))?.blob, blob);
      const bytes = await clientAs().send(getRawFile, { id: project, file_path: 'README.md', ref });
      assert.equal(Buffer.from(bytes).toString().trimEnd(), await git('cat-file', 'blob', blob));
    }
  });

  it('mean the branch in a typed name or range, which says that there is a tag', async () => {
    const named = async (name: string) => {
      const { ref, commit, isTagToo } = (await namedRef(clientAs(), project, name, never)) ?? assert.fail(name);
      return [ref, commit.id, isTagToo];
    };
    const branch = await at('refs/heads/release/1.0');
    assert.deepEqual(await named('release/1.0'), [branchRef('release/1.0'), branch, true]);
    assert.deepEqual(await named('release/1.0~1'), [
      branchRef('release/1.0~1'),
      await at('refs/heads/release/1.0~1'),
      true,
    ]);
    assert.deepEqual(await named('release/1.1'), [branchRef('release/1.1'), await at('release/1.1'), false]);
    for (const exact of [tagRef('release/1.0'), branch.slice(0, 9), 'HEAD'])
      assert.deepEqual(await named(exact), [exact, await at(exact), false]);
    assert.equal(await namedRef(clientAs(), project, 'nowhere', never), undefined);

    const range = await namedRange(clientAs(), project, 'release/1.0..main', never);
    assert.deepEqual(range, {
      ref: 'refs/heads/release/1.0..refs/heads/main',
      unknown: [],
      tagsToo: ['release/1.0', 'main'],
    });
    assert.equal(shownRef(range.ref), 'release/1.0..main');
    const { commits } = await commitsOfRange(clientAs(), project, range.ref, never);
    assert.deepEqual(new Set(commits.map(({ id }) => id)), new Set(await lines(range.ref)));
    const odd = await namedRange(clientAs(), project, 'nowhere...v1.1.0', never);
    assert.deepEqual(odd, { ref: 'nowhere...v1.1.0', unknown: ['nowhere'], tagsToo: [] });
    assert.equal((await namedRange(clientAs(), project, '..release/1.1', never)).ref, '..refs/heads/release/1.1');
  });

  it('mean the tag where a server is sent the bare name, as git does', async () => {
    const made = await clientAs().send(createBranch, { id: project, branch: 'from-bare', ref: 'release/1.0' });
    assert.equal(made.commit.id, await at('refs/tags/release/1.0'));
  });
});
