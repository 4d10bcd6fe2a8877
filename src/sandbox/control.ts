import * as v from 'valibot';
import { jsonResponse, type SandboxRequest, type SandboxResponse } from './exchange.ts';
import { type Faults, faultSchema, isFaultTarget } from './faults.ts';
import type { RequestLog } from './requestLog.ts';

/** Path of the control endpoints below the instance's address; they exist only when faults were asked for. */
export const controlPath = '/-/sandbox/';

const empty: SandboxResponse = { status: 204, headers: {}, body: '' };

const switchOn = (faults: Faults, body: Uint8Array): SandboxResponse => {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return jsonResponse(400, { error: 'The body is not JSON.' });
  }
  const parsed = v.safeParse(v.array(faultSchema), value);
  if (!parsed.success) return jsonResponse(400, { error: parsed.issues.map((issue) => issue.message).join('; ') });
  const unknown = parsed.output.find(({ operation }) => !isFaultTarget(operation));
  if (unknown !== undefined) return jsonResponse(400, { error: `There is no operation ${unknown.operation}.` });
  faults.replace(parsed.output);
  return jsonResponse(200, faults.active);
};

/**
 * Answers `GET`, `POST` (a list that replaces the faults that are on) and `DELETE` on `faults`, `GET` and `DELETE` on
 * `requests`.
 */
export const answerControl = (
  request: SandboxRequest,
  name: string,
  { faults, log }: { readonly faults: Faults; readonly log: RequestLog },
): SandboxResponse => {
  const { method } = request;
  if (name === 'faults') {
    if (method === 'POST') return switchOn(faults, request.body);
    if (method === 'GET') return jsonResponse(200, faults.active);
    if (method === 'DELETE') {
      faults.replace([]);
      return empty;
    }
  }
  if (name === 'requests') {
    if (method === 'GET') return jsonResponse(200, log.entries);
    if (method === 'DELETE') {
      log.clear();
      return empty;
    }
  }
  return jsonResponse(404, { error: '404 Not Found' });
};
