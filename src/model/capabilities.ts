import type { RequestErrorFacts } from '../client/errors.ts';
import type { Operation, Tier } from '../wire/operation.ts';
import { refusalMeaning, type Unavailable } from './refusalMeaning.ts';
import { isAtLeast, readRelease, type Release } from './release.ts';

/** `unknown` is worth a try. */
export type Availability = { readonly kind: 'available' } | Unavailable | { readonly kind: 'unknown' };

/** Immutable. */
export interface Capabilities {
  readonly release: Release | undefined;
  /** EE doesn't imply a licence. */
  readonly build: 'community' | 'enterprise' | undefined;
  /** Tiers by group or project. */
  readonly tiers: ReadonlyMap<string, KnownTier>;
  /** Answers by reference and place, or for the whole server. */
  readonly answers: ReadonlyMap<string, Availability>;
}

/** `atLeast` if a feature worked. */
export interface KnownTier {
  readonly tier: Tier;
  readonly certainty: 'atLeast' | 'exactly';
}

export const nothingKnown: Capabilities = {
  release: undefined,
  build: undefined,
  tiers: new Map(),
  answers: new Map(),
};

/** `GET /metadata` or `GET /version`. Before 15.6 only `-ee` reveals the build. A new release resets answers. */
export const withServer = (
  known: Capabilities,
  server: { readonly version: string; readonly enterprise?: boolean | null | undefined },
): Capabilities => {
  const release = readRelease(server.version);
  const isEnterprise = server.enterprise ?? (/-ee\b/.test(server.version) ? true : undefined);
  const isSame = known.release === undefined || release?.join('.') === known.release.join('.');
  const build = isEnterprise === undefined ? undefined : isEnterprise ? 'enterprise' : 'community';
  return {
    release,
    build: build ?? (isSame ? known.build : undefined),
    tiers: known.tiers,
    answers: isSame ? known.answers : new Map(),
  };
};

/** `default` has no meaning. */
export const withPlan = (known: Capabilities, place: string, plan: string | null | undefined): Capabilities => {
  const tier = tierOfPlan(plan ?? '');
  if (tier === undefined) return known;
  return { ...known, tiers: new Map(known.tiers).set(place, { tier, certainty: 'exactly' }) };
};

const tierOfPlan = (plan: string): Tier | undefined => {
  if (/^(?:ultimate|gold|opensource)/.test(plan)) return 'ultimate';
  if (/^(?:premium|silver)/.test(plan)) return 'premium';
  return plan === 'free' ? 'free' : undefined;
};

/** Permissions and licences apply to `place`, any stable key of a group or project; releases to the server. */
export const withOutcome = (
  known: Capabilities,
  operation: Operation,
  outcome: 'answered' | RequestErrorFacts,
  place = '',
): Capabilities => {
  if (outcome === 'answered') {
    const learnt = withAnswer(withoutVerdict(known, operation), operation, place, { kind: 'available' });
    return operation.tier === undefined ? learnt : withTier(learnt, place, operation.tier);
  }
  const meaning = refusalMeaning(operation, outcome);
  if (meaning === undefined) return known;
  const judged = judge(known, operation, place, meaning);
  // routes exist for the whole server
  return withAnswer(known, operation, judged.reason === 'release' ? '' : place, judged);
};

const ranks: Readonly<Record<Tier, number>> = { free: 0, premium: 1, ultimate: 2 };

const withAnswer = (
  known: Capabilities,
  { reference }: Operation,
  place: string,
  answer: Availability,
): Capabilities => ({ ...known, answers: new Map(known.answers).set(key(reference, place), answer) });

/** Refuted by any success. */
const withoutVerdict = (known: Capabilities, { reference }: Operation): Capabilities => {
  if (!known.answers.has(key(reference, ''))) return known;
  const answers = new Map(known.answers);
  answers.delete(key(reference, ''));
  return { ...known, answers };
};

const withTier = (known: Capabilities, place: string, tier: Tier): Capabilities => {
  const before = known.tiers.get(place);
  if (before !== undefined && ranks[before.tier] >= ranks[tier]) return known;
  return { ...known, tiers: new Map(known.tiers).set(place, { tier, certainty: 'atLeast' }) };
};

const key = (reference: string, place: string): string => `${reference} ${place}`;

/** Removes reasons ruled out by known facts. */
const judge = (known: Capabilities, operation: Operation, place: string, meaning: Unavailable): Unavailable => {
  const ruledOut = (reason: string): boolean => {
    if (reason === 'tier') return hasTier(known, operation, place) === true;
    return reason === 'release' && hasRelease(known, operation) === true && operation.tier !== undefined;
  };
  const left = [meaning.reason, ...meaning.orElse].filter((one) => !ruledOut(one));
  const [reason = meaning.reason, ...orElse] = left;
  const { since, tier, instead } = meaning;
  return {
    kind: 'unavailable',
    reason,
    orElse,
    ...(since !== undefined && left.includes('release') ? { since } : {}),
    ...(tier !== undefined && left.includes('tier') ? { tier } : {}),
    ...(instead === undefined ? {} : { instead }),
  };
};

const hasRelease = ({ release }: Capabilities, { since }: Operation): boolean | undefined =>
  since === undefined ? true : release === undefined ? undefined : isAtLeast(release, since);

/** Undefined while unknown. */
const hasTier = (known: Capabilities, { tier = 'free' }: Operation, place: string): boolean | undefined => {
  if (tier === 'free') return true;
  if (known.build === 'community') return false;
  const at = known.tiers.get(place) ?? known.tiers.get('');
  if (at === undefined) return undefined;
  if (ranks[at.tier] >= ranks[tier]) return true;
  return at.certainty === 'exactly' ? false : undefined;
};

/** Permissions aren't predicted. */
export const operationAvailability = (known: Capabilities, operation: Operation, place = ''): Availability => {
  const answer = known.answers.get(key(operation.reference, place)) ?? known.answers.get(key(operation.reference, ''));
  if (answer !== undefined) return answer;
  const isInRelease = hasRelease(known, operation);
  if (isInRelease === false) return { kind: 'unavailable', reason: 'release', orElse: [], since: operation.since };
  const isInTier = hasTier(known, operation, place);
  if (isInTier === false) return { kind: 'unavailable', reason: 'tier', orElse: [], tier: operation.tier };
  return { kind: isInRelease === true && isInTier === true ? 'available' : 'unknown' };
};
