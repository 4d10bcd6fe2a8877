import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { lineToOpen, type DiffFile } from '../../diff/diffFile.ts';
import { withoutWhitespaceChanges } from '../../diff/whitespace.ts';
import type { DiffAdditions } from '../diff/additions.ts';
import type { LinePlace } from '../diff/fileLayout.ts';
import { linePlace, nextHeader, nextHunk, nextThread, rowList, type RowKey, type RowList } from '../diff/rowList.ts';
import { useVirtualRows, type VirtualRows } from '../diff/virtualRows.ts';
import type { Host } from '../host.ts';
import { useListTop, useMetrics, type Metrics } from '../metrics.ts';
import type { PageState } from '../pageState.ts';
import { useCollapsed, type Collapsed } from './collapsed.ts';
import { useExtras } from './extras.ts';
import { useNavigation, type Navigation } from './navigation.ts';
import { useScrollPlace } from './scrollPlace.ts';
import type { View } from './viewOptions.ts';

export interface ReaderOptions {
  readonly state: PageState;
  readonly host: Host;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Content above the toolbar and the list. */
  readonly head: RefObject<HTMLElement | null>;
  readonly listElement: RefObject<HTMLElement | null>;
  readonly additions: DiffAdditions;
  readonly view: View;
}

/** State and navigation of the diff list. */
export interface Reader {
  readonly metrics: Metrics;
  /** With hidden whitespace changes, if enabled. */
  readonly files: readonly DiffFile[];
  readonly list: RowList;
  readonly rows: VirtualRows;
  readonly collapsed: Collapsed;
  /** The row in the tab order. */
  readonly active: number;
  readonly navigation: Navigation;
  readonly focused: (index: number) => void;
  readonly goToFile: (direction: 1 | -1) => void;
  readonly goToHunk: (direction: 1 | -1) => void;
  readonly goToThread: (direction: 1 | -1) => void;
  /** Expands a file and scrolls to its header. */
  readonly jumpTo: (fileIndex: number) => void;
  /** Expands the file and centres a row, without focusing it. */
  readonly showRow: (fileIndex: number, rowIndex: number) => void;
  /** Toggles the file of a row. */
  readonly toggle: (index: number) => void;
  readonly setAllCollapsed: (areCollapsed: boolean) => void;
  /** Opens the file of a row in VS Code. */
  readonly open: (index: number, atLine: 'atLine' | 'atStart') => void;
  /** Runs the line action of `additions`. */
  readonly actOnLine: (index: number, side?: 'old' | 'new') => void;
}

type Showing = 'atTop' | 'focusAtTop' | 'inMiddle' | 'focusInMiddle';

const showings: Readonly<Record<Showing, (navigation: Navigation, index: number) => void>> = {
  atTop: (navigation, index) => navigation.show(index),
  focusAtTop: (navigation, index) => navigation.goTo(index),
  inMiddle: (navigation, index) => navigation.showInMiddle(index),
  focusInMiddle(navigation, index) {
    navigation.showInMiddle(index);
    navigation.focus(index);
  },
};

/** -1 if the diff doesn't contain the line. */
function rowOfLine(file: DiffFile | undefined, { side, line }: LinePlace): number {
  return (file?.rows ?? []).findIndex(
    (row) => row.kind === 'line' && (side === 'old' ? row.oldNumber : row.newNumber) === line,
  );
}

/** Restores the reading position after the layout has changed. */
function useRelayout(list: RowList, navigation: Navigation, layout: string): void {
  const readAt = useRef<
    { readonly fileIndex: number; readonly place: LinePlace | undefined; readonly past: number } | undefined
  >(undefined);
  const laidOut = useRef(layout);
  useLayoutEffect(() => {
    if (laidOut.current === layout) return;
    laidOut.current = layout;
    if (!readAt.current) return;
    const { fileIndex, place, past } = readAt.current;
    const index = list.indexOfRow(fileIndex, place ? rowOfLine(list.files[fileIndex], place) : -1);
    if (index !== undefined) navigation.show(index, place ? past : 0);
  }, [layout]);
  // after rendering, when measuring is cheap
  useEffect(() => {
    const top = navigation.topRow();
    const placed = list.at(top);
    readAt.current = placed && {
      fileIndex: placed.fileIndex,
      place: linePlace(placed.row),
      past: navigation.hiddenOf(top),
    };
  });
}

export function useReader({ state, host, scroller, head, listElement, additions, view }: ReaderOptions): Reader {
  const metrics = useMetrics();
  const collapsed = useCollapsed(host.memory.collapsed);
  const { hideWhitespace } = view.wanted;
  const files = useMemo(
    () => (hideWhitespace ? state.files.map(withoutWhitespaceChanges) : state.files),
    [state.files, hideWhitespace],
  );
  const extras = useExtras(files, additions.rows);
  const list = useMemo(
    () => rowList(files, collapsed.paths, { extras, mode: view.mode }),
    [files, collapsed.paths, extras, view.mode],
  );
  const [activeKey, setActiveKey] = useState<RowKey>();
  const active = activeKey === undefined ? undefined : list.indexOf(activeKey);
  const listTop = useListTop(scroller, head, metrics.toolbar);
  const rows = useVirtualRows({ list, metrics, scroller, listTop, active });
  const setActive = (index: number): void => setActiveKey(list.keyOf(index));
  const navigation = useNavigation({ list, rows, metrics, listTop, scroller, listElement, active, setActive });
  const isComplete = state.progress === 'complete';

  const place = useRef(host.memory.place);
  const keep = (): void => host.keep({ collapsed: [...collapsed.paths], place: place.current });
  useScrollPlace({
    scroller,
    list,
    navigation,
    isComplete,
    start: host.memory.place,
    onRest: (rest) => {
      place.current = rest;
      keep();
    },
  });
  useEffect(keep, [collapsed.paths]);

  // to be shown once the list has changed
  const toShow = useRef<{ readonly fileIndex: number; readonly rowIndex: number; readonly how: Showing } | undefined>(
    undefined,
  );
  useLayoutEffect(() => {
    const wanted = toShow.current;
    const index = wanted && list.indexOfRow(wanted.fileIndex, wanted.rowIndex);
    if (wanted === undefined || index === undefined) return;
    toShow.current = undefined;
    showings[wanted.how](navigation, index);
  }, [list]);
  const showUnfolded = (fileIndex: number, rowIndex: number, how: Showing): void => {
    const file = list.files[fileIndex];
    const index = list.indexOfRow(fileIndex, rowIndex);
    if (!file || index === undefined) return;
    if (collapsed.paths.has(file.path)) {
      toShow.current = { fileIndex, rowIndex, how };
      collapsed.set(file.path, false);
    } else {
      showings[how](navigation, index);
    }
  };
  const jumpTo = (fileIndex: number): void => showUnfolded(fileIndex, -1, 'focusAtTop');

  useRelayout(list, navigation, `${view.mode} ${hideWhitespace}`);

  const revealed = useRef<PageState['reveal']>(undefined);
  useLayoutEffect(() => {
    const wanted = state.reveal;
    if (!wanted || revealed.current === wanted) return;
    const { path, line, side = 'new' } = wanted;
    const fileIndex = list.files.findIndex((file) => file.path === path || file.view.oldPath === path);
    if (fileIndex === -1 && !isComplete) return;
    revealed.current = wanted;
    if (fileIndex === -1) return;
    const rowIndex = line === undefined ? -1 : rowOfLine(list.files[fileIndex], { side, line });
    showUnfolded(fileIndex, rowIndex, rowIndex < 0 ? 'focusAtTop' : 'focusInMiddle');
  }, [state.reveal, list, isComplete]);

  const go = (index: number | undefined): void => {
    if (index !== undefined) navigation.goTo(index);
  };
  return {
    metrics,
    files,
    list,
    rows,
    collapsed,
    active: active ?? 0,
    navigation,
    focused: setActive,
    goToFile: (direction) => go(nextHeader(list, navigation.current(), direction)),
    goToHunk: (direction) => go(nextHunk(list, navigation.current(), direction)),
    goToThread: (direction) => go(nextThread(list, navigation.current(), direction)),
    jumpTo,
    showRow: (fileIndex, rowIndex) => showUnfolded(fileIndex, rowIndex, 'inMiddle'),
    actOnLine(index, side) {
      const placed = list.at(index);
      if (placed) additions.onLine?.run(placed.file, linePlace(placed.row, side));
    },
    toggle(index) {
      const fileIndex = list.fileAt(index);
      const file = list.files[fileIndex];
      const header = list.headers[fileIndex];
      if (!file || header === undefined) return;
      // the pinned header of the file stays in place while it collapses
      if (navigation.hiddenOf(header) > 0) navigation.show(header);
      // the focused row will be removed
      if (active !== undefined && active !== header && list.fileAt(active) === fileIndex) navigation.moveTo(header);
      collapsed.set(file.path, !collapsed.paths.has(file.path));
    },
    setAllCollapsed(areCollapsed) {
      const top = navigation.topRow();
      if (top >= 0) toShow.current = { fileIndex: list.fileAt(top), rowIndex: -1, how: 'atTop' };
      collapsed.setAll(list.files, areCollapsed);
    },
    open(index, atLine) {
      const placed = list.at(index);
      if (!placed) return;
      const line = atLine === 'atLine' && placed.rowIndex >= 0 ? lineToOpen(placed.file, placed.rowIndex) : undefined;
      host.post({ type: 'openFile', newPath: placed.file.view.newPath, line });
    },
  };
}
