import { useState } from 'preact/hooks';
import type { DiffFile } from '../../diff/diffFile.ts';

/** Which files are collapsed, by path, and how that changes. */
export interface Collapsed {
  readonly paths: ReadonlySet<string>;
  readonly set: (path: string, isCollapsed: boolean) => void;
  readonly setAll: (files: readonly DiffFile[], areCollapsed: boolean) => void;
}

/** Keeps which files are collapsed, starting with those the reader left so. */
export function useCollapsed(start: readonly string[]): Collapsed {
  const [paths, setPaths] = useState<ReadonlySet<string>>(() => new Set(start));
  return {
    paths,
    set: (path, isCollapsed) =>
      setPaths((before) => {
        const after = new Set(before);
        if (isCollapsed) after.add(path);
        else after.delete(path);
        return after;
      }),
    setAll: (files, areCollapsed) => setPaths(new Set(areCollapsed ? files.map((file) => file.path) : [])),
  };
}
