import type { TextPlace, ThreadPlaceView, ThreadView } from '../../messages/conversation.ts';
import type { DiffFile } from '../diff/diffFile.ts';
import type { LineRow } from '../diff/parseDiff.ts';
import { t } from '../elements/texts.ts';

/** A line by its number on one side. */
export interface SideLine {
  readonly side: 'old' | 'new';
  readonly line: number;
}

type LineText = Extract<TextPlace, { kind: 'line' }>;

/** Where a comment on a line of a file is written; on the whole file without one. */
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

/** The row a thread or a text stands at. */
export const lineOf = ({ oldLine, newLine }: Pick<ThreadPlaceView, 'oldLine' | 'newLine'>): SideLine | undefined =>
  newLine !== undefined
    ? { side: 'new', line: newLine }
    : oldLine === undefined
      ? undefined
      : { side: 'old', line: oldLine };

/** Whether the line is one the change left alone. */
export const isContext = ({ oldLine, newLine }: Pick<ThreadPlaceView, 'oldLine' | 'newLine'>): boolean =>
  oldLine !== undefined && newLine !== undefined;

/** The changed line of the file nearest to a line both versions have: of two as near an added one, then the lower. */
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

/** How a place is called, such as `line 12` or `removed line 7`. */
export const lineMessage = (place: Pick<ThreadPlaceView, 'oldLine' | 'newLine'>): string => {
  if (place.newLine !== undefined) return t('line {0}', place.newLine);
  return place.oldLine === undefined ? t('the file') : t('removed line {0}', place.oldLine);
};

/** Whether the diff shows the line of a thread, so that the thread can stand there. */
export const isShownIn = (file: DiffFile, place: ThreadPlaceView): boolean => {
  const at = lineOf(place);
  if (!place.isInThisDiff) return false;
  return at === undefined || file.rows.some((row) => row.kind === 'line' && numberOn(row, at.side) === at.line);
};

/** The file a thread is about, among those shown. */
const fileOf = (files: readonly DiffFile[], { newPath, oldPath }: ThreadPlaceView): DiffFile | undefined =>
  files.find(({ view }) => view.newPath === newPath) ?? files.find(({ view }) => view.oldPath === oldPath);

/** Threads by the path of the file they are shown in; those without one are about the commit as a whole. */
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
