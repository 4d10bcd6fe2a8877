import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { RowList } from '../diff/rowList.ts';
import type { ScrollPlace } from '../host.ts';
import type { Navigation } from './navigation.ts';

export interface ScrollPlaceOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RowList;
  readonly navigation: Navigation;
  /** No more rows will arrive. */
  readonly isComplete: boolean;
  /** Position to restore once its rows have arrived. */
  readonly start: ScrollPlace | undefined;
  /** Called, debounced, with the new position. */
  readonly onRest: (place: ScrollPlace) => void;
}

const restMs = 200;

/** Restores the scroll position, unless the user scrolls first, and reports changes. */
export function useScrollPlace(options: ScrollPlaceOptions): void {
  const latest = useRef(options);
  latest.current = options;
  const pending = useRef(options.start);

  useLayoutEffect(() => {
    const place = pending.current;
    const { scroller, list, navigation, isComplete } = options;
    if (!place || !scroller.current) return;
    if (place.in === 'head') {
      scroller.current.scrollTop = place.top;
      if (isComplete || scroller.current.scrollTop >= place.top - 1) pending.current = undefined;
      return;
    }
    const fileIndex = list.files.findIndex((file) => file.path === place.path);
    const header = list.headers[fileIndex];
    if (header !== undefined) {
      const last = (list.headers[fileIndex + 1] ?? list.count) - 1;
      navigation.show(Math.min(header + 1 + place.row, last), place.past);
    }
    if (header !== undefined || isComplete) pending.current = undefined;
  }, [options.list, options.isComplete]);

  useEffect(() => {
    const { scroller } = options;
    const element = scroller.current;
    if (!element) return;
    let timer: number | undefined;
    const letGo = (): void => void (pending.current = undefined);
    const onScroll = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (pending.current) return;
        const { list, navigation, onRest } = latest.current;
        const index = navigation.topRow();
        const placed = list.at(index);
        onRest(
          placed
            ? { in: 'files', path: placed.file.path, row: placed.rowIndex, past: navigation.hiddenOf(index) }
            : { in: 'head', top: element.scrollTop },
        );
      }, restMs);
    };
    const inputs = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;
    for (const input of inputs) element.addEventListener(input, letGo, { passive: true });
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const input of inputs) element.removeEventListener(input, letGo);
      element.removeEventListener('scroll', onScroll);
    };
  }, [options.scroller]);
}
