import assert from 'node:assert/strict';
import { createClient } from '../../../src/client/client.ts';
import type { Account } from '../../../src/model/account.ts';
import { firstInstance, readAccount, readNewAccount } from '../../../src/model/accounts/signIn.ts';
import { newestEdition } from '../../../src/sandbox/edition.ts';
import { answerJson, connect, failureOf } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { type As, withSandbox } from '../../sandbox/driving.ts';
import { payloadText } from '../../support/fixtures.ts';
import { setFaultsAt } from '../../support/servers/sandboxControl.ts';

describe('readNewAccount', () => {
  const servers = loopback();
  const run = withSandbox();

  /** The account, and the token headers sent. */
  const read = async (
    secret: string,
  ): Promise<{ readonly account: Promise<Omit<Account, 'id'>>; readonly sent: string[] }> => {
    const sent: string[] = [];
    const { url } = run().sandbox;
    const { transport } = connect(servers, url);
    const account = readNewAccount((header) => {
      sent.push(header);
      return createClient({
        baseUrl: url,
        token: async () => secret,
        tokenHeader: () => header,
        transport: async () => transport,
      });
    }, {});
    await account.catch(() => undefined);
    return { account, sent };
  };

  it('sends the token in Authorization, and nothing more where that is enough', async () => {
    const { account, sent } = await read(run().sandbox.tokens.maintainer);
    assert.deepEqual([(await account).tokenHeader, sent], [undefined, ['authorization']]);
  });

  it('says what the server says of a token that it refuses in either header', async () => {
    const { account, sent } = await read(run().sandbox.tokens.revoked);
    const { facts } = await failureOf(account);
    assert.equal(facts.serverMessage, 'Token was revoked. You have to re-authorize from the user.');
    assert.deepEqual(sent, ['authorization', 'private-token']);
  });
});

describe('readAccount', () => {
  const servers = loopback();

  describe('on a current server', () => {
    const run = withSandbox({ faults: true, now: () => new Date('2026-02-01T12:00:00Z') });
    const read = (as: As, url = run().sandbox.url): Promise<Omit<Account, 'id'>> =>
      readAccount(connect(servers, url, { token: as }).client, {});
    const token = (name: keyof ReturnType<typeof run>['sandbox']['tokens']): string => run().sandbox.tokens[name];

    it('reads who the token belongs to, what it may do, how long it lasts, and the release', async () => {
      assert.deepEqual(await read(token('maintainer')), {
        baseUrl: run().sandbox.url,
        userId: 3,
        username: 'maintainer',
        name: 'Maya Lindqvist',
        scopes: ['api'],
        expiresOn: undefined,
        serverVersion: newestEdition.version,
      });
    });

    it('reads the last day of a token', async () => {
      assert.partialDeepStrictEqual(await read(token('expired')), { username: 'developer', expiresOn: '2026-03-01' });
    });

    it('takes a token that may only read', async () => {
      assert.partialDeepStrictEqual(await read(token('readOnly')), { username: 'developer', scopes: ['read_api'] });
    });

    it('fails with the words of the server for a token that is unknown, revoked or may not read', async () => {
      const cases = [
        ['glpat-unknown', 'unauthorized', '401 Unauthorized'],
        [token('revoked'), 'unauthorized', 'Token was revoked. You have to re-authorize from the user.'],
        [
          token('repositoryOnly'),
          'insufficientScope',
          'The request requires higher privileges than provided by the access token.',
        ],
      ] as const;
      for (const [secret, failure, serverMessage] of cases) {
        const { facts } = await failureOf(read(secret));
        assert.partialDeepStrictEqual(facts, { failure, serverMessage, reference: 'U1' });
      }
    });

    it('fails when the server breaks, rather than leave out what it might have said', async () => {
      for (const operation of ['getUser', 'getOwnToken', 'getMetadata']) {
        await setFaultsAt(run().sandbox.url, [{ operation, fault: 'status', status: 500 }]);
        const { facts } = await failureOf(read(token('maintainer')));
        assert.partialDeepStrictEqual(facts, { failure: 'serverError', status: 500 });
      }
      await setFaultsAt(run().sandbox.url, []);
    });

    it('gives up when it is told to', async () => {
      const { client } = connect(servers, run().sandbox.url, { token: token('maintainer') });
      const { facts } = await failureOf(readAccount(client, { signal: AbortSignal.abort() }));
      assert.equal(facts.failure, 'cancelled');
    });
  });

  describe('on older servers', () => {
    /** Answers the user and `more`; refuses others with `status`. */
    const readFrom = async (more: Readonly<Record<string, string>>, status = 404): Promise<Omit<Account, 'id'>> => {
      const answers: Readonly<Record<string, string>> = { '/user': payloadText('getUser.json'), ...more };
      const server = await servers.serve(({ target }, response) => {
        const known = answers[target.replace('/api/v4', '')];
        if (known === undefined) answerJson(response, { error: `${status} No` }, { status });
        else response.writeHead(200, { 'content-type': 'application/json' }).end(known);
      });
      return readAccount(connect(servers, server.origin).client, {});
    };

    it('reads the release where there is no metadata (before 15.2)', async () => {
      const account = await readFrom({ '/version': payloadText('getVersion.json') });
      assert.equal(account.serverVersion, '8.13.0-pre');
    });

    it('leaves scopes and expiry unknown where a token cannot read itself (before 15.5)', async () => {
      for (const status of [400, 404, 405]) {
        const account = await readFrom({ '/metadata': payloadText('getMetadata.15.json') }, status);
        assert.partialDeepStrictEqual(account, {
          username: 'john_smith',
          scopes: undefined,
          expiresOn: undefined,
          serverVersion: '15.2-pre',
        });
      }
    });

    it('reads the token as 15.5 prints it', async () => {
      const self = { '/personal_access_tokens/self': payloadText('getOwnToken.15.json') };
      assert.partialDeepStrictEqual(await readFrom(self), {
        scopes: ['read_api', 'read_user'],
        expiresOn: '2026-01-31',
        serverVersion: undefined,
      });
    });

    it('takes a token that may read nothing but its user', async () => {
      const account = await readFrom({}, 403);
      assert.partialDeepStrictEqual(account, { username: 'john_smith', scopes: undefined, serverVersion: undefined });
    });
  });
});

describe('firstInstance', () => {
  const servers = loopback();
  const run = withSandbox();

  const among = async (...urls: readonly string[]): Promise<string | undefined> => {
    const clients = urls.map((url) => connect(servers, url, { token: null }).client);
    return (await firstInstance(clients, {})).found?.baseUrl;
  };

  it('is where a GitLab refuses who shows no token, not below a project of it', async () => {
    const { url } = run().sandbox;
    assert.equal(await among(`${url}/acme/orchard`, `${url}/acme`, url), url);
  });

  it('is below a path where the server is there, not at its host', async () => {
    const server = await servers.serve((request, response) =>
      request.target === '/gitlab/api/v4/user'
        ? answerJson(response, { message: '401 Unauthorized' }, { status: 401 })
        : response.writeHead(404).end('Nothing here'),
    );
    const below = `${server.origin}/gitlab`;
    assert.equal(await among(`${below}/acme`, below, server.origin), below);
    assert.ok(server.received.every(({ headers }) => headers.authorization === undefined));
  });

  it('is none where a page, another refusal or nobody answers', async () => {
    const pages = await servers.serve((_, response) => response.writeHead(200).end('<h1>Our company</h1>'));
    const guard = await servers.serve((_, response) => response.writeHead(401).end('Who are you?'));
    assert.equal(await among(pages.origin, guard.origin, 'http://127.0.0.1:1'), undefined);
  });
});
