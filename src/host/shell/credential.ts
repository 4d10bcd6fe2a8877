import * as v from 'valibot';

/** A sign-in by the browser: its token lasts for hours, and is exchanged for the next one. */
const browserShape = v.object({
  kind: v.literal('browser'),
  token: v.string(),
  /** The application's id on that server. */
  clientId: v.string(),
  refreshToken: v.optional(v.string()),
  /** Milliseconds since 1970; left out where the server does not say. */
  expiresAtMs: v.optional(v.number()),
});

/** The way to a token that another program keeps. The token is never stored here. */
const lentShape = v.variant('kind', [
  /** `account`: the label of the account in GitLab Workflow. */
  v.object({ kind: v.literal('workflow'), account: v.string() }),
  v.object({ kind: v.literal('glab') }),
  v.object({ kind: v.literal('git') }),
]);

/** A credential as a secret holds it, but for a personal access token, which stands there by itself. */
export const credentialShape = v.variant('kind', [browserShape, ...lentShape.options]);

export type BrowserCredential = v.InferOutput<typeof browserShape>;
export type LentCredential = v.InferOutput<typeof lentShape>;

/** What an account signs in with. A token of the environment is in no secret: it counts while its variable is set. */
export type Credential =
  | { readonly kind: 'token' | 'environment'; readonly token: string }
  | BrowserCredential
  | LentCredential;

/** The token, where it is at hand. */
export const tokenIn = (credential: Credential): string | undefined =>
  'token' in credential ? credential.token : undefined;

/** A token is exchanged this long before it ends, in milliseconds: a request that is on its way shall still arrive. */
const earlyMs = 60_000;

/** True for a token that has ended, or is about to, and can be exchanged. */
export const isDue = (credential: Credential, nowMs: number): credential is BrowserCredential =>
  credential.kind === 'browser' &&
  credential.refreshToken !== undefined &&
  credential.expiresAtMs !== undefined &&
  credential.expiresAtMs - earlyMs <= nowMs;
