import { useState } from 'preact/hooks';
import type { DiffFile } from '../../diff/diffFile.ts';

/** Paths of collapsed files. */
export interface Collapsed {
  readonly paths: ReadonlySet<string>;
  readonly set: (path: string, isCollapsed: boolean) => void;
  readonly setAll: (files: readonly DiffFile[], areCollapsed: boolean) => void;
}

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
