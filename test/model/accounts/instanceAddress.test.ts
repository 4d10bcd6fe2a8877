import assert from 'node:assert/strict';
import { readInstanceAddress } from '../../../src/model/accounts/instanceAddress.ts';

describe('readInstanceAddress', () => {
  const good: readonly (readonly [typed: string, baseUrls: readonly string[]])[] = [
    ['https://gitlab.com', ['https://gitlab.com']],
    [' https://gitlab.com/ ', ['https://gitlab.com']],
    ['gitlab.com', ['https://gitlab.com']],
    ['GitLab.Example.com:8443', ['https://gitlab.example.com:8443']],
    ['http://localhost:3000/', ['http://localhost:3000']],
    ['https://example.com/gitlab/', ['https://example.com/gitlab', 'https://example.com']],
    ['https://example.com/gitlab/api/v4', ['https://example.com/gitlab', 'https://example.com']],
    [
      'https://gitlab.com/group/project/-/commits/main?x=1#y',
      ['https://gitlab.com/group/project', 'https://gitlab.com/group', 'https://gitlab.com'],
    ],
  ];
  for (const [typed, baseUrls] of good) {
    it(`reads ${JSON.stringify(typed)}`, () => {
      assert.deepEqual(readInstanceAddress(typed), { kind: 'candidates', baseUrls });
    });
  }

  it('tries no more than four addresses, the bare host always among them', () => {
    const read = readInstanceAddress('https://example.com/a/b/c/d/e/f');
    assert.equal(read.kind, 'candidates');
    assert.equal(read.kind === 'candidates' && read.baseUrls.length, 4);
    assert.equal(read.kind === 'candidates' && read.baseUrls.at(-1), 'https://example.com');
  });

  const bad: readonly (readonly [typed: string, problem: string])[] = [
    ['', 'empty'],
    ['   ', 'empty'],
    ['my gitlab', 'notAnAddress'],
    ['https://', 'notAnAddress'],
    ['ftp://gitlab.com', 'scheme'],
    ['ssh://git@gitlab.com', 'scheme'],
    ['https://ada:secret@gitlab.com', 'credentials'],
    ['glpat-abcdefghij0123456789', 'token'],
    [' GLPAT-abcdefghij0123456789.01.0w ', 'token'],
    ['https://gloas-abcdef', 'token'],
    ['glrt-t1_abcdef', 'token'],
    ['https://oauth2:glpat-abcdef@gitlab.com', 'token'],
    ['GR1348941abcdefghij0123456789', 'token'],
  ];
  for (const [typed, problem] of bad) {
    it(`refuses ${JSON.stringify(typed)} as ${problem}`, () => {
      assert.deepEqual(readInstanceAddress(typed), { kind: 'invalid', problem });
    });
  }

  it('takes no token of any kind for the name of a server', () => {
    const kinds = 'pat oas dt ft imt rt rtr cbt ptt agent soat ffct wt'.split(' ').map((kind) => `gl${kind}-`);
    for (const beginning of [...kinds, 'GR1348941'])
      assert.deepEqual(readInstanceAddress(`${beginning}Abc_0123456789`), { kind: 'invalid', problem: 'token' });
  });
});
