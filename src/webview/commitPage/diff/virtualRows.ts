import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type Range,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { Metrics } from '../metrics.ts';
import type { RowList } from './rowList.ts';

export interface VirtualRows {
  /** Sorted indexes of rows to render. */
  readonly drawn: readonly number[];
  readonly totalHeight: number;
  /** Pixels from the start of the list; for the index after the last row, its end. */
  readonly startOf: (index: number) => number;
  /** `offset`: pixels from the start of the list. */
  readonly rowAt: (offset: number) => number;
  /** Call with each rendered extra row; observes its height. */
  readonly measure: (element: HTMLElement) => void;
}

export interface VirtualRowsOptions {
  readonly list: RowList;
  readonly metrics: Metrics;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Height in pixels of the content above the list in the scroller. */
  readonly listTop: number;
  /** Always rendered, so that it can have the focus. */
  readonly active: number | undefined;
}

const overscan = 20;

export function useVirtualRows({ list, metrics, scroller, listTop, active }: VirtualRowsOptions): VirtualRows {
  const [, redraw] = useReducer<number, undefined>((count) => count + 1, 0);
  const instance = useRef<Virtualizer<HTMLElement, HTMLElement> | undefined>(undefined);

  const options = {
    count: list.count,
    getScrollElement: () => scroller.current,
    estimateSize: (index: number) => estimatedHeight(list, metrics, index),
    getItemKey: list.keyOf,
    scrollMargin: listTop,
    overscan,
    rangeExtractor: (range: Range) => rowsToDraw(range, list, active),
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
  };
  const virtualizer = (instance.current ??= new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);

  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  // sizes are cached by key: measure again after a change of font
  useLayoutEffect(() => {
    virtualizer.measure();
    for (const element of virtualizer.elementsCache.values()) {
      if (element.isConnected) virtualizer.resizeItem(virtualizer.indexFromElement(element), element.offsetHeight);
    }
  }, [virtualizer, metrics.row]);

  const drawn = virtualizer.getVirtualIndexes();
  const totalHeight = virtualizer.getTotalSize();
  return {
    drawn,
    totalHeight,
    startOf: (index) => (virtualizer.measurementsCache[index]?.start ?? listTop + totalHeight) - listTop,
    rowAt: (offset) => virtualizer.getVirtualItemForOffset(offset + listTop)?.index ?? 0,
    measure: virtualizer.measureElement,
  };
}

function estimatedHeight(list: RowList, metrics: Metrics, index: number): number {
  return list.isHeader(index) ? metrics.file : (list.extraAt(index)?.estimatedHeight ?? metrics.row);
}

/** Rows near the screen, their headers and the active row. */
function rowsToDraw(
  { startIndex, endIndex, overscan: margin, count }: Range,
  list: RowList,
  active?: number,
): number[] {
  const rows = new Set<number>();
  const add = (index: number): void => {
    const header = list.headers[list.fileAt(index)];
    if (header !== undefined) rows.add(header);
    rows.add(index);
  };
  const last = Math.min(endIndex + margin, count - 1);
  for (let index = Math.max(startIndex - margin, 0); index <= last; index++) add(index);
  if (active !== undefined && active < count) add(active);
  return [...rows].sort((a, b) => a - b);
}
