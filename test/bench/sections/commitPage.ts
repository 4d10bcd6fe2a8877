import { type DiffFigures, type DiffResult, measureDiffPages } from '../diffPages.ts';
import { goals, megabytes, milliseconds, table, type Goal, type Section } from './section.ts';

const sizes = {
  quick: [
    { lines: 1_000, rounds: 1, otherRounds: 1 },
    { lines: 5_000, rounds: 1, otherRounds: 1 },
  ],
  full: [
    { lines: 1_000, rounds: 5, otherRounds: 5 },
    { lines: 20_000, rounds: 3, otherRounds: 3 },
    { lines: 75_000, rounds: 3, otherRounds: 1 },
  ],
} as const;

/** How many times sooner the first lines are to be seen. */
const sooner: ReadonlyMap<number, number> = new Map([
  [20_000, 50],
  [75_000, 150],
]);

const longestTaskMs = 50;

const lines = ({ size }: DiffResult): string => size.lines.toLocaleString('en');

const goalsOf = (result: DiffResult): readonly Goal[] => {
  const { size, own, diff2html } = result;
  const wanted = sooner.get(size.lines);
  const found = diff2html.firstPaint / own.firstPaint;
  return [
    ...(wanted === undefined
      ? []
      : [
          {
            what: `${lines(result)} lines: first paint against diff2html`,
            wanted: `${wanted} times sooner`,
            found: `${found.toFixed(0)} times`,
            isMet: found >= wanted,
            why: 'Of our first paint, what grows with the lines is handing them to the page; the rest is the same for any diff, and weighs the more the less the other page has to do.',
          },
        ]),
    {
      what: `${lines(result)} lines: longest task while scrolling`,
      wanted: `≤ ${longestTaskMs} ms`,
      found: taskOf(own.longestScrolling),
      isMet: own.longestScrolling <= longestTaskMs,
      why: heldBackScrolling,
    },
  ];
};

/** From a profile of the page while it was scrolled. */
const heldBackScrolling =
  'Each step jumps past all that is drawn, so a frame takes all rows away and draws a screen of others. In the profile that is spread over layout and styles, the browser’s own work on elements, and colouring; no function of ours takes a tenth of it.';

/** Browsers do not tell of shorter ones. */
const taskOf = (ms: number): string => (ms === 0 ? 'none over 50 ms' : milliseconds(ms));

const row = (result: DiffResult, page: string, figures: DiffFigures): readonly string[] => [
  lines(result),
  page,
  milliseconds(figures.firstPaint),
  milliseconds(figures.coloured),
  taskOf(figures.longestLoading),
  taskOf(figures.longestScrolling),
  milliseconds(figures.slowestFrame),
  megabytes(figures.heapBytes),
  figures.domNodes.toLocaleString('en'),
];

/** The commit page against diff2html with the same diffs. */
export const commitPageSection: Section = {
  name: 'commitPage',
  title: 'The commit page',
  async measure(thoroughness) {
    const results = await measureDiffPages(sizes[thoroughness]);
    const rounds = results
      .map(
        ({ size }) =>
          `${size.rounds}${size.otherRounds === size.rounds ? '' : ` (diff2html ${size.otherRounds})`} at ${size.lines.toLocaleString('en')} lines`,
      )
      .join(', ');
    return [
      ...goals(results.flatMap(goalsOf)),
      'The same diffs of TypeScript in files of 250 lines, shown by the commit page and by diff2html in one browser, in turns,',
      `medians; rounds: ${rounds}. First paint is the first frame with lines in it, from having the diff; the commit`,
      'page gets it as a message, and lays out what is below the screen after that frame; diff2html gets it as text. It draws its lines first and colours them all afterwards; the',
      'commit page draws and colours what is in sight, so “coloured” means all lines for the one and those in sight for the',
      'other. Scrolling goes through the whole diff in 120 jumps, a frame each. Heap and DOM nodes are counted after that and',
      'after a collection: the heap is that of the scripts alone, the nodes are all that are held, in the page or not.',
      '',
      ...table(
        [
          'Lines',
          'Page',
          'First paint',
          'Coloured',
          'Longest task until then',
          'Longest task scrolling',
          'Slowest frame scrolling',
          'Heap',
          'DOM nodes',
        ],
        results.flatMap((result) => [
          row(result, 'commit page', result.own),
          row(result, 'diff2html', result.diff2html),
        ]),
      ),
    ];
  },
};
