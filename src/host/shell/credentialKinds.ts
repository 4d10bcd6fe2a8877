import * as v from 'valibot';

/** OAuth tokens; an access token lasts for hours. */
const browserShape = v.object({
  kind: v.literal('browser'),
  token: v.string(),
  /** Application id. */
  clientId: v.string(),
  refreshToken: v.optional(v.string()),
  /** Epoch time; absent if the server doesn't report it. */
  expiresAtMs: v.optional(v.number()),
});

/** A token of another program, which is never stored. */
const externalShape = v.variant('kind', [
  /** `account`: its label in GitLab Workflow. */
  v.object({ kind: v.literal('workflow'), account: v.string() }),
  v.object({ kind: v.literal('glab') }),
  v.object({ kind: v.literal('git') }),
]);

/** A personal access token has a field of its own in the secret. */
export const credentialShape = v.variant('kind', [browserShape, ...externalShape.options]);

export type BrowserCredential = v.InferOutput<typeof browserShape>;
export type ExternalCredential = v.InferOutput<typeof externalShape>;

/** A token from the environment is never stored. */
export type Credential =
  | { readonly kind: 'token' | 'environment'; readonly token: string }
  | BrowserCredential
  | ExternalCredential;

/** Undefined if another program keeps it. */
export const tokenIn = (credential: Credential): string | undefined =>
  'token' in credential ? credential.token : undefined;

/** Requests in flight must arrive before the expiry. */
const earlyMs = 60_000;

export const isDue = (credential: Credential, nowMs: number): credential is BrowserCredential =>
  credential.kind === 'browser' &&
  credential.refreshToken !== undefined &&
  credential.expiresAtMs !== undefined &&
  credential.expiresAtMs - earlyMs <= nowMs;
