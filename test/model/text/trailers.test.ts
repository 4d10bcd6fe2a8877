import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { resolutionMessage } from '../../../src/model/composer/resolution.ts';
import { defaultPickMessage } from '../../../src/model/pick/pick.ts';
import { trailersLost, trailersOf } from '../../../src/model/text/trailers.ts';

const parsed = (message: string): readonly string[] =>
  execFileSync('git', ['interpret-trailers', '--parse', '--no-divider'], { input: `${message}\n`, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);

const shown = (message: string): readonly string[] => trailersOf(message).map(({ key, value }) => `${key}: ${value}`);

describe('trailers', () => {
  const line = '(cherry picked from commit 0123abcd)';
  const messages = [
    'Title',
    'Changelog: fixed',
    'Title\n\nChangelog: fixed',
    'Title\n\nBody\n\nChangelog: fixed\nReviewed-by: Ada <ada@acme.example>\n',
    'Title\r\n\r\nBody\r\n\r\nChangelog: fixed',
    'Title\n\nBody: with a colon\nand a line without',
    `Title\n\nChangelog: fixed\n${line}`,
    `Title\n\nChangelog: fixed\n\n${line}`,
    'Title\n\none\ntwo\nthree\nSigned-off-by: Ada <ada@acme.example>',
    'Title\n\none\ntwo\nthree\nfour\nSigned-off-by: Ada <ada@acme.example>',
    'Title\n\nBody\n \nFixes : #7',
  ];
  for (const message of messages) {
    it(`are those that git finds: ${JSON.stringify(message)}`, () => assert.deepEqual(shown(message), parsed(message)));
  }

  it('stay trailers in the messages that are prepared for a cherry-pick and a resolution', () => {
    const commit = { id: '0123abcd', title: 'Title', author_name: 'Ada', author_email: 'ada@acme.example' };
    const message = 'Title\n\nBody\n\nChangelog: fixed\n';
    const picked = defaultPickMessage({ ...commit, message }, undefined);
    assert.deepEqual(parsed(picked), ['Changelog: fixed', 'Co-authored-by: Ada <ada@acme.example>']);
    assert.match(picked, /^\(cherry picked from commit 0123abcd\)$/m);
    assert.deepEqual(parsed(resolutionMessage('cherryPick', { ...commit, message })), ['Changelog: fixed']);
  });

  it('are lost below the line of a server, and not below that of git', () => {
    const lost = `Title\n\nChangelog: fixed\n\n${line}\n\nCo-authored-by: Ada <ada@acme.example>`;
    assert.deepEqual(trailersLost(lost), [{ key: 'Changelog', value: 'fixed' }]);
    assert.deepEqual(trailersLost(`Title\n\nChangelog: fixed\n${line}`), []);
    assert.deepEqual(trailersLost(`${lost}\nChangelog: fixed`), []);
  });
});
