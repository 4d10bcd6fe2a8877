import * as v from 'valibot';
import { isAtLeast, type Edition } from './edition.ts';
import { jsonResponse, textResponse, type SandboxResponse } from './exchange.ts';
import { Refusal } from './refusals.ts';
import type { Person } from './world/records.ts';

const windowSeconds = 60;

/** GitLab's defaults per user and minute. */
export const usualLimits = {
  project_import: 6,
  project_export: 6,
  project_download_export: 1,
  group_import: 6,
  group_export: 6,
  group_download_export: 1,
} as const;

export type LimitedAction = keyof typeof usualLimits;

const allowance = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Per user and minute; anonymous requests count as one user. */
export const limitsSchema = v.strictObject({
  /** Requests to the API; default unlimited. */
  throttle: v.optional(v.pipe(allowance, v.minValue(1))),
  /** `usual` for GitLab's defaults, or a number for each action; 0 means unlimited. */
  application: v.optional(
    v.union([
      v.literal('usual'),
      v.strictObject({
        project_import: v.optional(allowance),
        project_export: v.optional(allowance),
        project_download_export: v.optional(allowance),
        group_import: v.optional(allowance),
        group_export: v.optional(allowance),
        group_download_export: v.optional(allowance),
      }),
    ]),
  ),
});

export type Limits = v.InferOutput<typeof limitsSchema>;

/** Throttle state of a request. */
interface Standing {
  readonly limit: number;
  readonly observed: number;
  /** Unix time. */
  readonly resetsAt: number;
  /** Seconds. */
  readonly left: number;
}

const identity = (person: Person | undefined): string => (person === undefined ? 'stranger' : `user ${person.id}`);

/** Counts requests in one-minute windows of the clock, as GitLab does. Nothing is limited initially. */
export class RateLimits {
  readonly #now: () => Date;
  #limits: Limits;
  #window = -1;
  #counts = new Map<string, number>();

  constructor(now: () => Date, limits: Limits = {}) {
    this.#now = now;
    this.#limits = limits;
  }

  get active(): Limits {
    return this.#limits;
  }

  /** Also resets the counters. */
  replace(limits: Limits): void {
    this.#limits = limits;
    this.#counts.clear();
  }

  #count(key: string): number {
    const window = Math.floor(this.#now().getTime() / 1000 / windowSeconds);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts.clear();
    }
    const observed = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, observed);
    return observed;
  }

  /** Undefined while the throttle is off. */
  observe(person: Person | undefined): Standing | undefined {
    const limit = this.#limits.throttle;
    if (limit === undefined) return undefined;
    const observed = this.#count(`throttle ${identity(person)}`);
    const seconds = Math.floor(this.#now().getTime() / 1000);
    const resetsAt = (Math.floor(seconds / windowSeconds) + 1) * windowSeconds;
    return { limit, observed, resetsAt, left: resetsAt - seconds };
  }

  /** Counts a use; false beyond the limit. */
  allows(action: LimitedAction, person: Person | undefined, subject: number | undefined): boolean {
    const { application } = this.#limits;
    const limit = application === 'usual' ? usualLimits[action] : (application?.[action] ?? 0);
    if (limit === 0) return true;
    return this.#count(`${action} ${identity(person)} ${subject ?? ''}`) <= limit;
  }
}

/**
 * Throws 429 beyond the limit, as JSON without `Retry-After`. Downloads have a limit for each `subject`, the ID of the
 * group or project.
 */
export const limitAction = (
  { limits, person }: { readonly limits: RateLimits; readonly person: Person | undefined },
  action: LimitedAction,
  subject?: number,
): void => {
  if (limits.allows(action, person, subject)) return;
  throw new Refusal(
    jsonResponse(429, { message: { error: 'This endpoint has been requested too many times. Try again later.' } }),
  );
};

const standingHeaders = (
  person: Person | undefined,
  { limit, observed, resetsAt }: Standing,
): Record<string, string> => ({
  'ratelimit-name': person === undefined ? 'throttle_unauthenticated_api' : 'throttle_authenticated_api',
  'ratelimit-limit': String(limit),
  'ratelimit-observed': String(observed),
  'ratelimit-remaining': String(Math.max(0, limit - observed)),
  'ratelimit-reset': String(resetsAt),
});

/**
 * Applies the instance's throttle: plain-text 429 with `Retry-After` before anything is executed. Since 18.0 each
 * response has the rate limit headers.
 */
export const throttled = async (
  { limits, edition }: { readonly limits: RateLimits; readonly edition: Edition },
  person: Person | undefined,
  answer: () => Promise<SandboxResponse>,
): Promise<SandboxResponse> => {
  const standing = limits.observe(person);
  if (standing === undefined) return answer();
  const headers = standingHeaders(person, standing);
  if (standing.observed > standing.limit) {
    return textResponse(429, 'Retry later\n', {
      ...headers,
      'ratelimit-resettime': new Date(standing.resetsAt * 1000).toUTCString(),
      'retry-after': String(standing.left),
    });
  }
  const response = await answer();
  return isAtLeast(edition, '18.0') ? { ...response, headers: { ...headers, ...response.headers } } : response;
};
