import type { CommitPick } from '../pick.ts';
import { withGitLines } from '../trailers.ts';
import { encodingOf } from './action.ts';
import type { FileAction } from './fileAction.ts';
import { lfsObject } from './wholeFile.ts';
import { mergeTexts, type TextMerge, undecidedRegions } from '../textMerge.ts';

/** A version of a file in conflict. */
export interface FileVersion {
  /** Hash of its blob. */
  readonly hash: string;
  /** Git's mode: `100644`, `100755`, or one that only git can write, such as a symbolic link's. */
  readonly mode: string;
  readonly content: Uint8Array;
}

/**
 * A file both the branch and the pick change, with the versions there are. `theirs` is the commit's, of a revert that of its
 * parent; `base` is the other of the two.
 */
export interface FileInConflict {
  readonly path: string;
  readonly base: FileVersion | undefined;
  readonly ours: FileVersion | undefined;
  readonly theirs: FileVersion | undefined;
  /** Whether the branch has its version under another path, which the commit has given up. */
  readonly isMoved?: boolean;
  /** Whether `.gitattributes` say that it is not merged as text. */
  readonly isWhole?: boolean;
}

/** What a pick onto a branch at `tip` would do. */
export interface PickMerge {
  readonly tip: string;
  readonly conflicts: readonly FileInConflict[];
  /** What it changes without conflict. */
  readonly clean: readonly FileAction[];
  /** Changed files the server's interface cannot write: symbolic links and submodules. */
  readonly unsendable: readonly string[];
}

/** How a file in conflict is to be. `text` is the text that was written. */
export type Choice = 'ours' | 'theirs' | 'delete' | 'text';

/** What was decided about a file. */
export interface ResolvedFile {
  readonly path: string;
  /** Tells the versions it was decided for apart from others; see {@link versionsKey}. */
  readonly versions: string;
  readonly choice: Choice;
  /** The text as it was last saved; undefined where the file is no text that can be written. */
  readonly text: string | undefined;
  /** The text as it began, with its conflicts; undefined where the file is no text, or an earlier version has stored it. */
  readonly start: TextMerge | undefined;
  readonly isResolved: boolean;
  /** It began with what was decided for another branch, or the branch has another version than it was decided for. */
  readonly note: 'remembered' | 'moved' | undefined;
}

/** What was decided about the conflicts of a pick on a branch. */
export interface Resolution {
  readonly account: string;
  readonly project: number;
  readonly action: CommitPick['action'];
  readonly sha: string;
  readonly branch: string;
  /** Where the branch stood. */
  readonly tip: string;
  readonly files: readonly ResolvedFile[];
  /** When it was begun: tells it apart from one that was discarded before. */
  readonly begunAtMs: number;
  /** The branch that was made for it, once it is committed on one of its own. */
  readonly madeOn: string | undefined;
}

/**
 * The default message of the commit of a resolution, in the words of the server, with trailers last. `mergedBy` is the number of the merge
 * request that the commit is the merge of.
 */
export const resolutionMessage = (
  action: CommitPick['action'],
  { id, title, message }: { readonly id: string; readonly title: string; readonly message: string },
  mergedBy?: number,
): string => {
  if (action === 'cherryPick') return withGitLines(message, [`(cherry picked from commit ${id})`]);
  const reverted = mergedBy === undefined ? `commit ${id}` : `merge request !${mergedBy}`;
  return `Revert "${title}"\n\nThis reverts ${reverted}`;
};

/** Whether conflict marks are left in a text. */
export const hasMarks = (text: string): boolean => /^(<{7}|>{7})( |\r?$)/m.test(text);

/** Tells the versions of a file apart from all others. */
export const versionsKey = ({ base, ours, theirs }: FileInConflict): string =>
  [base, ours, theirs].map((version) => (version === undefined ? '-' : `${version.mode}:${version.hash}`)).join(' ');

/** Largest text that is put together in an editor, in characters: what is typed is kept in the editor's storage. */
const largestText = 1024 * 1024;

/** The text of a version where an editor shows all of it and gives it back as it was. */
export const textOfVersion = (content: Uint8Array): string | undefined =>
  content.length <= largestText && encodingOf(content) === 'text' ? Buffer.from(content).toString('utf8') : undefined;

/** The merge of a file that is put together as a text; undefined where it is a question which version is to stay. */
export const textMergeOf = ({ base, ours, theirs, isWhole }: FileInConflict): TextMerge | undefined => {
  if (ours === undefined || theirs === undefined || isWhole === true) return undefined;
  // of a pointer half is none
  if ([base, ours, theirs].some((version) => version && lfsObject(version.content))) return undefined;
  const texts = [base, ours, theirs].map((version) => {
    if (version === undefined) return '';
    return isPlain(version.mode) ? textOfVersion(version.content) : undefined;
  });
  const [before, our, their] = texts;
  if (before === undefined || our === undefined || their === undefined) return undefined;
  return mergeTexts({ base: before, ours: our, theirs: their });
};

/** Whether a file has a mode that the server's interface can write. */
export const isPlain = (mode: string): boolean => mode.startsWith('100');

const isExecutable = ({ mode }: { readonly mode: string }): boolean => mode === '100755';

/** What makes a file of `before` into one of `after`; undefined when nothing is to be done. */
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

/** What makes the branch as it was decided: what merges cleanly, and each file in conflict as it was chosen. */
export const resolvedActions = ({ conflicts, clean }: PickMerge, files: readonly ResolvedFile[]): FileAction[] => [
  ...clean,
  ...conflicts.flatMap((conflict) => {
    const file = files.find(({ path }) => path === conflict.path);
    const action = file && chosenAction(conflict, file);
    return action === undefined ? [] : [action];
  }),
];

/** What a resolution would write that only git can: symbolic links and submodules, also where one was chosen. */
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

/** A file in conflict as it was decided; undefined where it is to be deleted. */
export const versionAfter = (
  conflict: FileInConflict,
  { choice, text = '' }: ResolvedFile,
): Omit<FileVersion, 'hash'> | undefined => {
  const { ours, theirs } = conflict;
  return { delete: undefined, ours, theirs, text: withMergedMode(conflict, text) }[choice];
};

/** A text as a file in place of one in conflict. A side that has changed the mode has its way, as in a merge. */
export const withMergedMode = ({ base, ours, theirs }: FileInConflict, text: string): Omit<FileVersion, 'hash'> => ({
  content: Buffer.from(text),
  mode: (theirs?.mode === base?.mode ? ours?.mode : theirs?.mode) ?? '100644',
});

/** True for a resolution with a choice or a text of the user that is in no commit yet. */
export const isUnsent = ({ files, madeOn }: Pick<Resolution, 'files' | 'madeOn'>): boolean =>
  madeOn === undefined && files.some((file) => file.isResolved || (file.choice === 'text' && !isUntouched(file)));

/** True for a text as it began. Earlier versions began it with conflict marks, and did not store the beginning. */
const isUntouched = ({ choice, text, start, isResolved }: ResolvedFile): boolean =>
  choice === 'text' && !isResolved && (start === undefined ? hasMarks(text ?? '') : text === start.text);

/** True for a file that needs no decision any more. */
export const isDone = ({ choice, text, isResolved }: ResolvedFile): boolean =>
  isResolved && (choice !== 'text' || !hasMarks(text ?? ''));

/** The conflicts of a text, by their numbers, that still have the base text; see {@link undecidedRegions}. */
export const undecidedIn = ({ start, text }: ResolvedFile): readonly number[] =>
  start === undefined || text === undefined ? [] : undecidedRegions(start, text);

/** True for a file that can be marked as resolved: a text without conflict marks that is not marked yet. */
export const canMark = ({ choice, text, isResolved }: ResolvedFile): boolean =>
  choice === 'text' && !isResolved && !hasMarks(text ?? '');

/** True for a file that can be marked and has a decision of the user in each of its conflicts. */
export const isDecided = (file: ResolvedFile): boolean => canMark(file) && undecidedIn(file).length === 0;

/** A file with another text. It stays resolved unless that takes back a decision. */
export const withText = (file: ResolvedFile, text: string): ResolvedFile => {
  const next = { ...file, text };
  if (!file.isResolved || text === file.text) return next;
  const kept = undecidedIn(file);
  return { ...next, isResolved: !hasMarks(text) && undecidedIn(next).every((region) => kept.includes(region)) };
};

/** A file in conflict as it begins: with the base text in its conflicts, or with `known`, the resolution of the same ones. */
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
    // moved away by both: there is nothing to choose between
    isResolved: ours === undefined && theirs === undefined,
    note: remembered === undefined ? undefined : 'remembered',
  };
};

/** The text of a resolved conflict for where the same one has other text around it; undefined where they do not merge. */
export const resolvedAgain = (
  { before, after }: { readonly before: string; readonly after: string },
  start: TextMerge,
): string | undefined => {
  const { text, regions } = mergeTexts({ base: before, ours: start.text, theirs: after });
  return regions.length === 0 ? text : undefined;
};

/**
 * The files of a resolution for another merge of the same pick. A decision holds where the versions are the same, and its
 * conflicts are known to be decided; else a text the user has written stays, with what is new around it, to be checked.
 */
export const carriedOver = (before: readonly ResolvedFile[], fresh: readonly ResolvedFile[]): readonly ResolvedFile[] =>
  fresh.map((file) => {
    const known = before.find(({ path }) => path === file.path);
    if (known === undefined || isUntouched(known)) return file;
    // an earlier version has begun it as a text
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
