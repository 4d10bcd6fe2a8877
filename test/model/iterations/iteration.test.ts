import assert from 'node:assert/strict';
import type { Page } from '../../../src/client/pages.ts';
import {
  dayNumber,
  groupOfIteration,
  iterationPhase,
  iterationTiming,
  iterationTitle,
  today,
} from '../../../src/model/iterations/iteration.ts';
import { plainMarkdown, standUpMarkdown } from '../../../src/model/iterations/iterationMarkdown.ts';
import { newestFirst, onceEach } from '../../../src/model/iterations/iterationPages.ts';
import { groupOfProject } from '../../../src/model/iterations/iterationScope.ts';
import type { IterationIssue } from '../../../src/model/iterations/iterationWork.ts';

const day = (date: string): number => dayNumber(date) ?? assert.fail(date);
const { signal } = new AbortController();

describe('the timing of an iteration', () => {
  const timing = (state: number, start: string | null, due: string | null, on: string) =>
    iterationTiming({ state, start_date: start, due_date: due }, day(on));

  it('counts whole days, both dates included', () => {
    assert.deepEqual(timing(2, '2026-11-18', '2026-12-01', '2026-11-21'), { kind: 'left', days: 10 });
    assert.deepEqual(timing(2, '2026-11-18', '2026-12-01', '2026-12-01'), { kind: 'left', days: 0 });
    assert.deepEqual(timing(1, '2026-12-02', '2026-12-15', '2026-11-21'), { kind: 'begins', days: 11 });
    assert.deepEqual(timing(3, '2026-11-04', '2026-11-17', '2026-11-21'), { kind: 'ended', days: 4 });
  });

  it('believes the server where its day is another one', () => {
    assert.deepEqual(timing(2, '2026-11-18', '2026-11-20', '2026-11-21'), { kind: 'left', days: 0 });
    assert.deepEqual(timing(1, '2026-11-20', '2026-11-22', '2026-11-21'), { kind: 'begins', days: 0 });
    assert.deepEqual(timing(3, '2026-11-18', '2026-11-21', '2026-11-20'), { kind: 'ended', days: 0 });
  });

  it('is unknown without dates, with dates no calendar has and in states nobody knows', () => {
    assert.deepEqual(timing(2, null, null, '2026-11-21'), { kind: 'unknown' });
    assert.deepEqual(timing(3, null, '2026-02-30', '2026-11-21'), { kind: 'unknown' });
    assert.deepEqual(timing(7, '2026-11-18', '2026-11-20', '2026-11-21'), { kind: 'unknown' });
    assert.equal(iterationPhase({ state: 7 }), 'unknown');
    assert.equal(dayNumber('21.11.2026'), undefined);
  });

  it('takes the day of the user', () => {
    assert.equal(today(new Date(2026, 10, 21, 23, 59)), day('2026-11-21'));
    assert.equal(today(new Date(2026, 10, 21, 0, 1)), day('2026-11-21'));
  });

  it('takes titles of blanks for none', () => {
    assert.equal(iterationTitle({ title: '  ' }), undefined);
    assert.equal(iterationTitle({ title: null }), undefined);
    assert.equal(iterationTitle({ title: ' Prune ' }), 'Prune');
  });
});

describe('pages with the newest first', () => {
  const served = (count: number, size: number, isCounted = true) => {
    const asked: number[] = [];
    const read = async (page: number): Promise<Page<number>> => {
      asked.push(page);
      const items = Array.from({ length: count }, (_, index) => index + 1).slice((page - 1) * size, page * size);
      return { items, next: page * size < count ? page + 1 : undefined, total: isCounted ? count : undefined };
    };
    return { asked, pages: newestFirst(read, size) };
  };
  const all = async (pages: ReturnType<typeof newestFirst<number>>): Promise<number[]> => {
    const items: number[] = [];
    for (let page: number | undefined = 1; page !== undefined;) {
      const read: Page<number> = await pages(page, signal);
      items.push(...read.items);
      page = read.next;
    }
    return items;
  };

  it('go from the last page to the first, each reversed', async () => {
    const { asked, pages } = served(7, 3);
    assert.deepEqual((await pages(1, signal)).items, [7]);
    assert.deepEqual(await all(pages), [7, 6, 5, 4, 3, 2, 1]);
    assert.deepEqual(asked, [1, 3, 1, 3, 2, 1]);
  });

  it('ask once for what fits on one page, also for none', async () => {
    for (const count of [0, 3]) {
      const { asked, pages } = served(count, 3);
      assert.deepEqual(
        await all(pages),
        Array.from({ length: count }, (_, index) => count - index),
      );
      assert.deepEqual(asked, [1]);
    }
  });

  it('come as they are where the server does not count', async () => {
    const { pages } = served(7, 3, false);
    assert.deepEqual(await all(pages), [1, 2, 3, 4, 5, 6, 7]);
  });

  it('hold a record once, where it was first', () => {
    assert.deepEqual(
      onceEach([5, 4, 4, 3, 5], (item) => item),
      [5, 4, 3],
    );
  });
});

describe('the group of an iteration', () => {
  it('is in its address', () => {
    const of = (web_url: string | null) => groupOfIteration({ web_url });
    assert.equal(of('https://gitlab.example/git/groups/acme/tools/-/iterations/41'), 'acme/tools');
    assert.equal(of('https://gitlab.example/groups/acme/-/cadences/3/iterations/41'), 'acme');
    assert.equal(of('https://gitlab.example/groups/%E0%A4%A/-/iterations/1'), undefined);
    assert.equal(of(null), undefined);
  });
});

describe('the group of a project', () => {
  it('is the path above it', () => {
    assert.equal(groupOfProject('acme/tools/seedling'), 'acme/tools');
    assert.equal(groupOfProject('alone'), undefined);
  });
});

describe('Markdown for a stand-up', () => {
  const words = { mine: 'Mine', others: 'Others', nothing: 'Nothing.', unknown: 'Unknown.', cut: 'More.' };
  const issue = (title: string, more: Partial<IterationIssue> = {}): IterationIssue => ({
    id: title,
    iid: '1',
    reference: 'acme/orchard#1',
    title,
    isOpen: true,
    isConfidential: false,
    isOwn: false,
    assignees: [],
    webUrl: 'https://gitlab.example/acme/orchard/-/issues/1',
    ...more,
  });
  const write = (issues: readonly IterationIssue[], isCut = false): string =>
    standUpMarkdown({
      name: 'Prune',
      webUrl: 'https://gitlab.example/1',
      facts: ['3 days left'],
      work: { issues, isCut },
      words,
    });

  it('has the iteration, then the own issues, then the others, done ones ticked', () => {
    const text = write([
      issue('Map', { isOwn: true }),
      issue('List', { isOpen: false, assignees: [{ username: 'd', name: 'Deniz Aydın' }] }),
    ]);
    assert.equal(
      text,
      [
        '## [Prune](https://gitlab.example/1)',
        '',
        '3 days left',
        '',
        '### Mine',
        '',
        '- [ ] [acme/orchard#1](https://gitlab.example/acme/orchard/-/issues/1) Map',
        '',
        '### Others',
        '',
        '- [x] [acme/orchard#1](https://gitlab.example/acme/orchard/-/issues/1) List — Deniz Aydın',
        '',
      ].join('\n'),
    );
  });

  it('says what is missing', () => {
    assert.match(write([]), /Nothing\.\n$/);
    assert.match(write([issue('Map')], true), /More\.\n$/);
    assert.match(
      standUpMarkdown({ name: 'A', webUrl: null, facts: [], work: undefined, words }),
      /^## A\n\nUnknown\.\n$/,
    );
  });

  it('lets no title format, mention or link', () => {
    assert.equal(plainMarkdown('*a* [b](c) @all #3 <i>\n| `x`'), '\\*a\\* \\[b\\](c) \\@all \\#3 \\<i\\> \\| \\`x\\`');
    assert.match(write([issue('Map', { webUrl: 'javascript:alert(1)' })]), /- \[ \] acme\/orchard#1 Map/);
  });
});
