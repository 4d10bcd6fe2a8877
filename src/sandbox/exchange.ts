import type { Readable } from 'node:stream';
import type { ReceivedForm } from './multipart.ts';

/** Independent of the transport. `target` is path and query, unmodified. */
export interface SandboxRequest {
  readonly method: string;
  readonly target: string;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** Received multipart body; `body` is then empty. */
  readonly form?: ReceivedForm;
}

/** Transport failure caused by a fault. */
export type Mishap = 'reset' | 'truncate' | 'hang';

/** Independent of the transport. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Replaces `body`; `headers` include its length. */
  readonly stream?: Readable;
  /** By faults only. */
  readonly mishap?: Mishap;
}

/** Never rejects. */
export type Handle = (request: SandboxRequest) => Promise<SandboxResponse>;

export const jsonResponse = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

/** As proxies and rate limiters send it. */
export const textResponse = (
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse => ({ status, headers: { 'content-type': 'text/plain', ...headers }, body: text });

/** `formTargets` are the sources of the `form-action` policy. */
export const htmlResponse = (status: number, html: string, formTargets = "'none'"): SandboxResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; base-uri 'none'; form-action ${formTargets}`,
  },
  body: html,
});
