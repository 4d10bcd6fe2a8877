import type { RequestRecord } from './client.ts';
import { RequestError } from './errors.ts';
import { type Connected, type ErrorFactory, type Sender, sendFramed } from './sending.ts';

/** Request to a server other than the account's. */
export interface RecordedRequest {
  readonly sender: Sender;
  /** Name for errors and the log. */
  readonly reference: string;
  readonly method: string;
  /** Without query. */
  readonly address: string;
  readonly signal: AbortSignal;
  readonly record?: ((request: RequestRecord) => void) | undefined;
}

/** `sendFramed` with a log record. */
export const sendRecorded = async <T extends { readonly status: number }>(
  { sender, reference, method, address, signal, record }: RecordedRequest,
  send: (connected: Connected, failed: ErrorFactory) => Promise<T>,
): Promise<T> => {
  const startedAt = performance.now();
  const logResult = (result: number | string): void =>
    record?.({ reference, method, address, result, durationMs: performance.now() - startedAt, attempt: 1 });
  const errorOf: ErrorFactory = (facts, cause) => new RequestError({ reference, method, address, ...facts }, cause);
  try {
    const answer = await sendFramed({ sender, reference, signal, errorOf }, send);
    logResult(answer.status);
    return answer;
  } catch (error) {
    logResult(error instanceof RequestError ? (error.facts.status ?? error.facts.failure) : 'failed');
    throw error;
  }
};
