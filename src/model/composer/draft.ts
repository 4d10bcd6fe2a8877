import type { ParametersOf } from '../../wire/operation.ts';
import type { createCommit } from '../../wire/commitWriting.ts';
import { pathBefore, wireActions } from './action.ts';
import type { FileAction } from './fileAction.ts';

/** Where a new branch begins. */
export type Start = { readonly kind: 'branch'; readonly name: string } | { readonly kind: 'sha'; readonly sha: string };

/** A commit as it is being composed. */
export interface CommitDraft {
  readonly project: number;
  readonly branch: string;
  /** Where the branch begins, when it is made or overwritten; undefined: the commit goes on top of it. */
  readonly start: Start | undefined;
  /** Project the start is in, when that is another one. */
  readonly startProject: number | undefined;
  readonly message: string;
  /** Undefined: the user whose token it is. */
  readonly author: { readonly name: string; readonly email: string } | undefined;
  readonly force: boolean;
  readonly stats: boolean;
  readonly actions: readonly FileAction[];
  /** Paths whose version on the server may be replaced, although it is not the one the change was made from. */
  readonly accepted: readonly string[];
}

/** A file as the server has it where the commit begins. */
export interface ServerFile {
  readonly blob: string;
  readonly lastCommit: string;
  readonly executable: boolean | undefined;
}

/** The files a draft touches, by path; a path that is missing here is not on the server. */
export type ServerFiles = ReadonlyMap<string, ServerFile>;

/** The action as it is sent: one whose path turned out taken or gone does the next best thing where that is accepted. */
export const settledAction = (action: FileAction, files: ServerFiles, accepted: readonly string[]): FileAction => {
  if (!accepted.includes(action.path)) return action;
  if (action.kind === 'create' && files.has(action.path)) return { ...action, kind: 'update' };
  if (action.kind === 'update' && !files.has(action.path)) return { ...action, kind: 'create' };
  const { previousPath } = action;
  if (action.kind !== 'move' || action.content === undefined) return action;
  return previousPath !== undefined && !files.has(previousPath)
    ? { ...action, kind: 'create', previousPath: undefined }
    : action;
};

/** The request a draft becomes (C2), with the last commit of every file it changes. */
export const commitRequest = (draft: CommitDraft, files: ServerFiles): ParametersOf<typeof createCommit> => {
  const actions = draft.actions.map((action) => settledAction(action, files, draft.accepted));
  const { start } = draft;
  return {
    id: draft.project,
    branch: draft.branch,
    commit_message: draft.message,
    actions: [...wireActions(actions, (path) => files.get(path)?.lastCommit)],
    ...(start?.kind === 'branch' ? { start_branch: start.name } : {}),
    ...(start?.kind === 'sha' ? { start_sha: start.sha } : {}),
    ...(start !== undefined && draft.startProject !== undefined ? { start_project: draft.startProject } : {}),
    ...(draft.author ? { author_name: draft.author.name, author_email: draft.author.email } : {}),
    ...(draft.stats ? {} : { stats: false }),
    ...(draft.force ? { force: true } : {}),
  };
};

/** About how many bytes a draft has on its way: contents as they are written in JSON, and what frames them. */
export const requestBytes = (draft: CommitDraft): number =>
  draft.actions.reduce(
    (sum, { path, previousPath = '', content }) =>
      sum + 200 + 2 * path.length + previousPath.length + (content === undefined ? 0 : contentBytes(content)),
    Buffer.byteLength(draft.message) + 500,
  );

/** Counted for base64, and text with as many escapes; finding out exactly would cost as much as sending. */
const contentBytes = (content: Uint8Array): number => Math.ceil(content.length / 3) * 4;

/** The paths of a draft that the server is asked about. */
export const askedPaths = (actions: readonly FileAction[]): readonly string[] => [
  ...new Set(
    actions.flatMap((action) => {
      const before = pathBefore(action);
      return before === undefined ? [action.path] : [before, action.path];
    }),
  ),
];
