import assert from 'node:assert/strict';
import { createUndiciTransport } from '../../../src/client/undici/undiciTransport.ts';
import { getUser } from '../../../src/wire/instance.ts';
import { serveCable } from '../graphql/cable.ts';
import { answerJson, connect, networkSettings } from '../connect.ts';
import { type Answering, loopback } from '../loopback.ts';
import { wireUser } from '../samples.ts';
import { listen, socks, tunnelling } from './broken.ts';

const asUser: Answering = (_, response) => answerJson(response, wireUser);

describe('a proxy of SOCKS', () => {
  const net = loopback();

  for (const kind of ['plain', 'encrypted'] as const)
    for (const [scheme, host, asked] of [
      ['socks5h', 'gitlab.invalid', 'gitlab.invalid'],
      ['socks', 'gitlab.invalid', 'gitlab.invalid'],
      ['socks5', 'localhost', `127\\.0\\.0\\.1|${'0'.repeat(31)}1`],
      ['socks5h', '127.0.0.1', '127.0.0.1'],
      ['socks5h', '[2001:db8::1:0:a]', '20010db800000000000000010000000a'],
      ['socks5h', '[::1]', '00000000000000000000000000000001'],
      ['socks5h', '[::ffff:10.0.0.1]', '00000000000000000000ffff0a000001'],
      ['socks5h', '[2001:db8::]', '20010db8000000000000000000000000'],
      ['socks5h', '[1:2:3:4:5:6:7:8]', '00010002000300040005000600070008'],
    ] as const)
      it(`is asked by ${scheme} for ${host}, for ${kind} requests`, async () => {
        const server = await (kind === 'plain' ? net.serve(asUser) : net.serveTls(asUser));
        const proxy = socks();
        const settings = { proxy: `${scheme}://${(await listen(proxy, net)).host}`, strictCertificates: false };
        const { client } = connect(net, server.origin.replace('127.0.0.1', host), { settings });
        assert.deepEqual(await client.send(getUser, {}), wireUser);
        assert.match(proxy.asked.join(), new RegExp(`^(?:${asked}):${server.port}$`));
      });

  it('gets the credentials of its address, and the server does not', async () => {
    const server = await net.serve(asUser);
    const proxy = socks({ credentials: 'olive:p@ss' });
    const { host } = await listen(proxy, net);
    const { client } = connect(net, server.origin, { settings: { proxy: `socks5://olive:p%40ss@${host}` } });
    assert.deepEqual(await client.send(getUser, {}), wireUser);
    assert.doesNotMatch(JSON.stringify(server.received), /p@ss|p%40ss|proxy-authorization/i);
  });

  it('is passed by for exceptions', async () => {
    const server = await net.serve(asUser);
    const proxy = socks();
    const { host } = await listen(proxy, net);
    const settings = { proxy: `socks5h://${host}`, noProxy: '127.0.0.0/8' };
    assert.deepEqual(await connect(net, server.origin, { settings }).client.send(getUser, {}), wireUser);
    assert.deepEqual(proxy.asked, []);
  });
});

describe('a socket without encryption', () => {
  const net = loopback();

  for (const [kind, scheme, make] of [
    ['a tunnel of a proxy that is asked for plain requests', 'http', tunnelling],
    ['a proxy of SOCKS', 'socks5h', socks],
  ] as const)
    it(`goes through ${kind}`, async () => {
      const cable = await serveCable(() => ({}));
      net.defer(() => cable.close());
      const proxy = make();
      const { host } = await listen(proxy, net);
      const transport = createUndiciTransport(networkSettings({ proxy: `${scheme}://${host}` }));
      net.defer(() => transport.close());
      const Socket = (await transport.webSocket?.()) ?? assert.fail('the transport has no sockets');
      const { port } = new URL(cable.origin);
      const headers = { authorization: 'Bearer token' };
      const socket = new Socket(`ws://gitlab.invalid:${port}`, { protocols: ['actioncable-v1-json'], headers });
      const heard = await new Promise((resolve, reject) => {
        socket.addEventListener('error', reject);
        socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data))));
      });
      assert.deepEqual(heard, { type: 'welcome' });
      assert.deepEqual([proxy.asked, cable.authorizations], [[`gitlab.invalid:${port}`], ['Bearer token']]);
    });
});
