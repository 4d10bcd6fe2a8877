import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import path from 'node:path';
import tls from 'node:tls';
import type { ConnectionFacts, ConnectionProblem, ConnectionStep } from '../../../src/client/connectionFacts.ts';
import type { RequestFailure } from '../../../src/client/errors.ts';
import { cherryPickCommit } from '../../../src/wire/commits.ts';
import { getUser } from '../../../src/wire/instance.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { connect, type ConnectOptions, failureOf } from '../connect.ts';
import { loopback } from '../loopback.ts';
import { pick, wireUser } from '../samples.ts';
import {
  answerBytes,
  breakingOff,
  encrypted,
  full,
  hangUp,
  listen,
  proxyThatSays,
  silence,
  socks,
  tunnelling,
} from './broken.ts';
import { CertificateMaker, type Pair } from './certificates.ts';

interface Broken {
  readonly address: string;
  readonly settings?: ConnectOptions['settings'];
  /** Default: the server. */
  readonly host?: string;
}

type Row = readonly [
  what: string,
  step: ConnectionStep,
  problem: ConnectionProblem,
  failure: RequestFailure,
  broken: () => Promise<Broken>,
  more?: Partial<ConnectionFacts>,
];

const server = 'https://gitlab.invalid';

describe('a request that fails', () => {
  const net = loopback();
  const maker = new CertificateMaker(temporaryFolder('certificates'));
  const names = 'IP:127.0.0.1,DNS:gitlab.invalid';
  const root = maker.make({ subject: 'Orchard Root', isAuthority: true });
  const middle = maker.make({ subject: 'Orchard Middle', isAuthority: true }, root);
  const good = maker.make({ subject: 'gitlab', names }, root);
  const foreign = maker.make({ subject: 'Foreign Root', isAuthority: true });
  const folder = temporaryFolder('steps');

  after(() => maker.dispose());

  /** Uses a listener as proxy. */
  const by = async (listener: Parameters<typeof listen>[0], scheme = 'http', address = server): Promise<Broken> => {
    const { host } = await listen(listener, net);
    return { address, settings: { proxy: `${scheme}://${host}` }, host };
  };

  /** Uses a listener as server. */
  const at = async (listener: Parameters<typeof listen>[0], scheme = 'https'): Promise<Broken> => ({
    address: `${scheme}://${(await listen(listener, net)).host}`,
  });

  /** Uses a listener as server behind a tunnel. */
  const behind = async (listener: Parameters<typeof listen>[0]): Promise<Broken> => {
    const { port } = await listen(listener, net);
    const proxy = await listen(tunnelling(), net);
    return { address: `${server}:${port}`, settings: { proxy: proxy.host }, host: `gitlab.invalid:${port}` };
  };

  /** openssl's server, which requires a client certificate. */
  const askingForCertificate = async (version: string): Promise<Broken> => {
    const [key, cert] = ['key', 'cert'].map((name) => path.join(folder, name));
    writeFileSync(key ?? '', good.key);
    writeFileSync(cert ?? '', good.cert);
    const port = await net.unusedPort();
    const parameters = ['s_server', '-accept', `127.0.0.1:${port}`, '-key', key ?? '', '-cert', cert ?? '', '-www'];
    const program = spawn('openssl', [...parameters, version, '-Verify', '1', '-verify_return_error']);
    net.defer(async () => {
      program.kill();
      await once(program, 'exit');
    });
    let said = '';
    for await (const part of program.stdout) if ((said += String(part)).includes('ACCEPT')) break;
    return { address: `https://127.0.0.1:${port}` };
  };

  const page = (status: string, title: string): string => {
    const body = `<html><head><title>${title}</title></head></html>`;
    return `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };

  const rows: readonly Row[] = [
    [
      'a setting that is no address of a proxy',
      'proxy',
      'unreadableSetting',
      'refused',
      async () => ({ address: server, settings: { proxy: 'ftp://olive:secret@p' } }),
      { reason: 'p', proxy: { host: '', source: 'http.proxy' } },
    ],
    [
      'credentials that are no header',
      'proxy',
      'unreadableSetting',
      'refused',
      async () => ({ address: server, settings: { proxy: 'p', proxyAuthorization: 'Basic\r\nX: y' } }),
      { reason: '', proxy: { host: '', source: 'http.proxyAuthorization' } },
    ],
    ['a server nobody knows', 'name', 'unknownName', 'hostNotFound', async () => ({ address: server })],
    [
      'a proxy nobody knows',
      'name',
      'unknownName',
      'hostNotFound',
      async () => ({ address: server, settings: { proxy: 'http://proxy.invalid:3128' }, host: 'proxy.invalid:3128' }),
    ],
    [
      'a server only the proxy knows, where names are looked up here',
      'name',
      'unknownName',
      'hostNotFound',
      async () => ({ ...(await by(socks(), 'socks5')), host: 'gitlab.invalid' }),
    ],
    [
      'a server that is down',
      'tcp',
      'refused',
      'unreachable',
      async () => ({ address: `https://127.0.0.1:${await net.unusedPort()}` }),
    ],
    [
      'a proxy that is down',
      'tcp',
      'refused',
      'unreachable',
      async () => {
        const host = `127.0.0.1:${await net.unusedPort()}`;
        return { address: server, settings: { proxy: host }, host };
      },
    ],
    [
      'a server that takes no connection',
      'tcp',
      'silent',
      'unreachable',
      async () => ({ address: `https://${(await full(net)).host}` }),
    ],
    [
      'a proxy that takes no connection',
      'tcp',
      'silent',
      'unreachable',
      async () => {
        const { host } = await full(net);
        return { address: server, settings: { proxy: host }, host };
      },
    ],
    ['a proxy without TLS', 'proxyTls', 'noTls', 'unreachable', () => by(tunnelling(), 'https')],
    ['a proxy that keeps silent about TLS', 'proxyTls', 'silent', 'unreachable', () => by(silence(), 'https')],
    ['a proxy that hangs up on TLS', 'proxyTls', 'closed', 'unreachable', () => by(hangUp(), 'https')],
    [
      'a proxy of an authority nobody trusts',
      'proxyTls',
      'unknownAuthority',
      'certificate',
      () => by(tunnelling(maker.make({ subject: 'proxy', names }, foreign)), 'https'),
    ],
    [
      'a proxy of another name',
      'proxyTls',
      'wrongName',
      'certificate',
      () => by(tunnelling(maker.make({ subject: 'proxy', names: 'DNS:proxy.example' }, root)), 'https'),
    ],
    [
      'a proxy that wants credentials',
      'connect',
      'credentialsWanted',
      'refused',
      () => by(proxyThatSays('HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="orchard"\r\n\r\n')),
      { status: 407, reason: 'Basic realm="orchard"' },
    ],
    [
      'a proxy that rejects the credentials',
      'connect',
      'credentialsRejected',
      'refused',
      async () => {
        const { host = '', ...broken } = await by(proxyThatSays('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n'));
        return { ...broken, settings: { proxy: `http://olive:secret@${host}` }, host };
      },
      { status: 407, reason: undefined },
    ],
    [
      'a policy of the proxy',
      'connect',
      'denied',
      'refused',
      () => by(proxyThatSays(page('403 Forbidden', 'Blocked by policy 7'))),
      { status: 403, reason: 'Blocked by policy 7' },
    ],
    [
      'a web server in the place of a proxy',
      'connect',
      'denied',
      'refused',
      () => by(proxyThatSays('HTTP/1.1 405 Method Not Allowed\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')),
      { status: 405 },
    ],
    [
      'squid, which finds no such server',
      'connect',
      'noWayOn',
      'unreachable',
      () => by(proxyThatSays('HTTP/1.1 503 No\r\nX-Squid-Error: ERR_DNS_FAIL 0\r\n\r\n')),
      { status: 503, reason: 'ERR_DNS_FAIL 0' },
    ],
    [
      'a proxy that cannot reach the server',
      'connect',
      'noWayOn',
      'unreachable',
      () => by(proxyThatSays('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 13\r\n\r\nno route here')),
      { status: 502, reason: 'no route here' },
    ],
    ['a silent proxy', 'connect', 'silent', 'timeout', () => by(silence())],
    ['a proxy that hangs up', 'connect', 'closed', 'unreachable', () => by(hangUp())],
    [
      'a proxy that expects TLS',
      'connect',
      'tlsWanted',
      'unreachable',
      () => by(answerBytes((socket) => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 70])))),
    ],
    [
      'a proxy that expects TLS and answers as nginx does',
      'connect',
      'tlsWanted',
      'unreachable',
      () => by(proxyThatSays(page('400 Bad Request', '400 The plain HTTP request was sent to HTTPS port'))),
    ],
    [
      'something else than a proxy',
      'connect',
      'notHttp',
      'unreachable',
      () => by(answerBytes((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))),
    ],
    [
      'a server of SOCKS that wants credentials',
      'connect',
      'credentialsWanted',
      'refused',
      () => by(socks({ credentials: 'olive:secret' }), 'socks5h'),
    ],
    [
      'a server of SOCKS that rejects the credentials',
      'connect',
      'credentialsRejected',
      'refused',
      async () => {
        const { host = '', ...broken } = await by(socks({ credentials: 'olive:secret' }), 'socks5h');
        return { ...broken, settings: { proxy: `socks5h://olive:wrong@${host}` }, host };
      },
    ],
    [
      'a policy of a server of SOCKS',
      'connect',
      'denied',
      'refused',
      () => by(socks({ reply: 2 }), 'socks5h'),
      { reason: 'not allowed by ruleset' },
    ],
    [
      'a server of SOCKS that cannot reach the server',
      'connect',
      'noWayOn',
      'unreachable',
      () => by(socks({ reply: 4 }), 'socks5h'),
      { reason: 'host unreachable' },
    ],
    ['a proxy that is no server of SOCKS', 'connect', 'notSocks', 'unreachable', () => by(tunnelling(), 'socks5h')],
    ['a silent server of SOCKS', 'connect', 'silent', 'timeout', () => by(silence(), 'socks5h')],
    ['a server of SOCKS that hangs up', 'connect', 'closed', 'unreachable', () => by(hangUp(), 'socks5h')],
    ['a server without TLS', 'serverTls', 'noTls', 'unreachable', () => at(tunnelling())],
    ['a server without TLS behind a proxy', 'serverTls', 'noTls', 'unreachable', () => behind(tunnelling())],
    ['a server that keeps silent about TLS', 'serverTls', 'silent', 'unreachable', () => at(silence())],
    ['a server that hangs up on TLS', 'serverTls', 'closed', 'unreachable', () => at(hangUp())],
    ['a server that hangs up behind a proxy', 'serverTls', 'closed', 'unreachable', () => behind(hangUp())],
    [
      'a server with an old version of TLS',
      'serverTls',
      'tlsVersion',
      'unreachable',
      () => at(encrypted(good, { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' })),
    ],
    [
      'a server of other ciphers',
      'serverTls',
      'handshake',
      'unreachable',
      () => at(encrypted(good, { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' })),
    ],
    [
      'a server of HTTP/2 alone',
      'serverTls',
      'http2Only',
      'unreachable',
      () => at(tls.createServer({ key: good.key, cert: good.chain, ALPNProtocols: ['h2'] })),
    ],
    [
      'a certificate that has signed itself',
      'serverTls',
      'selfSigned',
      'certificate',
      () => at(encrypted(maker.make({ subject: 'alone', names }))),
    ],
    [
      'an authority nobody trusts',
      'serverTls',
      'unknownAuthority',
      'certificate',
      () => at(encrypted(maker.make({ subject: 'gitlab', names }, foreign))),
    ],
    [
      'an authority nobody trusts behind a proxy',
      'serverTls',
      'unknownAuthority',
      'certificate',
      () => behind(encrypted(maker.make({ subject: 'gitlab', names }, foreign))),
    ],
    [
      'a certificate in between that is not sent',
      'serverTls',
      'issuerMissing',
      'certificate',
      async () => {
        const leaf = maker.make({ subject: 'gitlab', names }, middle);
        return at(encrypted({ ...leaf, chain: leaf.cert }));
      },
    ],
    [
      'a certificate that has expired',
      'serverTls',
      'expired',
      'certificate',
      () => at(encrypted(dated('20200101', '20210203'))),
    ],
    [
      'a certificate of the future',
      'serverTls',
      'notYetValid',
      'certificate',
      () => at(encrypted(dated('20900102', '20910101'))),
    ],
    [
      'a certificate of other names',
      'serverTls',
      'wrongName',
      'certificate',
      () => at(encrypted(maker.make({ subject: 'other', names: 'DNS:a.example,DNS:*.b.example,IP:10.0.0.1' }, root))),
    ],
    [
      'a server that wants a certificate, with TLS 1.2',
      'serverTls',
      'handshake',
      'unreachable',
      () => askingForCertificate('-tls1_2'),
    ],
    [
      'a server that wants a certificate, with TLS 1.3',
      'answer',
      'clientCertificateWanted',
      'certificate',
      () => askingForCertificate('-tls1_3'),
    ],
    ...(['-tls1_2', '-tls1_3'] as const).map((version): Row => [
      `a server that rejects the client certificate, with ${version}`,
      version === '-tls1_2' ? 'serverTls' : 'answer',
      'clientCertificateWanted',
      'certificate',
      async () => {
        const { address } = await askingForCertificate(version);
        const file = path.join(folder, 'stranger.pem');
        const { key, cert } = maker.make({ subject: 'stranger' });
        writeFileSync(file, key + cert);
        const identity = { id: 'olive', origin: address, certificate: { file }, passphrase: undefined };
        return { address, settings: { identity } };
      },
      { clientCertificate: { file: path.join(folder, 'stranger.pem') } },
    ]),
    [
      'a proxy that wants credentials for a plain request',
      'request',
      'credentialsWanted',
      'refused',
      async () => {
        const proxy = await net.serveProxy({ refuse: 407 });
        const host = `127.0.0.1:${proxy.port}`;
        return { address: 'http://gitlab.invalid', settings: { proxy: proxy.origin }, host };
      },
      { status: 407 },
    ],
    [
      'a server of TLS that is spoken to in plain',
      'answer',
      'tlsWanted',
      'notGitLab',
      () =>
        at(
          answerBytes((socket) => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 70]))),
          'http',
        ),
    ],
    ['a plain server of HTTP/2 alone', 'answer', 'http2Only', 'notGitLab', () => at(http2.createServer(), 'http')],
    ['a server that hangs up on the request', 'answer', 'closed', 'unreachable', () => at(hangUp(), 'http')],
    ...(['end', 'resetAndDestroy'] as const).flatMap((end): Row[] => [
      [
        `an answer that breaks off by ${end}`,
        'answer',
        'cutOff',
        'unreachable',
        () => at(answerBytes(breakingOff(end)), 'http'),
      ],
      [
        `an answer that breaks off by ${end} at a proxy`,
        'answer',
        'cutOff',
        'unreachable',
        async () => ({
          ...(await by(answerBytes(breakingOff(end)), 'http', 'http://gitlab.invalid')),
          host: 'gitlab.invalid',
        }),
      ],
    ]),
    ['a server that never answers', 'answer', 'silent', 'timeout', () => at(silence(), 'http')],
    [
      'something else than a web server',
      'answer',
      'notHttp',
      'notGitLab',
      () =>
        at(
          answerBytes((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')),
          'http',
        ),
    ],
  ];

  const trusted: string[] = [root.cert];
  const dated = (from: string, to: string): Pair => {
    const pair = maker.makeDated({ subject: 'dated', names }, from, to);
    trusted.push(pair.cert);
    return pair;
  };

  /** Trusts the tests' authority like a system certificate. */
  const trusting = (address: string, options: ConnectOptions): ReturnType<typeof connect> => {
    const original = tls.getCACertificates;
    tls.getCACertificates = (type) => [...original(type), ...trusted];
    try {
      return connect(net, address, options);
    } finally {
      tls.getCACertificates = original;
    }
  };

  for (const [what, step, problem, failure, broken, more = {}] of rows)
    it(`because of ${what} names step, host and problem, and holds no secret`, async () => {
      const { address, settings, host = new URL(address).host } = await broken();
      const { client, records } = trusting(address, { settings: settings ?? {}, patienceMs: 300 });
      for (const request of [() => client.send(getUser, {}), () => client.send(cherryPickCommit, pick)]) {
        const error = await failureOf(request());
        const { connection = assert.fail('no step is named') } = error.facts;
        assert.deepEqual(
          [connection.step, connection.problem, connection.host, connection.server, error.facts.failure],
          [step, problem, host, new URL(address).host, failure],
        );
        for (const [name, value] of Object.entries(more))
          assert.deepEqual(connection[name as keyof ConnectionFacts], value, name);
        if (settings !== undefined && !settings.identity && more.proxy === undefined)
          assert.equal(connection.proxy?.source, 'http.proxy');
        assert.doesNotMatch(JSON.stringify([error, error.message, error.stack]), /secret/);
        if (step !== 'answer') assert.equal(error.facts.outcome, 'notSent');
      }
      // permanent failures are not retried; a reset is, which may come before the reason of it
      const permanent = records.filter(({ result }) => result !== 'unreachable');
      if (failure === 'certificate' || failure === 'refused') assert.equal(permanent.length, 2);
    });

  const shown = async (pair: Pair): Promise<ConnectionFacts['certificate']> => {
    const { address } = await at(encrypted(pair));
    const { facts } = await failureOf(trusting(address, {}).client.send(getUser, {}));
    return facts.connection?.certificate;
  };

  it('because of a certificate says what stands in it', async () => {
    const expired = await shown(dated('20200101', '20210203'));
    assert.deepEqual([expired?.validFromMs, expired?.validToMs], [Date.UTC(2020, 0, 1), Date.UTC(2021, 1, 3)]);
    const other = await shown(maker.make({ subject: 'other', names: 'DNS:a.example,IP:10.0.0.1' }, root));
    assert.deepEqual(
      [other?.names, other?.subject, other?.issuer],
      [['a.example', '10.0.0.1'], 'other', 'Orchard Root'],
    );
    const own = await shown(
      maker.make({ subject: 'gitlab', names }, maker.make({ subject: 'Second', isAuthority: true }, foreign)),
    );
    assert.deepEqual([own?.issuer, own?.lastIssuer], ['Second', 'Foreign Root']);
    const leaf = maker.make({ subject: 'gitlab', names }, middle);
    assert.equal((await shown({ ...leaf, chain: leaf.cert }))?.issuer, 'Orchard Middle');
  });

  it('names exceptions that cannot be read', async () => {
    const settings = { proxy: `127.0.0.1:${await net.unusedPort()}`, noProxy: '10.0.0.0/40,other.example' };
    const { facts } = await failureOf(trusting(server, { settings }).client.send(getUser, {}));
    assert.deepEqual(facts.connection?.unread, [{ name: 'http.noProxy', text: '10.0.0.0/40' }]);
  });

  it('does not fail over a whole chain, through a proxy of TLS', async () => {
    const { port } = await listen(encrypted(maker.make({ subject: 'gitlab', names }, middle)), net);
    const proxy = tunnelling(maker.make({ subject: 'proxy', names }, root));
    const { host } = await listen(proxy, net);
    const { client } = trusting(`${server}:${port}`, { settings: { proxy: `https://${host}` } });
    assert.deepEqual(await client.send(getUser, {}), wireUser);
    assert.deepEqual(proxy.asked, [`gitlab.invalid:${port}`]);
  });
});
