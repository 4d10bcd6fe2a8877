import type { ParametersOf } from '../../wire/operation.ts';
import type { createCommit } from '../../wire/commitWriting.ts';
import { pathBefore, wireActions } from './action.ts';
import type { FileAction } from './fileAction.ts';

/** Start of a new branch. */
export type Start = { readonly kind: 'branch'; readonly name: string } | { readonly kind: 'sha'; readonly sha: string };

export interface CommitDraft {
  readonly project: number;
  readonly branch: string;
  /** For a new or overwritten branch; undefined commits on top of it. */
  readonly start: Start | undefined;
  /** Project of the start, if another one. */
  readonly startProject: number | undefined;
  readonly message: string;
  /** Default: the token's user. */
  readonly author: { readonly name: string; readonly email: string } | undefined;
  readonly force: boolean;
  readonly stats: boolean;
  readonly actions: readonly FileAction[];
  /** Paths that may overwrite a changed version on the server. */
  readonly accepted: readonly string[];
}

/** File at the parent commit. */
export interface ServerFile {
  readonly blob: string;
  readonly lastCommit: string;
  readonly executable: boolean | undefined;
}

/** By path; others don't exist. */
export type ServerFiles = ReadonlyMap<string, ServerFile>;

/** Converts create and update if the server's files require it and the user accepted that. */
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

/** Parameters of C2, with each file's last commit. */
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

/** Estimated size of the JSON body. */
export const requestBytes = (draft: CommitDraft): number =>
  draft.actions.reduce(
    (sum, { path, previousPath = '', content }) =>
      sum + 200 + 2 * path.length + previousPath.length + (content === undefined ? 0 : contentBytes(content)),
    Buffer.byteLength(draft.message) + 500,
  );

/** Assumes base64, or as many escapes; the exact size would be expensive. */
const contentBytes = (content: Uint8Array): number => Math.ceil(content.length / 3) * 4;

export const askedPaths = (actions: readonly FileAction[]): readonly string[] => [
  ...new Set(
    actions.flatMap((action) => {
      const before = pathBefore(action);
      return before === undefined ? [action.path] : [before, action.path];
    }),
  ),
];
