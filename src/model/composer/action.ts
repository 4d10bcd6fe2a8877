import { createHash } from 'node:crypto';
import type { CommitAction } from '../../wire/commitWriting.ts';
import { orderedMoves } from './paths.ts';
import type { FileAction } from './fileAction.ts';

export type Encoding = 'text' | 'base64';

/** Contents are immutable, and read on every keystroke. */
const once = <T>(find: (content: Uint8Array) => T): ((content: Uint8Array) => T) => {
  const known = new WeakMap<Uint8Array, { readonly found: T }>();
  return (content) => {
    const before = known.get(content);
    if (before !== undefined) return before.found;
    const found = find(content);
    known.set(content, { found });
    return found;
  };
};

/** Text must survive unchanged: UTF-8 without NUL (rejected) and byte order mark (dropped by proxies). */
export const encodingOf = once((content): Encoding => {
  if (content.includes(0)) return 'base64';
  if (content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf) return 'base64';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return 'text';
  } catch {
    return 'base64';
  }
});

export const hasCarriageReturns = once(
  (content): boolean =>
    !content.includes(0) && Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes('\r\n'),
);

/** `like` is any SHA of the repository. */
export const blobHash = (content: Uint8Array, like: string): string =>
  like.length === 64 ? hashes.sha256(content) : hashes.sha1(content);

const hashWith = (algorithm: string): ((content: Uint8Array) => string) =>
  once((content) => createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex'));

const hashes = { sha1: hashWith('sha1'), sha256: hashWith('sha256') };

/** Undefined for a new file. */
export const pathBefore = ({ kind, path, previousPath }: FileAction): string | undefined =>
  kind === 'create' ? undefined : kind === 'move' ? previousPath : path;

/** Deletions first, modes last, so that each target path is free. */
export const wireActions = (
  actions: readonly FileAction[],
  lastCommit: (path: string) => string | undefined,
): readonly CommitAction[] => [
  ...[
    ...actions.filter(({ kind }) => kind === 'delete'),
    ...orderedMoves(actions).moves,
    ...actions.filter(({ kind }) => kind === 'create'),
    ...actions.filter(({ kind }) => kind === 'update'),
  ].map((action) => wireAction(action, lastCommit)),
  ...actions
    .filter(({ executable }) => executable !== undefined)
    .map(({ path, executable }) => ({
      action: 'chmod' as const,
      file_path: path,
      execute_filemode: executable === true,
    })),
];

const wireAction = (action: FileAction, lastCommit: (path: string) => string | undefined): CommitAction => {
  const { kind, path, previousPath, content } = action;
  const before = pathBefore(action);
  const last = before === undefined ? undefined : lastCommit(before);
  return {
    action: kind,
    file_path: path,
    ...(kind === 'move' ? { previous_path: previousPath ?? path } : {}),
    ...(content === undefined ? {} : encoded(content)),
    ...(last === undefined ? {} : { last_commit_id: last }),
  };
};

const encoded = (content: Uint8Array): { readonly content: string; readonly encoding: Encoding } => {
  const encoding = encodingOf(content);
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return { content: bytes.toString(encoding === 'text' ? 'utf8' : 'base64'), encoding };
};
