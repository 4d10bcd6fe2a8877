import type { FolderItem, RequestFileItem, RequestItem } from './rows.ts';

/** Puts files into folders, these first, both in the order they come in. A folder that has but one folder is one with it. */
export const inFolders = (
  request: RequestItem,
  files: readonly RequestFileItem[],
  folder?: FolderItem,
): readonly (FolderItem | RequestFileItem)[] => {
  const folders = new Map<string, RequestFileItem[]>();
  const own: RequestFileItem[] = [];
  for (const file of files) {
    const { newPath } = file.change;
    const path = newPath.slice(0, newPath.indexOf('/', folder?.path.length) + 1);
    if (path === '') own.push({ ...file, folder });
    else folders.set(path, [...(folders.get(path) ?? []), file]);
  }
  return [...[...folders].map(([path, some]) => folderOf(request, some, path, folder)), ...own];
};

const folderOf = (
  request: RequestItem,
  files: readonly RequestFileItem[],
  path: string,
  above: FolderItem | undefined,
): FolderItem => {
  const item: FolderItem = { kind: 'folder', parent: above ?? request, request, path, below: [] };
  item.below = inFolders(request, files, item);
  const [first] = item.below;
  // as Explorer does
  return first?.kind === 'folder' && item.below.length === 1 ? folderOf(request, files, first.path, above) : item;
};
