import type { RequestErrorFacts } from '../../../../client/errors.ts';

export type ImportService = 'github' | 'gists' | 'bitbucketServer' | 'bitbucket';

export type ServiceRefusal =
  /** Disabled by an administrator. */
  | 'sourceDisabled'
  /** The user may not create snippets. */
  | 'snippetsForbidden'
  | 'notInRelease'
  /** Rejected by the other service. */
  | 'credential'
  /** Of the other service. */
  | 'rateLimitThere'
  /** Of GitLab. */
  | 'rateLimitHere'
  | 'namespaceMissing'
  | 'namespaceRights'
  | 'pathTaken'
  | 'repositoryMissing'
  | 'repositoryTooLarge'
  | 'address'
  /** The other service failed, or GitLab can't reach it. */
  | 'serviceError'
  /** Already running. */
  | 'busy'
  /** Another problem of the request or the account. */
  | 'other';

/**
 * Classifies a refusal of H1, H3, H4 or H5. Statuses are ambiguous, so untranslated messages and their member decide too.
 */
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
      // gists were behind a feature flag first, which answers like a missing record
      return words === '404 Not Found' && (member === 'error' || service === 'gists') ? 'notInRelease' : 'other';
    case 405:
      return member === 'error' ? 'notInRelease' : 'other';
    case 422:
      return unprocessable(words);
    case 429:
      // `error` with this text is the other service's limit
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

/** Classifies a refusal of H2. */
export const cancelRefusal = ({
  status,
  serverMessage: words = '',
  serverMember: member,
}: RequestErrorFacts): CancelRefusal => {
  if (status === 400 && /cannot be canceled/i.test(words)) return 'ended';
  if (status === 403 && /unauthorized access/i.test(words)) return 'notOwner';
  if (status === 405 || (status === 404 && member === 'error')) return 'notInRelease';
  // a project without a GitHub import has the status in its message, an invisible one doesn't
  if (status === 404) return /^404\b/.test(words) ? 'notImported' : 'notVisible';
  return 'other';
};
