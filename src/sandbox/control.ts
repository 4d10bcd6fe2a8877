import * as v from 'valibot';
import { jsonResponse, type SandboxRequest, type SandboxResponse } from './exchange.ts';
import { type Faults, faultSchema, isFaultTarget } from './faults.ts';
import { limitsSchema, type RateLimits } from './rateLimits.ts';
import type { RequestLog } from './requestLog.ts';
import type { SignIn } from './signIn/signIn.ts';
import { holdSchema, type JobHolds } from './transfer/jobHolds.ts';

/** Relative to the instance's URL; available with `--faults` only. */
export const controlPath = '/-/sandbox/';

const empty: SandboxResponse = { status: 204, headers: {}, body: '' };

/** Validates a JSON body; responds 400 if it is invalid. */
const withBody = <Value>(
  body: Uint8Array,
  schema: v.GenericSchema<unknown, Value>,
  use: (value: Value) => SandboxResponse,
): SandboxResponse => {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return jsonResponse(400, { error: 'The body is not JSON.' });
  }
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) return jsonResponse(400, { error: parsed.issues.map((issue) => issue.message).join('; ') });
  return use(parsed.output);
};

const switchOn = (faults: Faults, body: Uint8Array): SandboxResponse =>
  withBody(body, v.array(faultSchema), (wanted) => {
    const unknown = wanted.find(({ operation }) => !isFaultTarget(operation));
    if (unknown !== undefined) return jsonResponse(400, { error: `There is no operation ${unknown.operation}.` });
    faults.replace(wanted);
    return jsonResponse(200, faults.active);
  });

const limit = (limits: RateLimits, body: Uint8Array): SandboxResponse =>
  withBody(body, limitsSchema, (wanted) => {
    limits.replace(wanted);
    return jsonResponse(200, limits.active);
  });

const hold = (jobs: JobHolds, body: Uint8Array): SandboxResponse =>
  withBody(body, holdSchema, (wanted) => {
    jobs.replace(wanted.hold);
    return jsonResponse(200, jobs.state);
  });

export interface Controlled {
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly limits: RateLimits;
  readonly jobs: JobHolds;
  readonly signIn: SignIn | undefined;
}

/**
 * `GET`, `POST` (replaces all) and `DELETE` on `faults`, `limits` and `jobs`; `GET` and `DELETE` on `requests`;
 * `DELETE` on `lifetimes` expires all codes and access tokens of OAuth.
 */
export const answerControl = (
  request: SandboxRequest,
  name: string,
  { faults, log, limits, jobs, signIn }: Controlled,
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
  if (name === 'limits') {
    if (method === 'POST') return limit(limits, request.body);
    if (method === 'GET') return jsonResponse(200, limits.active);
    if (method === 'DELETE') {
      limits.replace({});
      return empty;
    }
  }
  if (name === 'jobs') {
    if (method === 'POST') return hold(jobs, request.body);
    if (method === 'GET') return jsonResponse(200, jobs.state);
    if (method === 'DELETE') {
      jobs.replace([]);
      return empty;
    }
  }
  if (name === 'lifetimes' && method === 'DELETE' && signIn !== undefined) {
    signIn.endLifetimes();
    return empty;
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
