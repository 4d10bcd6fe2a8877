import { withoutQueries } from '../withoutQueries.ts';

/** Tokens by what services begin theirs with. */
const tokens = /\b(?:gl[a-z]{1,8}-|gh[a-z]_|github_pat_|xox[a-z]-|AKIA)[\w.-]{8,}/g;

/** Values of what is named like a secret: `private_token=…`, `"password": "…"`, `Bearer …`. */
const named =
  /((?:token|secret|passw(?:or)?d|credentials?|api_?key|access_?key(?:_id)?)["']?\s*[=:]\s*["']?|(?:bearer|basic)\s+)[^\s"'&,;)]+/gi;

const instead = '[credential]';

/**
 * A text that may be given to others: addresses without queries, fragments and who signs in, and nothing that is shaped
 * or named like a secret, known or not.
 */
export const withoutSecrets = (text: string): string =>
  withoutQueries(text).replace(tokens, instead).replace(named, `$1${instead}`);
