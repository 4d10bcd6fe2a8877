import assert from 'node:assert/strict';
import type { RequestErrorFacts, RequestFailure, RequestOutcome } from '../../src/client/errors.ts';
import { cherryPickCommit } from '../../src/wire/commits.ts';
import { getUser } from '../../src/wire/instance.ts';
import { connect, failureOf } from './connect.ts';
import { loopback } from './loopback.ts';
import { pick } from './samples.ts';

interface Refusal {
  readonly what: string;
  readonly status: number;
  readonly type?: string;
  readonly headers?: Record<string, string>;
  readonly body: string;
  readonly failure: RequestFailure;
  readonly outcome?: RequestOutcome;
  readonly says?: string;
  readonly scopes?: readonly string[];
  readonly errorCode?: string;
  readonly retryAfterMs?: number;
}

const html = '<!DOCTYPE html><html><body><h1>Bad Gateway</h1></body></html>';

/** Other bodies are in `errorBody.test.ts`, other answers in `everyOperation.test.ts`. */
const refusals: readonly Refusal[] = [
  {
    what: 'a conflict of a cherry-pick',
    status: 400,
    body: '{"message":"Sorry, we cannot cherry-pick this commit automatically.","error_code":"conflict"}',
    failure: 'refused',
    says: 'Sorry, we cannot cherry-pick this commit automatically.',
    errorCode: 'conflict',
  },
  {
    what: 'an unknown token',
    status: 401,
    body: '{"message":"401 Unauthorized"}',
    failure: 'unauthorized',
    says: '401 Unauthorized',
  },
  {
    what: 'an expired token',
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="The API", error="invalid_token"' },
    body: '{"error":"invalid_token","error_description":"Token is expired. You can either do re-authorization or token refresh."}',
    failure: 'unauthorized',
    says: 'Token is expired. You can either do re-authorization or token refresh.',
  },
  {
    what: 'a role that is too low',
    status: 403,
    body: '{"message":"403 Forbidden"}',
    failure: 'forbidden',
    says: '403 Forbidden',
  },
  {
    what: 'a scope that is missing',
    status: 403,
    body: '{"error":"insufficient_scope","error_description":"The request requires higher privileges than provided by the access token.","scope":"api read_api"}',
    failure: 'insufficientScope',
    says: 'The request requires higher privileges than provided by the access token.',
    scopes: ['api', 'read_api'],
  },
  {
    what: 'a permission that a fine-grained token lacks',
    status: 403,
    body: '{"error":"insufficient_granular_scope","error_description":"Access denied: This operation requires a fine-grained personal access token with the following project permissions: [Commit: Create]."}',
    failure: 'insufficientScope',
    says: 'Access denied: This operation requires a fine-grained personal access token with the following project permissions: [Commit: Create].',
  },
  { what: 'a web page of an access proxy', status: 403, type: 'text/html', body: html, failure: 'signInNeeded' },
  { what: 'a web page of an access proxy', status: 401, type: 'text/html', body: html, failure: 'signInNeeded' },
  {
    what: 'a missing resource',
    status: 404,
    body: '{"message":"404 Commit Not Found"}',
    failure: 'notFound',
    says: '404 Commit Not Found',
  },
  { what: 'a web page that was not found', status: 404, type: 'text/html', body: html, failure: 'notGitLab' },
  {
    what: 'a method the server does not know',
    status: 405,
    body: '{"error":"405 Not Allowed"}',
    failure: 'refused',
    says: '405 Not Allowed',
  },
  { what: 'a web page of a proxy that takes less', status: 413, type: 'text/html', body: html, failure: 'refused' },
  { what: 'a web page of a proxy that reads less', status: 414, type: 'text/html', body: html, failure: 'refused' },
  {
    what: 'a conflict',
    status: 409,
    body: '{"message":"409 Conflict: Resource lock"}',
    failure: 'refused',
    says: '409 Conflict: Resource lock',
  },
  {
    what: 'an import failure',
    status: 422,
    body: '{"errors":"Import failed"}',
    failure: 'refused',
    says: 'Import failed',
  },
  {
    what: 'the instance limit, in plain text',
    status: 429,
    type: 'text/plain',
    headers: { 'retry-after': '37', 'ratelimit-name': 'throttle_authenticated_api' },
    body: 'Retry later\n',
    failure: 'rateLimited',
    says: 'Retry later',
    retryAfterMs: 37_000,
  },
  { what: 'polling that is switched off', status: 429, body: '', failure: 'rateLimited' },
  {
    what: 'an error of the server',
    status: 500,
    body: '{"message":"500 Internal Server Error"}',
    failure: 'serverError',
    outcome: 'unknown',
    says: '500 Internal Server Error',
  },
  { what: 'a bare number', status: 500, body: '500', failure: 'serverError', outcome: 'unknown' },
  {
    what: 'a web page of a proxy',
    status: 502,
    type: 'text/html',
    body: html,
    failure: 'serverError',
    outcome: 'unknown',
  },
  {
    what: 'plain text of a proxy',
    status: 502,
    type: 'text/plain; charset=utf-8',
    body: 'upstream connect error',
    failure: 'serverError',
    outcome: 'unknown',
    says: 'upstream connect error',
  },
  {
    what: 'an overloaded server',
    status: 503,
    headers: { 'retry-after': '5' },
    body: '{"message":"Service unavailable"}',
    failure: 'serverError',
    outcome: 'unknown',
    says: 'Service unavailable',
    retryAfterMs: 5_000,
  },
  { what: 'nothing at all', status: 504, body: '', failure: 'serverError', outcome: 'unknown' },
  { what: 'nothing at all', status: 400, body: '', failure: 'refused' },
  { what: 'JSON that is cut', status: 400, body: '{"message":"Sorr', failure: 'notGitLab' },
  {
    what: 'JSON sent as plain text',
    status: 400,
    type: 'text/plain',
    body: '{"message":"Sorry","error_code":"conflict"}',
    failure: 'refused',
    says: 'Sorry',
    errorCode: 'conflict',
  },
  {
    what: 'JSON behind a byte order mark',
    status: 404,
    body: '\ufeff{"message":"404 Not found"}',
    failure: 'notFound',
    says: '404 Not found',
  },
];

describe('a refused request', () => {
  const net = loopback();

  const refusedWith = async (
    refusal: Pick<Refusal, 'status' | 'type' | 'headers' | 'body'>,
  ): Promise<RequestErrorFacts> => {
    const server = await net.serve((_, response) => {
      response.writeHead(refusal.status, { 'content-type': refusal.type ?? 'application/json', ...refusal.headers });
      response.end(refusal.body);
    });
    const { client } = connect(net, server.origin);
    return (await failureOf(client.send(cherryPickCommit, pick))).facts;
  };

  for (const [status, words] of [
    [413, 'the request is larger than the server takes'],
    [414, 'the address of the request is longer than the server takes'],
  ] as const) {
    it(`${status} says what was too much, whatever came with it`, async () => {
      for (const body of [html, '', 'Too large']) {
        const facts = await refusedWith({ status, type: body === html ? 'text/html' : 'text/plain', body });
        assert.equal(facts.detail, words);
      }
    });
  }

  for (const refusal of refusals) {
    const { what, status, failure, outcome = 'answered', says, scopes, errorCode, retryAfterMs } = refusal;
    it(`${status} with ${what} is ${failure}`, async () => {
      const facts = await refusedWith(refusal);
      assert.deepEqual(
        [
          facts.failure,
          facts.outcome,
          facts.status,
          facts.serverMessage,
          facts.scopes,
          facts.errorCode,
          facts.retryAfterMs,
        ],
        [failure, outcome, status, says, scopes, errorCode, retryAfterMs],
      );
    });
  }

  it('names operation, method, address, status and the words of the server in its message', async () => {
    const server = await net.serve((_, response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"404 Branch Not Found"}'),
    );
    const { message } = await failureOf(connect(net, server.origin).client.send(cherryPickCommit, pick));
    assert.equal(
      message,
      `C5 POST ${server.origin}/api/v4/projects/group%2Fproject/repository/commits/${pick.sha}/cherry_pick answered 404: 404 Branch Not Found`,
    );
  });

  it('keeps its status when its body is larger than anyone would read', async () => {
    const facts = await refusedWith({ status: 403, type: 'text/html', body: 'x'.repeat(3_000_000) });
    assert.deepEqual([facts.failure, facts.outcome, facts.status], ['forbidden', 'answered', 403]);
  });

  it('keeps its status when its body does not arrive whole', async () => {
    const server = await net.serveRaw((socket) =>
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"mess'),
    );
    const { facts } = await failureOf(connect(net, server.origin).client.send(cherryPickCommit, pick));
    assert.deepEqual([facts.failure, facts.outcome, facts.status], ['forbidden', 'answered', 403]);
  });

  it('keeps its status when its body never ends', async () => {
    const server = await net.serveRaw((socket) =>
      socket.write('HTTP/1.1 409 Conflict\r\ncontent-length: 500\r\n\r\n{"mess'),
    );
    const { facts } = await failureOf(
      connect(net, server.origin, { patienceMs: 100 }).client.send(cherryPickCommit, pick),
    );
    assert.deepEqual([facts.outcome, facts.status], ['answered', 409]);
  }).timeout(5_000);

  it('is a broken contract with operation and field when the answer does not fit', async () => {
    const server = await net.serve((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"one"}'),
    );
    const error = await failureOf(connect(net, server.origin).client.send(getUser, {}));
    assert.deepEqual(
      [error.facts.failure, error.facts.outcome, error.facts.status],
      ['brokenContract', 'answered', 200],
    );
    assert.match(error.message, /^U1 GET .*: field id: /);
  });
});
