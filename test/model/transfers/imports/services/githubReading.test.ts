import assert from 'node:assert/strict';
import type { RequestRecord } from '../../../../../src/client/client.ts';
import { RequestError } from '../../../../../src/client/errors.ts';
import { directConnections } from '../../../../../src/client/transport.ts';
import { createUndiciTransport } from '../../../../../src/client/undici/undiciTransport.ts';
import { pollBitbucket } from '../../../../../src/model/transfers/imports/services/bitbucket.ts';
import {
  type Github,
  GithubRefusal,
  openGithub,
} from '../../../../../src/model/transfers/imports/services/githubReading.ts';
import { startExternalService } from '../../../../../src/sandbox/external/startExternalService.ts';
import { answerJson } from '../../../../client/connect.ts';
import { type Answering, loopback } from '../../../../client/loopback.ts';

const secret = 'ghp_FixtureSecret0123456789';

describe('looking repositories up at GitHub', () => {
  const servers = loopback();
  const records: RequestRecord[] = [];

  const github = (webUrl: string, token = secret): Github => {
    const transport = createUndiciTransport(directConnections);
    servers.defer(() => transport.close());
    const record = (request: RequestRecord): void => void records.push(request);
    return openGithub({ kind: 'enterprise', webUrl }, token, { transport: async () => transport, record });
  };
  const refusalOf = async (request: Promise<unknown>): Promise<GithubRefusal> => {
    const error = await request.then(
      () => assert.fail('it was answered'),
      (reason: unknown) => reason,
    );
    if (error instanceof GithubRefusal) return error;
    throw error;
  };
  const answering = async (answer: Answering): Promise<Github> => github((await servers.serve(answer)).origin);

  it('says whose token it is and what it opens, lists, and finds by number and name', async () => {
    const outside = await startExternalService();
    servers.defer(() => outside.close());
    const opened = github(outside.url, outside.token);
    assert.deepEqual(await opened.token(), {
      login: 'wanda',
      scopes: ['repo', 'read:org', 'gist'],
      isFineGrained: false,
    });
    const { repositories, hasMore } = await opened.own();
    assert.deepEqual([repositories.map(({ fullName }) => fullName), hasMore], [['wanda/cider', 'CID/cider'], false]);
    await opened.own();
    assert.equal(outside.requests.filter((request) => request.includes('/user/repos')).length, 1);
    assert.equal((await opened.byId(7001)).fullName, 'wanda/cider');
    assert.equal((await opened.byName('Wanda', 'Cider')).id, 7001);
    const missing = await refusalOf(opened.byName('wanda', 'beer'));
    assert.deepEqual([missing.kind, missing.status, missing.words], ['missing', 404, 'Not Found']);
    outside.limitRate('on');
    const limited = await refusalOf(opened.byId(7001));
    assert.deepEqual([limited.kind, limited.waitMs], ['rateLimited', 60_000]);
    const wrong = await refusalOf(github(outside.url, 'wrong').token());
    assert.deepEqual([wrong.kind, wrong.words], ['token', 'Bad credentials']);
  });

  it('knows a fine-grained token, of which nobody says what it may do', async () => {
    const { origin } = await servers.serve((_, response) => answerJson(response, { login: 'wanda' }));
    const token = await github(origin, 'github_pat_0123').token();
    assert.deepEqual(token, { login: 'wanda', scopes: undefined, isFineGrained: true });
  });

  it('reads at most a thousand of the own repositories, and says that there are more', async () => {
    const opened = await answering(({ target }, response) => {
      const page = Number(new URL(target, 'http://x').searchParams.get('page'));
      const rows = Array.from({ length: 100 }, (_, index) => ({
        id: page * 100 + index,
        name: 'x',
        full_name: `wanda/${page}-${index}`,
      }));
      answerJson(response, rows);
    });
    const { repositories, hasMore } = await opened.own();
    assert.deepEqual([repositories.length, hasMore], [1000, true]);
  });

  it('tells the reasons of a 403 and a 404 apart', async () => {
    for (const [status, message, headers, kind] of [
      [403, 'API rate limit exceeded for user', { 'x-ratelimit-remaining': '0' }, 'rateLimited'],
      [403, 'You have exceeded a secondary rate limit', {}, 'rateLimited'],
      [403, 'Resource protected by organization SAML enforcement.', { 'x-github-sso': 'required; url=x' }, 'signOn'],
      [403, 'Must have admin rights', {}, 'forbidden'],
      [404, 'Not Found', { 'x-oauth-scopes': 'gist', 'x-accepted-oauth-scopes': 'repo' }, 'scope'],
      [404, 'Not Found', { 'x-oauth-scopes': 'repo', 'x-accepted-oauth-scopes': 'repo' }, 'missing'],
      [500, 'Server Error', {}, 'serverError'],
      [451, 'Repository access blocked', {}, 'other'],
    ] as const) {
      const opened = await answering((_, response) => answerJson(response, { message }, { status, headers }));
      const refusal = await refusalOf(opened.byName('wanda', 'cider'));
      assert.deepEqual([refusal.kind, refusal.words, refusal.status], [kind, message, status]);
    }
  });

  it('knows when a limit ends', async () => {
    const reset = String(Math.ceil(Date.now() / 1000) + 90);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    const opened = await answering((_, response) =>
      answerJson(response, { message: 'API rate limit exceeded' }, { status: 403, headers }),
    );
    const { waitMs = 0 } = await refusalOf(opened.token());
    assert.ok(waitMs > 80_000 && waitMs < 92_000, String(waitMs));
  });

  it('sees that a server is no GitHub', async () => {
    const page = await answering((_, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<p>nothing here</p>');
    });
    assert.equal((await refusalOf(page.token())).kind, 'notGithub');
    const other = await answering((_, response) => answerJson(response, { hello: 'there' }));
    assert.equal((await refusalOf(other.token())).kind, 'notGithub');
  });

  it('follows a renamed repository, and gives no other origin the token', async () => {
    const elsewhere = await servers.serve((_, response) => answerJson(response, {}));
    const here = await answering(({ target }, response) => {
      if (target.includes('/repos/wanda/old')) response.writeHead(301, { location: '/api/v3/repositories/7001' }).end();
      else if (target.includes('/repositories/7001'))
        answerJson(response, { id: 7001, name: 'new', full_name: 'wanda/new' });
      else response.writeHead(302, { location: `${elsewhere.origin}/api/v3/user` }).end();
    });
    assert.equal((await here.byName('wanda', 'old')).fullName, 'wanda/new');
    await assert.rejects(
      here.token(),
      (error) => error instanceof RequestError && error.facts.failure === 'redirected',
    );
    assert.deepEqual(elsewhere.received, []);
  });

  it('keeps the token out of what it says and records', async () => {
    records.length = 0;
    const opened = await answering((_, response) =>
      answerJson(response, { message: `no use for ${secret}` }, { status: 401 }),
    );
    const refusal = await refusalOf(opened.token());
    const gone = github(`http://127.0.0.1:${await servers.unusedPort()}`);
    const unreachable = await gone.token().catch((error: unknown) => error);
    assert.ok(unreachable instanceof RequestError);
    const said = [
      refusal.stack,
      refusal.words,
      unreachable.stack,
      JSON.stringify(records),
      JSON.stringify(unreachable),
    ];
    assert.doesNotMatch(said.join('\n'), /FixtureSecret/);
    assert.deepEqual(
      records.map(({ reference, result }) => [reference, result]),
      [
        ['GitHub', 401],
        ['GitHub', 'unreachable'],
      ],
    );
  });

  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    const opened = await answering(() => abort.abort());
    await assert.rejects(
      opened.token({ signal: abort.signal }),
      (error) => error instanceof RequestError && error.facts.failure === 'cancelled',
    );
  });
});

describe('looking a repository up at Bitbucket Server', () => {
  const servers = loopback();

  it('finds it as the import will, and says why it does not', async () => {
    const outside = await startExternalService();
    servers.defer(() => outside.close());
    const transport = createUndiciTransport(directConnections);
    servers.defer(() => transport.close());
    const look = (slug: string, token = outside.token, url = outside.url) =>
      pollBitbucket(
        { url, username: outside.username, token, transport: async () => transport },
        { projectKey: 'CID', slug },
      );
    const found = await look('cider');
    assert.deepEqual(found.kind === 'found' && found.repository, {
      projectKey: 'CID',
      slug: 'cider',
      name: 'cider',
      description: 'Juice that waited',
    });
    assert.deepEqual(await look('beer'), {
      kind: 'missing',
      status: 404,
      words: 'Repository /projects/CID/repos/beer does not exist.',
    });
    assert.equal((await look('cider', 'wrong')).kind, 'credential');
    const page = await servers.serve((_, response) => response.writeHead(404).end('<p>no</p>'));
    assert.equal((await look('cider', outside.token, page.origin)).kind, 'notBitbucket');
  });
});
