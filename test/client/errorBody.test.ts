import assert from 'node:assert/strict';
import { readErrorBody } from '../../src/client/errorBody.ts';

describe('readErrorBody', () => {
  for (const [what, body, message] of [
    [
      'a list of parameter errors',
      { error: 'branch is missing, commit_message is missing' },
      'branch is missing, commit_message is missing',
    ],
    [
      'model errors by field',
      { message: { bio: ['is too long (maximum is 255 characters)'] } },
      'bio is too long (maximum is 255 characters)',
    ],
    [
      'several texts and fields',
      { message: { name: ['is short', 'is odd'], path: ['is taken'] } },
      'name is short, is odd, path is taken',
    ],
    [
      'model errors of the whole',
      { message: { base: ['User is not allowed to resolve thread'] } },
      'User is not allowed to resolve thread',
    ],
    ['a list of full messages', { message: ['Name is taken', 'Name is odd'] }, 'Name is taken, Name is odd'],
    ['a helper text', { message: '400 Bad request - ref_name is invalid' }, '400 Bad request - ref_name is invalid'],
    ['a missing resource', { message: '404 Commit Not Found' }, '404 Commit Not Found'],
    ['an unknown route', { error: '404 Not Found' }, '404 Not Found'],
    [
      'a service error',
      { message: { error: 'This endpoint has been requested too many times.' } },
      'This endpoint has been requested too many times.',
    ],
    ['an import failure', { errors: 'Import failed' }, 'Import failed'],
    ['a list of errors', { errors: ['one', 'two'] }, 'one, two'],
    ['GraphQL errors', { errors: [{ message: 'Invalid token' }] }, 'Invalid token'],
    [
      'GraphQL errors with their place in the document',
      { errors: [{ message: 'Spam detected', locations: [{ line: 6, column: 7 }], path: ['updateSnippet'] }] },
      'Spam detected',
    ],
    ['the OAuth form', { error: 'invalid_token', error_description: 'Token is expired.' }, 'Token is expired.'],
    ['nested maps', { message: { position: { line: ['is wrong'] } } }, 'position line is wrong'],
    ['both keys with the same words', { message: 'Invalid json', error: 'Invalid json' }, 'Invalid json'],
    ['a null message next to an error', { message: null, error: 'real words' }, 'real words'],
    ['an empty message next to an error', { message: '', error: 'real words' }, 'real words'],
    ['an empty map next to an error', { message: {}, error: 'real words' }, 'real words'],
    ['a list at the top', ['one', 'two'], 'one, two'],
    ['a text at the top', 'Retry later\n', 'Retry later'],
  ] as const) {
    it(`reads ${what}`, () => {
      assert.equal(readErrorBody(body).message, message);
    });
  }

  for (const [what, body] of [
    ['nothing', undefined],
    ['null', null],
    ['a bare number', 500],
    ['an empty text', '  \n'],
    ['an empty object', {}],
    ['an empty list', { message: [] }],
    ['texts that are no texts', { message: 5, error: true, errors: [null, 7] }],
    ['a map of emptiness', { message: { base: [], name: [''] } }],
  ] as const) {
    it(`has no words for ${what}`, () => {
      assert.equal(readErrorBody(body).message, undefined);
    });
  }

  it('gives the reason of a refused cherry-pick', () => {
    assert.equal(readErrorBody({ message: 'Sorry', error_code: 'conflict', dry_run: 'error' }).errorCode, 'conflict');
    assert.equal(readErrorBody({ message: 'Sorry', error_code: null }).errorCode, undefined);
    assert.equal(readErrorBody({ message: 'Sorry' }).errorCode, undefined);
  });

  it('gives the scopes the server asks for', () => {
    const body = { error: 'insufficient_scope', error_description: 'Higher privileges.', scope: 'api  read_api' };
    assert.deepEqual(readErrorBody(body).scopes, ['api', 'read_api']);
    assert.equal(readErrorBody(body).oauthError, 'insufficient_scope');
  });

  it('knows an OAuth code without its description', () => {
    assert.equal(readErrorBody({ error: 'insufficient_scope' }).oauthError, 'insufficient_scope');
  });

  it('does not take words for an OAuth code', () => {
    assert.equal(readErrorBody({ error: 'branch is missing' }).oauthError, undefined);
    assert.equal(readErrorBody({ error: '404 Not Found' }).oauthError, undefined);
  });

  it('stays short whatever the server sends', () => {
    const long = 'x'.repeat(100_000);
    for (const body of [long, { message: long }, { message: Array(1000).fill('y'.repeat(500)) }]) {
      const { message } = readErrorBody(body);
      assert.ok(message !== undefined && message.length <= 1001, `${message?.length} characters`);
    }
  });

  it('survives a message nested without end', () => {
    let nested: unknown = 'deep';
    for (let depth = 0; depth < 10_000; depth += 1) nested = [nested];
    assert.equal(readErrorBody({ message: nested, error: 'real words' }).message, 'real words');
  });
});
