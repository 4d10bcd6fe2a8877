export type TreeEntry =
  | { readonly kind: 'folder'; readonly path: string; readonly name: string; readonly depth: number }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly name: string;
      readonly depth: number;
      readonly fileIndex: number;
    };

interface Folder {
  readonly name: string;
  readonly path: string;
  readonly folders: Map<string, Folder>;
  readonly files: { readonly name: string; readonly path: string; readonly fileIndex: number }[];
}

/**
 * Flattened tree of the `chosen` files (indexes into `paths`): folders first, each sorted by name. Single-child folders
 * are merged; contents of `folded` ones are left out.
 */
export function fileTree(
  paths: readonly string[],
  chosen: readonly number[],
  folded: ReadonlySet<string>,
): readonly TreeEntry[] {
  const root = folder('', '');
  for (const fileIndex of chosen) {
    const path = paths[fileIndex];
    if (path === undefined) continue;
    const steps = path.split('/');
    const name = steps.pop() ?? path;
    let at = root;
    for (const step of steps) {
      const next = at.folders.get(step) ?? folder(step, at === root ? step : `${at.path}/${step}`);
      at.folders.set(step, next);
      at = next;
    }
    at.files.push({ name, path, fileIndex });
  }
  const entries: TreeEntry[] = [];
  list(root, 0, folded, entries);
  return entries;
}

function list(from: Folder, depth: number, folded: ReadonlySet<string>, entries: TreeEntry[]): void {
  for (const each of [...from.folders.values()].sort(byName)) {
    const { path, name, inner } = joined(each);
    entries.push({ kind: 'folder', path, name, depth });
    if (!folded.has(path)) list(inner, depth + 1, folded, entries);
  }
  for (const { name, path, fileIndex } of [...from.files].sort(byName)) {
    entries.push({ kind: 'file', path, name, depth, fileIndex });
  }
}

/** Merges single-child folders. */
function joined(outer: Folder): { readonly path: string; readonly name: string; readonly inner: Folder } {
  let inner = outer;
  let name = outer.name;
  while (inner.files.length === 0 && inner.folders.size === 1) {
    const [only] = inner.folders.values();
    if (!only) break;
    inner = only;
    name = `${name}/${only.name}`;
  }
  return { path: inner.path, name, inner };
}

const collator = new Intl.Collator('en', { numeric: true });

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return collator.compare(one.name, other.name);
}

function folder(name: string, path: string): Folder {
  return { name, path, folders: new Map(), files: [] };
}
