import type { Author, CommitPlan } from '../../world/plans.ts';
import { authors } from '../people.ts';

const { olive, maya, deniz, rafael, tomasz, na, bot } = authors;

type Row = readonly [author: Author, title: string, path: string, content: string];

const rows: readonly Row[] = [
  [bot, 'chore: ignore editor folders', '.editorconfig', 'root = true\n\n[*]\nindent_style = space\nindent_size = 2\n'],
  [
    maya,
    'docs: how to report a bug',
    'docs/bugs.md',
    '# Bugs\n\nSay what you did, what you saw, and what you hoped for.\n',
  ],
  [
    deniz,
    'Name the weeks of the year',
    'src/text/weeks.ts',
    '/** Weeks of a year that can have fruit in them. */\nexport const weeks = Array.from({ length: 53 }, (_, index) => index + 1);\n',
  ],
  [rafael, 'docs: draw the barn', 'docs/barn.md', '# The barn\n\nDoor, scales, shelves. In this order.\n'],
  [
    tomasz,
    'Add a health check',
    'src/health.ts',
    "/** What the load balancer asks for. */\nexport const health = () => ({ status: 'ok' });\n",
  ],
  [na, 'docs: 用中文介绍', 'docs/介绍.md', '# 果园\n\n这里记录什么在哪里生长。\n'],
  [olive, 'Name the people to ask', '.gitlab/CODEOWNERS', '* @maintainer\n/docs/ @reporter\n/src/pricing/ @owner\n'],
  [
    deniz,
    'Sort crates by weight',
    'src/inventory/sorted.ts',
    "import type { Crate } from './crate.ts';\n\n/** The heaviest first. */\nexport const sorted = (crates: readonly Crate[]): Crate[] => crates.toSorted((a, b) => b.kilos - a.kilos);\n",
  ],
  [
    maya,
    'Describe merge requests with a form',
    '.gitlab/merge_request_templates/Default.md',
    '## What changes\n\n## How to try it\n',
  ],
  [
    tomasz,
    'Convert pounds to kilos',
    'src/text/pounds.ts',
    '/** Kilos of a weight in pounds. */\nexport const kilos = (pounds: number): number => pounds * 0.453_592_37;\n',
  ],
  [
    rafael,
    'docs: answer the usual questions',
    'docs/questions.md',
    '# Questions\n\n**Is a tomato a fruit?** Not here.\n',
  ],
  [
    deniz,
    'Count crates by variety',
    'src/inventory/count.ts',
    "import type { Crate } from './crate.ts';\n\n/** How many crates there are of each variety. */\nexport const counted = (crates: readonly Crate[]): Map<string, number> => {\n  const counts = new Map<string, number>();\n  for (const { variety } of crates) counts.set(variety, (counts.get(variety) ?? 0) + 1);\n  return counts;\n};\n",
  ],
  [bot, 'chore: refresh the licence year', 'docs/licence.md', 'The licence is in the file LICENSE.\n'],
  [
    na,
    'Print weights in the words of a language',
    'src/text/weight.ts',
    "/** A weight in words. */\nexport const weight = (kilos: number, language: string): string =>\n  new Intl.NumberFormat(language, { style: 'unit', unit: 'kilogram' }).format(kilos);\n",
  ],
  [olive, 'docs: plan the winter', 'docs/winter.md', '# Winter\n\nPrune, repair, sleep.\n'],
  [
    maya,
    'Warn when a crate is forgotten',
    'src/inventory/forgotten.ts',
    "import type { Crate } from './crate.ts';\n\n/** Crates nobody has touched, by their number. */\nexport const forgotten = (crates: readonly Crate[], touched: ReadonlySet<string>): Crate[] =>\n  crates.filter(({ id }) => !touched.has(id));\n",
  ],
];

/** Small things of the last weeks, each a file of its own. */
export const maintenance: readonly CommitPlan[] = rows.map(([author, title, path, content]) => ({
  author,
  message: `${title}\n`,
  files: { [path]: content },
}));
