/** The sample project as its first commit has it: a small inventory service for fruit growers. */
export const firstFiles: Readonly<Record<string, string>> = {
  '.gitignore': 'node_modules/\ndist/\n*.log\n',
  LICENSE: `MIT License

Copyright (c) 2026 Acme Orchards

Permission is hereby granted, free of charge, to any person obtaining a copy of this software, to deal in the
software without restriction, subject to the condition that this notice is included in all copies.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND.
`,
  'README.md': `# Orchard

Orchard keeps track of what grows where, what has been picked, and what it is worth.

## Run it

\`\`\`sh
npm install
npm start
\`\`\`

The service listens on port 8080.

## What it knows

| Thing   | Where            |
| ------- | ---------------- |
| Variety | \`src/fruit\`      |
| Crate   | \`src/inventory\`  |
| Price   | \`src/pricing\`    |
`,
  'package.json': `{
  "name": "orchard",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "scripts": {
    "start": "node src/server.ts",
    "test": "node --test"
  }
}
`,
  'src/server.ts': `import { createServer } from 'node:http';
import { route } from './routes.ts';

const port = Number(process.env.PORT ?? 8080);

createServer(async (request, response) => {
  const answer = await route(request.method ?? 'GET', request.url ?? '/');
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer.body));
}).listen(port, () => {
  console.log(\`Orchard listens on \${port}\`);
});
`,
  'src/routes.ts': `import { catalogue } from './fruit/catalogue.ts';
import { stock } from './inventory/stock.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Finds the answer to a request. */
export const route = async (method: string, path: string): Promise<Answer> => {
  if (method === 'GET' && path === '/varieties') return { status: 200, body: await catalogue() };
  if (method === 'GET' && path === '/stock') return { status: 200, body: stock.all() };
  return { status: 404, body: { error: 'not found' } };
};
`,
  'src/fruit/variety.ts': `/** A variety of fruit. Weeks are those of the calendar, 1 to 53. */
export interface Variety {
  readonly id: string;
  readonly name: string;
  readonly fruit: 'apple' | 'pear' | 'plum' | 'cherry';
  readonly pickedFrom: number;
  readonly pickedUntil: number;
}

/** Says whether a variety is picked in a week. */
export const isInSeason = (variety: Variety, week: number): boolean =>
  week >= variety.pickedFrom && week <= variety.pickedUntil;
`,
  'src/fruit/catalogue.ts': `import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Variety } from './variety.ts';

const folder = 'data/varieties';

/** Reads every variety there is. */
export const catalogue = async (): Promise<Variety[]> => {
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Variety));
};
`,
  'src/inventory/stock.ts': `import type { Crate } from './crate.ts';
import { entries, record } from './ledger.ts';

const crates = new Map<string, Crate>();

/** What is in the barn. */
export const stock = {
  all: (): Crate[] => [...crates.values()],

  add(crate: Crate): void {
    crates.set(crate.id, crate);
    record({ kind: 'in', crate: crate.id, kilos: crate.kilos });
  },

  take(id: string, kilos: number): void {
    const crate = crates.get(id);
    if (crate === undefined) throw new Error(\`There is no crate \${id}.\`);
    crates.set(id, { ...crate, kilos: crate.kilos - kilos });
    record({ kind: 'out', crate: id, kilos });
  },

  movements: () => entries().length,
};
`,
  'src/inventory/crate.ts': `/** A crate of one variety. */
export interface Crate {
  readonly id: string;
  readonly variety: string;
  readonly kilos: number;
}
`,
  'src/inventory/ledger.ts': `/** One movement of fruit, into the barn or out of it. */
export interface Entry {
  readonly kind: 'in' | 'out';
  readonly crate: string;
  readonly kilos: number;
}

const book: Entry[] = [];

/** Writes a movement down. */
export const record = (entry: Entry): void => {
  book.push(entry);
};

/** Every movement so far, oldest first. */
export const entries = (): readonly Entry[] => book;
`,
  'src/pricing/price.ts': `import { rounded } from '../text/rounding.ts';

/** Price of a kilo by variety, in cents. */
const perKilo = new Map<string, number>([
  ['cox', 240],
  ['conference', 210],
]);

const usual = 190;

/** What a weight of a variety costs, in cents. */
export const price = (variety: string, kilos: number): number => {
  const cents = perKilo.get(variety) ?? usual;
  return rounded(cents * kilos);
};

/** Prints a price. */
export const printed = (cents: number): string => (cents / 100).toFixed(2);
`,
  'src/text/rounding.ts': `/** Rounds to a whole number; a half goes to the even neighbour. */
export const rounded = (value: number): number => {
  const down = Math.floor(value);
  const rest = value - down;
  if (rest < 0.5) return down;
  if (rest > 0.5) return down + 1;
  return down % 2 === 0 ? down : down + 1;
};
`,
  'test/rounding.test.ts': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rounded } from '../src/text/rounding.ts';

test('a half goes to the even neighbour', () => {
  assert.equal(rounded(2.5), 2);
  assert.equal(rounded(3.5), 4);
});
`,
  'scripts/import.sh': `#!/bin/sh
# Imports last year's harvest.
set -eu
curl --fail "$1/harvest" > data/harvest.json
echo "imported"
`,
  'scripts/legacy-import.sh': `#!/bin/sh
# Imports the harvest from the old spreadsheet.
set -eu
ssconvert harvest.xls harvest.csv
while IFS=, read -r crate variety kilos; do
  echo "{\\"id\\":\\"$crate\\",\\"variety\\":\\"$variety\\",\\"kilos\\":$kilos}"
done < harvest.csv > data/harvest.json
`,
};
