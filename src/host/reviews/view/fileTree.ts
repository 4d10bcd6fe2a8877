import type { FolderItem, MergeRequestFileItem, MergeRequestItem } from './rows.ts';

/** Groups files by folder, folders first, otherwise in order. Merges a folder with its only subfolder. */
export const inFolders = (
  mergeRequest: MergeRequestItem,
  files: readonly MergeRequestFileItem[],
  folder?: FolderItem,
): readonly (FolderItem | MergeRequestFileItem)[] => {
  const folders = Map.groupBy(files, (file) => nextFolder(file, folder?.path));
  const own = folders.get('') ?? [];
  folders.delete('');
  return [
    ...[...folders].map(([path, some]) => folderOf(mergeRequest, some, path, folder)),
    ...own.map((file) => ({ ...file, folder })),
  ];
};

/** The file's folder directly below `above`; empty if the file is directly in it. */
const nextFolder = ({ change: { newPath } }: MergeRequestFileItem, above = ''): string =>
  newPath.slice(0, newPath.indexOf('/', above.length) + 1);

/** Next folder that all files share; empty if none. */
const sharedFolder = ([first, ...others]: readonly MergeRequestFileItem[], above: string): string => {
  const next = first === undefined ? '' : nextFolder(first, above);
  return others.every((file) => nextFolder(file, above) === next) ? next : '';
};

const folderOf = (
  mergeRequest: MergeRequestItem,
  files: readonly MergeRequestFileItem[],
  path: string,
  above: FolderItem | undefined,
): FolderItem => {
  let lowest = path;
  for (let next = path; next !== ''; next = sharedFolder(files, lowest)) lowest = next;
  const item: FolderItem = {
    kind: 'folder',
    parent: above ?? mergeRequest,
    request: mergeRequest,
    path: lowest,
    below: [],
  };
  item.below = inFolders(mergeRequest, files, item);
  return item;
};
