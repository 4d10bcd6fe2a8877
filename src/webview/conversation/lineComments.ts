import type { TextPlace, ThreadPlaceView, ThreadView } from '../../messages/conversation.ts';
import type { DiffFile } from '../diff/diffFile.ts';
import type { LineRow } from '../diff/parseDiff.ts';
import { t } from '../elements/texts.ts';

export interface SideLine {
  readonly side: 'old' | 'new';
  readonly line: number;
}

type LineText = Extract<TextPlace, { kind: 'line' }>;

/** Place of a comment; the whole file without `at`. */
export const placeOnLine = ({ view, rows }: DiffFile, at: SideLine | undefined): LineText => {
  const paths = { kind: 'line', oldPath: view.oldPath, newPath: view.newPath } as const;
  if (at === undefined) return { ...paths, oldLine: undefined, newLine: undefined };
  const row = rows.find((each) => each.kind === 'line' && numberOn(each, at.side) === at.line);
  if (row?.kind === 'line') return { ...paths, oldLine: row.oldNumber, newLine: row.newNumber };
  return {
    ...paths,
    oldLine: at.side === 'old' ? at.line : undefined,
    newLine: at.side === 'new' ? at.line : undefined,
  };
};

const numberOn = (row: LineRow, side: SideLine['side']): number | undefined =>
  side === 'old' ? row.oldNumber : row.newNumber;

/** Row of a thread or text. */
export const lineOf = ({ oldLine, newLine }: Pick<ThreadPlaceView, 'oldLine' | 'newLine'>): SideLine | undefined =>
  newLine !== undefined
    ? { side: 'new', line: newLine }
    : oldLine === undefined
      ? undefined
      : { side: 'old', line: oldLine };

export const isContext = ({ oldLine, newLine }: Pick<ThreadPlaceView, 'oldLine' | 'newLine'>): boolean =>
  oldLine !== undefined && newLine !== undefined;

/** Nearest changed line to a context line; prefers added, then lower lines. */
export const nearestChanged = (file: DiffFile, { oldLine, newLine }: LineText): LineText | undefined => {
  if (oldLine === undefined || newLine === undefined) return undefined;
  let best: { readonly row: LineRow; readonly distance: number } | undefined;
  for (const row of file.rows) {
    if (row.kind !== 'line' || row.sign === ' ') continue;
    const distance = Math.abs(row.sign === '+' ? (row.newNumber ?? 0) - newLine : (row.oldNumber ?? 0) - oldLine);
    if (best !== undefined && distance > best.distance) continue;
    if (best?.distance === distance && best.row.sign === '+' && row.sign === '-') continue;
    best = { row, distance };
  }
  const { row } = best ?? {};
  return row && placeOnLine(file, lineOf({ oldLine: row.oldNumber, newLine: row.newNumber }));
};

/** Such as `line 12` or `removed line 7`. */
export const lineMessage = (place: Pick<ThreadPlaceView, 'oldLine' | 'newLine'>): string => {
  if (place.newLine !== undefined) return t('line {0}', place.newLine);
  return place.oldLine === undefined ? t('the file') : t('removed line {0}', place.oldLine);
};

/** True if the diff contains the thread's line. */
export const isShownIn = (file: DiffFile, place: ThreadPlaceView): boolean => {
  const at = lineOf(place);
  if (!place.isInThisDiff) return false;
  return at === undefined || file.rows.some((row) => row.kind === 'line' && numberOn(row, at.side) === at.line);
};

const fileOf = (files: readonly DiffFile[], { newPath, oldPath }: ThreadPlaceView): DiffFile | undefined =>
  files.find(({ view }) => view.newPath === newPath) ?? files.find(({ view }) => view.oldPath === oldPath);

/** Groups threads by file; `general` includes those on files not shown. */
export const byFile = (
  threads: readonly ThreadView[],
  files: readonly DiffFile[],
): { readonly inFiles: ReadonlyMap<string, readonly ThreadView[]>; readonly general: readonly ThreadView[] } => {
  const inFiles = new Map<string, ThreadView[]>();
  const general: ThreadView[] = [];
  for (const thread of threads) {
    const file = thread.place && fileOf(files, thread.place);
    if (file === undefined) {
      general.push(thread);
      continue;
    }
    const those = inFiles.get(file.path);
    if (those) those.push(thread);
    else inFiles.set(file.path, [thread]);
  }
  return { inFiles, general };
};
