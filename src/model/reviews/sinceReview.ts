import type { Discussion } from '../../wire/notes.ts';
import { byteText } from '../text/shownText.ts';
import { contentOf, type FileChange, hunksOf, isExact } from '../fileChange.ts';
import { mergeTexts } from '../text/textMerge.ts';
import type { ListedVersion, VersionFiles } from './versions.ts';

/** System notes of a verdict. */
const verdict = /^(?:approved this merge request|requested changes)/;

/** Last comment or verdict of a user, in epoch milliseconds. */
export const lastReviewAtMs = (discussions: readonly Discussion[], username: string): number | undefined => {
  const times = discussions
    .flatMap(({ notes }) => notes)
    .filter(({ author, system, body }) => author?.username === username && (!system || verdict.test(body)))
    .map(({ created_at: at }) => (at == null ? Number.NaN : Date.parse(at)))
    .filter((at) => !Number.isNaN(at));
  return times.length === 0 ? undefined : Math.max(...times);
};

/** Expects versions newest first. */
export const versionAt = (versions: readonly ListedVersion[], atMs: number): ListedVersion | undefined =>
  versions.find(({ createdAtMs }) => createdAtMs !== undefined && createdAtMs <= atMs);

/** `before` is undefined if unchanged then, `after` if unchanged now. */
export interface ChangedSince {
  readonly before: FileChange | undefined;
  readonly after: FileChange | undefined;
  /** If false, contents must be compared: the target branch may have changed context lines, or the diff is incomplete. */
  readonly isSure: boolean;
}

/** Compares the merge request's own changes. In the order of `after`, then those no longer changed. */
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
  // renamed differently since
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
    if (before.headSha === after.headSha || exactContent(one) === exactContent(file)) return [];
    // only the target branch can have changed a deleted file
    if (one.kind === 'deleted' && file.kind === 'deleted') return [];
    const isSure = isExact(one) && isExact(file) && !(hasMoved && changeOf(one) === changeOf(file));
    return [{ before: one, after: file, isSure }];
  });
  return [...changed, ...[...left].map((one) => ({ before: one, after: undefined, isSure: !hasMoved }))];
};

/** Incomplete diffs never match. */
const exactContent = (file: FileChange): string | symbol =>
  isExact(file) ? contentOf(file, hunksOf(file)) : Symbol('unknown');

/** Without context lines. */
const changeOf = (file: FileChange): string =>
  contentOf(
    file,
    file.diff
      .split('\n')
      .filter((line) => /^[-+]/.test(line))
      .join('\n'),
  );

/** Merges later changes of the base, bytewise in any encoding. Undefined on conflict. */
export const movedOnto = (
  onto: Uint8Array,
  { base, reviewed }: { readonly base: Uint8Array; readonly reviewed: Uint8Array },
): Uint8Array | undefined => {
  const { text, regions } = mergeTexts({ base: byteText(base), ours: byteText(onto), theirs: byteText(reviewed) });
  return regions.length === 0 ? Buffer.from(text, 'latin1') : undefined;
};
