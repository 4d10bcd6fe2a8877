import type { RequestErrorFacts } from '../../../../client/errors.ts';

/** The service an import reads from. */
export type ImportService = 'github' | 'gists' | 'bitbucketServer' | 'bitbucket';

/** What the refusal of an import from another service means. */
export type ServiceRefusal =
  /** An administrator does not allow the source. */
  | 'sourceDisabled'
  /** The user may not make snippets. */
  | 'snippetsForbidden'
  /** The release does not have the operation. */
  | 'notInRelease'
  /** The other service does not accept the credential. */
  | 'credential'
  /** The other service asks the server to slow down. */
  | 'rateLimitThere'
  /** The server asks us to slow down. */
  | 'rateLimitHere'
  | 'namespaceMissing'
  | 'namespaceRights'
  | 'pathTaken'
  | 'repositoryMissing'
  | 'repositoryTooLarge'
  | 'address'
  /** The other service had an error or could not be reached from the server. */
  | 'serviceError'
  /** The same is at work already. */
  | 'busy'
  /** Anything else: about the request itself, or about the account. */
  | 'other';

/**
 * Reads out of a refusal of H1, H3, H4 or H5 what it means. The same status has several meanings, so that words the
 * service does not translate decide together with the member they stand in; without them it is `other`.
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
      // gists stood behind a switch at first, which refuses in the form of a record
      return words === '404 Not Found' && (member === 'error' || service === 'gists') ? 'notInRelease' : 'other';
    case 405:
      return member === 'error' ? 'notInRelease' : 'other';
    case 422:
      return unprocessable(words);
    case 429:
      // the other service's limit is passed on in words of its own, the server's own limits have others
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

/** What the refusal of a cancel (H2) means. */
export type CancelRefusal = 'ended' | 'notOwner' | 'notImported' | 'notVisible' | 'notInRelease' | 'other';

/** Reads out of a refusal of H2 what it means. */
export const cancelRefusal = ({
  status,
  serverMessage: words = '',
  serverMember: member,
}: RequestErrorFacts): CancelRefusal => {
  if (status === 400 && /cannot be canceled/i.test(words)) return 'ended';
  if (status === 403 && /unauthorized access/i.test(words)) return 'notOwner';
  if (status === 405 || (status === 404 && member === 'error')) return 'notInRelease';
  // a project that was not imported from GitHub is looked up in vain, one that cannot be seen is refused without number
  if (status === 404) return /^404\b/.test(words) ? 'notImported' : 'notVisible';
  return 'other';
};
