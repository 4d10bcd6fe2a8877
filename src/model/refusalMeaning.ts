import type { RequestErrorFacts } from '../client/errors.ts';
import type { Operation, Tier } from '../wire/operation.ts';

/** Why an operation is not to be had: not in this release, not on this tier, not with this role or token, switched off. */
export type UnavailableReason = 'release' | 'tier' | 'role' | 'scope' | 'disabled';

/** An operation that is not to be had here. */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: UnavailableReason;
  /** Reasons the same answer may have as well: what servers say does not always tell them apart. */
  readonly orElse: readonly UnavailableReason[];
  /** First release that has it, where that is the reason or may be. */
  readonly since?: string | undefined;
  /** Tier it needs, where that is the reason or may be. */
  readonly tier?: Tier | undefined;
  /** Reference of the operation that does the same on such a server. */
  readonly instead?: string | undefined;
}

/** Custom roles belong to groups on GitLab.com and to the instance elsewhere: one set of operations answers for the other. */
const counterparts: Readonly<Record<string, string>> = { M1: 'M4', M2: 'M5', M3: 'M6', M4: 'M1', M5: 'M2', M6: 'M3' };

/** Operations an administrator can switch off, or that stand behind a feature flag on some releases. */
const switchable = new Set(['G1', 'G2', 'G3', 'X1', 'X2', 'X3', 'X4', 'X5', 'X6', 'H1', 'H3', 'H4', 'H5']);

/** Operations that begin an import; an administrator can forbid their source, which is refused with 403. */
const importing = new Set(['X4', 'X5', 'X6', 'X8', 'G3', 'H1', 'H3', 'H4', 'H5']);

/**
 * Reads out of a refusal whether the operation is not to be had here at all; undefined when the refusal is about its
 * parameters, the record it asked for or the moment. Branches on status, words the service does not translate, and the
 * member they stand in.
 */
export const refusalMeaning = (operation: Operation, facts: RequestErrorFacts): Unavailable | undefined => {
  const { failure, status, serverMember: member } = facts;
  if (failure === 'insufficientScope') return unavailable(operation, 'scope');
  // a page or a word of something in between says nothing of the service
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

/** A route nobody knows says `error`; a feature that is off `404 Not Found` and names nothing; a record says what it is. */
const missing = (operation: Operation, facts: RequestErrorFacts): Unavailable | undefined => {
  if (facts.serverMessage !== '404 Not Found') return undefined;
  if (facts.serverMember === 'error') {
    // proxies that decode %2F make unknown routes of names with a slash
    if (/%2f/i.test(facts.address)) return undefined;
    if (operation.since === undefined && !needsLicence(operation)) return undefined;
    if (!needsLicence(operation)) return unavailable(operation, 'release');
    // the open-source build does not have the routes of licensed features
    return operation.since === undefined ? unavailable(operation, 'tier') : unavailable(operation, 'release', 'tier');
  }
  if (needsLicence(operation)) return unavailable(operation, 'tier', 'disabled');
  return switchable.has(operation.reference) ? unavailable(operation, 'disabled') : undefined;
};

/** Only a refusal without a reason is about the operation: with one it is about this branch, this user, this moment. */
const forbidden = (
  operation: Operation,
  { serverMessage, serverMember }: RequestErrorFacts,
): Unavailable | undefined => {
  if (importing.has(operation.reference) && !/^403 Forbidden - /.test(serverMessage ?? '')) {
    // imports from other services are refused in their own form when the source is switched off
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
    // the operations of the instance answer so on GitLab.com, with nothing behind it
    (operation.since !== undefined && serverMessage === '400 Bad request');
  return isElsewhere ? { ...unavailable(operation, 'disabled'), instead } : undefined;
};
