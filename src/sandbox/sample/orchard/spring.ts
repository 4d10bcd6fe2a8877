import type { CommitPlan } from '../../world/plans.ts';
import { authors } from '../people.ts';
import { firstFiles } from './firstFiles.ts';
import { logos } from './logos.ts';
import { varietyCommits } from './varieties.ts';

const { olive, maya, deniz, rafael, tomasz, na } = authors;

const firstWeeks: readonly CommitPlan[] = [
  {
    key: 'root',
    author: olive,
    message: 'Start with crates, varieties and a price\n\nEverything is kept in memory for now.\n',
    files: firstFiles,
  },
  {
    author: maya,
    message: 'Show the logo in the README\n\nSigned-off-by: Maya Lindqvist <maya@acme.example>\n',
    files: { 'assets/logo.png': logos.red },
    edits: { 'README.md': [['# Orchard\n', '# Orchard\n\n![A red apple](assets/logo.png)\n']] },
  },
  {
    author: deniz,
    message: 'ci: run the tests on every push\n',
    files: {
      '.gitlab-ci.yml': `stages: [check, test, deploy]

lint:
  stage: check
  script: npm run lint

unit:
  stage: test
  script: npm test

pages:
  stage: deploy
  script: npm run docs
  rules:
    - if: $CI_COMMIT_BRANCH == "main"
`,
    },
  },
];

const aprilWork: readonly CommitPlan[] = [
  {
    key: 'modeChange',
    author: rafael,
    message: 'Make the import script executable\n',
    modes: { 'scripts/import.sh': '100755' },
  },
  {
    author: tomasz,
    message: 'docs: describe the API\n\nChangelog: added\n',
    files: {
      'docs/api.md': `# API

## GET /varieties

Every variety, in no particular order.

## GET /stock

Every crate in the barn. A crate has an \`id\`, a \`variety\` and a weight in \`kilos\`.
`,
    },
  },
  {
    author: deniz,
    message: `Test taking fruit out of a crate

The ledger was right all along, the test was missing.

Signed-off-by: Deniz Aydın <deniz@acme.example>
Reviewed-by: Olive Marsh <olive@acme.example>
`,
    files: {
      'test/stock.test.ts': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stock } from '../src/inventory/stock.ts';

test('taking fruit leaves the rest', () => {
  stock.add({ id: 'A1', variety: 'cox', kilos: 12 });
  stock.take('A1', 5);
  assert.equal(stock.all()[0]?.kilos, 7);
});
`,
    },
  },
  {
    author: na,
    message: 'Add the Chinese names of fruits\n\n苹果、梨、李子和樱桃。\n',
    files: {
      'docs/名称.md':
        '# 水果名称\n\n| English | 中文 |\n| ------- | ---- |\n| apple | 苹果 |\n| pear | 梨 |\n| plum | 李子 |\n| cherry | 樱桃 |\n',
    },
  },
];

/** A branch merged through a merge request while main went on. */
const season: readonly CommitPlan[] = [
  {
    key: 'season1',
    branch: 'feature/season-filter',
    from: 'main',
    author: deniz,
    message: 'Filter varieties by week\n',
    edits: {
      'src/fruit/catalogue.ts': [
        ["import type { Variety } from './variety.ts';", "import { isInSeason, type Variety } from './variety.ts';"],
        [
          'as Variety));\n};\n',
          `as Variety));
};

/** Reads the varieties that are picked in a week. */
export const inSeason = async (week: number): Promise<Variety[]> =>
  (await catalogue()).filter((variety) => isInSeason(variety, week));
`,
        ],
      ],
    },
  },
  {
    branch: 'feature/season-filter',
    author: deniz,
    message: 'Answer /varieties?week=N\n\nChangelog: added\n',
    edits: {
      'src/routes.ts': [
        [
          "import { catalogue } from './fruit/catalogue.ts';",
          "import { catalogue, inSeason } from './fruit/catalogue.ts';",
        ],
        [
          "  if (method === 'GET' && path === '/varieties') return",
          `  const week = /^\\/varieties\\?week=(\\d+)$/.exec(path)?.[1];
  if (method === 'GET' && week !== undefined) return { status: 200, body: await inSeason(Number(week)) };
  if (method === 'GET' && path === '/varieties') return`,
        ],
      ],
    },
  },
];

const seasonMerge: CommitPlan = {
  key: 'merge',
  author: maya,
  merge: 'feature/season-filter',
  message: `Merge branch 'feature/season-filter' into 'main'

Filter varieties by week

See merge request acme/orchard!1`,
};

const beforeTheFirstRelease: readonly CommitPlan[] = [
  {
    key: 'deletion',
    author: olive,
    message: 'Remove the spreadsheet import\n\nNobody has used it since February.\n\nChangelog: removed\n',
    files: { 'scripts/legacy-import.sh': null },
  },
  {
    author: maya,
    message: 'Print prices with their currency sign\n',
    edits: { 'src/pricing/price.ts': [['(cents / 100).toFixed(2);', '`€${(cents / 100).toFixed(2)}`;']] },
  },
  {
    author: tomasz,
    message:
      'Keep the ledger in a file\n\nA restart no longer forgets what was picked.\n\nCo-authored-by: 李娜 <li.na@fruit.example>\n',
    files: {
      'src/storage/jsonFile.ts': `import { readFile, rename, writeFile } from 'node:fs/promises';

/** Reads a JSON file; the fallback when there is none. */
export const readJson = async <T>(path: string, fallback: T): Promise<T> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fallback;
    throw error;
  }
};

/** Writes a JSON file so that a crash leaves the old one or the new one. */
export const writeJson = async (path: string, value: unknown): Promise<void> => {
  await writeFile(\`\${path}.new\`, JSON.stringify(value));
  await rename(\`\${path}.new\`, path);
};
`,
    },
  },
  {
    key: 'v1',
    author: olive,
    message: 'Release 1.0\n',
    files: {
      'CHANGELOG.md': '# Changelog\n\n## 1.0\n\n- Varieties, crates and prices.\n- The ledger survives a restart.\n',
    },
    edits: { 'package.json': [['"version": "0.1.0"', '"version": "1.0.0"']] },
  },
];

/** March to May: the beginnings, up to release 1.0. */
export const spring: readonly CommitPlan[] = [
  ...firstWeeks,
  ...varietyCommits.early.slice(0, 4),
  ...aprilWork,
  ...season.slice(0, 1),
  ...varietyCommits.early.slice(4),
  ...season.slice(1),
  seasonMerge,
  ...beforeTheFirstRelease,
];
