import { withoutQueries } from '../withoutQueries.ts';

/** Tokens by prefix. */
const tokens = /\b(?:gl[a-z]{1,8}-|gh[a-z]_|github_pat_|xox[a-z]-|AKIA)[\w.-]{8,}/g;

/** Secrets by name: `private_token=…`, `"password": "…"`, `Bearer …`. */
const named =
  /((?:token|secret|passw(?:or)?d|credentials?|api_?key|access_?key(?:_id)?)["']?\s*[=:]\s*["']?|(?:bearer|basic)\s+)[^\s"'&,;)]+/gi;

const instead = '[credential]';

/** Safe to share: without queries, fragments or credentials in addresses, and anything shaped or named like a secret. */
export const withoutSecrets = (text: string): string =>
  withoutQueries(text).replace(tokens, instead).replace(named, `$1${instead}`);
