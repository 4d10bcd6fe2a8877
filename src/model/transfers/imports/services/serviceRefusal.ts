import type { RequestErrorFacts } from '../../../../client/errors.ts';

export type ImportService = 'github' | 'gists' | 'bitbucketServer' | 'bitbucket';

export type ServiceRefusal =
  /** Administrators disabled it. */
  | 'sourceDisabled'
  | 'snippetsForbidden'
  | 'notInRelease'
  /** The other service rejected it. */
  | 'credential'
  /** The other service's limit. */
  | 'rateLimitThere'
  /** GitLab's limit. */
  | 'rateLimitHere'
  | 'namespaceMissing'
  | 'namespaceRights'
  | 'pathTaken'
  | 'repositoryMissing'
  | 'repositoryTooLarge'
  | 'address'
  /** The other service failed, or is unreachable from GitLab. */
  | 'serviceError'
  | 'busy'
  | 'other';

/** H1, H3, H4, H5. Statuses are ambiguous, so untranslated messages and their member decide too. */
export const serviceRefusal = (service: ImportService, facts: RequestErrorFacts): ServiceRefusal => {
  const { status, serverMessage: words = '', serverMember: member } = facts;
  switch (status) {
    case 400:
      if (/^Invalid URL|\bURL\b/i.test(words)) return 'address';
      return credentialOrError(words) ?? 'other';
    case 401:
      if (/Access denied to (?:your|the)\b/i.test(words) && /\baccount/i.test(words)) return 'credential';
      return /permission/i.test(words) ? 'namespaceRights' : 'other';
    case 403:
      if (facts.failure === 'insufficientScope') return 'other';
      if ((/source is|import/i.test(words) && /disabled/i.test(words)) || member === 'errors') return 'sourceDisabled';
      return service === 'gists' ? 'snippetsForbidden' : 'other';
    case 404:
      // gists' feature flag answers like a missing record
      return words === '404 Not Found' && (member === 'error' || service === 'gists') ? 'notInRelease' : 'other';
    case 405:
      return member === 'error' ? 'notInRelease' : 'other';
    case 422:
      return unprocessable(words);
    case 429:
      // passed on from the other service
      return member === 'error' && /^Too Many Requests$/i.test(words) ? 'rateLimitThere' : 'rateLimitHere';
    default:
      return 'other';
  }
};

const unprocessable = (words: string): ServiceRefusal => {
  if (/already in progress/i.test(words)) return 'busy';
  if (/does not exist/i.test(words)) return 'namespaceMissing';
  if (/not allowed to (?:import|create) projects/i.test(words)) return 'namespaceRights';
  if (/has already been taken|already exists/i.test(words)) return 'pathTaken';
  if (/could not be found|\(HTTP 404\)/i.test(words)) return 'repositoryMissing';
  if (/size|too large|exceed/i.test(words)) return 'repositoryTooLarge';
  return credentialOrError(words) ?? 'other';
};

const credentialOrError = (words: string): ServiceRefusal | undefined => {
  if (/\(HTTP 401\)|\(HTTP 403\)|Bad credentials|Authentication failed/i.test(words)) return 'credential';
  if (/\(HTTP 429\)|rate limit/i.test(words)) return 'rateLimitThere';
  return /^Import failed due to/i.test(words) ? 'serviceError' : undefined;
};

export type CancelRefusal = 'ended' | 'notOwner' | 'notImported' | 'notVisible' | 'notInRelease' | 'other';

/** H2. */
export const cancelRefusal = ({
  status,
  serverMessage: words = '',
  serverMember: member,
}: RequestErrorFacts): CancelRefusal => {
  if (status === 400 && /cannot be canceled/i.test(words)) return 'ended';
  if (status === 403 && /unauthorized access/i.test(words)) return 'notOwner';
  if (status === 405 || (status === 404 && member === 'error')) return 'notInRelease';
  // invisible projects have no status in the message
  if (status === 404) return /^404\b/.test(words) ? 'notImported' : 'notVisible';
  return 'other';
};
