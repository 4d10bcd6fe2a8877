import type { ComposerState, FromComposer } from '../../messages/composer.ts';

interface EditorApi {
  postMessage(message: FromComposer): void;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The extension as the page sees it. */
export interface Host {
  readonly post: (message: FromComposer) => void;
}

/** Connects to the extension and keeps what the page was opened for. To be called once a page. */
export function connectHost(): Host {
  const api = acquireVsCodeApi();
  const state = document.body.dataset['state'];
  if (state !== undefined) api.setState(JSON.parse(state) as ComposerState);
  return { post: (message) => api.postMessage(message) };
}
