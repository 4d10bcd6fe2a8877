import type { FolderItem, RequestFileItem, RequestItem } from './rows.ts';

/** Groups files by folder, folders first, otherwise in order. Merges a folder with its only subfolder. */
export const inFolders = (
  request: RequestItem,
  files: readonly RequestFileItem[],
  folder?: FolderItem,
): readonly (FolderItem | RequestFileItem)[] => {
  const folders = Map.groupBy(files, (file) => nextFolder(file, folder?.path));
  const own = folders.get('') ?? [];
  folders.delete('');
  return [
    ...[...folders].map(([path, some]) => folderOf(request, some, path, folder)),
    ...own.map((file) => ({ ...file, folder })),
  ];
};

/** The file's folder directly below `above`; empty if the file is directly in it. */
const nextFolder = ({ change: { newPath } }: RequestFileItem, above = ''): string =>
  newPath.slice(0, newPath.indexOf('/', above.length) + 1);

/** Next folder that all files share; empty if none. */
const sharedFolder = ([first, ...others]: readonly RequestFileItem[], above: string): string => {
  const next = first === undefined ? '' : nextFolder(first, above);
  return others.every((file) => nextFolder(file, above) === next) ? next : '';
};

const folderOf = (
  request: RequestItem,
  files: readonly RequestFileItem[],
  path: string,
  above: FolderItem | undefined,
): FolderItem => {
  let lowest = path;
  for (let next = path; next !== ''; next = sharedFolder(files, lowest)) lowest = next;
  const item: FolderItem = { kind: 'folder', parent: above ?? request, request, path: lowest, below: [] };
  item.below = inFolders(request, files, item);
  return item;
};
