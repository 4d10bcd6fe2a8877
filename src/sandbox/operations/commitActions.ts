import { lastCommitOf } from '../git/ancestry.ts';
import type { Repository } from '../git/repository.ts';
import { readTreeFiles, writeBlob, writeChangedTree, type TreeFile } from '../git/treeFiles.ts';
import { refusal } from '../refusals.ts';
import type { CommitAction } from '../../wire/commitWriting.ts';

/** `commit` is undefined for the first commit of a repository. */
interface Start {
  readonly repository: Repository;
  readonly tree: string;
  readonly commit: string | undefined;
}

const plainMode = '100644';
const executableMode = '100755';

const isOutside = (path: string): boolean =>
  path.startsWith('/') || path.split('/').some((part) => ['', '.', '..', '.git'].includes(part.toLowerCase()));

/** Strips leading slashes; throws 400 for a path outside the tree. */
const cleanPath = (path: string): string => {
  const clean = path.replace(/^\/+/, '');
  if (isOutside(clean)) throw refusal(400, `invalid path: '${path}'`);
  return clean;
};

const contentOf = ({ content = '', encoding }: CommitAction): Buffer =>
  Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');

const existing = (files: ReadonlyMap<string, TreeFile>, path: string): TreeFile => {
  const file = files.get(path);
  if (file === undefined) throw refusal(400, "A file with this name doesn't exist");
  return file;
};

const checkFree = (files: ReadonlyMap<string, TreeFile>, path: string): void => {
  if (files.has(path)) throw refusal(400, 'A file with this name already exists');
  const folder = `${path}/`;
  const above = path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'));
  if (above.some((part) => files.has(part))) throw refusal(400, 'A file with this name already exists');
  for (const other of files.keys()) {
    if (other.startsWith(folder)) throw refusal(400, 'A directory with this name already exists');
  }
};

/** Throws 400 if the file changed after the caller's `last_commit_id`. */
const checkUnchanged = async ({ repository, commit }: Start, action: CommitAction): Promise<void> => {
  const isGuarded = ['update', 'move', 'delete'].includes(action.action);
  if (!isGuarded || action.last_commit_id === undefined || action.last_commit_id === '' || commit === undefined) return;
  const last = await lastCommitOf(repository, commit, cleanPath(action.previous_path ?? action.file_path));
  if (last !== undefined && last !== action.last_commit_id) {
    throw refusal(400, 'You are attempting to update a file that has changed since you started editing it.');
  }
};

const apply = async (repository: Repository, files: Map<string, TreeFile>, action: CommitAction): Promise<void> => {
  const path = cleanPath(action.file_path);
  const written = async (): Promise<string> => writeBlob(repository, contentOf(action));
  switch (action.action) {
    case 'create':
      checkFree(files, path);
      files.set(path, { mode: plainMode, blob: await written() });
      return;
    case 'update':
      files.set(path, { mode: existing(files, path).mode, blob: await written() });
      return;
    case 'delete':
      existing(files, path);
      files.delete(path);
      return;
    case 'chmod':
      files.set(path, {
        ...existing(files, path),
        mode: action.execute_filemode === true ? executableMode : plainMode,
      });
      return;
    case 'move': {
      const before = cleanPath(action.previous_path ?? '');
      const file = existing(files, before);
      files.delete(before);
      checkFree(files, path);
      files.set(path, action.content === undefined ? file : { ...file, blob: await written() });
    }
  }
};

const changesBetween = (
  before: ReadonlyMap<string, TreeFile>,
  after: ReadonlyMap<string, TreeFile>,
): ReadonlyMap<string, TreeFile | null> => {
  const changes = new Map<string, TreeFile | null>();
  for (const path of before.keys()) if (!after.has(path)) changes.set(path, null);
  for (const [path, file] of after) if (before.get(path) !== file) changes.set(path, file);
  return changes;
};

/**
 * Applies actions in order; later ones see the result of earlier ones. Throws 400 at the first that fails, before any
 * ref changes.
 */
export const treeAfterActions = async (start: Start, actions: readonly CommitAction[]): Promise<string> => {
  const before = await readTreeFiles(start.repository, start.tree);
  const files = new Map(before);
  for (const action of actions) {
    await checkUnchanged(start, action);
    await apply(start.repository, files, action);
  }
  return writeChangedTree(start.repository, start.tree, changesBetween(before, files));
};
