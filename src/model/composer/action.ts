import { createHash } from 'node:crypto';
import type { CommitAction } from '../../wire/commitWriting.ts';
import { orderedMoves } from './paths.ts';
import type { FileAction } from './fileAction.ts';

/** How a content travels. */
export type Encoding = 'text' | 'base64';

/** Finds something out about a content once: contents are never changed, and asked about with every key that is typed. */
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

/**
 * Text only where the service gives back the same bytes: valid UTF-8 without NUL, which it refuses, and without a byte
 * order mark, which readers on the way drop. Line ends stay as they are.
 */
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

/** Whether a text has lines that end with a carriage return and a line feed. */
export const hasCarriageReturns = once(
  (content): boolean =>
    !content.includes(0) && Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes('\r\n'),
);

/** The hash git gives a content; `like` is any hash of the repository, which tells which kind it uses. */
export const blobHash = (content: Uint8Array, like: string): string =>
  like.length === 64 ? hashes.sha256(content) : hashes.sha1(content);

const hashWith = (algorithm: string): ((content: Uint8Array) => string) =>
  once((content) => createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex'));

const hashes = { sha1: hashWith('sha1'), sha256: hashWith('sha256') };

/** The path on the server that an action changes or takes away; undefined for one that only makes a new file. */
export const pathBefore = ({ kind, path, previousPath }: FileAction): string | undefined =>
  kind === 'create' ? undefined : kind === 'move' ? previousPath : path;

/** What the server is to do, in an order in which each action finds its path free: deletions first, modes last. */
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
