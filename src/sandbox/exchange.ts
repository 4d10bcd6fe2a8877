import type { Readable } from 'node:stream';
import type { ReceivedForm } from './multipart.ts';

/** A request as the sandbox reads it, free of any transport. `target` is the path and query as they came. */
export interface SandboxRequest {
  readonly method: string;
  readonly target: string;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** A multipart body, received already; `body` is empty then. */
  readonly form?: ReceivedForm;
}

/** How a switched-on fault wants the answer to go wrong on the wire. */
export type Mishap = 'reset' | 'truncate' | 'hang';

/** An answer, free of any transport. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Sent instead of `body`, as it comes; `headers` say its length. */
  readonly stream?: Readable;
  /** Set by a fault only: the adapter then cuts, shortens or withholds the answer. */
  readonly mishap?: Mishap;
}

/** Answers a request; never throws. */
export type Handle = (request: SandboxRequest) => Promise<SandboxResponse>;

/** A JSON answer. */
export const jsonResponse = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

/** A plain-text answer, as proxies and rate limiters send it. */
export const textResponse = (
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse => ({ status, headers: { 'content-type': 'text/plain', ...headers }, body: text });

/** A web page. `formTargets` are the sources of the policy its forms may lead to. */
export const htmlResponse = (status: number, html: string, formTargets = "'none'"): SandboxResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; base-uri 'none'; form-action ${formTargets}`,
  },
  body: html,
});
