import { createHash } from 'node:crypto';
import type { CommitPick } from '../pick.ts';
import { encodingOf } from './action.ts';
import type { FileAction } from './fileAction.ts';

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
  /** What a merge leaves, with conflict marks; undefined where it is no text. */
  readonly marked: string | undefined;
  /** Whether the branch has its version under another path, which the commit has given up. */
  readonly isMoved?: boolean;
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
  /** What the merge left, for whom it is remembered; see {@link withoutLabels}. */
  readonly before: string | undefined;
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
 * The default message of the commit of a resolution, in the words of the server. `mergedBy` is the number of the merge
 * request that the commit is the merge of.
 */
export const resolutionMessage = (
  action: CommitPick['action'],
  { id, title, message }: { readonly id: string; readonly title: string; readonly message: string },
  mergedBy?: number,
): string => {
  if (action === 'cherryPick') return `${message.trimEnd()}\n\n(cherry picked from commit ${id})`;
  const reverted = mergedBy === undefined ? `commit ${id}` : `merge request !${mergedBy}`;
  return `Revert "${title}"\n\nThis reverts ${reverted}`;
};

/** Whether conflict marks are left in a text. */
export const hasMarks = (text: string): boolean => /^(<{7}|>{7})( |\r?$)/m.test(text);

/** A text with conflict marks, without the names of the sides: those differ from branch to branch. */
export const withoutLabels = (marked: string): string => marked.replace(/^(<{7}|>{7}|\|{7}) [^\r\n]*/gm, '$1');

/** Tells the versions of a file apart from all others. */
export const versionsKey = ({ base, ours, theirs }: FileInConflict): string =>
  [base, ours, theirs].map((version) => (version === undefined ? '-' : `${version.mode}:${version.hash}`)).join(' ');

/**
 * Names what is in conflict in a text with marks, wherever it stands: git's rerere knows a conflict by it. Undefined
 * when there are no marks.
 */
export const conflictKey = (marked: string): string | undefined => {
  // each end with the text before it, in which its conflict begins
  const pieces = withoutLabels(marked).split(/^(>{7}\r?)$/m);
  const conflicts = pieces.flatMap((piece, index) => {
    const begin = piece.search(/^<{7}\r?$/m);
    const end = pieces[index + 1];
    return begin === -1 || end === undefined ? [] : [piece.slice(begin) + end];
  });
  return conflicts.length === 0 ? undefined : createHash('sha256').update(conflicts.join('\0')).digest('hex');
};

/** Largest text that is put together in an editor, in characters: what is typed is kept in the editor's storage. */
const largestText = 1024 * 1024;

/** The text of a version where an editor shows all of it and gives it back as it was. */
export const textOfVersion = (content: Uint8Array): string | undefined =>
  content.length <= largestText && encodingOf(content) === 'text' ? Buffer.from(content).toString('utf8') : undefined;

/** Whether a file is put together as a text; otherwise it is a question which version is to stay. */
export const isTextConflict = ({ ours, theirs, marked }: FileInConflict): boolean =>
  ours !== undefined &&
  theirs !== undefined &&
  marked !== undefined &&
  isPlain(ours.mode) &&
  isPlain(theirs.mode) &&
  [ours, theirs].every(({ content }) => textOfVersion(content) !== undefined);

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

const chosenAction = (conflict: FileInConflict, { choice, text = '' }: ResolvedFile): FileAction | undefined => {
  const { path, ours, theirs, isMoved } = conflict;
  const after = { delete: undefined, ours, theirs, text: textAfter(conflict, text) }[choice];
  return fileAction(path, isMoved === true ? undefined : ours, after);
};

/** A side that has changed the mode has its way, as in a merge. */
const textAfter = ({ base, ours, theirs }: FileInConflict, text: string) => ({
  content: Buffer.from(text),
  mode: (theirs?.mode === base?.mode ? ours?.mode : theirs?.mode) ?? '100644',
});

/** Whether a resolution has something nobody else has: a choice or a text of the user that is in no commit yet. */
export const isUnsent = ({ files, madeOn }: Pick<Resolution, 'files' | 'madeOn'>): boolean =>
  madeOn === undefined &&
  files.some(
    ({ choice, text, before, isResolved }) => isResolved || (choice === 'text' && withoutLabels(text ?? '') !== before),
  );

/** Whether nobody has to look at a file any more. */
export const isDone = ({ choice, text, isResolved }: ResolvedFile): boolean =>
  isResolved && (choice !== 'text' || !hasMarks(text ?? ''));

/** How a file in conflict begins: with its marks, or with `remembered`, which is how such a conflict was resolved before. */
export const freshFile = (conflict: FileInConflict, remembered: string | undefined): ResolvedFile => {
  const { path, marked, ours, theirs } = conflict;
  const isText = isTextConflict(conflict);
  return {
    path,
    versions: versionsKey(conflict),
    choice: isText ? 'text' : 'ours',
    text: isText ? (remembered ?? marked) : undefined,
    before: isText && marked !== undefined ? withoutLabels(marked) : undefined,
    // moved away by both: there is nothing to choose between
    isResolved: ours === undefined && theirs === undefined,
    note: remembered === undefined ? undefined : 'remembered',
  };
};

/**
 * What was decided, for another merge of the same pick: it holds where the versions are the same. Elsewhere a file begins
 * as in `fresh`, but a text that was written stays, to be looked at.
 */
export const carriedOver = (before: readonly ResolvedFile[], fresh: readonly ResolvedFile[]): readonly ResolvedFile[] =>
  fresh.map((file) => {
    const known = before.find(({ path }) => path === file.path);
    if (known === undefined || known.versions === file.versions) return known ?? file;
    const isWritten = known.text !== undefined && !hasMarks(known.text) && file.text !== undefined;
    return isWritten ? { ...file, text: known.text, note: 'moved' } : file;
  });
