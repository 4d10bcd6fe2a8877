import type { CommitPick } from '../pick/pick.ts';
import { withGitLines } from '../text/trailers.ts';
import { encodingOf } from './action.ts';
import type { FileAction } from './fileAction.ts';
import { lfsObject } from './wholeFile.ts';
import { mergeTexts, type TextMerge, undecidedRegions } from '../text/textMerge.ts';

export interface FileVersion {
  /** Blob SHA. */
  readonly hash: string;
  /** `100644`, `100755`, or one that only git can write, such as a symbolic link's. */
  readonly mode: string;
  readonly content: Uint8Array;
}

/** `theirs` is the commit's version, for a revert its parent's; `base` the other one. */
export interface FileInConflict {
  readonly path: string;
  readonly base: FileVersion | undefined;
  readonly ours: FileVersion | undefined;
  readonly theirs: FileVersion | undefined;
  /** Under another path, which the commit removed. */
  readonly isMoved?: boolean;
  /** `.gitattributes` disable merging. */
  readonly isWhole?: boolean;
}

/** Result on a branch at `tip`. */
export interface PickMerge {
  readonly tip: string;
  readonly conflicts: readonly FileInConflict[];
  readonly clean: readonly FileAction[];
  /** The API can't write symbolic links and submodules. */
  readonly unsendable: readonly string[];
}

export type Choice = 'ours' | 'theirs' | 'delete' | 'text';

export interface ResolvedFile {
  readonly path: string;
  /** See {@link versionsKey}. */
  readonly versions: string;
  readonly choice: Choice;
  /** Undefined if not editable as text. */
  readonly text: string | undefined;
  /** Undefined if not a text, or saved by an earlier version. */
  readonly start: TextMerge | undefined;
  readonly isResolved: boolean;
  /** `remembered` from another branch, or `moved` if the branch's version has changed. */
  readonly note: 'remembered' | 'moved' | undefined;
}

/** Saved decisions on the conflicts of a pick. */
export interface Resolution {
  readonly account: string;
  readonly project: number;
  readonly action: CommitPick['action'];
  readonly sha: string;
  readonly branch: string;
  /** Tip of the branch. */
  readonly tip: string;
  readonly files: readonly ResolvedFile[];
  /** Distinguishes discarded ones. */
  readonly begunAtMs: number;
  /** Branch created for the commit. */
  readonly madeOn: string | undefined;
}

/** Message as on the server, but with trailers last. `mergedBy`: IID of the merge request of a merge commit. */
export const resolutionMessage = (
  action: CommitPick['action'],
  { id, title, message }: { readonly id: string; readonly title: string; readonly message: string },
  mergedBy?: number,
): string => {
  if (action === 'cherryPick') return withGitLines(message, [`(cherry picked from commit ${id})`]);
  const reverted = mergedBy === undefined ? `commit ${id}` : `merge request !${mergedBy}`;
  return `Revert "${title}"\n\nThis reverts ${reverted}`;
};

export const hasMarks = (text: string): boolean => /^(<{7}|>{7})( |\r?$)/m.test(text);

/** Identity of the versions. */
export const versionsKey = ({ base, ours, theirs }: FileInConflict): string =>
  [base, ours, theirs].map((version) => (version === undefined ? '-' : `${version.mode}:${version.hash}`)).join(' ');

/** Characters kept in the editor's storage. */
const maxText = 1024 * 1024;

/** Undefined if an editor can't save it unchanged. */
export const textOfVersion = (content: Uint8Array): string | undefined =>
  content.length <= maxText && encodingOf(content) === 'text' ? Buffer.from(content).toString('utf8') : undefined;

/** Undefined if a version must be chosen instead. */
export const textMergeOf = ({ base, ours, theirs, isWhole }: FileInConflict): TextMerge | undefined => {
  if (ours === undefined || theirs === undefined || isWhole === true) return undefined;
  // LFS pointers can't be merged
  if ([base, ours, theirs].some((version) => version && lfsObject(version.content))) return undefined;
  const texts = [base, ours, theirs].map((version) => {
    if (version === undefined) return '';
    return isPlain(version.mode) ? textOfVersion(version.content) : undefined;
  });
  const [before, our, their] = texts;
  if (before === undefined || our === undefined || their === undefined) return undefined;
  return mergeTexts({ base: before, ours: our, theirs: their });
};

/** Writable by the API. */
export const isPlain = (mode: string): boolean => mode.startsWith('100');

const isExecutable = ({ mode }: { readonly mode: string }): boolean => mode === '100755';

/** Undefined if equal. */
export const fileAction = (
  path: string,
  before: FileVersion | undefined,
  after: { readonly content: Uint8Array; readonly mode: string } | undefined,
): FileAction | undefined => {
  if (after === undefined) return before && { kind: 'delete', path, base: before.hash };
  const { content } = after;
  if (before === undefined) return { kind: 'create', path, content, ...(isExecutable(after) && { executable: true }) };
  const mode = isExecutable(before) === isExecutable(after) ? {} : { executable: isExecutable(after) };
  if (!Buffer.from(before.content).equals(content)) {
    return { kind: 'update', path, content, base: before.hash, ...mode };
  }
  return 'executable' in mode ? { kind: 'chmod', path, base: before.hash, ...mode } : undefined;
};

export const resolvedActions = ({ conflicts, clean }: PickMerge, files: readonly ResolvedFile[]): FileAction[] => [
  ...clean,
  ...conflicts.flatMap((conflict) => {
    const file = files.find(({ path }) => path === conflict.path);
    const action = file && chosenAction(conflict, file);
    return action === undefined ? [] : [action];
  }),
];

/** Includes chosen versions. */
export const unsendablePaths = (
  { conflicts, unsendable }: PickMerge,
  files: readonly ResolvedFile[],
): readonly string[] => [
  ...unsendable,
  ...conflicts.flatMap(({ path, theirs }) => {
    const isChosen = files.some((file) => file.path === path && file.choice === 'theirs');
    return isChosen && theirs !== undefined && !isPlain(theirs.mode) ? [path] : [];
  }),
];

const chosenAction = (conflict: FileInConflict, file: ResolvedFile): FileAction | undefined =>
  fileAction(conflict.path, conflict.isMoved === true ? undefined : conflict.ours, versionAfter(conflict, file));

/** Undefined if deleted. */
export const versionAfter = (
  conflict: FileInConflict,
  { choice, text = '' }: ResolvedFile,
): Omit<FileVersion, 'hash'> | undefined => {
  const { ours, theirs } = conflict;
  return { delete: undefined, ours, theirs, text: withMergedMode(conflict, text) }[choice];
};

/** As in a merge, a changed mode wins. */
export const withMergedMode = ({ base, ours, theirs }: FileInConflict, text: string): Omit<FileVersion, 'hash'> => ({
  content: Buffer.from(text),
  mode: (theirs?.mode === base?.mode ? ours?.mode : theirs?.mode) ?? '100644',
});

export const isUnsent = ({ files, madeOn }: Pick<Resolution, 'files' | 'madeOn'>): boolean =>
  madeOn === undefined && files.some((file) => file.isResolved || (file.choice === 'text' && !isUntouched(file)));

/** Earlier versions started with conflict markers. */
const isUntouched = ({ choice, text, start, isResolved }: ResolvedFile): boolean =>
  choice === 'text' && !isResolved && (start === undefined ? hasMarks(text ?? '') : text === start.text);

export const isDone = ({ choice, text, isResolved }: ResolvedFile): boolean =>
  isResolved && (choice !== 'text' || !hasMarks(text ?? ''));

/** See {@link undecidedRegions}. */
export const undecidedIn = ({ start, text }: ResolvedFile): readonly number[] =>
  start === undefined || text === undefined ? [] : undecidedRegions(start, text);

export const canMark = ({ choice, text, isResolved }: ResolvedFile): boolean =>
  choice === 'text' && !isResolved && !hasMarks(text ?? '');

export const isDecided = (file: ResolvedFile): boolean => canMark(file) && undecidedIn(file).length === 0;

/** A reverted decision reopens the file. */
export const withText = (file: ResolvedFile, text: string): ResolvedFile => {
  const next = { ...file, text };
  if (!file.isResolved || text === file.text) return next;
  const stored = undecidedIn(file);
  return { ...next, isResolved: !hasMarks(text) && undecidedIn(next).every((region) => stored.includes(region)) };
};

/** `known` returns a remembered resolution. */
export const freshFile = (conflict: FileInConflict, known?: (start: TextMerge) => string | undefined): ResolvedFile => {
  const { path, ours, theirs } = conflict;
  const start = textMergeOf(conflict);
  const remembered = start && known?.(start);
  return {
    path,
    versions: versionsKey(conflict),
    choice: start === undefined ? 'ours' : 'text',
    text: remembered ?? start?.text,
    start,
    // renamed by both sides
    isResolved: ours === undefined && theirs === undefined,
    note: remembered === undefined ? undefined : 'remembered',
  };
};

/** Merges a resolution into other surrounding text; undefined on conflict. */
export const resolvedAgain = (
  { before, after }: { readonly before: string; readonly after: string },
  start: TextMerge,
): string | undefined => {
  const { text, regions } = mergeTexts({ base: before, ours: start.text, theirs: after });
  return regions.length === 0 ? text : undefined;
};

/**
 * Decisions for another merge of the same pick. They hold for equal versions; other edited texts are merged and need a
 * review.
 */
export const carriedOver = (before: readonly ResolvedFile[], fresh: readonly ResolvedFile[]): readonly ResolvedFile[] =>
  fresh.map((file) => {
    const known = before.find(({ path }) => path === file.path);
    if (known === undefined || isUntouched(known)) return file;
    // saved by an earlier version
    if (known.choice === 'text' && file.start === undefined) return file;
    if (known.versions === file.versions) {
      if (known.start !== undefined || file.start === undefined) return known;
      const same = { ...known, start: file.start };
      return { ...same, isResolved: known.isResolved && undecidedIn(same).length === 0 };
    }
    const { start, text } = known;
    if (file.start === undefined || text === undefined || text === start?.text) return file;
    const again = start && resolvedAgain({ before: start.text, after: text }, file.start);
    return { ...file, text: again ?? text, note: 'moved' };
  });
