import type { CommitPlan, TagPlan } from '../../world/plans.ts';
import { authors } from '../people.ts';
import { maintenance } from './maintenance.ts';

const { olive, maya, deniz, rafael, tomasz, na, bot } = authors;

/** Branches that are not merged: work in progress, experiments, and names that are hard to put into an address. */
export const openWork: readonly CommitPlan[] = [
  ...maintenance,
  {
    key: 'forecast',
    branch: 'feature/ripeness-forecast',
    from: 'main',
    author: deniz,
    message: 'Forecast the week a fruit is ripe\n',
    files: {
      'src/ripening/forecast.ts': `import { ripeOn } from './ripeOn.ts';
import type { RipeningDay } from './ripeningDay.ts';

/** The calendar week in which a fruit is ripe enough to be picked. */
export const forecast = (table: readonly RipeningDay[]): number | undefined => {
  const day = ripeOn(table, 0.9);
  return day === undefined ? undefined : Math.ceil(day / 7);
};
`,
    },
  },
  {
    branch: 'feature/ripeness-forecast',
    author: deniz,
    message: 'Test the forecast\n',
    files: {
      'test/forecast.test.ts': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forecast } from '../src/ripening/forecast.ts';

test('a fruit that never ripens has no forecast', () => {
  assert.equal(forecast([]), undefined);
});
`,
    },
  },
  {
    branch: 'feature/#42-bulk-weighing',
    from: 'v2',
    author: tomasz,
    message: 'Weigh a whole lorry\n\nRelated to #42\n',
    files: {
      'src/inventory/lorry.ts': '/** What a lorry carries at most, in kilos. */\nexport const lorryLimit = 24_000;\n',
    },
  },
  {
    branch: 'fix/100%-full-crates',
    from: 'main',
    author: rafael,
    message: 'Count a crate as full at 100%\n',
    edits: {
      'src/inventory/crate.ts': [
        [
          '  readonly kilos: number;\n}',
          '  readonly kilos: number;\n  /** From 0 to 1; at 1 it is full. */\n  readonly filled?: number;\n}',
        ],
      ],
    },
  },
  {
    branch: 'feature/🍐-pear-season',
    from: 'main',
    author: na,
    message: '🍐 Open the pear season\n',
    files: { 'docs/pears.md': '# 🍐 Pears\n\nFrom the middle of August on.\n' },
  },
  {
    branch: 'traduction/été',
    from: 'v11',
    author: maya,
    message: 'Translate the greeting into French\n',
    edits: { 'src/text/greetings.ts': [["  fruit: '🍎',", "  fr: 'Bonjour',\n  fruit: '🍎',"]] },
  },
  {
    branch: 'staging/eu',
    from: 'v2',
    author: olive,
    message: 'Point staging at the European barn\n',
    files: { 'config/staging.json': '{ "barn": "eu-1" }\n' },
  },
  {
    branch: 'hotfix',
    from: 'v2',
    author: olive,
    message: 'Close the barn door\n',
    files: { 'docs/door.md': 'The door is closed.\n' },
  },
  {
    branch: 'renovate/node-24',
    from: 'main',
    author: bot,
    message: 'chore: require Node 24\n',
    edits: { 'package.json': [['"private": true,', '"private": true,\n  "engines": { "node": ">=24" },']] },
  },
];

/** Tags: annotated releases and a light one. */
export const tags: readonly TagPlan[] = [
  { name: 'v1.0.0', on: 'v1', message: 'Release 1.0\n' },
  { name: 'v1.1.0', on: 'v11', message: 'Release 1.1\n' },
  { name: 'v2.0.0', on: 'v2', message: 'Release 2.0\n' },
  { name: 'before-tables', on: 'emoji' },
];
