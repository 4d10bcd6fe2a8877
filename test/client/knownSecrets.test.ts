import assert from 'node:assert/strict';
import { createClient } from '../../src/client/client.ts';
import { openSubscriptions } from '../../src/client/graphql/openSubscriptions.ts';
import { assigneesUpdated } from '../support/servers/graphqlDocuments.ts';
import { Secrets } from '../../src/client/redactSecrets.ts';
import { getUser } from '../../src/wire/instance.ts';
import { answerJson, connect, failureOf, secret } from './connect.ts';
import { serveCable } from './graphql/cable.ts';
import { loopback } from './loopback.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('Secrets', () => {
  it('go from a text as they are, as part of an address and in base64, wherever in it they stand', () => {
    const secrets = new Secrets(['p@ss/word+', secret]);
    for (const [text, clean] of [
      [`with ${secret} and p@ss/word+!`, 'with [credential] and [credential]!'],
      [`https://h/?t=${encodeURIComponent('p@ss/word+')}&x`, 'https://h/?t=[credential]&x'],
      [`Basic ${base64(secret)}, later`, 'Basic [credential], later'],
      [`Basic ${base64(`:${secret}`)}`, 'Basic O[credential]'],
      [`Basic ${base64(`me:${secret}`)}`, 'Basic bWU6[credential]'],
    ] as const)
      assert.equal(secrets.clean(text), clean);
  });

  it('leave everything else as it is, a part of one too, unless the text is cut in the middle of it', () => {
    const secrets = new Secrets([secret]);
    for (const text of ['', 'nothing', secret.slice(0, -1), `${secret.slice(0, 5)}…`, '…'])
      assert.equal(secrets.clean(text), text);
    assert.equal(secrets.clean(`Bearer ${secret.slice(0, 12)}…`), 'Bearer [credential]…');
  });

  it('take no word for a credential that is too short to be one', () => {
    assert.equal(new Secrets(['', 'abc']).clean('abcdef'), 'abcdef');
  });

  it('go whole where one is the beginning of another', () => {
    assert.equal(new Secrets(['token', 'token-and-more']).clean('token-and-more'), '[credential]');
  });

  it('know what an address and a header sign in with', () => {
    const secrets = new Secrets();
    secrets.addFromAddress('http://olive:p%40ss@proxy.example.com:3128');
    secrets.addFromAddress('proxy.example.com');
    secrets.addFromHeader(`Basic ${base64('mara:s3cr3t')}`);
    secrets.addFromHeader('Bearer 0123456789');
    for (const text of ['p@ss', 'p%40ss', base64('olive:p@ss'), 's3cr3t', base64('mara:s3cr3t'), '0123456789'] as const)
      assert.equal(secrets.clean(text), '[credential]');
    assert.equal(secrets.clean('olive at proxy.example.com'), 'olive at proxy.example.com');
  });
});

describe('the credentials of a proxy', () => {
  const net = loopback();

  it('are in no error, whatever the proxy repeats', async () => {
    const proxied = await net.serve(({ headers }, response) =>
      answerJson(response, { message: `no entry with ${headers['proxy-authorization']} (p@ss)` }, { status: 403 }),
    );
    const address = proxied.origin.replace('//', '//olive:p%40ss@');
    const { transport } = connect(net, 'http://gitlab.invalid', { settings: { proxy: address } });
    const secrets = new Secrets();
    secrets.addFromAddress(address);
    const client = createClient({
      baseUrl: 'http://gitlab.invalid',
      token: async () => secret,
      transport: async () => transport,
      secrets,
    });
    const { serverMessage } = (await failureOf(client.send(getUser, {}))).facts;
    assert.equal(proxied.received[0]?.headers['proxy-authorization'], `Basic ${base64('olive:p@ss')}`);
    assert.equal(serverMessage, 'no entry with Basic [credential] ([credential])');
  });
});

describe('a cable', () => {
  const net = loopback();

  for (const what of ['errors', 'result', 'rejection', 'end'] as const) {
    it(`has the token in no error, whatever it repeats in its ${what}`, async () => {
      const cable = await serveCable((authorization) => {
        const words = `${authorization} ${base64(authorization)}`;
        return {
          errors: { message: { errors: [{ message: words }] } },
          result: { message: { result: { errors: [{ message: words }] } } },
          rejection: { type: 'reject_subscription', reason: words },
          end: { type: 'disconnect', reason: words, reconnect: false },
        }[what];
      });
      net.defer(() => cable.close());
      const { transport } = connect(net, cable.origin);
      const subscriptions = openSubscriptions({
        baseUrl: cable.origin,
        token: async () => secret,
        webSocket: async () => transport.webSocket?.(),
        backoffMs: () => 5,
      });
      net.defer(async () => subscriptions.close());
      const { signal } = new AbortController();
      const events = subscriptions
        .subscribe(assigneesUpdated, { issuableId: 'gid://gitlab/Issue/1' }, { signal })
        [Symbol.asyncIterator]();
      await assert.rejects(events.next(), ({ message, stack }: Error) => {
        assert.doesNotMatch(`${message} ${stack}`, new RegExp(`${secret}|${base64(`Bearer ${secret}`).slice(12, 30)}`));
        if (what !== 'rejection') assert.match(message, /Bearer \[credential\]/);
        return true;
      });
      assert.deepEqual(cable.authorizations, [`Bearer ${secret}`]);
    });
  }
});
