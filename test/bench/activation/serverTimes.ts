import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** A request as its server saw it; milliseconds since 1970. */
export interface ServedRequest {
  readonly path: string;
  readonly arrivedAtMs: number;
  readonly answeredAtMs: number;
}

/** Follows what is asked of the servers of this process until it is told to stop; answers what has been answered. */
export const followServed = (): (() => readonly ServedRequest[]) => {
  const arrived = new WeakMap<IncomingMessage, number>();
  const served: ServedRequest[] = [];
  const [starts, finishes] = [channel('http.server.request.start'), channel('http.server.response.finish')];
  const begin = (message: unknown): void =>
    void arrived.set((message as { readonly request: IncomingMessage }).request, Date.now());
  const end = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage };
    const arrivedAtMs = arrived.get(request);
    if (arrivedAtMs !== undefined) served.push({ path: request.url ?? '', arrivedAtMs, answeredAtMs: Date.now() });
  };
  starts.subscribe(begin);
  finishes.subscribe(end);
  return () => {
    starts.unsubscribe(begin);
    finishes.unsubscribe(end);
    return served;
  };
};
