import type { CommitPageState, FromCommitPage, ViewOptions } from '../../messages/commitPage.ts';

interface EditorApi {
  postMessage(message: FromCommitPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** Where the reader was: a row of a file and how far it was scrolled past the top, or a place in the page's head. */
export type ScrollPlace =
  | { readonly in: 'head'; readonly top: number }
  | { readonly in: 'files'; readonly path: string; readonly row: number; readonly past: number };

/** What the page itself keeps over a reload. */
export interface ReadingState {
  readonly collapsed: readonly string[];
  readonly place: ScrollPlace | undefined;
  /** What was searched for in the page, if the search was open. */
  readonly find?: FindState | undefined;
}

/** What is searched for in the page, and how. */
export interface FindState {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly isRegExp: boolean;
}

/** The extension as the page sees it. */
export interface Host {
  readonly post: (message: FromCommitPage) => void;
  /** What the page was opened for; undefined when the extension did not say. */
  readonly subject: CommitPageState | undefined;
  /** How the reader left this commit, if the page showed it before. */
  readonly reading: ReadingState | undefined;
  readonly keep: (reading: Partial<ReadingState>) => void;
  /** How diffs are to be shown when the page begins. */
  readonly view: ViewOptions;
}

const defaultView: ViewOptions = { mode: 'unified', hideWhitespace: false, showFiles: false };

/** Connects to the extension. To be called once a page. */
export function connectHost(): Host {
  const api = acquireVsCodeApi();
  const subject = readSubject(document.body.dataset['state']);
  const kept = api.getState();
  const earlier = isRecord(kept) ? earlierReadings(kept) : {};
  const reading = subject && readReading(earlier[commitKey(subject)]);
  let latest: ReadingState = reading ?? { collapsed: [], place: undefined };
  const keep = (next: Partial<ReadingState>): void => {
    latest = { ...latest, ...next };
    if (subject) api.setState({ ...subject, reading: latest, earlier });
  };
  keep({});
  return {
    post: (message) => api.postMessage(message),
    subject,
    reading,
    keep,
    view: { ...defaultView, ...subject?.view },
  };
}

function readSubject(json: string | undefined): CommitPageState | undefined {
  if (json === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    // every member stays, also those a newer extension adds: it will want them back
    return isRecord(value) && typeof value['sha'] === 'string' ? (value as unknown as CommitPageState) : undefined;
  } catch {
    return undefined;
  }
}

const mostEarlier = 20;

/** How the reader left the commits this page has shown, the last one included, by {@link commitKey}. */
function earlierReadings(kept: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { earlier, reading, account, project, sha } = kept;
  const key = commitKey({ account: String(account), project: String(project), sha: String(sha) });
  const before: [string, unknown][] = isRecord(earlier) ? Object.entries(earlier) : [];
  const all: [string, unknown][] = [...before.filter(([known]) => known !== key), [key, reading]];
  const readings: Record<string, unknown> = Object.fromEntries(all.slice(-mostEarlier));
  return readings;
}

function commitKey({ account, project, sha }: CommitPageState): string {
  return `${account} ${project} ${sha}`;
}

function readReading(value: unknown): ReadingState | undefined {
  if (!isRecord(value) || !Array.isArray(value['collapsed'])) return undefined;
  const collapsed = value['collapsed'].filter((path) => typeof path === 'string');
  return { collapsed, place: readPlace(value['place']), find: readFind(value['find']) };
}

function readFind(value: unknown): FindState | undefined {
  if (!isRecord(value) || typeof value['text'] !== 'string') return undefined;
  const is = (name: keyof FindState): boolean => value[name] === true;
  const { text } = value;
  return { text, matchCase: is('matchCase'), wholeWord: is('wholeWord'), isRegExp: is('isRegExp') };
}

function readPlace(value: unknown): ScrollPlace | undefined {
  if (!isRecord(value)) return undefined;
  const { in: where, top, path, row, past } = value;
  if (where === 'head' && typeof top === 'number') return { in: 'head', top };
  if (where === 'files' && typeof path === 'string' && typeof row === 'number' && typeof past === 'number') {
    return { in: 'files', path, row, past };
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
