import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import {
  activeFilters,
  authorName,
  authorPattern,
  filterParameters,
  isEmptySpan,
  readFilter,
  readNamedFilters,
  sameFilter,
  withMessage,
  withNamedFilter,
  withRenamedFilter,
} from '../../../src/model/commits/commitFilter.ts';
import { isDate } from '../../../src/model/dates.ts';
import { git } from '../../support/git.ts';
import { temporaryFolder } from '../../support/paths.ts';

describe('filterParameters', () => {
  it('includes the last day whole', () => {
    const { since, until } = filterParameters({ since: '2026-03-01', until: '2026-03-31' });
    assert.deepEqual([since, until], ['2026-03-01T00:00:00Z', '2026-03-31T23:59:59Z']);
  });

  it('turns a moment with an offset into UTC', () => {
    assert.equal(filterParameters({ since: '2026-03-01T10:00:00+02:00' }).since, '2026-03-01T08:00:00Z');
  });

  it('leaves the ref out when all branches are asked for', () => {
    const { ref_name, all } = filterParameters({ ref: 'main', all: true });
    assert.deepEqual([ref_name, all], [undefined, true]);
  });
});

describe('authorPattern', () => {
  const names = ['renovate[bot]', 'renovateb', 'Mara (QA) + Co.s', 'Mara (QA) + CoXs', 'a|b?{2}', 'x^$*\\y', 'xy'];
  const folder = temporaryFolder('authors');
  before(() => {
    git(folder, 'init', '-q');
    for (const name of names)
      git(folder, '-c', `user.name=${name}`, '-c', 'user.email=a@b.c', 'commit', '-qm', name, '--allow-empty');
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const type of ['basic', 'extended']) {
    it(`matches a name alone, for a git whose patterns are ${type}`, () => {
      for (const name of names) {
        const found = git(
          folder,
          '-c',
          `grep.patternType=${type}`,
          'log',
          '--format=%an',
          `--author=${authorPattern(name)}`,
        );
        assert.equal(found.trim(), name);
      }
    });
  }

  it('is told from a pattern that may match others', () => {
    for (const name of names) assert.equal(authorName(authorPattern(name)), name);
    for (const pattern of ['renovate[bot]', 'Mar.', '^Mara', 'a|b']) assert.equal(authorName(pattern), undefined);
  });
});

describe('withMessage', () => {
  it('keeps of a filter what the server can search by', () => {
    const filter = { ref: 'side', path: 'src', author: 'Mara', follow: true };
    assert.deepEqual(withMessage(filter, 'words'), { ref: 'side', message: 'words' });
    assert.deepEqual(withMessage({ ref: 'side', all: true }, 'words'), { message: 'words' });
  });
});

describe('isDate', () => {
  for (const text of ['2026-03-31', '2024-02-29', '2026-03-31T09:00:00Z', '2026-03-31T09:00+02:00']) {
    it(`takes ${text}`, () => assert.equal(isDate(text), true));
  }
  for (const text of ['', 'yesterday', '31.03.2026', '2026-13-01', '2026-02-30', '2025-02-29', '2026-3-1']) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(isDate(text), false));
  }
});

describe('activeFilters', () => {
  it('names what narrows, not what is at its default', () => {
    assert.deepEqual(activeFilters({ ref: 'main', all: false, order: 'default', trailers: true }), ['ref', 'trailers']);
    assert.deepEqual(activeFilters({ follow: true }), []);
    assert.deepEqual(activeFilters({ path: 'a', follow: true }), ['path', 'follow']);
  });
});

describe('readFilter', () => {
  it('gives back what was kept', () => {
    const filter = { ref: 'a..b', path: 'src', since: '2026-01-01', order: 'topo', follow: true } as const;
    assert.deepEqual(readFilter(JSON.parse(JSON.stringify(filter))), filter);
  });

  for (const kept of [undefined, null, 'main', 7, { ref: 3 }, { order: 'up' }, { path: '' }]) {
    it(`narrows nothing by ${JSON.stringify(kept)}`, () => assert.deepEqual(readFilter(kept), {}));
  }

  it('drops a date that is none and keeps the rest', () => {
    assert.deepEqual(readFilter({ ref: 'main', since: 'yesterday', until: '2026-02-01' }), {
      ref: 'main',
      until: '2026-02-01',
    });
  });
});

describe('named filters', () => {
  const filters = withNamedFilter(withNamedFilter([], { name: 'b', filter: { ref: 'b' } }), {
    name: 'a',
    filter: { ref: 'a' },
  });

  it('are in the order of their names, each name once', () => {
    assert.deepEqual(
      filters.map(({ name }) => name),
      ['a', 'b'],
    );
    assert.deepEqual(withNamedFilter(filters, { name: 'a', filter: { ref: 'c' } })[0]?.filter, { ref: 'c' });
  });

  it('take another name, in place of the one that had it', () => {
    assert.deepEqual(withRenamedFilter(filters, 'a', 'b'), [{ name: 'b', filter: { ref: 'a' } }]);
    assert.deepEqual(withRenamedFilter(filters, 'nobody', 'x'), filters);
  });

  it('are read as they were kept, and junk is none', () => {
    assert.deepEqual(readNamedFilters(JSON.parse(JSON.stringify(filters))), filters);
    assert.deepEqual(readNamedFilters({ a: 1 }), []);
    assert.deepEqual(readNamedFilters([{ name: 'a', filter: 'junk' }]), [{ name: 'a', filter: {} }]);
  });

  it('are the same when they narrow alike', () => {
    assert.ok(sameFilter({ ref: 'a', all: false }, { ref: 'a' }));
    assert.ok(!sameFilter({ ref: 'a', all: true }, { ref: 'a' }));
  });
});

describe('isEmptySpan', () => {
  it('tells a beginning after the end', () => {
    assert.equal(isEmptySpan({ since: '2026-03-02', until: '2026-03-01' }), true);
    assert.equal(isEmptySpan({ since: '2026-03-01', until: '2026-03-01' }), false);
    assert.equal(isEmptySpan({ since: '2026-03-01' }), false);
  });
});
