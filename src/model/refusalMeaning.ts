import type { RequestErrorFacts } from '../client/errors.ts';
import type { Operation, Tier } from '../wire/operation.ts';

export type UnavailableReason = 'release' | 'tier' | 'role' | 'scope' | 'disabled';

export interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: UnavailableReason;
  /** Answers are ambiguous. */
  readonly orElse: readonly UnavailableReason[];
  /** If `release` is a possible reason. */
  readonly since?: string | undefined;
  /** If `tier` is a possible reason. */
  readonly tier?: Tier | undefined;
  /** Equivalent operation. */
  readonly instead?: string | undefined;
}

/** Custom roles belong to groups on GitLab.com, to the instance elsewhere. */
const counterparts: Readonly<Record<string, string>> = { M1: 'M4', M2: 'M5', M3: 'M6', M4: 'M1', M5: 'M2', M6: 'M3' };

/** Administrators or a feature flag can disable them. */
const switchable = new Set(['G1', 'G2', 'G3', 'X1', 'X2', 'X3', 'X4', 'X5', 'X6', 'H1', 'H3', 'H4', 'H5']);

/** Administrators can disable their source (403). */
const importing = new Set(['X4', 'X5', 'X6', 'X8', 'G3', 'H1', 'H3', 'H4', 'H5']);

/**
 * Judges by status, untranslated messages and their member. Undefined for refusals of parameters, records or the moment.
 */
export const refusalMeaning = (operation: Operation, facts: RequestErrorFacts): Unavailable | undefined => {
  const { failure, status, serverMember: member } = facts;
  if (failure === 'insufficientScope') return unavailable(operation, 'scope');
  // sent by a gateway
  if (member === undefined) return undefined;
  if (status === 404) return missing(operation, facts);
  if (status === 405) return member === 'error' ? unavailable(operation, 'release') : undefined;
  if (status === 403) return forbidden(operation, facts);
  return status === 400 ? moved(operation, facts) : undefined;
};

const unavailable = (
  operation: Operation,
  reason: UnavailableReason,
  ...orElse: readonly UnavailableReason[]
): Unavailable => {
  const reasons = [reason, ...orElse];
  return {
    kind: 'unavailable',
    reason,
    orElse,
    ...(reasons.includes('release') && operation.since !== undefined ? { since: operation.since } : {}),
    ...(reasons.includes('tier') && needsLicence(operation) ? { tier: operation.tier } : {}),
  };
};

const needsLicence = ({ tier = 'free' }: Operation): boolean => tier !== 'free';

/** Unknown routes answer in `error`, disabled features with `404 Not Found`, missing records with their type. */
const missing = (operation: Operation, facts: RequestErrorFacts): Unavailable | undefined => {
  if (facts.serverMessage !== '404 Not Found') return undefined;
  if (facts.serverMember === 'error') {
    // some proxies decode %2F
    if (/%2f/i.test(facts.address)) return undefined;
    if (operation.since === undefined && !needsLicence(operation)) return undefined;
    if (!needsLicence(operation)) return unavailable(operation, 'release');
    // the open-source build lacks routes of licensed features
    return operation.since === undefined ? unavailable(operation, 'tier') : unavailable(operation, 'release', 'tier');
  }
  if (needsLicence(operation)) return unavailable(operation, 'tier', 'disabled');
  return switchable.has(operation.reference) ? unavailable(operation, 'disabled') : undefined;
};

/** A refusal with a reason doesn't concern the operation itself. */
const forbidden = (
  operation: Operation,
  { serverMessage, serverMember }: RequestErrorFacts,
): Unavailable | undefined => {
  if (importing.has(operation.reference) && !/^403 Forbidden - /.test(serverMessage ?? '')) {
    // format of refusals for a disabled source
    return serverMember === 'errors' ? unavailable(operation, 'disabled') : unavailable(operation, 'disabled', 'role');
  }
  if (serverMessage === 'Unauthorized access') return unavailable(operation, 'role');
  if (serverMessage !== '403 Forbidden') return undefined;
  return needsLicence(operation) ? unavailable(operation, 'tier', 'role') : unavailable(operation, 'role');
};

const moved = (operation: Operation, { serverMessage = '' }: RequestErrorFacts): Unavailable | undefined => {
  const instead = counterparts[operation.reference];
  if (instead === undefined) return undefined;
  const isElsewhere =
    /Group-level custom roles are deprecated/i.test(serverMessage) ||
    // GitLab.com answers this to operations on instance roles
    (operation.since !== undefined && serverMessage === '400 Bad request');
  return isElsewhere ? { ...unavailable(operation, 'disabled'), instead } : undefined;
};
