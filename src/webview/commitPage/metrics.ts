import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Heights in CSS pixels that the list of rows calculates with. */
export interface Metrics {
  /** A line, a hunk header or a note. */
  readonly row: number;
  /** The header of a file, with the gap above it. */
  readonly file: number;
  /** The gap above a file, hidden while the header is pinned. */
  readonly fileGap: number;
  /** The bar that stays at the top of the page. */
  readonly toolbar: number;
}

/** The metrics for the editor's present font size; they change with the user's settings. */
export function useMetrics(): Metrics {
  const [fontSize, setFontSize] = useState(readFontSize);
  useEffect(() => {
    // the editor writes its theme and its fonts as variables into the style of the root element
    const observer = new MutationObserver(() => setFontSize(readFontSize()));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
    return () => observer.disconnect();
  }, []);
  return metricsFor(fontSize);
}

/** The metrics for an editor font of that many pixels. */
export function metricsFor(fontSize: number): Metrics {
  const row = Math.max(16, Math.round(fontSize * 1.45));
  const fileGap = 10;
  return { row, file: Math.max(34, row + 14) + fileGap, fileGap, toolbar: 40 };
}

function readFontSize(): number {
  const size = Number.parseFloat(
    getComputedStyle(document.documentElement).getPropertyValue('--vscode-editor-font-size'),
  );
  return Number.isFinite(size) && size > 0 ? size : 13;
}

/**
 * How far below the top of what scrolls the list starts. When the page's head above it grows or shrinks while the
 * reader is in the list, the scroll position moves along, so that the lines being read stay where they are.
 */
export function useListTop(
  scroller: RefObject<HTMLElement | null>,
  head: RefObject<HTMLElement | null>,
  toolbar: number,
): number {
  const [listTop, setListTop] = useState(0);
  useLayoutEffect(() => {
    const [scrolling, measured] = [scroller.current, head.current];
    if (!scrolling || !measured) return;
    let before: number | undefined;
    const measure = (): void => {
      const { height } = measured.getBoundingClientRect();
      if (before !== undefined && height !== before && scrolling.scrollTop > before) {
        scrolling.scrollTop += height - before;
      }
      before = height;
      setListTop(height + toolbar);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [scroller, head, toolbar]);
  return listTop;
}
