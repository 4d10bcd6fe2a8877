import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { lineToOpen } from '../../diff/diffFile.ts';
import type { DiffAdditions } from '../diff/additions.ts';
import { linePlace, nextHeader, nextHunk, nextThread, rowList, type RowKey, type RowList } from '../diff/rowList.ts';
import { useVirtualRows, type VirtualRows } from '../diff/virtualRows.ts';
import type { Host } from '../host.ts';
import { useMetrics, type Metrics } from '../metrics.ts';
import type { PageState } from '../pageState.ts';
import { useCollapsed, type Collapsed } from './collapsed.ts';
import { useListTop } from './listTop.ts';
import { useNavigation, type Navigation } from './navigation.ts';
import { useScrollPlace } from './scrollPlace.ts';

/** What {@link useReader} works with. */
export interface ReaderOptions {
  readonly state: PageState;
  readonly host: Host;
  readonly scroller: RefObject<HTMLElement | null>;
  /** What stands above the toolbar and the list. */
  readonly head: RefObject<HTMLElement | null>;
  readonly listElement: RefObject<HTMLElement | null>;
  readonly additions: DiffAdditions;
}

/** The reader of the diffs: where they are, what is unfolded, and what they can do there. */
export interface Reader {
  readonly metrics: Metrics;
  readonly list: RowList;
  readonly rows: VirtualRows;
  readonly collapsed: Collapsed;
  /** The row that Tab leads to. */
  readonly active: number;
  readonly navigation: Navigation;
  readonly focused: (index: number) => void;
  readonly goToFile: (direction: 1 | -1) => void;
  readonly goToHunk: (direction: 1 | -1) => void;
  readonly goToThread: (direction: 1 | -1) => void;
  /** Shows a file from its header on, unfolded. */
  readonly jumpTo: (fileIndex: number) => void;
  /** Collapses or expands the file of a row. */
  readonly toggle: (index: number) => void;
  readonly setAllCollapsed: (areCollapsed: boolean) => void;
  /** Opens the file of a row in the editor, at the row's line where there is one and `atLine` asks for it. */
  readonly open: (index: number, atLine: 'atLine' | 'atStart') => void;
  /** Carries out what other parts of the page offer on a line. */
  readonly actOnLine: (index: number, side?: 'old' | 'new') => void;
}

/** Puts together the list, its virtual rows and the reader's place in it. */
export function useReader({ state, host, scroller, head, listElement, additions }: ReaderOptions): Reader {
  const metrics = useMetrics();
  const collapsed = useCollapsed(host.reading?.collapsed ?? []);
  const list = useMemo(
    () => rowList(state.files, collapsed.paths, { extras: additions.rows }),
    [state.files, collapsed.paths, additions.rows],
  );
  const [activeKey, setActiveKey] = useState<RowKey>();
  const active = activeKey === undefined ? undefined : list.indexOf(activeKey);
  const listTop = useListTop(scroller, head, metrics.toolbar);
  const rows = useVirtualRows({ list, metrics, scroller, listTop, active });
  const setActive = (index: number): void => setActiveKey(list.keyOf(index));
  const navigation = useNavigation({ list, rows, metrics, listTop, scroller, listElement, active, setActive });
  const isComplete = state.progress === 'complete';

  const place = useRef(host.reading?.place);
  const keep = (): void => host.keep({ collapsed: [...collapsed.paths], place: place.current });
  useScrollPlace({
    scroller,
    list,
    navigation,
    isComplete,
    start: host.reading?.place,
    onRest: (rest) => {
      place.current = rest;
      keep();
    },
  });
  useEffect(keep, [collapsed.paths]);

  // once the list has changed: the file to bring to the top of the screen
  const toShow = useRef<{ readonly fileIndex: number; readonly focus: boolean } | undefined>(undefined);
  useLayoutEffect(() => {
    const wanted = toShow.current;
    const header = wanted && list.headers[wanted.fileIndex];
    if (header === undefined) return;
    toShow.current = undefined;
    if (wanted?.focus) navigation.goTo(header);
    else navigation.show(header);
  }, [list]);

  const jumpTo = (fileIndex: number): void => {
    const file = list.files[fileIndex];
    const header = list.headers[fileIndex];
    if (!file || header === undefined) return;
    if (collapsed.paths.has(file.path)) {
      toShow.current = { fileIndex, focus: true };
      collapsed.set(file.path, false);
    } else {
      navigation.goTo(header);
    }
  };

  const revealed = useRef<PageState['reveal']>(undefined);
  useLayoutEffect(() => {
    const wanted = state.reveal;
    if (!wanted || revealed.current === wanted) return;
    const { path } = wanted;
    const fileIndex = list.files.findIndex((file) => file.path === path || file.view.oldPath === path);
    if (fileIndex === -1 && !isComplete) return;
    revealed.current = wanted;
    if (fileIndex !== -1) jumpTo(fileIndex);
  }, [state.reveal, list, isComplete]);

  const go = (index: number | undefined): void => {
    if (index !== undefined) navigation.goTo(index);
  };
  return {
    metrics,
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
    actOnLine(index, side) {
      const placed = list.at(index);
      if (placed) additions.onLine?.run(placed.file, linePlace(placed.row, side));
    },
    toggle(index) {
      const fileIndex = list.fileAt(index);
      const file = list.files[fileIndex];
      const header = list.headers[fileIndex];
      if (!file || header === undefined) return;
      // the header of a file being read is pinned: it stays where it is while the file folds below it
      if (navigation.hiddenOf(header) > 0) navigation.show(header);
      // the row that has the focus is about to go
      if (active !== undefined && active !== header && list.fileAt(active) === fileIndex) navigation.moveTo(header);
      collapsed.set(file.path, !collapsed.paths.has(file.path));
    },
    setAllCollapsed(areCollapsed) {
      const top = navigation.topRow();
      if (top >= 0) toShow.current = { fileIndex: list.fileAt(top), focus: false };
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
