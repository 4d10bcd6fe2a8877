import assert from 'node:assert/strict';
import { chooseProxies } from '../../../src/client/proxy/proxyChoice.ts';
import { directConnections, type NetworkSettings } from '../../../src/client/transport.ts';

const setting = (text: string, name = 'http.proxy') => ({ name, text });

const chosen = async (settings: Partial<NetworkSettings>, address = 'https://gitlab.example.com'): Promise<string> => {
  const route = await chooseProxies({ ...directConnections, ...settings }).routeOf(new URL(address));
  if (route.kind === 'direct') return ['direct', route.exceptedBy].filter(Boolean).join(' by ');
  if (route.kind === 'unreadable') return `${route.text} of ${route.source} is unreadable`;
  const { protocol, hostname, port, username, password, source } = route.proxy;
  const credentials = username === '' && password === '' ? '' : `${username} ${password} @ `;
  return `${credentials}${protocol} ${hostname} ${port} of ${source}`;
};

describe('the choice of a proxy', () => {
  const plain = 'http://gitlab.example.com';

  for (const [what, settings, address, expected, as] of [
    ['nothing', {}, undefined, 'direct', 'everybody'],
    ['a setting', { proxies: [setting('http://p:8080')] }, undefined, 'http: p 8080 of http.proxy', 'VS Code'],
    [
      'a setting, for plain http',
      { proxies: [setting('http://p:8080')] },
      plain,
      'http: p 8080 of http.proxy',
      'VS Code',
    ],
    [
      'two settings, the first of which counts',
      { proxies: [setting('http://own:1', 'graft.network.proxy'), setting('http://p:8080')] },
      undefined,
      'http: own 1 of graft.network.proxy',
      'nobody else: the setting is ours',
    ],
    [
      'an empty setting before a filled one',
      { proxies: [setting(' ', 'graft.network.proxy'), setting('http://p:8080')] },
      undefined,
      'http: p 8080 of http.proxy',
      'VS Code',
    ],
    [
      'a setting before the environment',
      { proxies: [setting('http://p:8080')], environment: { https_proxy: 'http://e:1' } },
      undefined,
      'http: p 8080 of http.proxy',
      'VS Code',
    ],
    [
      'https_proxy for https',
      { environment: { https_proxy: 'http://s:1', http_proxy: 'http://h:1' } },
      undefined,
      'http: s 1 of https_proxy',
      'everybody',
    ],
    [
      'http_proxy for http',
      { environment: { https_proxy: 'http://s:1', http_proxy: 'http://h:1' } },
      plain,
      'http: h 1 of http_proxy',
      'everybody',
    ],
    [
      'http_proxy alone, for https',
      { environment: { http_proxy: 'http://h:1' } },
      undefined,
      'direct',
      'curl and Go, and with curl git; VS Code takes it for both',
    ],
    ['https_proxy alone, for http', { environment: { https_proxy: 'http://s:1' } }, plain, 'direct', 'everybody'],
    [
      'lower case before upper case',
      { environment: { HTTPS_PROXY: 'http://upper:1', https_proxy: 'http://lower:1' } },
      undefined,
      'http: lower 1 of https_proxy',
      'curl; Go and VS Code begin with upper case',
    ],
    [
      'an empty variable before a filled one',
      { environment: { HTTPS_PROXY: 'http://upper:1', https_proxy: '' } },
      undefined,
      'http: upper 1 of HTTPS_PROXY',
      'everybody',
    ],
    [
      'ALL_PROXY last',
      { environment: { ALL_PROXY: 'http://all:1', https_proxy: 'http://s:1' } },
      undefined,
      'http: s 1 of https_proxy',
      'curl; Go and VS Code know no ALL_PROXY',
    ],
    ['ALL_PROXY alone', { environment: { ALL_PROXY: 'http://all:1' } }, plain, 'http: all 1 of ALL_PROXY', 'curl'],
    [
      'all_proxy before ALL_PROXY',
      { environment: { ALL_PROXY: 'http://upper:1', all_proxy: 'http://lower:1' } },
      undefined,
      'http: lower 1 of all_proxy',
      'curl',
    ],
    ['host and port', { proxies: [setting('p:8080')] }, undefined, 'http: p 8080 of http.proxy', 'everybody'],
    [
      'localhost and port',
      { proxies: [setting('localhost:3128')] },
      undefined,
      'http: localhost 3128 of http.proxy',
      'everybody',
    ],
    [
      'an address and port',
      { proxies: [setting('10.0.0.1:3128')] },
      undefined,
      'http: 10.0.0.1 3128 of http.proxy',
      'everybody',
    ],
    [
      'a host alone',
      { proxies: [setting('p')] },
      undefined,
      'http: p 80 of http.proxy',
      'Go and VS Code; curl takes port 1080',
    ],
    ['a path', { proxies: [setting('http://p:8080/')] }, undefined, 'http: p 8080 of http.proxy', 'everybody'],
    ['IPv6', { proxies: [setting('http://[::1]:3128')] }, undefined, 'http: ::1 3128 of http.proxy', 'everybody'],
    ['TLS to the proxy', { proxies: [setting('https://p')] }, undefined, 'https: p 443 of http.proxy', 'everybody'],
    ['SOCKS', { proxies: [setting('socks5://p')] }, undefined, 'socks5: p 1080 of http.proxy', 'everybody'],
    [
      'SOCKS with names for the proxy',
      { proxies: [setting('socks5h://p:9050')] },
      undefined,
      'socks5h: p 9050 of http.proxy',
      'everybody',
    ],
    [
      'SOCKS without a version',
      { proxies: [setting('socks://p:9050')] },
      undefined,
      'socks5h: p 9050 of http.proxy',
      'VS Code; for curl it is version 4',
    ],
    [
      'credentials',
      { proxies: [setting('http://olive:p%40ss@p:8080')] },
      undefined,
      'olive p@ss @ http: p 8080 of http.proxy',
      'everybody',
    ],
    [
      'credentials without a scheme',
      { proxies: [setting('olive:100%@p:8080')] },
      undefined,
      'olive 100% @ http: p 8080 of http.proxy',
      'curl',
    ],
    [
      'an exception of the setting',
      { proxies: [setting('http://p:8080')], noProxy: setting('example.com', 'http.noProxy') },
      undefined,
      'direct by http.noProxy',
      'VS Code',
    ],
    [
      'exceptions of the setting before those of the environment',
      { proxies: [setting('http://p:8080')], noProxy: setting('a', 'http.noProxy'), environment: { no_proxy: '*' } },
      undefined,
      'http: p 8080 of http.proxy',
      'VS Code',
    ],
    [
      'exceptions of the environment where the setting is empty',
      {
        proxies: [setting('http://p:8080')],
        noProxy: setting('', 'http.noProxy'),
        environment: { no_proxy: '', NO_PROXY: '*' },
      },
      undefined,
      'direct by NO_PROXY',
      'VS Code',
    ],
    [
      'a proxy that cannot be read for a server that needs none',
      { proxies: [setting('ftp://p')], environment: { no_proxy: '*' } },
      undefined,
      'direct by no_proxy',
      'everybody',
    ],
  ] as const)
    it(`is, for ${what}, that of ${as}`, async () => {
      assert.equal(await chosen(settings, address), expected);
    });

  for (const [answer, expected] of [
    ['', 'direct'],
    ['DIRECT', 'direct'],
    ['PROXY p:3128; DIRECT', 'http: p 3128 of the system'],
    ['HTTPS p:443', 'https: p 443 of the system'],
    ['HTTP p', 'http: p 80 of the system'],
    ['SOCKS p:1080', 'socks5h: p 1080 of the system'],
    ['SOCKS5 [::1]:1081;', 'socks5h: ::1 1081 of the system'],
    ['PROXY olive:p%40ss@p:1', 'olive p@ss @ http: p 1 of the system'],
    ['SOCKS4 p:1080 ;  proxy q:2', 'http: q 2 of the system'],
    ['SOCKS4 p:1080', 'SOCKS4 p:1080 of the system is unreadable'],
    ['PROXY olive:secret@p:port', 'p:port of the system is unreadable'],
  ] as const)
    it(`follows what a PAC file answers: “${answer}”`, async () => {
      const system = { name: 'the system', proxiesFor: async () => answer, signIn: async () => undefined };
      assert.equal(await chosen({ system }), expected);
    });

  for (const [text, shown] of [
    ['ftp://p:21', 'ftp://p:21'],
    ['socks4://p:1080', 'socks4://p:1080'],
    ['http://', 'http://'],
    ['http://p:99999', 'http://p:99999'],
    ['p:port', 'p:port'],
    ['http://olive:secret@p:99999', 'p:99999'],
    ['http://olive:se@cret@p port', 'p port'],
  ] as const)
    it(`names what “${shown}” comes from, without credentials`, async () => {
      assert.equal(await chosen({ environment: { HTTPS_PROXY: text } }), `${shown} of HTTPS_PROXY is unreadable`);
    });

  it('says which exceptions cannot be read, and where they stand', () => {
    const settings = { ...directConnections, environment: { no_proxy: '10.0.0.0/40,a.example' } };
    assert.deepEqual(chooseProxies(settings).unread, [{ name: 'no_proxy', text: '10.0.0.0/40' }]);
  });
});
