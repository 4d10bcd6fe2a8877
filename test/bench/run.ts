// npm run bench -- [--quick] [--only <part>] [--peer <file.vsix>]; see the introduction below
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { closeSharedBrowser } from '../support/window/browser.ts';
import { buildExtension } from '../support/run/commands.ts';
import { formatMarkdown } from '../support/sources/formatMarkdown.ts';
import { rootFolder } from '../support/paths.ts';
import { within } from '../support/poll.ts';
import { activationSection } from './activation/activation.ts';
import { hostileSection } from './hostile.ts';
import { idleSection } from './idle.ts';
import { largeDiffSection } from './largeDiff.ts';
import { largeReviewSection } from './largeReview/largeReview.ts';
import { missingSection } from './missing.ts';
import type { Run, Section } from './section.ts';
import { transfersSection } from './transfers/transfers.ts';

const sections: readonly Section[] = [
  activationSection,
  largeDiffSection,
  largeReviewSection,
  missingSection,
  idleSection,
  hostileSection,
  transfersSection,
];

const introduction = `# Performance

Written by \`npm run bench\`. Ratios compare things measured in turns within one run; absolute times depend on the machine
and on what else it does. Nothing here is asserted by a test. \`-- --quick\` prints a rough run and writes nothing;
\`-- --only <part>\` measures one part and writes its section alone: ${sections.map(({ name }) => `\`${name}\``).join(', ')}.
\`-- --peer <file.vsix>\` names a packaged extension that \`activation\` compares with.
`;

const refuse = (reason: string): never => {
  console.error(reason);
  process.exit(1);
};

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    peer: { type: 'string' },
  },
});
const wanted = new Set(values.only.flatMap((names) => names.split(',')));
const names = sections.map(({ name }) => name);
const unknown = [...wanted].filter((name) => !names.includes(name));
if (unknown.length > 0) refuse(`There is no part ${unknown.join(', ')}. Parts: ${names.join(', ')}`);
if (values.peer !== undefined && !existsSync(values.peer)) refuse(`There is no file ${values.peer}.`);
const run: Run = {
  isQuick: values.quick,
  ...(values.peer === undefined ? {} : { peerFile: path.resolve(values.peer) }),
};

/** A section in Markdown; one that fails or hangs does not affect the others. */
const measured = async (section: Section): Promise<string> => {
  const { title, limitMinutes = 5 } = section;
  const date = new Date().toISOString().slice(0, 10);
  const load = (os.loadavg()[0] ?? 0).toFixed(1);
  const machine = `${date} with Node ${process.versions.node} on ${os.platform()} ${os.arch()}, ${os.cpus().length} processors, load ${load} before it began`;
  const lines = await within(section.measure(run), limitMinutes * 60_000).catch((error: unknown) => {
    console.error(error);
    return [`**It could not be measured:** ${String(error).split('\n')[0]}`];
  });
  const late = [`**It could not be measured:** it took longer than ${limitMinutes} minutes.`];
  return [`## ${title}`, '', `Measured ${machine}.`, '', ...(lines ?? late)].join('\n');
};

// pages run built scripts
const built = await buildExtension();
if (built.code !== 0) refuse(built.output);
const file = path.join(rootFolder, 'docs', 'performance.md');
/** Sections of the page by title; those not measured now are unchanged. */
const texts = new Map(
  readFileSync(file, 'utf8')
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => [text.slice(3, text.indexOf('\n')).trim(), text] as const),
);
if (run.isQuick) texts.clear();
for (const section of sections) {
  if (wanted.size > 0 ? !wanted.has(section.name) : run.isQuick && section.isSlow === true) continue;
  console.log(`${section.name}…`);
  texts.set(section.title, await measured(section));
}
const page = await formatMarkdown([introduction, ...sections.map(({ title }) => texts.get(title) ?? '')].join('\n\n'));
if (run.isQuick) console.log(`\n${page}`);
else writeFileSync(file, page);
await closeSharedBrowser();
// a part that timed out may keep the process alive
process.exit();
