import { useLayoutEffect } from 'preact/hooks';
import type { MessageOf, Typed } from '../../messages/page.ts';

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** Unvalidated state. */
export type StoredState = Readonly<Record<string, unknown>>;

/** The extension host, seen by a page. */
export interface Host<From extends Typed, Subject = object, Memory = object> {
  readonly post: (message: From) => void;
  /** Initial state from the extension. */
  readonly subject: Subject | undefined;
  /** Restored UI state. */
  readonly memory: Memory;
  /** Saves UI state over a reload, beside `subject`. */
  readonly keep: (change: Partial<Memory>) => void;
}

/** Serialisation of a page's UI state. */
export interface StateCodec<Subject, Memory> {
  /** `stored` may be of another subject or version. */
  readonly read: (stored: StoredState, subject: Subject | undefined) => Memory;
  readonly write: (memory: Memory) => object;
}

/** For pages without UI state. */
export const noMemory: StateCodec<object, object> = { read: () => ({}), write: () => ({}) };

/** Connects a page; call once. Saves the subject, which restores the page. */
export function connectHost<From extends Typed, Subject extends object = object, Memory extends object = object>({
  read,
  write,
}: StateCodec<Subject, Memory>): Host<From, Subject, Memory> {
  const api = acquireVsCodeApi();
  // keep unknown members, for newer versions
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

/** Empty for anything but an object. */
export const record = (value: unknown): StoredState =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as StoredState) : {};

/** Reducers by action type; a missing one doesn't compile. */
export type Reducers<State, Action extends Typed> = {
  readonly [Type in Action['type']]: (state: State, action: MessageOf<Action, Type>) => State;
};

/** Combines reducers for `useReducer`. */
export const reducerOf =
  <State, Action extends Typed>(reducers: Reducers<State, Action>) =>
  (state: State, action: Action): State => {
    const type: Action['type'] = action.type;
    return (reducers[type] as (state: State, action: Action) => State)(state, action);
  };

/** Receives messages of known types; VS Code posts others, too. With `host`, sends `ready`. */
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

/** The focused element was removed. False while the focus is outside, which a redraw must not steal. */
export const hasLostFocus = (): boolean => document.hasFocus() && document.activeElement === document.body;
