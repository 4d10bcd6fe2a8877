import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { FileChange } from '../../src/model/fileChange.ts';
import { checkArchive } from '../../src/model/transfers/imports/archive.ts';
import { linePosition } from '../../src/model/reviews/position.ts';
import { preflight } from '../../src/model/reviews/preflight.ts';
import { hunkAround } from '../../src/model/reviews/preflightAnchor.ts';
import { diffFile } from '../../src/webview/diff/diffFile.ts';
import { withoutWhitespaceChanges } from '../../src/webview/diff/whitespace.ts';
import { changedWords } from '../../src/webview/highlight/words.ts';
import { parseMarkdown } from '../../src/webview/markdown/parseMarkdown.ts';
import type { DraftNote } from '../../src/wire/draftNotes.ts';
import { fileView } from '../webview/commitPage/sampleViews.ts';
import { largePages, type Measure } from './largePages.ts';

/** How long something takes at its full size and at half of it, in milliseconds. */
export interface Growth {
  readonly what: string;
  readonly fullMs: number;
  readonly halfMs: number;
}

/** Measures what is large at its full size and at half of it, in turns: the least over the rounds. */
export const measureQuickness = async (rounds: number): Promise<readonly Growth[]> => {
  const found: Growth[] = [];
  for (const measure of [markdown, words, whitespace, checkedDrafts, archive])
    found.push(...(await growths(rounds, measure)));
  for (const open of largePages) {
    const page = await open();
    try {
      found.push(...(await growths(rounds, page.measure)));
    } finally {
      await page.close();
    }
  }
  return found;
};

const growths = async (rounds: number, measure: Measure): Promise<readonly Growth[]> => {
  const found = new Map<string, Growth>();
  for (let round = -1; round < rounds; round += 1) {
    const full = await measure(1);
    const half = await measure(0.5);
    // code that has not run yet is slow, and so is the first page a browser shows
    if (round < 0) continue;
    for (const [what, fullMs] of Object.entries(full)) {
      const { [what]: halfMs = Number.NaN } = half;
      const least = found.get(what) ?? { fullMs: Number.POSITIVE_INFINITY, halfMs: Number.POSITIVE_INFINITY };
      // what else the machine does only ever adds
      found.set(what, {
        what,
        fullMs: Math.min(least.fullMs, fullMs),
        halfMs: Math.min(least.halfMs, halfMs),
      });
    }
  }
  return [...found.values()];
};

const timed = (work: () => unknown): number => {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
};

const places = { project: 'https://gitlab.example.com/acme/orchard', instance: 'https://gitlab.example.com' };

const markdown: Measure = (share) => {
  const times = (text: string, count: number): string => text.repeat(count * share);
  const texts = {
    '50,000 brackets that open': times('[', 50_000),
    '60,000 stars that open': times('*a ', 60_000),
    '20,000 quotes in one another': times('> ', 20_000),
    '90,000 names in one word': times('@a', 90_000),
    'a path of 90,000 steps': `${times('a/', 90_000)}#1`,
    'a table of 5,000 columns and 1,000 rows': `|a${times('|b', 5_000)}|\n|-${times('|-', 5_000)}|\n${times('|x\n', 1_000)}`,
  };
  return Object.fromEntries(
    Object.entries(texts).map(([what, text]) => [`Markdown: ${what}`, timed(() => parseMarkdown(text, places))]),
  );
};

const words: Measure = (share) => {
  const long = 'ab '.repeat(700_000 * share);
  return { 'The changed words of two lines of 2 MB found': timed(() => changedWords(`${long}old`, `${long}new`)) };
};

const whitespace: Measure = (share) => {
  const count = 5_000 * share;
  const lines = Array.from({ length: count }, (_, index) => `line ${index};\n`);
  const [deleted, added] = [lines.map((line) => `-${line}`), lines.map((line) => `+  ${line}`)];
  const diff = [`@@ -1,${count} +1,${count} @@\n`, ...deleted, ...added].join('');
  return { '5,000 whitespace changes hidden': timed(() => withoutWhitespaceChanges(diffFile(fileView({ diff })))) };
};

const newest = { baseSha: 'base', startSha: 'base', headSha: 'head' };

const checkedDrafts: Measure = (share) => {
  const count = 5_000;
  const lines = Array.from({ length: count }, (_, line) => `+const value${line} = ${line};\n`).join('');
  const changed = (diff: string): FileChange => ({
    kind: 'modified',
    oldPath: 'a.ts',
    newPath: 'a.ts',
    modes: undefined,
    diff,
    withoutText: undefined,
  });
  // what was read of a file is kept by the file, so each time has files of its own
  const file = changed(`@@ -0,0 +1,${count} @@\n${lines}`);
  const pushed = changed(`@@ -0,0 +1,${count + 1} @@\n+// on top\n${lines}`);
  const place = { refs: { ...newest, headSha: 'earlier' }, oldPath: 'a.ts', newPath: 'a.ts' };
  // throughout the file, however many there are
  const numbers = Array.from({ length: 200 * share }, (_, index) => (index * 25) / share + 1);
  const drafts = numbers.map((line, index): DraftNote => {
    const position = linePosition(place, file.diff, { side: 'new', first: line, last: line });
    return {
      id: index + 1,
      author_id: 4,
      merge_request_id: 1,
      resolve_discussion: false,
      discussion_id: null,
      note: 'Why?',
      commit_id: null,
      line_code: null,
      position,
    };
  });
  const ms = timed(() => {
    preflight({
      drafts,
      discussions: [],
      mergeRequest: { state: 'opened', discussion_locked: null },
      files: { kind: 'ready', version: { id: 1, ...newest }, files: [pushed], isCut: false },
      written: new Map([['base earlier', [file]]]),
      isArchived: false,
      mayWrite: true,
    });
    for (const line of numbers) hunkAround(file, { side: 'new', first: line, last: line });
  });
  return { '200 drafts checked before they are published, all in one file of 5,000 lines': ms };
};

const archives = new Map<number, Buffer>();

const archive: Measure = async (share) => {
  const bomb = archives.get(share) ?? gzipSync(Buffer.alloc(160 * 1024 ** 2 * share));
  archives.set(share, bomb);
  const file = { name: 'a.tar.gz', size: bomb.length, open: () => Readable.from([bomb]) };
  const startedAt = performance.now();
  await checkArchive(file, { depth: 'head' });
  return { 'The beginning of an archive that unpacks to 160 MB looked at': performance.now() - startedAt };
};
