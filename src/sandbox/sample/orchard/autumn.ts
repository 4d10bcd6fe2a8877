import type { CommitPlan } from '../../world/plans.ts';
import { authors } from '../people.ts';
import { ripeningTables } from './ripeningTables.ts';
import { varietyCommits } from './varieties.ts';

const { olive, maya, deniz, rafael, tomasz, na, bot } = authors;

const portFix = {
  'src/server.ts': [
    ['const port = Number(process.env.PORT ?? 8080);', "const port = Number(process.env.PORT || '8080');"],
  ],
} as const;

const september: readonly CommitPlan[] = [
  {
    key: 'big',
    author: tomasz,
    message: `Measure ripeness for 290 days instead of 40

Written again by scripts/tables.ts with the weather of ten years. Nothing here is worth reading line by line;
look at src/ripening/apple/kent.ts for one that can be checked by hand.

Changelog: changed
`,
    files: ripeningTables(31, 290),
  },
  {
    key: 'portFix',
    author: deniz,
    message: 'Listen on 8080 when PORT is empty\n\nAn empty variable is not a missing one.\n\nChangelog: fixed\n',
    edits: portFix,
  },
  {
    branch: 'release/1.1',
    from: 'v11',
    author: deniz,
    committer: maya,
    message: (hashOf) => `Listen on 8080 when PORT is empty

An empty variable is not a missing one.

Changelog: fixed


(cherry picked from commit ${hashOf('portFix')})`,
    edits: portFix,
  },
  {
    branch: 'release/1.1',
    author: olive,
    message: 'Release 1.1.1\n',
    edits: { 'package.json': [['"version": "1.1.0"', '"version": "1.1.1"']] },
  },
  {
    author: rafael,
    message:
      'Explain in the README how the barn, the ledger and the tables of ripening belong together, because everybody who joins asks for it in their first week\n',
    edits: {
      'README.md': [
        [
          '## What it knows\n',
          '## How it fits together\n\nThe barn holds crates. Every movement goes through the ledger. Tables say when fruit is ripe.\n\n## What it knows\n',
        ],
      ],
    },
  },
];

const weighing: readonly CommitPlan[] = [
  {
    branch: 'feature/weighing',
    from: 'main',
    author: deniz,
    message: 'Weigh a pallet at once\n',
    files: {
      'src/inventory/pallet.ts': `import type { Crate } from './crate.ts';

/** What the crates of a pallet weigh together. */
export const palletWeight = (crates: readonly Crate[]): number => crates.reduce((sum, { kilos }) => sum + kilos, 0);
`,
    },
  },
  {
    branch: 'feature/weighing',
    author: deniz,
    committer: maya,
    message: 'Subtract the weight of the crates\n\nEmpty, a crate weighs 1.8 kg.\n',
    edits: {
      'src/inventory/pallet.ts': [
        ['sum + kilos, 0);', 'sum + kilos, 0) - crates.length * emptyCrate;'],
        ["from './crate.ts';\n", "from './crate.ts';\n\nconst emptyCrate = 1.8;\n"],
      ],
    },
  },
];

const weighingMerge: CommitPlan = {
  key: 'weighingMerge',
  author: olive,
  merge: 'feature/weighing',
  message: `Merge branch 'feature/weighing' into 'main'

Weigh pallets

See merge request acme/orchard!4`,
};

const october: readonly CommitPlan[] = [
  {
    key: 'cache',
    author: na,
    message: 'Remember varieties between requests\n\nReading thirty files for every visitor was too much.\n',
    edits: {
      'src/fruit/catalogue.ts': [
        [
          "const folder = 'data/varieties';\n",
          "const folder = 'data/varieties';\nlet known: Promise<Variety[]> | undefined;\n",
        ],
        [
          'export const catalogue = async (): Promise<Variety[]> => {',
          'const read = async (): Promise<Variety[]> => {',
        ],
        ['/** Reads every variety there is. */\n', ''],
        [
          '\n/** Reads the varieties that are picked',
          '\n/** Every variety there is; read once. */\nexport const catalogue = (): Promise<Variety[]> => (known ??= read());\n\n/** Reads the varieties that are picked',
        ],
      ],
    },
  },
  {
    key: 'revert',
    author: maya,
    message: (hashOf) => `Revert "Remember varieties between requests"

This reverts commit ${hashOf('cache')}`,
    edits: {
      'src/fruit/catalogue.ts': [
        [
          "const folder = 'data/varieties';\nlet known: Promise<Variety[]> | undefined;\n",
          "const folder = 'data/varieties';\n",
        ],
        [
          'const read = async (): Promise<Variety[]> => {',
          '/** Reads every variety there is. */\nexport const catalogue = async (): Promise<Variety[]> => {',
        ],
        [
          '\n/** Every variety there is; read once. */\nexport const catalogue = (): Promise<Variety[]> => (known ??= read());\n\n/** Reads the varieties that are picked',
          '\n/** Reads the varieties that are picked',
        ],
      ],
    },
  },
  {
    key: 'pricesByWeek',
    author: deniz,
    message: 'Charge less in the last week of a season\n\nChangelog: added\n',
    edits: {
      'src/pricing/price.ts': [
        [
          "kilos: number, currency = 'EUR'): Amount => {",
          "kilos: number, currency = 'EUR', isLastWeek = false): Amount => {",
        ],
        [
          '  return { cents: rounded(cents * kilos), currency };',
          '  return { cents: rounded(cents * kilos * (isLastWeek ? 0.8 : 1)), currency };',
        ],
      ],
    },
  },
  {
    key: 'v2',
    author: olive,
    message: 'Release 2.0\n',
    edits: {
      'package.json': [['"version": "1.1.0"', '"version": "2.0.0"']],
      'CHANGELOG.md': [
        ['# Changelog\n', '# Changelog\n\n## 2.0\n\n- Pallets can be weighed.\n- Ripeness for 290 days.\n'],
      ],
    },
  },
  {
    branch: 'release/2.0',
    from: 'v2',
    author: bot,
    message: 'Pin dependencies for 2.0\n\n[skip ci]\n',
    files: { '.npmrc': 'save-exact=true\n' },
  },
];

const november: readonly CommitPlan[] = [
  {
    key: 'palletFix',
    author: rafael,
    message: `Do not weigh crates that were taken away

Changelog: fixed
Co-authored-by: Deniz Aydın <deniz@acme.example>
Co-authored-by: Tomasz Wójcik <tomasz@orchards.example>
`,
    edits: {
      'src/inventory/pallet.ts': [['crates.reduce(', 'crates.filter(({ kilos }) => kilos > 0).reduce(']],
    },
  },
  {
    author: maya,
    message: 'Answer 404 in words\n',
    edits: { 'src/routes.ts': [["body: { error: 'not found' }", 'body: { error: `There is nothing at ${path}.` }']] },
  },
  {
    key: 'crlf',
    author: na,
    message: 'Add the price list as the shops send it\n',
    files: {
      'data/price list 2026.csv': 'variety;cents\r\ncox;250\r\nconference;220\r\nvictoria;180',
      'docs/größen.md': '# Größen\n\nKlein, mittel, groß.\n',
    },
  },
  {
    key: 'tip',
    author: deniz,
    message: 'Say how many crates moved today\n\nSigned-off-by: Deniz Aydın <deniz@acme.example>\n',
    edits: {
      'src/routes.ts': [
        [
          "  if (method === 'GET' && path === '/stock')",
          "  if (method === 'GET' && path === '/movements') return { status: 200, body: stock.movements() };\n  if (method === 'GET' && path === '/stock')",
        ],
      ],
    },
  },
];

/** September to November: from release 1.1 past release 2.0. */
export const autumn: readonly CommitPlan[] = [
  ...september,
  ...varietyCommits.late.slice(0, 4),
  ...weighing.slice(0, 1),
  ...varietyCommits.late.slice(4, 7),
  ...weighing.slice(1),
  weighingMerge,
  ...october,
  ...varietyCommits.late.slice(7),
  ...november,
];
