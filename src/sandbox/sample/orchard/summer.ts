import type { CommitPlan } from '../../world/plans.ts';
import { authors, mayasKey } from '../people.ts';
import { logos } from './logos.ts';
import { ripening, ripeningMerge } from './ripening.ts';
import { varietyCommits } from './varieties.ts';
import { weatherTable } from './weatherTable.ts';

const { olive, maya, deniz, rafael, tomasz, na } = authors;

/** What goes wrong when two people sell the last crate: fixed on main, and picked to 1.0 right away. */
export const negativeStockFix = {
  'src/inventory/stock.ts': [
    [
      '    crates.set(id, { ...crate, kilos: crate.kilos - kilos });',
      `    if (kilos > crate.kilos) throw new Error(\`Crate \${id} holds only \${crate.kilos} kg.\`);
    crates.set(id, { ...crate, kilos: crate.kilos - kilos });`,
    ],
  ],
} as const;

const june: readonly CommitPlan[] = [
  {
    key: 'alreadyThere',
    author: deniz,
    message: `Refuse to take more than a crate holds

Two people selling from the same crate could leave it with less than nothing.

Changelog: fixed
Signed-off-by: Deniz Aydın <deniz@acme.example>
`,
    edits: negativeStockFix,
  },
  {
    key: 'pickedTo10',
    branch: 'release/1.0',
    from: 'v1',
    author: deniz,
    committer: maya,
    message: (hashOf) => `Refuse to take more than a crate holds

Two people selling from the same crate could leave it with less than nothing.

Changelog: fixed
Signed-off-by: Deniz Aydın <deniz@acme.example>


(cherry picked from commit ${hashOf('alreadyThere')})`,
    edits: negativeStockFix,
  },
  {
    branch: 'release/1.0',
    author: maya,
    message:
      'Sell at two thirds during the plum festival\n\nOnly on this branch: the festival is over when 1.1 comes out.\n',
    edits: {
      'src/pricing/price.ts': [
        [
          '  const cents = perKilo.get(variety) ?? usual;',
          '  const cents = ((perKilo.get(variety) ?? usual) * 2) / 3;',
        ],
      ],
    },
  },
  {
    key: 'signed',
    author: maya,
    message: 'Ask for a token before stock is changed\n\nChangelog: security\n',
    signWith: mayasKey,
    files: {
      'src/access.ts': `import { timingSafeEqual } from 'node:crypto';

/** Says whether a request carries the token of the barn. */
export const isAllowed = (header: string | undefined, token: string): boolean => {
  const given = Buffer.from(header ?? '');
  const expected = Buffer.from(\`Bearer \${token}\`);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
`,
    },
  },
];

const july: readonly CommitPlan[] = [
  {
    key: 'clean',
    author: na,
    message: `Round halves up

Shops complained that 2.5 cents became 2. Everybody else rounds up.

Changelog: fixed
Signed-off-by: 李娜 <li.na@fruit.example>
`,
    edits: {
      'src/text/rounding.ts': [
        ['a half goes to the even neighbour. */', 'a half goes up. */'],
        [
          `  const down = Math.floor(value);
  const rest = value - down;
  if (rest < 0.5) return down;
  if (rest > 0.5) return down + 1;
  return down % 2 === 0 ? down : down + 1;
`,
          '  return Math.floor(value + 0.5);\n',
        ],
      ],
      'test/rounding.test.ts': [
        ['a half goes to the even neighbour', 'a half goes up'],
        [
          'assert.equal(rounded(2.5), 2);\n  assert.equal(rounded(3.5), 4);',
          'assert.equal(rounded(2.5), 3);\n  assert.equal(rounded(3.5), 4);',
        ],
      ],
    },
  },
  {
    key: 'conflict',
    author: deniz,
    message: `Give every price a currency

A price is a number of cents and the currency they are in; printing it needs both.

Changelog: changed
`,
    edits: {
      'src/pricing/price.ts': [
        [
          '/** What a weight of a variety costs, in cents. */',
          '/** An amount in the smallest coin of a currency. */\nexport interface Amount {\n  readonly cents: number;\n  readonly currency: string;\n}\n\n/** What a weight of a variety costs. */',
        ],
        [
          `export const price = (variety: string, kilos: number): number => {
  const cents = perKilo.get(variety) ?? usual;
  return rounded(cents * kilos);
};`,
          `export const price = (variety: string, kilos: number, currency = 'EUR'): Amount => {
  const cents = perKilo.get(variety) ?? usual;
  return { cents: rounded(cents * kilos), currency };
};`,
        ],
        [
          'export const printed = (cents: number): string => `€${(cents / 100).toFixed(2)}`;',
          `export const printed = ({ cents, currency }: Amount): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);`,
        ],
      ],
    },
  },
  {
    key: 'rename',
    author: olive,
    message: 'Move the ledger out of the inventory\n\nPayments are about to need it too.\n',
    renames: { 'src/inventory/ledger.ts': 'src/ledger/entries.ts' },
    edits: {
      'src/ledger/entries.ts': [
        [
          '/** One movement of fruit, into the barn or out of it. */',
          '/** One movement, into the barn or out of it. */',
        ],
      ],
      'src/inventory/stock.ts': [["from './ledger.ts';", "from '../ledger/entries.ts';"]],
    },
  },
  {
    branch: 'experiment/graph-layout',
    from: 'v1',
    author: tomasz,
    message: 'Draw the orchard as a graph\n\nDoes not work yet.\n',
    files: { 'src/graph.ts': 'export const trees: string[] = [];\n' },
  },
  {
    key: 'binary',
    author: rafael,
    message: 'Paint the apple golden\n\nRed looked like an error.\n',
    files: { 'assets/logo.png': logos.golden },
    edits: { 'README.md': [['![A red apple]', '![A golden apple]']] },
  },
];

const august: readonly CommitPlan[] = [
  {
    key: 'markup',
    author: tomasz,
    message: `Escape <b>names</b> & "quotes" in <script>alert('orchard')</script> labels

A variety called \`<img src=x onerror=alert(1)>\` must print as it is written: &lt; stays &lt;.

See [the label printer](javascript:alert(2)) and **not** <a href="https://example.com">this</a>.
`,
    files: {
      'src/text/label.ts': `const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A label for a crate, as HTML for the printer. */
export const label = (name: string): string => \`<p class="label">\${name.replace(/[&<>"]/g, (sign) => signs[sign] ?? '')}</p>\`;
`,
    },
  },
  {
    key: 'emoji',
    author: na,
    message: `🍎🍐 Greet in שלום and مرحبا

Right-to-left names read from the right: תפוח is an apple, كمثرى a pear. 👩‍🌾 writes them down.
`,
    files: {
      'src/text/greetings.ts': `/** How the front page says hello, by language. */
export const greetings = {
  en: 'Hello',
  he: 'שלום',
  ar: 'مرحبا',
  zh: '你好',
  tr: 'Merhaba',
  fruit: '🍎',
} as const;
`,
    },
  },
  {
    key: 'tooLarge',
    author: tomasz,
    message: 'Add the weather of thirty years\n\nThe tables of ripening are made from it.\n',
    files: { 'data/weather.csv': weatherTable() },
  },
  {
    key: 'v11',
    author: olive,
    message: 'Release 1.1\n',
    edits: {
      'package.json': [['"version": "1.0.0"', '"version": "1.1.0"']],
      'CHANGELOG.md': [
        [
          '# Changelog\n',
          '# Changelog\n\n## 1.1\n\n- Ripening tables.\n- Prices have a currency.\n- Halves are rounded up.\n',
        ],
      ],
    },
  },
];

/** June to August: from release 1.0 to release 1.1. */
export const summer: readonly CommitPlan[] = [
  ...june.slice(0, 2),
  ...varietyCommits.middle.slice(0, 3),
  ...june.slice(2),
  ...ripening.slice(0, 1),
  ...varietyCommits.middle.slice(3, 6),
  ...ripening.slice(1),
  ripeningMerge,
  ...july.slice(0, 2),
  ...varietyCommits.middle.slice(6, 8),
  ...july.slice(2),
  ...varietyCommits.middle.slice(8),
  ...august,
];
