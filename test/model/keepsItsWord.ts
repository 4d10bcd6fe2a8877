import assert from 'node:assert/strict';
import { requestErrorFacts } from '../../src/client/errors.ts';
import type { FaultRequest } from '../../src/sandbox/faults.ts';
import type { OperationName } from '../../src/wire/catalogue.ts';
import { sentTo } from '../support/servers/sandboxControl.ts';

/** A write, and an independent check of its effect. */
export interface Ready {
  readonly write: () => Promise<unknown>;
  readonly happened: () => Promise<boolean>;
}

const page = '<!DOCTYPE html><title>Sign in</title><p>Please sign in to the network.</p>';
const html = { 'content-type': 'text/html' };

const faults: readonly (readonly [what: string, fault: Omit<FaultRequest, 'operation'>])[] = [
  ['all goes well', { fault: 'delay' }],
  ['a web page comes instead of the answer', { fault: 'status', status: 200, body: page, headers: html }],
  ['a web page says that it was created', { fault: 'status', status: 201, body: page, headers: html }],
  ['the answer has no body, and nothing was done', { fault: 'status', status: 204, body: '' }],
  ['the answer is empty, and nothing was done', { fault: 'status', status: 200, body: '' }],
  ['a proxy refuses with a page', { fault: 'status', status: 403, body: page, headers: html }],
  ['a proxy has lost the server', { fault: 'status', status: 502, body: page, headers: html }],
  ['the request is lost', { fault: 'resetBefore' }],
  ['the answer is lost', { fault: 'resetAfter' }],
  ['the answer is cut', { fault: 'truncate' }],
];

type Said = 'done' | 'notDone' | 'unknown';

const saidOf = async (write: () => Promise<unknown>): Promise<Said> => {
  try {
    const { kind } = (await write()) as { readonly kind: string };
    if (['done', 'made', 'applied', 'published', 'sent', 'approved'].includes(kind)) return 'done';
    return kind === 'unknown' || kind === 'unclear' ? 'unknown' : 'notDone';
  } catch (error) {
    const facts = requestErrorFacts(error);
    if (facts === undefined) throw error;
    return facts.outcome === 'unknown' ? 'unknown' : 'notDone';
  }
};

/** Sends the write once under each fault: the reported outcome must be true. Call inside `describe`. */
export const keepsItsWord = (
  operation: OperationName,
  what: string,
  { url, setFaults }: { readonly url: () => string; readonly setFaults: (fault: FaultRequest) => Promise<unknown> },
  ready: () => Promise<Ready>,
): void => {
  for (const [when, fault] of faults) {
    it(`${what} is told as it is when ${when}`, async () => {
      const { write, happened } = await ready();
      await setFaults({ operation, times: 1, ...fault });
      const before = await sentTo(url(), operation);
      const said = await saidOf(write);
      assert.equal((await sentTo(url(), operation)) - before, 1, 'it is sent once');
      if (fault.fault === 'delay') assert.equal(said, 'done');
      if (said === 'unknown') return;
      assert.equal(await happened(), said === 'done', `it is said to be ${said}`);
    });
  }
};

let count = 0;
export const fresh = (): string => `write-${(count += 1)}`;
