import { jsonResponse, type SandboxResponse } from './exchange.ts';

/** Error response, thrown by handlers. */
export class Refusal extends Error {
  readonly response: SandboxResponse;

  constructor(response: SandboxResponse) {
    super(`refused with ${response.status}`);
    this.name = 'Refusal';
    this.response = response;
  }
}

/** `{"message": text}`. */
export const refusal = (status: number, message: string): Refusal => new Refusal(jsonResponse(status, { message }));

/** `404 Commit Not Found`, or `404 Not found` without a kind. */
export const notFound = (kind?: string): Refusal =>
  refusal(404, kind === undefined ? '404 Not found' : `404 ${kind} Not Found`);

/** `403 Forbidden`, with a reason if given. */
export const forbidden = (reason?: string): Refusal =>
  refusal(403, reason === undefined ? '403 Forbidden' : `403 Forbidden - ${reason}`);

/** Missing or unknown token. */
export const unauthorized = (): Refusal => refusal(401, '401 Unauthorized');

/** 400 `{"error": "branch is missing, dry_run is invalid"}`. */
export const badParameters = (problems: readonly string[]): Refusal =>
  new Refusal(jsonResponse(400, { error: problems.join(', ') }));

export const malformedBody = (): Refusal => badParameters(['message body does not match declared format']);

/** `400 Bad request - reason`. */
export const badRequest = (reason: string): Refusal => refusal(400, `400 Bad request - ${reason}`);

/** 400 `{"message":{"note":["can't be blank"]}}`. */
export const invalidRecord = (problems: Readonly<Record<string, readonly string[]>>): Refusal =>
  new Refusal(jsonResponse(400, { message: problems }));

/** 401 for a revoked or expired token, with the header that OAuth libraries read. */
export const deadToken = (description: string): Refusal =>
  new Refusal(
    jsonResponse(
      401,
      { error: 'invalid_token', error_description: description },
      { 'www-authenticate': `Bearer realm="The API", error="invalid_token", error_description="${description}"` },
    ),
  );

/** GitLab's message for a missing permission of a fine-grained token, such as `Merge Request: Create`. */
export const missingPermission = (permission: string, boundary: string): string =>
  `Access denied: This operation requires a fine-grained personal access token with the following ${boundary} permissions: [${permission}].`;

export const insufficientPermission = (permission: string, boundary: string): Refusal =>
  new Refusal(
    jsonResponse(403, {
      error: 'insufficient_granular_scope',
      error_description: missingPermission(permission, boundary),
    }),
  );

/** 403; `scope` lists the sufficient ones. */
export const insufficientScope = (scopes: readonly string[]): Refusal =>
  new Refusal(
    jsonResponse(403, {
      error: 'insufficient_scope',
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope: scopes.join(' '),
    }),
  );
