import assert from 'node:assert/strict';
import { fieldsOf, UnwritableField } from '../../src/client/fields.ts';

const written = (name: string, value: unknown): string =>
  fieldsOf(name, value)
    .map(([field, text]) => `${field}=${typeof text === 'string' ? text : `<${text.name}>`}`)
    .join('&');

describe('fieldsOf', () => {
  for (const [what, value, expected] of [
    ['text', 'a b', 'x=a b'],
    ['empty text', '', 'x='],
    ['a number', 1.5, 'x=1.5'],
    ['a flag', false, 'x=false'],
    ['null as empty text', null, 'x='],
    ['nothing for undefined', undefined, ''],
    ['a list', ['title', 'cadence_title'], 'x[]=title&x[]=cadence_title'],
    ['nothing for an empty list', [], ''],
    ['a hash', { url: 'https://a', http_method: 'PUT' }, 'x[url]=https://a&x[http_method]=PUT'],
    ['a hash within a hash', { start: { line: 5 } }, 'x[start][line]=5'],
    ['a list within a hash', { ids: [1, 2] }, 'x[ids][]=1&x[ids][]=2'],
    ['a hash without what is undefined', { a: undefined, b: 1 }, 'x[b]=1'],
    [
      'hashes of a list in their order',
      [
        { action: 'create', file_path: 'a', content: '' },
        { action: 'delete', file_path: 'b' },
        { action: 'chmod', file_path: 'a', execute_filemode: true },
      ],
      'x[][action]=create&x[][file_path]=a&x[][content]=&x[][action]=delete&x[][file_path]=b' +
        '&x[][action]=chmod&x[][file_path]=a&x[][execute_filemode]=true',
    ],
  ] as const) {
    it(`writes ${what}`, () => {
      assert.equal(written('x', value), expected);
    });
  }

  it('writes a file as itself', () => {
    const file = { name: 'a.gz', size: 0, open: async function* () {} };
    assert.deepEqual(fieldsOf('file', file), [['file', file]]);
  });

  it('refuses hashes of a list that would run into each other', () => {
    // servers would merge both into {user_id: 1, access_level: 30}
    assert.throws(() => fieldsOf('allowed_to_push', [{ user_id: 1 }, { access_level: 30 }]), UnwritableField);
    assert.equal(
      written('allowed_to_push', [{ user_id: 1 }, { user_id: 2 }]),
      'allowed_to_push[][user_id]=1&allowed_to_push[][user_id]=2',
    );
  });
});
