import assert from 'node:assert/strict';
import { readAnswer } from '../../src/client/answer.ts';
import { parseJson, UnreadableAnswer } from '../../src/client/jsonBody.ts';
import type { Page } from '../../src/client/pages.ts';
import { cherryPickCommit, type Commit, getCommit, getCommitSignature, listCommits } from '../../src/wire/commits.ts';
import { getUser } from '../../src/wire/instance.ts';
import { getRawFile } from '../../src/wire/projects.ts';
import { payloadText } from '../support/fixtures.ts';
import { wireCommit, wireUser } from './samples.ts';

const json = { 'content-type': 'application/json' };
const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const unreadable = (read: () => unknown): UnreadableAnswer => {
  try {
    read();
  } catch (error) {
    if (error instanceof UnreadableAnswer) return error;
    throw error;
  }
  throw new Error('the answer was readable');
};

describe('parseJson', () => {
  it('reads JSON whatever type it is sent as', () => {
    for (const headers of [json, { 'content-type': 'text/plain; charset=utf-8' }, {}]) {
      assert.deepEqual(parseJson(headers, Buffer.from('{"a":[1]}')), { a: [1] });
    }
  });

  it('reads over a byte order mark', () => {
    assert.deepEqual(parseJson(json, Buffer.from('\ufeff{"a":1}')), { a: 1 });
  });

  it('replaces bytes that are no UTF-8', () => {
    const body = Buffer.concat([Buffer.from('{"title":"caf'), Buffer.from([0xe9]), Buffer.from('"}')]);
    assert.deepEqual(parseJson(json, body), { title: 'caf\ufffd' });
  });

  it('reads a key named like the prototype without touching it', () => {
    const value = parseJson(json, Buffer.from('{"__proto__":{"polluted":true}}')) as object;
    assert.equal('polluted' in {}, false);
    assert.deepEqual(Object.keys(value), ['__proto__']);
  });

  for (const [what, headers, body] of [
    ['HTML by its type', { 'content-type': 'text/html; charset=utf-8' }, 'Sign in'],
    ['HTML by its type in capitals', { 'content-type': 'TEXT/HTML' }, '{}'],
    ['HTML by its first character', json, '\n  <!DOCTYPE html><title>Sign in</title>'],
    ['HTML after a byte order mark', {}, '\ufeff<html>'],
  ] as const) {
    it(`names ${what} a web page`, () => {
      const error = unreadable(() => parseJson(headers, Buffer.from(body)));
      assert.equal(error.what, 'page');
      assert.match(error.message, /web page/);
    });
  }

  for (const [what, body] of [
    ['nothing', ''],
    ['cut text', '{"a":'],
    ['two values', '{}{}'],
    ['a text that is no JSON', 'Retry later'],
  ] as const) {
    it(`says how long the answer is when it is ${what}, and not what it says`, () => {
      const error = unreadable(() => parseJson(json, Buffer.from(body)));
      assert.equal(error.what, 'document');
      assert.match(error.message, new RegExp(`not valid JSON \\(${body.length} bytes, application/json\\)`));
    });
  }

  describe('numbers', () => {
    const read = (text: string): unknown => parseJson(json, Buffer.from(text));

    it('keeps every digit of a whole number that no double can hold', () => {
      assert.deepEqual(read('{"serial":278969561018901340486471282831158785578}'), {
        serial: 278969561018901340486471282831158785578n,
      });
      assert.deepEqual(read('{"a": 9007199254740993, "b":\n-9007199254740993}'), {
        a: 9007199254740993n,
        b: -9007199254740993n,
      });
    });

    it('keeps numbers that a double holds as they are', () => {
      assert.deepEqual(read('{"max":9007199254740991,"min":-9007199254740991,"zeros":1000000000000000}'), {
        max: Number.MAX_SAFE_INTEGER,
        min: Number.MIN_SAFE_INTEGER,
        zeros: 1e15,
      });
    });

    it('keeps fractions and exponents as they are, next to a long number', () => {
      assert.deepEqual(read('{"serial":12345678901234567890,"coverage":93.333333333333333333,"big":1e30}'), {
        serial: 12345678901234567890n,
        coverage: 93.33333333333333,
        big: 1e30,
      });
    });

    it('gives up on the digits of a number nobody could have meant', () => {
      assert.deepEqual(read(`{"serial":${'9'.repeat(100_000)}}`), { serial: Infinity });
    });

    it('leaves digits in texts alone', () => {
      const text = '{"id":"1234567890123456789012345678901234567890","diff":"{\\"n\\":1234567890123456789}"}';
      assert.deepEqual(read(text), JSON.parse(text));
    });
  });
});

describe('readAnswer', () => {
  it('gives a page with the number of the next and the total', () => {
    const headers = { ...json, 'x-next-page': '3', 'x-total': '57' };
    const page: Page<Commit> = readAnswer(listCommits, headers, bytesOf([wireCommit()]), 2);
    assert.deepEqual(page, { items: [wireCommit()], next: 3, total: 57 });
  });

  it('gives an empty page', () => {
    assert.deepEqual(readAnswer(listCommits, { ...json, 'x-next-page': '' }, bytesOf([]), 5), {
      items: [],
      next: undefined,
      total: undefined,
    });
  });

  it('drops fields it does not know', () => {
    const user = readAnswer(getUser, json, bytesOf({ ...wireUser, skype: '', extern: { uid: 12 } }), 1);
    assert.deepEqual(user, wireUser);
  });

  it('puts in what a record stands for when it is left out', () => {
    const { trailers, ...withoutTrailers } = wireCommit();
    for (const value of [withoutTrailers, { ...withoutTrailers, trailers: null }])
      assert.deepEqual(readAnswer(getCommit, json, bytesOf(value), 1), { ...withoutTrailers, trailers });
  });

  it('takes no member named like the prototype', () => {
    const text = JSON.stringify(wireCommit()).replace('"trailers":{}', '"trailers":{"__proto__":"x","Fixes":"#1"}');
    const { trailers } = readAnswer(getCommit, json, Buffer.from(text), 1);
    assert.deepEqual(trailers, { Fixes: '#1' });
    assert.equal(Object.getPrototypeOf(trailers), Object.prototype);
  });

  it('reads over a member nobody knows, however deep it is', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const text = JSON.stringify(wireUser).replace('{', `{"extern":${deep},`);
    assert.deepEqual(readAnswer(getUser, json, Buffer.from(text), 1), wireUser);
  });

  it('gives bytes as they are', () => {
    const body = Buffer.from([0xef, 0xbb, 0xbf, 0, 255, 10]);
    assert.deepEqual(readAnswer(getRawFile, { 'content-type': 'text/html' }, body, 1), body);
  });

  it('keeps the digits of the serial number of an X.509 certificate', () => {
    const signature = readAnswer(getCommitSignature, json, Buffer.from(payloadText('getCommitSignature.x509.json')), 1);
    assert.equal(signature.x509_certificate?.serial_number, '278969561018901340486471282831158785578');
  });

  describe('names the field that breaks the contract', () => {
    const broken = (...[operation, value]: [Parameters<typeof readAnswer>[0], unknown]): string => {
      const error = unreadable(() => readAnswer(operation, json, bytesOf(value), 1));
      assert.equal(error.what, 'field');
      return error.message;
    };

    it('in a record', () => {
      assert.match(broken(getUser, { ...wireUser, id: 'one' }), /^field id: /);
      assert.match(broken(getUser, { id: 1, name: 'x', web_url: 'x' }), /^field username: /);
    });

    it('in an item of a page, with its position', () => {
      const [parent] = wireCommit().parent_ids;
      const parents = { ...wireCommit(), parent_ids: [parent, 5] };
      assert.match(broken(listCommits, [wireCommit(), parents]), /^field 1\.parent_ids\.1: /);
      const option = { ...wireCommit(), id: '--output=planted' };
      assert.equal(broken(listCommits, [wireCommit(), option]), 'field 1.id: not a full SHA');
    });

    it('in an answer of two possible forms', () => {
      assert.match(broken(cherryPickCommit, { ...wireCommit(), author_name: null }), /^field author_name: /);
      assert.match(
        broken(getCommitSignature, { signature_type: 'PGP', verification_status: 'verified', gpg_key_subkey_id: {} }),
        /^field gpg_key_subkey_id: /,
      );
    });

    it('or the whole answer', () => {
      assert.match(broken(listCommits, { message: 'no list' }), /^field \(the whole answer\): /);
      assert.match(broken(getUser, null), /^field \(the whole answer\): /);
    });

    it('for a whole number that is too long to be an id', () => {
      const body = Buffer.from(JSON.stringify(wireUser).replace('"id":1', '"id":12345678901234567890'));
      const error = unreadable(() => readAnswer(getUser, json, body, 1));
      assert.match(error.message, /^field id: /);
    });

    it('without repeating a long value', () => {
      assert.ok(broken(getUser, { ...wireUser, id: 'x'.repeat(100_000) }).length < 500);
    });
  });
});
