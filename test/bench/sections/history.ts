import { measureHistory } from '../longHistory.ts';
import { goals, megabytes, milliseconds, table, type Section } from './section.ts';

const flatBytes = 4 * 1024 ** 2;

/** Paging through a long history. */
export const historySection: Section = {
  name: 'history',
  title: 'A history of 100,000 commits',
  async measure(thoroughness) {
    const [commits, rounds] = thoroughness === 'quick' ? [20_000, 1] : [100_000, 3];
    const results = await measureHistory(commits, rounds);
    const { earlyBytes, endBytes } = results.bounded;
    return [
      ...goals([
        {
          what: 'Memory at the end against the beginning',
          wanted: 'flat',
          found: `${megabytes(endBytes - earlyBytes)} more`,
          isMet: endBytes - earlyBytes < flatBytes,
          why: 'Pages are held beyond their turn.',
        },
      ]),
      `The list behind the Commits view is paged through ${commits.toLocaleString('en')} commits of a generated server to the end, as by`,
      'someone who never stops scrolling, against a list that keeps all it has loaded: in turns, each in a fresh process,',
      `${rounds} ${rounds === 1 ? 'round' : 'rounds'}, medians. Memory is the heap after a collection, at the beginning after 3,000 commits. The rows of the`,
      'editor are not in it: there are as many as commits are held.',
      '',
      ...table(
        ['List', 'Most commits held', 'Heap at the beginning', 'Heap at the end', 'A page'],
        (['bounded', 'whole'] as const).map((way) => {
          const result = results[way];
          return [
            way === 'bounded' ? 'Commits view' : 'keeps everything',
            result.most.toLocaleString('en'),
            megabytes(result.earlyBytes),
            megabytes(result.endBytes),
            milliseconds(result.pageMs),
          ];
        }),
      ),
    ];
  },
};
