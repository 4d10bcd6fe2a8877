import type { RefObject, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface SideScrollProps {
  /** Element whose lines scroll, by its CSS variable `--shift`. */
  readonly list: RefObject<HTMLElement | null>;
  /** Length of the longest line in characters. */
  readonly columns: number;
}

/**
 * Horizontal scroll bar of a side-by-side diff: shifts the text within both halves. Also driven by the wheel and by
 * arrow keys on a row.
 */
export function SideScroll({ list, columns }: SideScrollProps): VNode {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const onWheel = (event: WheelEvent): void => {
      const sideways = event.deltaX !== 0 ? event.deltaX : event.shiftKey ? event.deltaY : 0;
      if (sideways === 0 || !bar.current) return;
      bar.current.scrollLeft += sideways;
      if (event.shiftKey) event.preventDefault();
    };
    const onKey = (event: KeyboardEvent): void => {
      const isRow = event.target instanceof HTMLElement && event.target.classList.contains('row');
      const step = event.key === 'ArrowRight' ? 40 : event.key === 'ArrowLeft' ? -40 : 0;
      if (!isRow || step === 0 || event.altKey || event.ctrlKey || !bar.current) return;
      bar.current.scrollLeft += step;
      event.preventDefault();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('keydown', onKey);
      element.style.removeProperty('--shift');
    };
  }, [list]);
  return (
    <div
      ref={bar}
      class="sideScroll"
      aria-hidden="true"
      style={{ '--columns': String(columns) }}
      onScroll={(event) => list.current?.style.setProperty('--shift', `${event.currentTarget.scrollLeft}px`)}
    >
      <div class="sideWidth" />
    </div>
  );
}
