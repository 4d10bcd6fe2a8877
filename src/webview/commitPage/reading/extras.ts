import { useMemo, useRef } from 'preact/hooks';
import { type DiffFile, isImagePath } from '../../diff/diffFile.ts';
import type { ExtraRow } from '../diff/fileLayout.ts';
import { t } from '../../elements/texts.ts';

type Rows = ReadonlyMap<string, readonly ExtraRow[]>;

/** Extra rows of all files: images first. */
export function useExtras(files: readonly DiffFile[], added: Rows): Rows {
  const known = useRef(new Map<string, { readonly added: readonly ExtraRow[]; readonly rows: readonly ExtraRow[] }>());
  return useMemo(() => {
    const images = files.filter(hasImages);
    if (images.length === 0) return added;
    const all = new Map(added);
    for (const { path } of images) {
      const own = added.get(path) ?? none;
      const before = known.current.get(path);
      // a stable array avoids a new layout of the file
      const rows = before?.added === own ? before.rows : [imagesRow(path), ...own];
      known.current.set(path, { added: own, rows });
      all.set(path, rows);
    }
    return all;
  }, [files, added]);
}

const none: readonly ExtraRow[] = [];

function hasImages({ path, view }: DiffFile): boolean {
  return isImagePath(path) && (view.note !== undefined || view.diff !== '');
}

function imagesRow(path: string): ExtraRow {
  return {
    kind: 'extra',
    id: `images ${path}`,
    what: 'images',
    at: undefined,
    estimatedHeight: 260,
    label: t('Images'),
  };
}
