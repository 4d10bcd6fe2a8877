import type { Discussion } from '../../wire/notes.ts';
import { byteText } from '../shownText.ts';
import { type FileChange, isExact } from '../fileChange.ts';
import { mergeTexts } from '../textMerge.ts';
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
   * Whether that is certain. Otherwise it may be the target branch that has changed the lines around, or the service's text
   * does not tell. Then the bytes of both versions do.
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
    const isSure = isExact(one) && isExact(file) && !(hasMoved && changeOf(one) === changeOf(file));
    return [{ before: one, after: file, isSure }];
  });
  return [...changed, ...[...left].map((one) => ({ before: one, after: undefined, isSure: !hasMoved }))];
};

const keyOf = ({ kind, oldPath, newPath, modes }: FileChange, text: string): string =>
  JSON.stringify([kind, oldPath, newPath, modes?.old, modes?.new, text]);

/** A text that was left out, or has lost bytes, is never the same as another. Line numbers move with the lines above them. */
const contentOf = (file: FileChange): string | symbol =>
  isExact(file) ? keyOf(file, file.diff.replaceAll(/^@@ .*$/gm, '@@')) : Symbol('unknown');

/** The lines that were changed, without those around them. */
const changeOf = (file: FileChange): string =>
  keyOf(
    file,
    file.diff
      .split('\n')
      .filter((line) => /^[-+]/.test(line))
      .join('\n'),
  );

/**
 * A file as it was reviewed, with what its base has changed since, byte by byte whatever its encoding. Undefined where both
 * have changed the same lines.
 */
export const movedOnto = (
  onto: Uint8Array,
  { base, reviewed }: { readonly base: Uint8Array; readonly reviewed: Uint8Array },
): Uint8Array | undefined => {
  const { text, regions } = mergeTexts({ base: byteText(base), ours: byteText(onto), theirs: byteText(reviewed) });
  return regions.length === 0 ? Buffer.from(text, 'latin1') : undefined;
};
