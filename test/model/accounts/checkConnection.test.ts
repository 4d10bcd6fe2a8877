import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import { requestErrorFacts } from '../../../src/client/errors.ts';
import { pageProblem } from '../../../src/client/foreignPage.ts';
import { createProbe } from '../../../src/client/probe.ts';
import { Secrets } from '../../../src/client/redactSecrets.ts';
import { Traffic } from '../../../src/client/traffic.ts';
import { createUndiciTransport } from '../../../src/client/undici/undiciTransport.ts';
import { checkConnection } from '../../../src/model/accounts/checkConnection.ts';
import type { Check, CheckDeps, CheckName } from '../../../src/model/accounts/connectionCheck.ts';
import { type ConnectOptions, networkSettings } from '../../client/connect.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { loopback } from '../../client/loopback.ts';
import { listen, proxyThatSays, tunnelling } from '../../client/proxy/broken.ts';
import { CertificateMaker, type Pair } from '../../client/proxy/certificates.ts';
import { front, type FrontBehaviour } from '../../client/proxy/front.ts';
import { type RunningSandbox, startSandbox } from '../../support/servers/startSandbox.ts';

interface Situation {
  readonly address: string;
  readonly settings?: ConnectOptions['settings'];
  readonly token?: 'maintainer' | 'readOnly' | 'fineGrained' | 'expired' | 'revoked' | 'repositoryOnly' | 'none';
  readonly more?: Partial<CheckDeps>;
}

/** Expected state and reason of steps. */
type Wanted = Readonly<Partial<Record<CheckName, string>>>;

type Row = readonly [what: string, situation: () => Promise<Situation>, wanted: Wanted];

const unknown = 'https://gitlab.invalid';

describe('checking a connection', function () {
  this.timeout(60_000);
  const net = loopback();
  const maker = new CertificateMaker(temporaryFolder('certificates'));
  const names = 'IP:127.0.0.1,DNS:gitlab.invalid';
  const root = maker.make({ subject: 'Orchard Root', isAuthority: true });
  const middle = maker.make({ subject: 'Orchard Middle', isAuthority: true }, root);
  const good = maker.make({ subject: 'gitlab', names }, middle);
  const foreign = maker.make({ subject: 'Foreign Root', isAuthority: true });
  const trusted = [root.cert];
  let sandbox: RunningSandbox;
  let below: RunningSandbox;

  before(async () => {
    [sandbox, below] = await Promise.all([startSandbox(), startSandbox({ relativeUrl: '/gitlab' })]);
  });

  after(async () => {
    maker.dispose();
    await Promise.all([sandbox.close(), below.close()]);
  });

  const check = async ({ address, settings = {}, token = 'maintainer', more }: Situation) => {
    const secret = token === 'none' ? undefined : sandbox.tokens[token];
    const original = tls.getCACertificates;
    tls.getCACertificates = (type) => [...original(type), ...trusted];
    let checks: readonly Check[] = [];
    const { signal } = new AbortController();
    const deps: CheckDeps = {
      baseUrl: address,
      hasToken: secret !== undefined,
      tokenHeader: 'authorization',
      namespace: 'acme',
      wantsLiveUpdates: true,
      today: new Date(),
      unusedMs: 300,
      signal,
      probe: async (seen) => {
        // no row needs a connection timeout
        const times = { connectTimeoutMs: 10_000, writesKeepAliveMs: 500 };
        const transport = createUndiciTransport(networkSettings(settings), times, seen);
        net.defer(() => transport.close());
        return createProbe({
          baseUrl: address,
          spelling: 'real',
          token: secret,
          transport,
          secrets: new Secrets(),
          traffic: new Traffic(() => 0),
          signal: more?.signal ?? signal,
        });
      },
      report: (all) => (checks = all),
      ...more,
    };
    try {
      await checkConnection(deps);
    } finally {
      tls.getCACertificates = original;
    }
    return new Map(checks.map((each) => [each.name, each]));
  };

  /** `inheritedVariables`, `failed wrongName`, `skipped notReached`. */
  const wordOf = (each: Check | undefined): string => {
    if (each === undefined) return 'left out';
    const failure = requestErrorFacts(each.facts.error);
    const page = failure?.page && [failure.failure, pageProblem(failure.page.title)].filter(Boolean).join(' ');
    const why = page ?? failure?.connection?.problem ?? failure?.failure;
    return [each.state, each.facts.skipped, why].filter(Boolean).join(' ');
  };

  const fronted = async (behaviour: FrontBehaviour): Promise<string> => {
    const { host } = await listen(front(sandbox.url, behaviour), net);
    return `${behaviour.pair === undefined ? 'http' : 'https'}://${host}`;
  };

  const shows = (pair: Pair) => async (): Promise<Situation> => ({ address: await fronted({ pair }) });

  const by =
    (listener: Parameters<typeof listen>[0], scheme = 'http') =>
    async (): Promise<Situation> => ({
      address: unknown,
      settings: { proxy: `${scheme}://${(await listen(listener, net)).host}` },
    });

  const page =
    (status: number, title: string): NonNullable<FrontBehaviour['answer']> =>
    (_, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end(`<title>${title}</title>`);
      return true;
    };

  const isPost = ({ method }: { readonly method?: string | undefined }): boolean => method === 'POST';

  const unreached: Wanted = { server: 'skipped notReached', token: 'skipped notReached', live: 'skipped notReached' };

  const rows: readonly Row[] = [
    [
      'a server nobody knows',
      async () => ({ address: unknown }),
      { proxy: 'passed', name: 'failed unknownName', ...unreached },
    ],
    [
      'an authority nobody trusts',
      shows(maker.make({ subject: 'gitlab', names }, foreign)),
      { serverTls: 'failed unknownAuthority', ...unreached },
    ],
    [
      'a certificate nobody trusts, which the settings allow',
      async () => ({
        ...(await shows(maker.make({ subject: 'gitlab', names }, foreign))()),
        settings: { strictCertificates: false },
      }),
      { serverTls: 'warning', server: 'passed', token: 'passed' },
    ],
    [
      'a setting that is no address of a proxy',
      async () => ({ address: unknown, settings: { proxy: 'ftp://p' } }),
      { proxy: 'failed unreadableSetting', ...unreached },
    ],
    [
      'an exception from proxies that cannot be read',
      async () => ({
        address: sandbox.url,
        settings: { proxy: 'http://proxy.invalid', noProxy: '127.0.0.1, 10.0/33' },
      }),
      { proxy: 'warning', tcp: 'passed', server: 'passed' },
    ],
    [
      'a proxy nobody knows',
      async () => ({ address: unknown, settings: { proxy: 'http://proxy.invalid:3128' } }),
      { proxy: 'passed', proxyName: 'failed unknownName', name: 'left out', ...unreached },
    ],
    [
      'a proxy that is down',
      async () => ({ address: unknown, settings: { proxy: `127.0.0.1:${await net.unusedPort()}` } }),
      { proxyTcp: 'failed refused', tcp: 'left out', ...unreached },
    ],
    ['a proxy without TLS', by(tunnelling(), 'https'), { proxyTcp: 'passed', proxyTls: 'failed noTls', ...unreached }],
    [
      'a proxy that wants credentials',
      by(proxyThatSays('HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="orchard"\r\n\r\n')),
      { proxyTcp: 'passed', connect: 'failed credentialsWanted', ...unreached },
    ],
    [
      'a page of something in between',
      async () => ({ address: await fronted({ answer: page(403, 'Company Gateway') }) }),
      { tcp: 'passed', server: 'failed signInNeeded', token: 'skipped notReached' },
    ],
    [
      'a gateway that keeps Authorization to itself',
      async () => ({ address: await fronted({ drops: 'authorization' }) }),
      {
        server: 'passed',
        token: 'passed',
        header: 'failed',
        scopes: 'passed',
        version: 'passed',
        writes: 'passed',
        idle: 'passed',
      },
    ],
    [
      'a gateway that keeps PRIVATE-TOKEN to itself',
      async () => ({ address: await fronted({ drops: 'private-token' }) }),
      { token: 'passed', header: 'passed', scopes: 'passed' },
    ],
    [
      'a clock that is wrong',
      async () => ({
        address: await fronted({
          heads: (headers) => ({ ...headers, date: new Date(Date.now() - 600_000).toUTCString() }),
        }),
      }),
      { server: 'passed', clock: 'warning', token: 'passed' },
    ],
    [
      'a token for reading only',
      async () => ({ address: sandbox.url, token: 'readOnly' }),
      { token: 'passed', scopes: 'warning' },
    ],
    [
      'a fine-grained token',
      async () => ({ address: sandbox.url, token: 'fineGrained' }),
      { token: 'passed', scopes: 'passed' },
    ],
    [
      'a token for repositories only',
      async () => ({ address: sandbox.url, token: 'repositoryOnly' }),
      { server: 'passed', token: 'failed insufficientScope', version: 'failed insufficientScope' },
    ],
    [
      'an expired token',
      async () => ({ address: sandbox.url, token: 'expired' }),
      {
        server: 'passed',
        clock: 'passed',
        token: 'failed unauthorized',
        header: 'skipped noToken',
        scopes: 'skipped noToken',
      },
    ],
    [
      'no token',
      async () => ({ address: sandbox.url, token: 'none' }),
      { server: 'passed', clock: 'passed', token: 'skipped noToken', unchanged: 'skipped noToken' },
    ],
    [
      'a sign-in that catches changes only',
      async () => ({
        address: await fronted({
          answer: (request, response) => isPost(request) && page(403, 'Sign in')(request, response),
        }),
      }),
      { server: 'passed', token: 'passed', writes: 'failed signInNeeded', unchanged: 'passed' },
    ],
    [
      'a server that closes idle connections early',
      async () => {
        const heads = (headers: object) => ({ ...headers, connection: 'keep-alive' });
        const gateway = Object.assign(front(sandbox.url, { heads }), { keepAliveTimeout: 500 });
        return { address: `http://${(await listen(gateway, net)).host}`, more: { unusedMs: 20_000 } };
      },
      { server: 'passed', idle: 'warning', writes: 'passed' },
    ],
    [
      'a server that says that it closes connections at once',
      async () => ({ address: await fronted({ heads: (headers) => ({ ...headers, connection: 'close' }) }) }),
      { server: 'passed', idle: 'passed' },
    ],
    [
      'a gateway that removes ETags',
      async () => ({
        address: await fronted({
          heads: (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'etag')),
        }),
      }),
      { unchanged: 'warning', writes: 'passed' },
    ],
    [
      'a gateway without WebSockets',
      async () => {
        const gateway = front(sandbox.url);
        gateway.removeAllListeners('upgrade');
        return { address: `http://${(await listen(gateway, net)).host}` };
      },
      { live: 'warning', writes: 'passed' },
    ],
    [
      'live updates that are not wanted',
      async () => ({ address: sandbox.url, more: { wantsLiveUpdates: false } }),
      { live: 'skipped off' },
    ],
  ];

  for (const [what, situation, wanted] of rows)
    it(`finds ${what} at its step`, async () => {
      const checks = await check(await situation());
      const found = Object.fromEntries(
        Object.keys(wanted).map((name) => [name, wordOf(checks.get(name as CheckName))]),
      );
      assert.deepEqual(found, wanted);
      assert.ok([...checks.values()].every(({ state }) => state !== 'running'));
    });

  it('passes every step of a connection by TLS through a proxy, and changes nothing', async () => {
    const server = front(sandbox.url, { pair: good });
    const { port } = await listen(server, net);
    const proxy = await listen(tunnelling(maker.make({ subject: 'proxy', names }, root)), net);
    const host = `gitlab.invalid:${port}`;
    const file = path.join(temporaryFolder('clientCertificate'), 'olive.pem');
    const { key, cert } = maker.make({ subject: 'olive' });
    writeFileSync(file, key + cert);
    const identity = { id: 'olive', origin: `https://${host}`, certificate: { file }, passphrase: undefined };
    const checks = await check({ address: `https://${host}`, settings: { proxy: `https://${proxy.host}`, identity } });
    assert.deepEqual(
      [...checks.values()].map((each) => `${each.name} ${wordOf(each)} ${each.host}`),
      [
        `proxy passed ${host}`,
        `proxyTcp passed ${proxy.host}`,
        `proxyTls passed ${proxy.host}`,
        `connect passed ${proxy.host}`,
        `serverTls passed ${host}`,
        `server passed ${host}`,
        `version passed ${host}`,
        `tier skipped notReported ${host}`,
        `clock passed ${host}`,
        `token passed ${host}`,
        `header passed ${host}`,
        `scopes passed ${host}`,
        `expiry passed ${host}`,
        `writes passed ${host}`,
        `idle passed ${host}`,
        `uploads skipped administratorsOnly ${host}`,
        `live passed ${host}`,
        `unchanged passed ${host}`,
      ],
    );
    const chain = checks.get('serverTls')?.facts.seen?.tls;
    assert.deepEqual(
      chain?.certificates.map(({ subject }) => subject),
      ['gitlab', 'Orchard Middle', 'Orchard Root'],
    );
    assert.deepEqual(
      (['proxyTls', 'serverTls'] as const).map((name) => checks.get(name)?.facts.seen?.clientCertificate),
      [undefined, file],
    );
    assert.match(chain?.protocol ?? '', /^TLSv1\.[23]$/);
    assert.deepEqual(checks.get('header')?.facts.headers, ['authorization', 'private-token']);
    assert.deepEqual(
      server.asked.filter((each) => !each.startsWith('GET ')),
      ['POST /api/graphql'],
    );
  });

  it('finds the GitLab below the host that answers with something else', async () => {
    const inFront = front(below.url, {
      answer: (request, response) =>
        request.url?.startsWith('/gitlab/') !== true && page(404, 'Intranet')(request, response),
    });
    const origin = `http://${(await listen(inFront, net)).host}`;
    for (const [address, elsewhere] of [
      [origin, `${origin}/gitlab`],
      [`${origin}/gitlab/acme`, `${origin}/gitlab`],
      [`${origin}/other`, `${origin}/gitlab`],
    ] as const) {
      const { state, facts } = (await check({ address })).get('server') ?? assert.fail('no step');
      assert.equal(state, 'failed');
      assert.equal(facts.elsewhere, elsewhere, address);
    }
  });

  it('sends the token to no other address than that of the account', async () => {
    const tokens: unknown[] = [];
    const address = await fronted({
      answer: (request, response) => {
        if (request.url?.startsWith('/other/') !== true) tokens.push(request.headers.authorization);
        return page(404, 'Intranet')(request, response);
      },
    });
    await check({ address: `${address}/other` });
    assert.deepEqual(tokens, [undefined, undefined]);
  });

  it('skips what is left once it is cancelled', async () => {
    const running = new AbortController();
    const address = await fronted({
      answer: ({ url }) => {
        if (url?.endsWith('/graphql') !== true) return false;
        running.abort();
        return true;
      },
    });
    const checks = await check({ address, more: { signal: running.signal } });
    assert.equal(wordOf(checks.get('token')), 'passed');
    assert.equal(wordOf(checks.get('writes')), 'skipped cancelled');
    assert.ok([...checks.values()].every(({ state }) => state !== 'running'));
  });
});
