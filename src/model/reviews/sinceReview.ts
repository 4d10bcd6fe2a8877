import type { Discussion } from '../../wire/notes.ts';
import type { FileChange } from '../fileChange.ts';
import type { ListedVersion, VersionFiles } from './versions.ts';

/** What the service writes in the name of somebody who gives a verdict. */
const verdict = /^(?:approved this merge request|requested changes)/;

/**
 * When somebody last reviewed a merge request, in milliseconds: published a comment, approved it or requested changes.
 * Undefined for somebody who did nothing of it.
 */
export const lastReviewAtMs = (discussions: readonly Discussion[], username: string): number | undefined => {
  const times = discussions
    .flatMap(({ notes }) => notes)
    .filter(({ author, system, body }) => author?.username === username && (!system || verdict.test(body)))
    .map(({ created_at: at }) => (at == null ? Number.NaN : Date.parse(at)))
    .filter((at) => !Number.isNaN(at));
  return times.length === 0 ? undefined : Math.max(...times);
};

/** The version that was the newest at a moment, of versions in the order of the service; undefined when it is gone. */
export const versionAt = (versions: readonly ListedVersion[], atMs: number): ListedVersion | undefined =>
  versions.find(({ createdAtMs }) => createdAtMs !== undefined && createdAtMs <= atMs);

/**
 * A file whose change by the merge request is another one than in an earlier version. Without `before` the merge request
 * did not change it then, without `after` it does not any more.
 */
export interface ChangedSince {
  readonly before: FileChange | undefined;
  readonly after: FileChange | undefined;
  /**
   * Whether that is certain. Otherwise it may be the target branch that has changed: the lines around, or a text that the
   * service left out. Then the texts of both versions tell.
   */
  readonly isSure: boolean;
}

/**
 * The files whose own change differs between two versions, in the order of the newer one, then those that are no longer
 * changed. What the target branch has changed meanwhile is in neither diff.
 */
export const changedBetween = (before: VersionFiles, after: VersionFiles): readonly ChangedSince[] => {
  const left = new Set(before.files);
  const was = new Map<FileChange, FileChange>();
  const pair = (path: 'newPath' | 'oldPath', files: readonly FileChange[], others: readonly FileChange[]): void => {
    const known = new Map(
      [...Map.groupBy(others, (other) => other[path])].map(([name, found]) => [name, found.values()]),
    );
    for (const file of files) {
      const found = known.get(file[path])?.next().value;
      if (found === undefined) continue;
      left.delete(found);
      was.set(file, found);
    }
  };
  pair('newPath', after.files, before.files);
  // renamed another way since
  const isOpen = (file: FileChange): boolean => !was.has(file) && file.kind !== 'added';
  pair(
    'oldPath',
    after.files.filter(isOpen),
    before.files.filter((file) => left.has(file) && isOpen(file)),
  );
  const hasMoved = before.baseSha !== after.baseSha;
  const changed = after.files.flatMap((file): ChangedSince[] => {
    const one = was.get(file);
    if (one === undefined) return [{ before: undefined, after: file, isSure: true }];
    if (before.headSha === after.headSha || contentOf(one) === contentOf(file)) return [];
    // what is deleted was something else before, because the target branch has changed it
    if (one.kind === 'deleted' && file.kind === 'deleted') return [];
    const isSure = isText(one) && isText(file) && !(hasMoved && changeOf(one) === changeOf(file));
    return [{ before: one, after: file, isSure }];
  });
  return [...changed, ...[...left].map((one) => ({ before: one, after: undefined, isSure: !hasMoved }))];
};

const isText = ({ withoutText }: FileChange): boolean => withoutText === undefined;

const keyOf = ({ kind, oldPath, newPath, modes }: FileChange, text: string): string =>
  JSON.stringify([kind, oldPath, newPath, modes?.old, modes?.new, text]);

/** A text that was left out is never the same as another. Line numbers move with the lines above them. */
const contentOf = (file: FileChange): string | symbol =>
  isText(file) ? keyOf(file, file.diff.replaceAll(/^@@ .*$/gm, '@@')) : Symbol('unknown');

/** The lines that were changed, without those around them. */
const changeOf = (file: FileChange): string =>
  keyOf(
    file,
    file.diff
      .split('\n')
      .filter((line) => /^[-+]/.test(line))
      .join('\n'),
  );

/** Lines next to each other that a diff replaces; with the characters that end them. */
interface Replacement {
  /** 0-based line it stands at in the text the diff was made for. */
  readonly at: number;
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** The lines next to it. */
  readonly above: readonly string[];
  readonly below: readonly string[];
}

/** Lines above and below that are looked for at most. */
const mostAround = 3;

const replacementsOf = (diff: string): readonly Replacement[] => {
  const found: { at: number; old: string[]; new: string[]; above: string[]; below: string[] }[] = [];
  let at = 0;
  let above: string[] = [];
  let current: (typeof found)[number] | undefined;
  const lines = diff.replace(/\n$/, '').split('\n');
  for (const [index, line] of lines.entries()) {
    const head = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
    if (head !== null) {
      // a hunk that takes no lines stands after the line it names
      at = Number(head[1]) - (head[2] === '0' ? 0 : 1);
      [above, current] = [[], undefined];
      continue;
    }
    if (line.startsWith('\\')) continue;
    const whole = line.slice(1) + (lines[index + 1]?.startsWith('\\') === true ? '' : '\n');
    if (/^[-+]/.test(line)) {
      if (current === undefined || current.below.length > 0) {
        current = { at, old: [], new: [], above, below: [] };
        found.push(current);
        above = [];
      }
      (line.startsWith('-') ? current.old : current.new).push(whole);
    } else {
      if (current !== undefined && current.below.length < mostAround) current.below.push(whole);
      above = [...above.slice(1 - mostAround), whole];
    }
    if (!line.startsWith('+')) at += 1;
  }
  return found;
};

/** How many of the lines above and below must be there as well, tried one after another. */
const surroundings = [
  [3, 3],
  [2, 2],
  [1, 1],
  [3, 0],
  [0, 3],
  [1, 0],
  [0, 1],
] as const;

/** Comparisons of lines until the search for the places of a diff is given up. */
const mostComparisons = 10_000_000;

/**
 * A text with the change of a diff that was made for an earlier state of it: each replacement goes where its lines stand
 * now, next to where they stood. Undefined where they are not there any more, or cannot be found in as many steps as
 * there may be.
 */
export const movedOnto = (text: string, diff: string): string | undefined => {
  const lines = text === '' ? [] : text.split(/(?<=\n)/);
  const search: Search = { lines, from: 0, left: mostComparisons };
  const pieces: string[] = [];
  /** How far lines have moved against the diff. */
  let moved = 0;
  for (const replacement of replacementsOf(diff)) {
    const at = placeOf(search, replacement, replacement.at + moved);
    if (at === undefined) return undefined;
    pieces.push(lines.slice(search.from, at).join(''), replacement.new.join(''));
    search.from = at + replacement.old.length;
    moved = at - replacement.at;
  }
  return [...pieces, lines.slice(search.from).join('')].join('');
};

/** Lines in which places are searched: from where on, and with how many further comparisons. */
interface Search {
  readonly lines: readonly string[];
  from: number;
  left: number;
}

const placeOf = (search: Search, { old, above, below }: Replacement, expected: number): number | undefined => {
  for (const [over, under] of surroundings) {
    const lead = over === 0 ? [] : above.slice(-over);
    const wanted = [...lead, ...old, ...below.slice(0, under)];
    // nothing would be everywhere
    if (wanted.length === 0) continue;
    const at = nearest(search, wanted, expected - lead.length);
    if (at !== undefined) return at + lead.length;
  }
  return undefined;
};

/** Where lines stand one after another, next to where they are expected; undefined when nowhere. */
const nearest = (search: Search, wanted: readonly string[], expected: number): number | undefined => {
  const { lines, from } = search;
  const isAt = (at: number): boolean =>
    at >= from &&
    at + wanted.length <= lines.length &&
    wanted.every((line, index) => (search.left -= 1) > 0 && lines[at + index] === line);
  for (let away = 0; away <= lines.length && search.left > 0; away += 1) {
    if (isAt(expected - away)) return expected - away;
    if (isAt(expected + away)) return expected + away;
  }
  return undefined;
};
