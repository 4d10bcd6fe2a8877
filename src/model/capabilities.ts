import type { RequestErrorFacts } from '../client/errors.ts';
import type { Operation, Tier } from '../wire/operation.ts';
import { refusalMeaning, type Unavailable } from './refusalMeaning.ts';
import { isSince, readRelease, type Release } from './release.ts';

/** Whether an operation can be had: `unknown` until the server has said enough, which is a reason to try. */
export type Availability = { readonly kind: 'available' } | Unavailable | { readonly kind: 'unknown' };

/** What one account knows of its server. Replaced as a whole when something is learnt; begins as `nothingKnown`. */
export interface Capabilities {
  readonly release: Release | undefined;
  /** Which build it is; that of the enterprise says nothing of a licence. */
  readonly build: 'community' | 'enterprise' | undefined;
  /** Tiers by place: what the place is known to have, at least or exactly. */
  readonly tiers: ReadonlyMap<string, KnownTier>;
  /** What answers said of an operation, by reference and place; without a place of the whole server. */
  readonly answers: ReadonlyMap<string, Availability>;
}

/** A tier that is known; `atLeast` when it was seen at work, `exactly` when the server named it. */
export interface KnownTier {
  readonly tier: Tier;
  readonly certainty: 'atLeast' | 'exactly';
}

/** What an account knows before its server has said anything. */
export const nothingKnown: Capabilities = {
  release: undefined,
  build: undefined,
  tiers: new Map(),
  answers: new Map(),
};

/**
 * Takes in what `GET /metadata` or `GET /version` said. Servers before 15.6 do not say which build they are; there
 * only an `-ee` behind the release tells. When the release is another than before, answers of the old one are forgotten.
 */
export const learnServer = (
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

/** Takes in the `plan` of a namespace; plans that name no tier, such as `default`, teach nothing. */
export const learnPlan = (known: Capabilities, place: string, plan: string | null | undefined): Capabilities => {
  const tier = tierOfPlan(plan ?? '');
  if (tier === undefined) return known;
  return { ...known, tiers: new Map(known.tiers).set(place, { tier, certainty: 'exactly' }) };
};

const tierOfPlan = (plan: string): Tier | undefined => {
  if (/^(?:ultimate|gold|opensource)/.test(plan)) return 'ultimate';
  if (/^(?:premium|silver)/.test(plan)) return 'premium';
  return plan === 'free' ? 'free' : undefined;
};

/**
 * Takes in how an operation ended: `'answered'`, or the facts of its failure. `place` is the group or project it was
 * about, in any form the caller keeps to; rights and licences are known there only, releases everywhere.
 */
export const learnOutcome = (
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
  // a route, unlike a right, is there for all or for none
  return withAnswer(known, operation, judged.reason === 'release' ? '' : place, judged);
};

const ranks: Readonly<Record<Tier, number>> = { free: 0, premium: 1, ultimate: 2 };

const withAnswer = (
  known: Capabilities,
  { reference }: Operation,
  place: string,
  answer: Availability,
): Capabilities => ({
  ...known,
  answers: new Map(known.answers).set(key(reference, place), answer),
});

/** Drops what was said of the whole server: it is refuted once the operation worked somewhere. */
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

/** Leaves out of the reasons of a refusal those that what is known rules out. */
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

/** Whether the server's release has the operation; undefined while the release is unknown. */
const hasRelease = ({ release }: Capabilities, { since }: Operation): boolean | undefined =>
  since === undefined ? true : release === undefined ? undefined : isSince(release, since);

/** Whether the place has the tier the operation needs; undefined while nobody knows. */
const hasTier = (known: Capabilities, { tier = 'free' }: Operation, place: string): boolean | undefined => {
  if (tier === 'free') return true;
  if (known.build === 'community') return false;
  const at = known.tiers.get(place) ?? known.tiers.get('');
  if (at === undefined) return undefined;
  if (ranks[at.tier] >= ranks[tier]) return true;
  return at.certainty === 'exactly' ? false : undefined;
};

/**
 * Says whether an operation can be had at a place, from what its own answers said there and what release, build and
 * tier say. Rights are not foretold: an operation is `available` when the server has it.
 */
export const operationAvailability = (known: Capabilities, operation: Operation, place = ''): Availability => {
  const said = known.answers.get(key(operation.reference, place)) ?? known.answers.get(key(operation.reference, ''));
  if (said !== undefined) return said;
  const isInRelease = hasRelease(known, operation);
  if (isInRelease === false) return { kind: 'unavailable', reason: 'release', orElse: [], since: operation.since };
  const isInTier = hasTier(known, operation, place);
  if (isInTier === false) return { kind: 'unavailable', reason: 'tier', orElse: [], tier: operation.tier };
  return { kind: isInRelease === true && isInTier === true ? 'available' : 'unknown' };
};
