import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { ViewOptions } from '../../../messages/commitPage.ts';
import type { Host } from '../host.ts';

/** Narrower pages show the versions one above the other, and no list of files. */
const widthForSplit = 760;
const widthForFiles = 900;

const usualView: ViewOptions = { mode: 'unified', hideWhitespace: false, showFiles: false };

/** How the diffs are shown: as the reader wants it, as far as there is room. */
export interface View {
  readonly wanted: ViewOptions;
  readonly mode: ViewOptions['mode'];
  readonly showFiles: boolean;
  /** Whether the page is too narrow for two versions beside each other. */
  readonly isNarrow: boolean;
  readonly change: (change: Partial<ViewOptions>) => void;
}

/** Keeps how diffs are shown; the extension remembers it for the next page. */
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
