import { EventEmitter, once } from 'node:events';
import * as v from 'valibot';
import { catalogue, type OperationName } from '../wire/catalogue.ts';
import { graphqlEndpoint } from '../wire/graphql.ts';
import { textResponse, type SandboxResponse } from './exchange.ts';

/** Described in `choices.md`. */
export const faultSchema = v.object({
  /** Operation (`cherryPickCommit`), reference (`C5`), `graphql` (`Q1`), `oauth`, or `*` for all. */
  operation: v.string(),
  fault: v.picklist(['delay', 'status', 'resetBefore', 'resetAfter', 'truncate', 'hang']),
  /** Number of requests; default unlimited. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  delayMs: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
  /** Holds requests until faults are replaced. */
  isHeld: v.optional(v.boolean(), false),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)), 500),
  /** Strings are sent as text, other values as JSON. */
  body: v.optional(v.unknown()),
  headers: v.optional(v.record(v.string(), v.string()), {}),
});

/** With defaults applied. */
export type Fault = v.InferOutput<typeof faultSchema>;

export type FaultRequest = v.InferInput<typeof faultSchema>;

/** The first matching fault applies. */
export class Faults {
  #faults: { readonly fault: Fault; left: number }[] = [];
  // one listener per held request
  readonly #events = new EventEmitter().setMaxListeners(0);

  get active(): readonly Fault[] {
    return this.#faults.map(({ fault, left }) => (Number.isFinite(left) ? { ...fault, times: left } : fault));
  }

  replace(faults: readonly Fault[]): void {
    this.#faults = faults.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }));
    this.#events.emit('replaced');
  }

  /** Rejects when the signal aborts. */
  async replaced(signal: AbortSignal): Promise<void> {
    await once(this.#events, 'replaced', { signal });
  }

  /** Returns the matching fault and counts it down. */
  take(name: OperationName | 'graphql' | 'oauth'): Fault | undefined {
    const { reference } = name === 'oauth' ? oauthRoute : name === 'graphql' ? graphqlEndpoint : catalogue[name];
    const names = new Set(['*', name, reference]);
    const found = this.#faults.find(({ fault }) => names.has(fault.operation));
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.left === 0) this.#faults = this.#faults.filter((entry) => entry !== found);
    return found.fault;
  }
}

/** Requests of programs below `/oauth`, in faults and the request log. */
export const oauthRoute = { operation: 'oauth', reference: null } as const;

export const isFaultTarget = (operation: string): boolean =>
  ['*', 'graphql', 'oauth', graphqlEndpoint.reference].includes(operation) ||
  Object.entries(catalogue).some(([name, { reference }]) => name === operation || reference === operation);

/** 429 without a body is the rate limiter's: plain text and `Retry-After`. */
export const faultResponse = ({ status, body, headers }: Fault): SandboxResponse => {
  if (status === 429 && body === undefined) {
    return textResponse(429, 'Retry later\n', { 'retry-after': '1', ...headers });
  }
  if (typeof body === 'string') return textResponse(status, body, headers);
  const value = body ?? { message: `${status} Fault` };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
};
