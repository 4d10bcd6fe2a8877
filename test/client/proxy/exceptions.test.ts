import assert from 'node:assert/strict';
import { readExceptions } from '../../../src/client/proxy/exceptions.ts';

interface Row {
  readonly list: string;
  readonly covers: readonly string[];
  readonly not: readonly string[];
  /** Programs with the same or another reading. */
  readonly as: string;
}

const rows: readonly Row[] = [
  { list: '', covers: [], not: ['https://example.com', 'https://10.0.0.1'], as: 'everybody' },
  { list: ' , ,', covers: [], not: ['https://example.com'], as: 'everybody' },
  { list: '*', covers: ['https://example.com', 'https://10.0.0.1', 'http://[::1]:8080'], not: [], as: 'everybody' },
  {
    list: 'localhost,*',
    covers: ['https://example.com'],
    not: [],
    as: 'Go and VS Code; curl only where it stands alone',
  },
  {
    list: 'example.com',
    covers: ['https://example.com', 'https://a.example.com', 'http://a.b.example.com:8080'],
    not: ['https://badexample.com', 'https://example.com.org'],
    as: 'curl, Go and VS Code',
  },
  {
    list: '.example.com',
    covers: ['https://a.example.com', 'https://example.com'],
    not: ['https://badexample.com'],
    as: 'curl and VS Code; Go leaves the name itself to the proxy',
  },
  {
    list: '*.example.com',
    covers: ['https://a.example.com', 'https://a.b.example.com'],
    not: ['https://example.com', 'https://badexample.com'],
    as: 'Go, Chromium and Windows; curl and VS Code know no such wildcards',
  },
  {
    list: '10.1.*',
    covers: ['https://10.1.2.3'],
    not: ['https://10.2.1.3', 'https://110.1.2.3'],
    as: 'Chromium and Windows',
  },
  {
    list: 'git*.example.com',
    covers: ['https://gitlab.example.com', 'https://git.example.com'],
    not: ['https://www.example.com', 'https://gitlabxexample.com'],
    as: 'Chromium and Windows',
  },
  { list: 'EXAMPLE.com', covers: ['https://example.COM'], not: [], as: 'everybody' },
  {
    list: 'example.com.',
    covers: ['https://example.com', 'https://example.com.', 'https://a.example.com'],
    not: [],
    as: 'curl',
  },
  { list: 'example.com', covers: ['https://example.com.'], not: [], as: 'curl and Go' },
  {
    list: 'example.com:8443',
    covers: ['https://example.com:8443', 'https://a.example.com:8443'],
    not: ['https://example.com', 'http://example.com:8080'],
    as: 'Go and VS Code; curl knows no ports',
  },
  { list: 'example.com:443', covers: ['https://example.com'], not: ['http://example.com'], as: 'Go and VS Code' },
  { list: 'example.com:80', covers: ['http://example.com'], not: ['https://example.com'], as: 'Go and VS Code' },
  {
    list: 'a.example, b.example\tc.example;d.example',
    covers: ['https://a.example', 'https://b.example', 'https://c.example', 'https://d.example'],
    not: ['https://e.example'],
    as: 'commas everybody, blanks curl, semicolons Windows',
  },
  {
    list: 'münchen.example',
    covers: ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
    not: [],
    as: 'browsers',
  },
  {
    list: '<local>',
    covers: ['https://gitlab', 'http://localhost:8080'],
    not: ['https://gitlab.example.com', 'https://10.0.0.1', 'https://[fd00::1]'],
    as: 'Chromium and Windows',
  },
  { list: '10.0.0.1', covers: ['https://10.0.0.1'], not: ['https://10.0.0.11', 'https://110.0.0.1'], as: 'everybody' },
  {
    list: '10.0.0.1:8443',
    covers: ['https://10.0.0.1:8443'],
    not: ['https://10.0.0.1'],
    as: 'Go and VS Code; curl knows no ports',
  },
  {
    list: '10.0.0.0/8',
    covers: ['https://10.255.0.1'],
    not: ['https://11.0.0.1', 'https://gitlab.example.com'],
    as: 'curl and Go, neither of which resolves names for it; VS Code knows no ranges',
  },
  { list: '192.168.5.77/24', covers: ['https://192.168.5.1'], not: ['https://192.168.6.1'], as: 'curl and Go' },
  { list: '0.0.0.0/0', covers: ['https://8.8.8.8'], not: ['https://example.com', 'https://[::1]'], as: 'curl and Go' },
  {
    list: 'fd00::/8',
    covers: ['https://[fd12:3456::1]', 'https://[fdff::]:8443'],
    not: ['https://[fe80::1]', 'https://10.0.0.1'],
    as: 'curl and Go',
  },
  {
    list: '[fd00::]/8',
    covers: ['https://[fd12::1]'],
    not: ['https://[fe80::1]'],
    as: 'who writes addresses as URLs do',
  },
  {
    list: '::1',
    covers: ['https://[::1]', 'http://[0:0::1]:8080'],
    not: ['https://[::2]'],
    as: 'curl and Go; VS Code takes what follows a colon for a port',
  },
  { list: '[::1]', covers: ['https://[::1]:8443'], not: ['https://[::2]'], as: 'Go' },
  { list: '[::1]:8443', covers: ['https://[::1]:8443'], not: ['https://[::1]'], as: 'Go' },
  { list: 'FD00::A', covers: ['https://[fd00::a]'], not: [], as: 'everybody who reads addresses' },
];

describe('exceptions from the proxy', () => {
  for (const { list, covers, not, as } of rows) {
    it(`“${list}” are those of ${as}`, () => {
      const exceptions = readExceptions(list);
      const those = (addresses: readonly string[]): readonly string[] =>
        addresses.filter((address) => exceptions.cover(new URL(address)));
      assert.deepEqual([those(covers), those(not), exceptions.unread], [covers, [], []]);
    });
  }

  for (const entry of [
    '10.0.0.0/33',
    'fd00::/129',
    'example.com/24',
    '10.0.0.0/8:443',
    '10.0.0.256',
    '10.0',
    '[::1',
    '::1]',
    '[example.com]',
    'example.com:99999',
    'example.com:https',
    'https://example.com',
    'user@example.com',
    '*.example.com/x',
    'a:b:c',
  ])
    it(`“${entry}” is said to be unreadable, and what stands beside it holds`, () => {
      const exceptions = readExceptions(`a.example,${entry},b.example`);
      assert.deepEqual(exceptions.unread, [entry]);
      assert.ok(exceptions.cover(new URL('https://b.example')));
      assert.ok(!exceptions.cover(new URL('https://example.com')));
    });
});
