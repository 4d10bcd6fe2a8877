import * as v from 'valibot';
import { isAtLeast, type Edition } from './edition.ts';
import { jsonResponse, textResponse, type SandboxResponse } from './exchange.ts';
import { Refusal } from './refusals.ts';
import type { Person } from './world/records.ts';

const windowSeconds = 60;

/** What real servers allow a user in a minute when nobody changed the settings. */
export const usualLimits = {
  project_import: 6,
  project_export: 6,
  project_download_export: 1,
  group_import: 6,
  group_export: 6,
  group_download_export: 1,
} as const;

/** What the application itself limits. */
export type LimitedAction = keyof typeof usualLimits;

const allowance = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Limits as tests switch them on; all are per user and minute, strangers count as one user. */
export const limitsSchema = v.strictObject({
  /** Requests to the whole API; never throttled when left out. */
  throttle: v.optional(v.pipe(allowance, v.minValue(1))),
  /** `usual` for those of real servers, or a number for each action that shall be limited; 0 is no limit. */
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

/** Limits as tests switch them on. */
export type Limits = v.InferOutput<typeof limitsSchema>;

/** How a request stands with the throttle. */
interface Standing {
  readonly limit: number;
  readonly observed: number;
  /** When the window ends, in seconds since 1970. */
  readonly resetsAt: number;
  /** Seconds until then. */
  readonly left: number;
}

const identity = (person: Person | undefined): string => (person === undefined ? 'stranger' : `user ${person.id}`);

/** Counts requests in windows of one minute by the clock, as the service does. Nothing is limited at first. */
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

  /** Replaces the limits and forgets what was counted. */
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

  /** Counts a request for the throttle; undefined while that is off. */
  observe(person: Person | undefined): Standing | undefined {
    const limit = this.#limits.throttle;
    if (limit === undefined) return undefined;
    const observed = this.#count(`throttle ${identity(person)}`);
    const seconds = Math.floor(this.#now().getTime() / 1000);
    const resetsAt = (Math.floor(seconds / windowSeconds) + 1) * windowSeconds;
    return { limit, observed, resetsAt, left: resetsAt - seconds };
  }

  /** Counts one use of an action; false when it is one too many. */
  allows(action: LimitedAction, person: Person | undefined, subject: number | undefined): boolean {
    const { application } = this.#limits;
    const limit = application === 'usual' ? usualLimits[action] : (application?.[action] ?? 0);
    if (limit === 0) return true;
    return this.#count(`${action} ${identity(person)} ${subject ?? ''}`) <= limit;
  }
}

/**
 * Counts one use of a limited action by the caller and refuses with 429 when it is one too many: a JSON body, and no
 * `Retry-After`. Downloads are counted for each group or project: give its id as the subject.
 */
export const limitAction = (
  { limits, person }: { readonly limits: RateLimits; readonly person: Person | undefined },
  action: LimitedAction,
  subject?: number,
): void => {
  if (limits.allows(action, person, subject)) return;
  throw new Refusal(
    jsonResponse(429, {
      message: { error: 'This endpoint has been requested too many times. Try again later.' },
    }),
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
 * Answers through the throttle of the whole instance. One request too many gets 429 as plain text with `Retry-After`
 * and nothing happens; from 18.0 on every answer tells how the caller stands.
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
