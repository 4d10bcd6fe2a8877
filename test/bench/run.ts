// npm run bench: measures and writes docs/performance.md. `--quick` prints a rough run instead; `--only` names parts.
// `--peer <file.vsix>` names an extension that part of them compares with.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { closeSharedBrowser } from '../support/browser.ts';
import { buildExtension } from '../support/commands.ts';
import { rootFolder } from '../support/paths.ts';
import { performancePage, sections, sectionText } from './performancePage.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    peer: { type: 'string' },
  },
});
const wanted = new Set(values.only.flatMap((names) => names.split(',')));
const unknown = [...wanted].filter((name) => !sections.some((section) => section.name === name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${sections.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

if (values.peer !== undefined && !existsSync(values.peer)) {
  console.error(`There is no file ${values.peer}.`);
  process.exit(1);
}
const given = values.peer === undefined ? {} : { peerFile: path.resolve(values.peer) };

const file = path.join(rootFolder, 'docs', 'performance.md');
const pageBefore = (): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // the first run writes the first page
    return '';
  }
};

/** A part that hangs must not keep the others from being written. */
const inTime = async <T>(work: Promise<T>, limitMinutes = 5): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${limitMinutes} minutes`)), limitMinutes * 60_000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

// pages run the scripts that are shipped
const built = await buildExtension();
if (built.code !== 0) {
  console.error(built.output);
  process.exit(1);
}

const measured = new Map<string, string>();
for (const section of sections) {
  if (wanted.size > 0 ? !wanted.has(section.name) : values.quick && section.isSlow === true) continue;
  const busy = os.loadavg()[0] ?? 0;
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${date} with Node ${process.versions.node} on ${os.platform()} ${os.arch()}, ${os.cpus().length} processors, load ${busy.toFixed(1)} before it began`;
  const startedAt = performance.now();
  console.log(`${section.name}…`);
  let lines: readonly string[];
  try {
    lines = await inTime(section.measure(values.quick ? 'quick' : 'full', given), section.limitMinutes);
  } catch (error) {
    // one part that fails must not take the others' figures along
    console.error(error);
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    lines = [`**It could not be measured:** ${reason}`];
  }
  measured.set(section.name, sectionText(section, machine, lines));
  console.log(`${section.name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

if (values.quick) console.log(`\n${await performancePage('', measured)}`);
else {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, await performancePage(pageBefore(), measured));
  console.log('docs/performance.md');
}
await closeSharedBrowser();
// what a part that was given up left behind would keep us
process.exit();
