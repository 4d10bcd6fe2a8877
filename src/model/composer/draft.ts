import type { ParametersOf } from '../../wire/operation.ts';
import type { createCommit } from '../../wire/commitWriting.ts';
import { pathBefore, wireActions } from './action.ts';
import type { FileAction } from './fileAction.ts';

/** Base of a new branch. */
export type Start = { readonly kind: 'branch'; readonly name: string } | { readonly kind: 'sha'; readonly sha: string };

export interface CommitDraft {
  readonly project: number;
  readonly branch: string;
  /** Undefined commits on top of the branch. */
  readonly start: Start | undefined;
  /** Project of the start. */
  readonly startProject: number | undefined;
  readonly message: string;
  /** Default: the token's user. */
  readonly author: { readonly name: string; readonly email: string } | undefined;
  readonly force: boolean;
  readonly stats: boolean;
  readonly actions: readonly FileAction[];
  /** Paths that may overwrite changes on the server. */
  readonly accepted: readonly string[];
}

/** File at the parent commit. */
export interface ServerFile {
  readonly blob: string;
  readonly lastCommit: string;
  readonly executable: boolean | undefined;
}

/** Files by path; others don't exist. */
export type ServerFiles = ReadonlyMap<string, ServerFile>;

/** Swaps create and update where accepted. */
export const acceptedAction = (action: FileAction, files: ServerFiles, accepted: readonly string[]): FileAction => {
  if (!accepted.includes(action.path)) return action;
  if (action.kind === 'create' && files.has(action.path)) return { ...action, kind: 'update' };
  if (action.kind === 'update' && !files.has(action.path)) return { ...action, kind: 'create' };
  const { previousPath } = action;
  if (action.kind !== 'move' || action.content === undefined) return action;
  return previousPath !== undefined && !files.has(previousPath)
    ? { ...action, kind: 'create', previousPath: undefined }
    : action;
};

/** C2. */
export const commitRequest = (draft: CommitDraft, files: ServerFiles): ParametersOf<typeof createCommit> => {
  const actions = draft.actions.map((action) => acceptedAction(action, files, draft.accepted));
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

/** Estimated. */
export const requestBytes = (draft: CommitDraft): number =>
  draft.actions.reduce(
    (sum, { path, previousPath = '', content }) =>
      sum + 200 + 2 * path.length + previousPath.length + (content === undefined ? 0 : contentBytes(content)),
    Buffer.byteLength(draft.message) + 500,
  );

/** Assumes base64, or as many escapes. */
const contentBytes = (content: Uint8Array): number => Math.ceil(content.length / 3) * 4;

export const askedPaths = (actions: readonly FileAction[]): readonly string[] => [
  ...new Set(
    actions.flatMap((action) => {
      const before = pathBefore(action);
      return before === undefined ? [action.path] : [before, action.path];
    }),
  ),
];
