import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

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
