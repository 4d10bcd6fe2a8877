import assert from 'node:assert/strict';
import { createHash, createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import type { TLSSocket, TlsOptions } from 'node:tls';
import { type CertificateFiles, readClientCertificate } from '../../../src/client/clientCertificate.ts';
import type { ClientCertificateFacts } from '../../../src/client/connectionFacts.ts';
import type { RequestError } from '../../../src/client/errors.ts';
import { cherryPickCommit } from '../../../src/wire/commits.ts';
import { getUser } from '../../../src/wire/instance.ts';
import { getRawFile } from '../../../src/wire/projects.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { answerJson, connect, type Connection, failureOf, type ProxyTexts } from '../connect.ts';
import { loopback } from '../loopback.ts';
import { pick, wireUser } from '../samples.ts';
import { listen, type Listening, socks, tunnelling } from './broken.ts';
import { CertificateMaker, type Pair } from './certificates.ts';

const passphrase = 'orchard-passphrase';

interface Asking extends Listening {
  readonly shown: readonly (string | undefined)[];
  readonly origin: string;
}

describe('a client certificate', () => {
  const net = loopback();
  const maker = new CertificateMaker(temporaryFolder('certificates'));
  const names = 'IP:127.0.0.1,DNS:gitlab.invalid';
  const root = maker.make({ subject: 'Orchard Root', isAuthority: true });
  const server = maker.make({ subject: 'gitlab', names }, root);
  const olive = maker.make({ subject: 'olive' }, root);
  const stranger = maker.make({ subject: 'stranger' });
  const folder = temporaryFolder('clientCertificate');

  after(() => {
    maker.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const encryptedKey = (pair: Pair): string =>
    String(createPrivateKey(pair.key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }));
  const oneFile = (pair: Pair): CertificateFiles => ({ file: file('both.pem', pair.key + pair.cert) });

  const nameIn = (socket: Duplex): string | undefined =>
    [(socket as TLSSocket).getPeerCertificate().subject?.CN ?? []].flat()[0];

  const usual = (_: IncomingMessage, response: ServerResponse): void => answerJson(response, wireUser);

  const asking = async (answer = usual, more: TlsOptions = {}): Promise<Asking> => {
    const shown: (string | undefined)[] = [];
    const options = {
      key: server.key,
      cert: server.chain,
      ca: root.cert,
      requestCert: true,
      rejectUnauthorized: false,
      ...more,
    };
    const listening = https.createServer(options, (request, response) => {
      shown.push(nameIn(request.socket));
      request.resume().on('end', () => answer(request, response));
    });
    listening.on('upgrade', (request, socket) => {
      shown.push(nameIn(socket));
      const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
      const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${guid}`).digest('base64');
      const lines = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`];
      socket.on('error', () => undefined);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
    });
    const { host, port } = await listen(listening, net);
    return { host, port, shown, origin: `https://${host}` };
  };

  const showing = (
    baseUrl: string,
    certificate: CertificateFiles | undefined,
    { secret, ...proxies }: ProxyTexts & { readonly secret?: string } = {},
  ): Connection => {
    const { origin } = new URL(baseUrl);
    const identity = certificate && { id: 'olive', origin, certificate, passphrase: secret };
    const authorities = { certificates: [root.cert], unread: [] };
    return connect(net, baseUrl, { settings: { authorities, identity, ...proxies } });
  };

  const forms: readonly (readonly [string, () => CertificateFiles, secret?: string])[] = [
    ['PEM', () => oneFile(olive)],
    [
      'PEM with its key in another file',
      () => ({ file: file('c.pem', olive.chain), keyFile: file('k.pem', olive.key) }),
    ],
    [
      'PEM with an encrypted key',
      () => ({ file: file('c.pem', olive.cert), keyFile: file('k.pem', encryptedKey(olive)) }),
      passphrase,
    ],
    ['PKCS#12', () => ({ file: file('olive.p12', maker.pkcs12(olive, passphrase)) }), passphrase],
    ['PKCS#12 with an empty passphrase', () => ({ file: file('olive.p12', maker.pkcs12(olive, '')) }), ''],
  ];
  for (const [what, files, secret] of forms)
    it(`in ${what} is shown to the server by reads, writes and sockets`, async () => {
      const { shown, origin, host } = await asking();
      const { client, transport } = showing(origin, files(), secret === undefined ? {} : { secret });
      assert.deepEqual(await client.send(getUser, {}), wireUser);
      await failureOf(client.send(cherryPickCommit, pick));
      const Socket = (await transport.webSocket?.()) ?? assert.fail('no sockets');
      const socket = new Socket(`wss://${host}/-/cable`, { protocols: [], headers: {} });
      await once(socket, 'open');
      assert.deepEqual(shown, ['olive', 'olive', 'olive']);
    });

  it('reaches the server through a proxy of TLS that asks for one too and gets none', async () => {
    const { shown, port } = await asking();
    const proxy = tunnelling(maker.make({ subject: 'proxy', names }, root), {
      ca: root.cert,
      requestCert: true,
      rejectUnauthorized: false,
    });
    const seen: (string | undefined)[] = [];
    proxy.on('connect', (_, socket: Duplex) => seen.push(nameIn(socket)));
    const { host } = await listen(proxy, net);
    const { client } = showing(`https://gitlab.invalid:${port}`, oneFile(olive), { proxy: `https://${host}` });
    assert.deepEqual(await client.send(getUser, {}), wireUser);
    assert.deepEqual([shown, seen], [['olive'], [undefined]]);
  });

  it('reaches the server through SOCKS', async () => {
    const { shown, port } = await asking();
    const { host } = await listen(socks(), net);
    const { client } = showing(`https://gitlab.invalid:${port}`, oneFile(olive), { proxy: `socks5h://${host}` });
    assert.deepEqual(await client.send(getUser, {}), wireUser);
    assert.deepEqual(shown, ['olive']);
  });

  it('is not shown to where a download is redirected, nor to any other origin', async () => {
    const storage = await asking((_, response) => response.end('stored'));
    const { shown, origin } = await asking((_, response) =>
      response.writeHead(302, { location: `${storage.origin}/file` }).end(),
    );
    const { client, transport } = showing(origin, oneFile(olive));
    const parameters = { id: 1, file_path: 'pear.txt', ref: 'main' };
    assert.equal((await client.send(getRawFile, parameters)).toString(), 'stored');
    assert.deepEqual([shown, storage.shown], [['olive'], [undefined]]);
    const Socket = (await transport.webSocket?.()) ?? assert.fail('no sockets');
    await once(new Socket(`wss://${storage.host}/`, { protocols: [], headers: {} }), 'open');
    assert.deepEqual(storage.shown, [undefined, undefined]);
  });

  it('is read again for each connection, so that a renewed file is used', async () => {
    const { shown, origin } = await asking((_, response) => {
      response.setHeader('connection', 'close');
      answerJson(response, wireUser);
    });
    const { client } = showing(origin, oneFile(olive));
    await client.send(getUser, {});
    oneFile(maker.make({ subject: 'olive again' }, root));
    await client.send(getUser, {});
    assert.deepEqual(shown, ['olive', 'olive again']);
  });

  const faults: readonly (readonly [
    string,
    () => CertificateFiles,
    secret: string | undefined,
    Partial<ClientCertificateFacts> & { readonly at?: string },
  ])[] = [
    [
      'that is gone',
      () => ({ file: path.join(folder, 'gone.pem') }),
      undefined,
      { fault: 'unreadable', at: 'gone.pem', detail: 'ENOENT: no such file or directory' },
    ],
    [
      'whose key is gone',
      () => ({ file: file('c.pem', olive.cert), keyFile: path.join(folder, 'gone.key') }),
      undefined,
      { fault: 'unreadable', at: 'gone.key' },
    ],
    [
      'that is none',
      () => ({ file: file('notes.txt', 'notes') }),
      undefined,
      { fault: 'noCertificate', at: 'notes.txt' },
    ],
    [
      'in a file of a key',
      () => ({ file: file('k.pem', olive.key) }),
      undefined,
      { fault: 'noCertificate', at: 'k.pem' },
    ],
    ['without a key', () => ({ file: file('c.pem', olive.cert) }), undefined, { fault: 'noKey', at: 'c.pem' }],
    [
      'with the key of another one',
      () => ({ file: file('c.pem', olive.cert), keyFile: file('k.pem', stranger.key) }),
      undefined,
      { fault: 'otherKey', at: 'k.pem' },
    ],
    [
      'whose key needs a passphrase',
      () => ({ file: file('c.pem', olive.cert + encryptedKey(olive)) }),
      undefined,
      { fault: 'passphraseWanted', at: 'c.pem' },
    ],
    [
      'with a wrong passphrase of its key',
      () => ({ file: file('c.pem', olive.cert + encryptedKey(olive)) }),
      'wrong-passphrase',
      { fault: 'passphraseWrong', at: 'c.pem' },
    ],
    [
      'in PKCS#12 that needs a passphrase',
      () => ({ file: file('olive.p12', maker.pkcs12(olive, passphrase)) }),
      undefined,
      { fault: 'passphraseWanted', at: 'olive.p12' },
    ],
    [
      'in PKCS#12 with a wrong passphrase',
      () => ({ file: file('olive.p12', maker.pkcs12(olive, passphrase)) }),
      'wrong-passphrase',
      { fault: 'passphraseWrong', at: 'olive.p12' },
    ],
    [
      'in PKCS#12 of an old encryption',
      () => ({ file: file('old.p12', maker.pkcs12(olive, passphrase, ['-legacy'])) }),
      passphrase,
      { fault: 'unreadable', at: 'old.p12', detail: 'Unsupported PKCS12 PFX data' },
    ],
    [
      'that has expired',
      () => oneFile(maker.makeDated({ subject: 'olive', names: 'DNS:olive.example' }, '20200101', '20210203')),
      undefined,
      { fault: 'expired', at: 'both.pem', atMs: Date.UTC(2021, 1, 3) },
    ],
    [
      'in PKCS#12 that has expired',
      () => {
        const dated = maker.makeDated({ subject: 'olive', names: 'DNS:olive.example' }, '20200101', '20210203');
        return { file: file('dated.p12', maker.pkcs12(dated, passphrase)) };
      },
      passphrase,
      { fault: 'expired', at: 'dated.p12', atMs: Date.UTC(2021, 1, 3) },
    ],
    [
      'of the future',
      () => oneFile(maker.makeDated({ subject: 'olive', names: 'DNS:olive.example' }, '20900102', '20910101')),
      undefined,
      { fault: 'notYetValid', at: 'both.pem', atMs: Date.UTC(2090, 0, 2) },
    ],
  ];
  for (const [what, files, secret, { at = '', ...expected }] of faults)
    it(`${what} ends the request before anything is sent, with the name of the file`, async () => {
      const { shown, origin } = await asking();
      const { client, records } = showing(origin, files(), secret === undefined ? {} : { secret });
      const error = await failureOf(client.send(getUser, {}));
      const { step, problem, clientCertificate } = error.facts.connection ?? {};
      assert.deepEqual([step, problem, error.facts.outcome], ['serverTls', 'clientCertificate', 'notSent']);
      assert.deepEqual({ ...clientCertificate, ...expected }, clientCertificate);
      assert.equal(path.basename(clientCertificate?.file ?? ''), at);
      assert.deepEqual([shown, records.length], [[], 1]);
      assert.doesNotMatch(wordsOf(error), /passphrase-|-passphrase|PRIVATE KEY/);
    });

  it('says what stands in it before it is used', async () => {
    const files = { file: file('olive.p12', maker.pkcs12(olive, passphrase)) };
    const { parsed } = await readClientCertificate(files, passphrase);
    assert.deepEqual([parsed?.subject, parsed?.issuer], ['CN=olive', 'CN=Orchard Root']);
  });
});

const wordsOf = (error: RequestError): string =>
  JSON.stringify([error, error.message, error.stack, String(error.cause)]);
