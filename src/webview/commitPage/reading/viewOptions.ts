import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { ViewOptions } from '../../../messages/commitPage.ts';
import type { Host } from '../host.ts';

/** Narrower pages have neither a side-by-side diff nor the file list. */
const widthForSplit = 760;
const widthForFiles = 900;

const usualView: ViewOptions = { mode: 'unified', hideWhitespace: false, showFiles: false };

/** View options, as far as the width allows. */
export interface View {
  readonly wanted: ViewOptions;
  readonly mode: ViewOptions['mode'];
  readonly showFiles: boolean;
  /** Too narrow for a side-by-side diff. */
  readonly isNarrow: boolean;
  readonly change: (change: Partial<ViewOptions>) => void;
}

/** The extension stores the options for other pages. */
export function useView(host: Host, page: RefObject<HTMLElement | null>): View {
  const [wanted, setWanted] = useState<ViewOptions>({ ...usualView, ...host.subject?.view });
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = page.current;
    if (!element) return;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [page]);
  const isNarrow = width < widthForSplit;
  return {
    wanted,
    isNarrow,
    mode: isNarrow ? 'unified' : wanted.mode,
    showFiles: wanted.showFiles && width >= widthForFiles,
    change(change) {
      const next = { ...wanted, ...change };
      setWanted(next);
      host.post({ type: 'setView', view: next });
    },
  };
}
