import type { Dispatcher } from 'undici';
import { CutOffRequest, type StreamedBody, type TransportRequest } from '../transport.ts';

/** Part of a request already accepted by its connection. */
export interface Handover {
  readonly dispatcher: Dispatcher;
  readonly body: string | AsyncIterable<Uint8Array> | undefined;
  /** A `CutOffRequest` unless everything was handed over. */
  meaning(error: unknown): unknown;
}

export const followHandover = (dispatcher: Dispatcher, body: TransportRequest['body']): Handover => {
  let hasStarted = false;
  let doneBytes = 0;
  const isStreamed = typeof body === 'object';
  return {
    dispatcher: dispatcher.compose((dispatch) => (options, handler) => {
      const start = handler.onRequestStart?.bind(handler);
      // headers and a short body are written right now
      handler.onRequestStart = (...given) => {
        hasStarted = true;
        start?.(...given);
      };
      return dispatch(options, handler);
    }),
    body: isStreamed ? counted(body, (bytes) => (doneBytes += bytes)) : body,
    meaning(error) {
      const totalBytes = isStreamed ? body.sizeBytes : 0;
      if (hasStarted && doneBytes >= totalBytes) return error;
      return new CutOffRequest(error, isStreamed ? { doneBytes, totalBytes } : undefined);
    },
  };
};

async function* counted(body: StreamedBody, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const part of body.open()) {
    // before writing: never report possibly sent bytes as unsent
    count(part.length);
    yield part;
  }
}
