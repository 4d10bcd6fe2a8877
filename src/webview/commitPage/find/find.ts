import { useEffect, useRef, useState } from 'preact/hooks';
import type { DiffFile } from '../../diff/diffFile.ts';
import type { Ranges } from '../../diff/ranges.ts';
import type { FindState, Host } from '../host.ts';
import { findMatches, matchFrom, patternOf, rangesIn, type Match } from './findMatches.ts';

export interface Find {
  readonly isOpen: boolean;
  readonly state: FindState;
  readonly matches: readonly Match[];
  /** Index of the current match; -1 before the first step. */
  readonly current: number;
  readonly isSearching: boolean;
  /** Error of the pattern. */
  readonly problem: string | undefined;
  /** Incremented to focus the field. */
  readonly focusRequests: number;
  readonly open: () => void;
  readonly close: () => void;
  readonly change: (change: Partial<FindState>) => void;
  readonly step: (direction: 1 | -1) => void;
  /** Matches of a row. File -1 is the commit message: row 0 the title, row 1 the rest. */
  readonly matchesInRow: (fileIndex: number, rowIndex: number) => Ranges | undefined;
}

export interface FindOptions {
  readonly files: readonly DiffFile[];
  /** Title and message as shown. */
  readonly message: readonly string[];
  readonly host: Host;
  /** The row being read. */
  readonly place: () => { readonly fileIndex: number; readonly rowIndex: number };
  readonly show: (match: Match) => void;
}

const empty: FindState = { text: '', matchCase: false, wholeWord: false, isRegExp: false };
const sliceMs = 8;

/** Searches message and loaded lines in slices. */
export function useFind({ files, message, host, place, show }: FindOptions): Find {
  const stored = host.memory.find;
  const [isOpen, setOpen] = useState(stored !== undefined);
  const [state, setState] = useState(stored ?? empty);
  const [matches, setMatches] = useState<readonly Match[]>([]);
  const [current, setCurrent] = useState(-1);
  const [isSearching, setSearching] = useState(false);
  const [focusRequests, setFocusRequests] = useState(0);
  const pattern = patternOf(state);
  const latest = useRef({ place, show, wasTyped: false });
  latest.current = { ...latest.current, place, show };

  useEffect(() => host.keep({ find: isOpen ? state : undefined }), [isOpen, state]);
  useEffect(() => {
    if (!isOpen || !(pattern instanceof RegExp)) {
      setMatches([]);
      setCurrent(-1);
      setSearching(false);
      return;
    }
    setSearching(true);
    return inSlices(findMatches(files, pattern, message), (found) => {
      setSearching(false);
      setMatches(found);
      if (!latest.current.wasTyped) return;
      latest.current.wasTyped = false;
      const { fileIndex, rowIndex } = latest.current.place();
      const first = matchFrom(found, fileIndex, rowIndex);
      const match = found[first];
      setCurrent(match ? first : -1);
      if (match) latest.current.show(match);
    });
  }, [isOpen, state, files, ...message]);

  return {
    isOpen,
    state,
    matches,
    current: Math.min(current, matches.length - 1),
    isSearching,
    problem: typeof pattern === 'string' ? pattern : undefined,
    focusRequests,
    open() {
      const selected = getSelection()?.toString() ?? '';
      if (selected !== '' && !selected.includes('\n')) {
        latest.current.wasTyped = true;
        setState({ ...state, text: selected.slice(0, 200) });
      }
      setOpen(true);
      setFocusRequests((count) => count + 1);
    },
    close: () => setOpen(false),
    change(change) {
      latest.current.wasTyped = true;
      setState({ ...state, ...change });
    },
    step(direction) {
      if (matches.length === 0) return;
      const { fileIndex, rowIndex } = place();
      const from = current >= 0 ? current + direction : matchFrom(matches, fileIndex, rowIndex);
      const next = (from + matches.length) % matches.length;
      const match = matches[next];
      setCurrent(next);
      if (match) show(match);
    },
    matchesInRow: (fileIndex, rowIndex) =>
      matches.length === 0 ? undefined : rangesIn(matches, fileIndex, rowIndex, current),
  };
}

/** Runs a generator in time slices; the returned function cancels it. */
function inSlices<T>(work: Generator<undefined, T>, done: (result: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const slice = (): void => {
    const end = performance.now() + sliceMs;
    for (;;) {
      const step = work.next();
      if (step.done) return done(step.value);
      if (performance.now() > end) break;
    }
    timer = setTimeout(slice);
  };
  timer = setTimeout(slice, 60);
  return () => clearTimeout(timer);
}
