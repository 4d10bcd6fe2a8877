import assert from 'node:assert/strict';
import { parse, print } from 'graphql';
import { textOf } from '../../../src/client/graphql/typedDocument.ts';
import { explorerQuery } from '../../../src/model/accounts/explorerQuery.ts';
import { sentDocuments } from '../../support/sources/sentDocuments.ts';

describe('explorerQuery', () => {
  it('writes a field a line, and the variables as a comment', () => {
    const query = 'query Group($path: ID!) { group(fullPath: $path) { id ... on Group { name } } }';
    assert.equal(
      explorerQuery({ query, variables: { path: 'acme', first: 2 }, operationName: 'Group' }),
      [
        'query Group($path: ID!) {',
        '  group(fullPath: $path) {',
        '    id',
        '    ... on Group {',
        '      name',
        '    }',
        '  }',
        '}',
        '',
        '# Variables:',
        '# {',
        '#   "path": "acme",',
        '#   "first": 2',
        '# }',
        '',
      ].join('\n'),
    );
  });

  it('has no secrets of variables', () => {
    const variables = { input: { token: 'abc', webUrl: 'https://a:b@host.test/x?sig=1', note: 'glpat-0123456789' } };
    const text = explorerQuery({ query: 'query Q { a }', variables });
    assert.doesNotMatch(text, /abc|a:b@|sig=1|glpat-0/);
    assert.match(text, /"token": "\[credential\]"/);
  });

  it('keeps the meaning of every document that is sent', () => {
    for (const [name, document] of Object.entries(sentDocuments)) {
      const query = textOf(document);
      assert.equal(print(parse(explorerQuery({ query }))), print(parse(query)), name);
    }
  });
});
