import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Heights in CSS pixels for the virtual list. */
export interface Metrics {
  /** A line, hunk header or note. */
  readonly row: number;
  /** File header, including the gap above. */
  readonly file: number;
  /** Hidden while the header is pinned. */
  readonly fileGap: number;
  readonly toolbar: number;
}

/** For VS Code's current font size. */
export function useMetrics(): Metrics {
  const [fontSize, setFontSize] = useState(readFontSize);
  useEffect(() => {
    // VS Code sets theme and font variables on the root element's style
    const observer = new MutationObserver(() => setFontSize(readFontSize()));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
    return () => observer.disconnect();
  }, []);
  return metricsFor(fontSize);
}

/** `fontSize` in pixels. */
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
 * Offset of the list in the scroller. When the head's height changes while the user reads the list, the scroll position
 * is corrected.
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
