import { useLayoutEffect } from 'preact/hooks';
import type { MessageOf, Typed } from '../../messages/page.ts';

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** Members of something that was kept, each of which may be anything. */
export type Kept = Readonly<Record<string, unknown>>;

/** The extension as a page sees it. */
export interface Host<From extends Typed, Subject = object, Memory = object> {
  readonly post: (message: From) => void;
  /** What the page was opened for; undefined when the extension did not say. */
  readonly subject: Subject | undefined;
  /** How the reader left the page, if it has shown this before. */
  readonly memory: Memory;
  /** Changes what the page itself keeps over a reload, beside what it was opened for. */
  readonly keep: (change: Partial<Memory>) => void;
}

/** How a page keeps its memory over a reload. */
export interface Keeping<Subject, Memory> {
  /** Reads what an earlier page has kept. That may be of another subject, or of another shape. */
  readonly read: (kept: Kept, subject: Subject | undefined) => Memory;
  /** What is kept of it, beside what the page was opened for. */
  readonly write: (memory: Memory) => object;
}

/** For pages that keep nothing but what they were opened for. */
export const noMemory: Keeping<object, object> = { read: () => ({}), write: () => ({}) };

/** Connects a page to the extension; to be called once. What it was opened for is kept: that brings it back. */
export function connectHost<From extends Typed, Subject extends object = object, Memory extends object = object>({
  read,
  write,
}: Keeping<Subject, Memory>): Host<From, Subject, Memory> {
  const api = acquireVsCodeApi();
  // every member stays, also those a newer extension adds: it will want them back
  const subject = (JSON.parse(document.body.dataset['state'] ?? 'null') ?? undefined) as Subject | undefined;
  const first = read(record(api.getState()), subject);
  let memory = first;
  const keep = (change: Partial<Memory>): void => {
    memory = { ...memory, ...change };
    if (subject) api.setState({ ...subject, ...write(memory) });
  };
  keep({});
  return { post: (message) => api.postMessage(message), subject, memory: first, keep };
}

/** The members of something that was kept; none when it is no record. */
export const record = (value: unknown): Kept =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Kept) : {};

/** What becomes of the state of a page by each type of action: one without an entry does not compile. */
export type Reducers<State, Action extends Typed> = {
  readonly [Type in Action['type']]: (state: State, action: MessageOf<Action, Type>) => State;
};

/** Makes one function of a table, for `useReducer`. */
export const reducerOf =
  <State, Action extends Typed>(reducers: Reducers<State, Action>) =>
  (state: State, action: Action): State => {
    const type: Action['type'] = action.type;
    return (reducers[type] as (state: State, action: Action) => State)(state, action);
  };

/**
 * Gives the page each message of the extension whose type is in a table; an editor posts its own as well. Then, with
 * `host`, says that the page listens.
 */
export function useMessages<To extends Typed>(
  known: Readonly<Record<To['type'], unknown>>,
  receive: (message: To) => void,
  host?: { readonly post: (message: { readonly type: 'ready' }) => void },
): void {
  useLayoutEffect(() => {
    const listener = ({ data }: MessageEvent<unknown>): void => {
      const { type } = record(data);
      if (typeof type === 'string' && Object.hasOwn(known, type)) receive(data as To);
    };
    window.addEventListener('message', listener);
    host?.post({ type: 'ready' });
    return () => window.removeEventListener('message', listener);
  }, []);
}

/**
 * Whether what had the focus in this page has gone. False while the keyboard is elsewhere in the window, such as in a
 * question or an editor: a page that is drawn again must not take it from there.
 */
export const hasLostFocus = (): boolean => document.hasFocus() && document.activeElement === document.body;
