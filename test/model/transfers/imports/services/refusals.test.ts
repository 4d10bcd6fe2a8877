import assert from 'node:assert/strict';
import { RequestError, type RequestErrorFacts } from '../../../../../src/client/errors.ts';
import { errorWithoutSecrets, withoutSecrets } from '../../../../../src/model/transfers/imports/services/secrets.ts';
import {
  cancelRefusal,
  type ImportService,
  serviceRefusal,
} from '../../../../../src/model/transfers/imports/services/serviceRefusal.ts';

const facts = (status: number, serverMessage: string, serverMember: RequestErrorFacts['serverMember']) => ({
  failure: status === 403 ? ('forbidden' as const) : ('refused' as const),
  outcome: 'answered' as const,
  reference: 'H1',
  method: 'POST',
  address: 'https://gitlab.example.com/api/v4/import/github',
  status,
  serverMessage,
  serverMember,
});

describe('serviceRefusal', () => {
  for (const [service, status, words, member, expected] of [
    ['github', 401, 'Access denied to your GitHub account.', 'error', 'credential'],
    ['gists', 401, 'Access denied to the GitHub account.', 'errors', 'credential'],
    ['github', 401, '401 Unauthorized', 'message', 'other'],
    ['github', 403, 'The import source is disabled.', 'errors', 'sourceDisabled'],
    ['bitbucketServer', 403, 'The import source is disabled.', 'message', 'sourceDisabled'],
    ['gists', 403, '403 Forbidden', 'message', 'snippetsForbidden'],
    ['github', 422, 'Namespace or group to import repository into does not exist.', 'errors', 'namespaceMissing'],
    ['github', 422, 'You are not allowed to import projects in this namespace.', 'errors', 'namespaceRights'],
    ['bitbucketServer', 401, "You don't have permission to import this project", 'message', 'namespaceRights'],
    ['github', 422, 'Path has already been taken', 'errors', 'pathTaken'],
    ['github', 422, 'Import failed due to a GitHub error: Not Found (HTTP 404)', 'errors', 'repositoryMissing'],
    ['bitbucketServer', 422, 'Project CID/beer could not be found', 'message', 'repositoryMissing'],
    ['github', 422, 'Import failed due to a GitHub error: Bad gateway (HTTP 502)', 'errors', 'serviceError'],
    [
      'bitbucketServer',
      400,
      'Import failed due to a Bitbucket Server error: Bad credentials (HTTP 401)',
      'message',
      'credential',
    ],
    ['github', 400, 'Invalid URL: here', 'errors', 'address'],
    ['github', 429, 'Too Many Requests', 'error', 'rateLimitThere'],
    ['github', 429, 'Retry later', undefined, 'rateLimitHere'],
    ['github', 429, 'This endpoint has been requested too many times. Try again later.', 'message', 'rateLimitHere'],
    ['gists', 422, 'Import already in progress', 'errors', 'busy'],
    ['bitbucket', 404, '404 Not Found', 'error', 'notInRelease'],
    ['gists', 404, '404 Not Found', 'message', 'notInRelease'],
    ['bitbucket', 404, '404 Group Not Found', 'message', 'other'],
    ['github', 422, 'whatever else', 'errors', 'other'],
  ] as const satisfies readonly (readonly [
    ImportService,
    number,
    string,
    RequestErrorFacts['serverMember'],
    ReturnType<typeof serviceRefusal>,
  ])[]) {
    it(`takes ${status} “${words}” of ${service} for ${expected}`, () => {
      assert.equal(serviceRefusal(service, facts(status, words, member)), expected);
    });
  }
});

describe('cancelRefusal', () => {
  for (const [status, words, member, expected] of [
    [400, 'The import cannot be canceled because it is finished', 'message', 'ended'],
    [403, 'Unauthorized access', 'message', 'notOwner'],
    [404, '404 Not found', 'message', 'notImported'],
    [404, 'Not Found', 'message', 'notVisible'],
    [404, '404 Not Found', 'error', 'notInRelease'],
    [401, '401 Unauthorized', 'message', 'other'],
  ] as const) {
    it(`tells ${status} “${words}” as ${expected}`, () => {
      assert.equal(cancelRefusal(facts(status, words, member)), expected);
    });
  }
});

describe('credentials in the words of others', () => {
  const secret = 'outside/sample+token';

  it('go, as they are, as part of an address and as basic authorization', () => {
    const basic = Buffer.from(secret).toString('base64');
    const text = `with ${secret}, ${encodeURIComponent(secret)} or ${basic}`;
    assert.equal(withoutSecrets(text, [secret]), 'with [credential], [credential] or [credential]');
  });

  it('go by their looks when nobody knows them any more', () => {
    assert.equal(
      withoutSecrets('clone of https://oauth2:abc@github.com/wanda/cider failed for ghp_0123456789abcdef0123'),
      'clone of https://github.com/wanda/cider failed for [credential]',
    );
    assert.equal(withoutSecrets('mail wanda@acme.example at 12:30'), 'mail wanda@acme.example at 12:30');
  });

  it('go from errors, their messages and causes', () => {
    const error = new RequestError(facts(422, `no use for ${secret}`, 'errors'), new Error(secret));
    const clean = errorWithoutSecrets(error, [secret]);
    assert.ok(clean instanceof RequestError);
    assert.doesNotMatch(`${clean.stack} ${JSON.stringify(clean)} ${String(clean.cause)}`, /sample\+token/);
    const other = new RequestError(facts(422, 'no', 'errors'));
    assert.equal(errorWithoutSecrets(other, [secret]), other);
  });
});
