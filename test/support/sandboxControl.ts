import assert from 'node:assert/strict';
import type { FaultRequest } from '../../src/sandbox/faults.ts';
import type { RequestEntry } from '../../src/sandbox/requestLog.ts';

/** Tells a sandbox something; throws its words when it refuses. */
export const tell = async (address: string, body: unknown = {}): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, await answer.text());
};

/** Switches faults of a server on in place of those before; none switches all off. */
export const setFaultsAt = (url: string, faults: readonly FaultRequest[]): Promise<void> =>
  tell(`${url}/-/sandbox/faults`, faults);

/** Holds exports and imports of a server before these steps; none lets them go on. */
export const holdAt = (url: string, ...steps: readonly string[]): Promise<void> =>
  tell(`${url}/-/sandbox/jobs`, { hold: steps });

/** What a server has received since its record was emptied, in the order it was answered. */
export const requestsAt = async (url: string): Promise<readonly RequestEntry[]> => {
  const answer = await fetch(`${url}/-/sandbox/requests`);
  assert.ok(answer.ok, `requests: ${answer.status}`);
  return (await answer.json()) as RequestEntry[];
};

/** Empties the record of requests of a server. */
export const forgetRequestsAt = async (url: string): Promise<void> => {
  const answer = await fetch(`${url}/-/sandbox/requests`, { method: 'DELETE' });
  assert.ok(answer.ok, `requests: ${answer.status}`);
};

/** How often an operation, by its name or reference, was sent to a server since its record was emptied. */
export const sentTo = async (url: string, operation: string): Promise<number> =>
  (await requestsAt(url)).filter((each) => each.operation === operation || each.reference === operation).length;
