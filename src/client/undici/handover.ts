import type { Dispatcher } from 'undici';
import { CutOffRequest, type StreamedBody, type TransportRequest } from '../transport.ts';

/** Knows how much of one request was handed to its connection. */
export interface Handover {
  readonly dispatcher: Dispatcher;
  /** The body to send: it counts what is taken of it. */
  readonly body: string | AsyncIterable<Uint8Array> | undefined;
  /** What an error of the request means: a `CutOffRequest` with it as the cause, unless all was handed over. */
  meaning(error: unknown): unknown;
}

/** Follows a request from the wait for a connection to the last byte. */
export const followHandover = (dispatcher: Dispatcher, body: TransportRequest['body']): Handover => {
  let hasBegun = false;
  let doneBytes = 0;
  const isStreamed = typeof body === 'object';
  return {
    dispatcher: dispatcher.compose((dispatch) => (options, handler) => {
      const start = handler.onRequestStart?.bind(handler);
      // called when a connection takes the request: head and short body are written in that moment
      handler.onRequestStart = (...given) => {
        hasBegun = true;
        start?.(...given);
      };
      return dispatch(options, handler);
    }),
    body: isStreamed ? counted(body, (bytes) => (doneBytes += bytes)) : body,
    meaning(error) {
      const totalBytes = isStreamed ? body.sizeBytes : 0;
      if (hasBegun && doneBytes >= totalBytes) return error;
      return new CutOffRequest(error, isStreamed ? { doneBytes, totalBytes } : undefined);
    },
  };
};

async function* counted(body: StreamedBody, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const part of body.open()) {
    // counted before it is written: what may have left must not be called kept
    count(part.length);
    yield part;
  }
}
