import type { CommitPageState, FromCommitPage } from '../../messages/commitPage.ts';
import { type Host as PageHost, type StateCodec, type StoredState, record } from '../elements/host.ts';

/** Scroll position: a row of a file with hidden pixels, or in the page's head. */
export type ScrollPlace =
  | { readonly in: 'head'; readonly top: number }
  | { readonly in: 'files'; readonly path: string; readonly row: number; readonly past: number };

/** UI state that survives a reload. */
export interface ReadingState {
  readonly collapsed: readonly string[];
  readonly place: ScrollPlace | undefined;
  /** Set while the search is open. */
  readonly find?: FindState | undefined;
}

export interface FindState {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly isRegExp: boolean;
}

export type Host = PageHost<FromCommitPage, CommitPageState, ReadingState>;

/** UI state of this commit and of those the page has shown before. */
export const commitMemory = (): StateCodec<CommitPageState, ReadingState> => {
  let earlier: StoredState = {};
  return {
    read: (stored, subject) => {
      earlier = earlierReadings(stored);
      return readReading(record(subject && earlier[commitKey(subject)]));
    },
    write: (reading) => ({ reading, earlier }),
  };
};

const maxEarlier = 20;

/** UI states by {@link commitKey}, the last commit included. */
function earlierReadings({ earlier, reading, account, project, sha }: StoredState): StoredState {
  if (typeof account !== 'string' || typeof project !== 'string' || typeof sha !== 'string') return {};
  const key = commitKey({ account, project, sha });
  const before = Object.entries(record(earlier)).filter(([known]) => known !== key);
  const all: [string, unknown][] = [...before, [key, reading]];
  return Object.fromEntries(all.slice(-maxEarlier));
}

function commitKey({ account, project, sha }: CommitPageState): string {
  return `${account} ${project} ${sha}`;
}

function readReading({ collapsed, place, find }: StoredState): ReadingState {
  return {
    collapsed: Array.isArray(collapsed) ? collapsed.filter((path) => typeof path === 'string') : [],
    place: readPlace(record(place)),
    find: readFind(record(find)),
  };
}

function readFind(stored: StoredState): FindState | undefined {
  const { text } = stored;
  if (typeof text !== 'string') return undefined;
  const is = (name: keyof FindState): boolean => stored[name] === true;
  return { text, matchCase: is('matchCase'), wholeWord: is('wholeWord'), isRegExp: is('isRegExp') };
}

function readPlace({ in: where, top, path, row, past }: StoredState): ScrollPlace | undefined {
  if (where === 'head' && typeof top === 'number') return { in: 'head', top };
  if (where === 'files' && typeof path === 'string' && typeof row === 'number' && typeof past === 'number') {
    return { in: 'files', path, row, past };
  }
  return undefined;
}
