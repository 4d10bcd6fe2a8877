import type { ServerMember } from './errors.ts';

export interface ErrorBody {
  readonly message: string | undefined;
  /** Origin of `message`. */
  readonly member: ServerMember | undefined;
  readonly errorCode: string | undefined;
  readonly scopes: readonly string[] | undefined;
  /** Such as `insufficient_scope` and `invalid_token`. */
  readonly oauthError: string | undefined;
}

/** GitLab's error shapes: `message`, `error` with `error_description`, `errors`. */
export const readErrorBody = (body: unknown): ErrorBody => {
  if (!isRecord(body))
    return { message: words(body), member: undefined, errorCode: undefined, scopes: undefined, oauthError: undefined };
  return {
    message:
      words(body['message']) ?? words(body['error_description']) ?? words(body['error']) ?? words(body['errors']),
    member: members.find((name) => words(body[name]) !== undefined),
    errorCode: text(body['error_code']),
    scopes: text(body['scope'])?.split(' ').filter(Boolean),
    oauthError: text(body['error'])?.match(/^[a-z]+(?:_[a-z]+)+$/)?.[0],
  };
};

const members = ['message', 'error', 'errors'] as const;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Accepts a string, list, map of fields, or `{error}`. */
const words = (value: unknown, depth = 0): string | undefined => {
  if (typeof value === 'string') return value.trim() === '' ? undefined : shorten(value.trim());
  if (depth > 3) return undefined;
  if (Array.isArray(value)) return joined(value.map((item) => words(item, depth + 1)));
  if (!isRecord(value)) return undefined;
  // GraphQL errors also have a location
  if (typeof value['message'] === 'string') return words(value['message']);
  return joined(
    Object.entries(value).map(([field, item]) => {
      const inner = words(item, depth + 1);
      return inner === undefined || field === 'base' || field === 'error' || field === 'message'
        ? inner
        : `${field} ${inner}`;
    }),
  );
};

const joined = (parts: readonly (string | undefined)[]): string | undefined => {
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? undefined : shorten(known.join(', '));
};

export const shorten = (value: string): string => (value.length > 1000 ? `${value.slice(0, 1000)}…` : value);
