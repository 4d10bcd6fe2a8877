import type { FromReviewPage, ReviewPageState, Verdict } from '../../messages/reviewPage.ts';

interface EditorApi {
  postMessage(message: FromReviewPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** What the page itself keeps over a reload. Texts are not among it: the extension keeps those. */
export interface ReadingState {
  /** The draft that had the focus. */
  readonly current: number | undefined;
  /** How far the page was scrolled, in pixels. */
  readonly top: number;
  readonly verdict: Verdict;
}

/** The extension as the page sees it. */
export interface Host {
  readonly post: (message: FromReviewPage) => void;
  /** What the page was opened for; undefined when the extension did not say. */
  readonly subject: ReviewPageState | undefined;
  /** How the reader left this review. */
  readonly reading: ReadingState;
  readonly keep: (change: Partial<ReadingState>) => void;
}

const unread: ReadingState = { current: undefined, top: 0, verdict: 'none' };

/** Connects to the extension. To be called once a page. */
export function connectHost(): Host {
  const api = acquireVsCodeApi();
  const subject = readSubject(document.body.dataset['state']);
  const kept = api.getState();
  let reading = isRecord(kept) && isSameReview(kept, subject) ? readReading(kept['reading']) : unread;
  const first = reading;
  const keep = (change: Partial<ReadingState>): void => {
    reading = { ...reading, ...change };
    if (subject) api.setState({ ...subject, reading });
  };
  keep({});
  return { post: (message) => api.postMessage(message), subject, reading: first, keep };
}

function readSubject(json: string | undefined): ReviewPageState | undefined {
  if (json === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    // every member stays, also those a newer extension adds: it will want them back
    return isRecord(value) && typeof value['iid'] === 'number' ? (value as unknown as ReviewPageState) : undefined;
  } catch {
    return undefined;
  }
}

function isSameReview(kept: Readonly<Record<string, unknown>>, subject: ReviewPageState | undefined): boolean {
  return (
    subject !== undefined &&
    kept['account'] === subject.account &&
    kept['project'] === subject.project &&
    kept['iid'] === subject.iid
  );
}

function readReading(value: unknown): ReadingState {
  if (!isRecord(value)) return unread;
  const { current, top, verdict } = value;
  return {
    current: typeof current === 'number' ? current : undefined,
    top: typeof top === 'number' ? top : 0,
    verdict: verdict === 'approve' ? verdict : 'none',
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
