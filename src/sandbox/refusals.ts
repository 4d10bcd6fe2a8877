import { jsonResponse, type SandboxResponse } from './exchange.ts';

/** Ends a request with an answer other than success; thrown by handlers, turned into the answer by the API. */
export class Refusal extends Error {
  readonly response: SandboxResponse;

  constructor(response: SandboxResponse) {
    super(`refused with ${response.status}`);
    this.name = 'Refusal';
    this.response = response;
  }
}

/** A refusal of the shape `{"message": text}`. */
export const refusal = (status: number, message: string): Refusal => new Refusal(jsonResponse(status, { message }));

/** 404 `404 Commit Not Found`, or `404 Not found` for a record looked up without naming its kind. */
export const notFound = (kind?: string): Refusal =>
  refusal(404, kind === undefined ? '404 Not found' : `404 ${kind} Not Found`);

/** 403 `403 Forbidden`, with the reason when there is one. */
export const forbidden = (reason?: string): Refusal =>
  refusal(403, reason === undefined ? '403 Forbidden' : `403 Forbidden - ${reason}`);

/** 401 for a missing or unknown token. */
export const unauthorized = (): Refusal => refusal(401, '401 Unauthorized');

/** 400 of the parameter check: `{"error": "branch is missing, dry_run is invalid"}`. */
export const badParameters = (problems: readonly string[]): Refusal =>
  new Refusal(jsonResponse(400, { error: problems.join(', ') }));

/** 400 for a body that is not the JSON it says it is. */
export const malformedBody = (): Refusal => badParameters(['message body does not match declared format']);

/** 400 `400 Bad request - reason`. */
export const badRequest = (reason: string): Refusal => refusal(400, `400 Bad request - ${reason}`);

/** 400 of a record that does not hold together: `{"message":{"note":["can't be blank"]}}`. */
export const invalidRecord = (problems: Readonly<Record<string, readonly string[]>>): Refusal =>
  new Refusal(jsonResponse(400, { message: problems }));

/** 401 for a token that was good once: `{"error":"invalid_token", …}` with the header OAuth libraries look for. */
export const deadToken = (description: string): Refusal =>
  new Refusal(
    jsonResponse(
      401,
      { error: 'invalid_token', error_description: description },
      { 'www-authenticate': `Bearer realm="The API", error="invalid_token", error_description="${description}"` },
    ),
  );

/** The words for a fine-grained token that lacks a permission, such as `Merge Request: Create`, of a `boundary`. */
export const missingPermission = (permission: string, boundary: string): string =>
  `Access denied: This operation requires a fine-grained personal access token with the following ${boundary} permissions: [${permission}].`;

/** 403 for a fine-grained token that lacks a permission. */
export const insufficientPermission = (permission: string, boundary: string): Refusal =>
  new Refusal(
    jsonResponse(403, {
      error: 'insufficient_granular_scope',
      error_description: missingPermission(permission, boundary),
    }),
  );

/** 403 for a token whose scopes do not reach. `scope` names every scope that would do. */
export const insufficientScope = (scopes: readonly string[]): Refusal =>
  new Refusal(
    jsonResponse(403, {
      error: 'insufficient_scope',
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope: scopes.join(' '),
    }),
  );
