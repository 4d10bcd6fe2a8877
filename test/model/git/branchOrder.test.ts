import assert from 'node:assert/strict';
import { inTargetOrder, isReleaseLike } from '../../../src/model/git/branchOrder.ts';
import type { Branch } from '../../../src/wire/projects.ts';

const branch = (name: string, day: number): Pick<Branch, 'name' | 'commit'> => ({
  name,
  commit: {
    id: name,
    short_id: name,
    title: name,
    created_at: `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`,
  } as Branch['commit'],
});

describe('the order of target branches', () => {
  it('knows branches that releases are made from', () => {
    const names = [
      'release/1.0',
      'release-1.0',
      '1-0-stable',
      'stable',
      'hotfix/2.3',
      'v2.x',
      '16.4',
      '16-4-stable-ee',
    ];
    assert.deepEqual(names.filter(isReleaseLike), names);
    const others = ['main', 'feature/release-notes-page', 'fix/100%-full', 'docs/2026', 'unstable', 'relative'];
    assert.deepEqual(
      others.filter((name) => isReleaseLike(name)),
      ['feature/release-notes-page'],
    );
  });

  it('has those used last first, then release branches, the others, those to come last; the newest first', () => {
    const branches = [
      branch('main', 20),
      branch('feature/a', 28),
      branch('release/1.0', 2),
      branch('release/2.0', 9),
      branch('old-target', 1),
    ];
    const names = inTargetOrder(branches, ['old-target', 'main']).map(({ name }) => name);
    assert.deepEqual(names, ['old-target', 'main', 'release/2.0', 'release/1.0', 'feature/a']);
    assert.equal(inTargetOrder(branches, ['old-target'], undefined, 'feature/a')[0]?.name, 'feature/a', 'typed whole');
    const last = inTargetOrder(branches, ['old-target', 'main'], ({ name }) => /main|2[.]0/.test(name));
    assert.deepEqual(
      last.map(({ name }) => name),
      ['old-target', 'release/1.0', 'feature/a', 'main', 'release/2.0'],
    );
  });
});
