import assert from 'node:assert/strict';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import type { RequestEntry } from '../../../src/sandbox/requestLog.ts';

/** Throws the sandbox's message. */
export const tell = async (address: string, body: unknown = {}): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, await answer.text());
};

export const setFaultsAt = (url: string, faults: readonly FaultRequest[]): Promise<void> =>
  tell(`${url}/-/sandbox/faults`, faults);

/** Resumes exports and imports held at other steps. */
export const holdAt = (url: string, ...steps: readonly string[]): Promise<void> =>
  tell(`${url}/-/sandbox/jobs`, { hold: steps });

/** In the order of their answers. */
export const requestsAt = async (url: string): Promise<readonly RequestEntry[]> => {
  const answer = await fetch(`${url}/-/sandbox/requests`);
  assert.ok(answer.ok, `requests: ${answer.status}`);
  return (await answer.json()) as RequestEntry[];
};

export const forgetRequestsAt = async (url: string): Promise<void> => {
  const answer = await fetch(`${url}/-/sandbox/requests`, { method: 'DELETE' });
  assert.ok(answer.ok, `requests: ${answer.status}`);
};

/** By name or reference. */
export const sentTo = async (url: string, operation: string): Promise<number> =>
  (await requestsAt(url)).filter((each) => each.operation === operation || each.reference === operation).length;
