import assert from 'node:assert/strict';
import { createClient } from '../../src/client/client.ts';
import type { Page } from '../../src/client/pages.ts';
import { cherryPickCommit, type Commit, listCommits } from '../../src/wire/commits.ts';
import { createCommit } from '../../src/wire/commitWriting.ts';
import { importFromBitbucketServer } from '../../src/wire/externalImport.ts';
import { getUser } from '../../src/wire/instance.ts';
import { getProject, getRawFile } from '../../src/wire/projects.ts';
import { answerJson, connect, failureOf, secret } from './connect.ts';
import { loopback } from './loopback.ts';
import { pick, wireCommit, wireUser } from './samples.ts';

describe('createClient', () => {
  const net = loopback();

  it('sends a read with token, type and coding, below the sub-path of the instance', async () => {
    const server = await net.serve((_, response) => answerJson(response, wireUser));
    const { client } = connect(net, `${server.origin}/gitlab`);
    assert.deepEqual(await client.send(getUser, {}), wireUser);
    const [request] = server.received;
    assert.deepEqual([request?.method, request?.target, request?.body], ['GET', '/gitlab/api/v4/user', '']);
    assert.equal(request?.headers.authorization, `Bearer ${secret}`);
    assert.equal(request?.headers.accept, 'application/json');
    assert.equal(request?.headers['accept-encoding'], 'gzip');
    assert.equal(request?.headers['content-type'], undefined);
  });

  it('keeps every encoded character on its way', async () => {
    const server = await net.serve((_, response) => answerJson(response, []));
    const { client } = connect(net, server.origin);
    await client.send(listCommits, { id: 'group/grün 🙂', ref_name: 'a/b#c%2F?', since: '2024-05-01T10:00:00+02:00' });
    assert.equal(
      server.received[0]?.target,
      '/api/v4/projects/group%2Fgr%C3%BCn%20%F0%9F%99%82/repository/commits?ref_name=a%2Fb%23c%252F%3F&since=2024-05-01T10%3A00%3A00%2B02%3A00',
    );
  });

  it('sends a write as JSON', async () => {
    const server = await net.serve((_, response) => answerJson(response, wireCommit(), { status: 201 }));
    const { client } = connect(net, server.origin);
    await client.send(cherryPickCommit, { ...pick, message: 'Grüße 🙂\n', dry_run: false });
    const [request] = server.received;
    assert.equal(request?.method, 'POST');
    assert.equal(request?.headers['content-type'], 'application/json');
    assert.deepEqual(JSON.parse(request?.body ?? ''), { branch: 'stable', message: 'Grüße 🙂\n', dry_run: false });
  });

  it('writes names as the document does when the connection says so, and real ones otherwise', async () => {
    const server = await net.serve((_, response) => answerJson(response, { id: 1, name: 'p' }, { status: 201 }));
    const parameters = {
      bitbucket_server_url: 'https://bitbucket.example.com',
      bitbucket_server_username: 'olive',
      personal_access_token: 'x',
      bitbucket_server_project: 'PRJ',
      bitbucket_server_repo: 'repo',
    };
    for (const spelling of [undefined, 'document'] as const) {
      const { client } = connect(net, server.origin, spelling === undefined ? {} : { spelling });
      await client.send(importFromBitbucketServer, parameters);
    }
    assert.deepEqual(
      server.received.map(({ target, body }) => [target, Object.keys(JSON.parse(body) as object)]),
      [
        ['/api/v4/import/bitbucket_server', Object.keys(parameters)],
        [
          '/api/v4/import/hosttwo_server',
          [
            'hosttwo_server_url',
            'hosttwo_server_username',
            'personal_access_token',
            'hosttwo_server_project',
            'hosttwo_server_repo',
          ],
        ],
      ],
    );
  });

  it('sends a write as a form when it is asked to', async () => {
    const server = await net.serve((_, response) => answerJson(response, wireCommit(), { status: 201 }));
    const actions = [
      { action: 'create', file_path: 'a', content: 'ü&' },
      { action: 'delete', file_path: 'b' },
    ] as const;
    await connect(net, server.origin).client.send(
      createCommit,
      { id: 1, branch: 'main', commit_message: 'm', actions: [...actions] },
      { encoding: 'form' },
    );
    const [request] = server.received;
    assert.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded');
    assert.equal(
      decodeURIComponent(request?.body.replaceAll('%26', '<and>') ?? ''),
      'branch=main&commit_message=m&actions[][action]=create&actions[][file_path]=a&actions[][content]=ü<and>' +
        '&actions[][action]=delete&actions[][file_path]=b',
    );
  });

  it('sends no token when there is none', async () => {
    const server = await net.serve((_, response) => answerJson(response, wireUser));
    await connect(net, server.origin, { token: null }).client.send(getUser, {});
    assert.equal(server.received[0]?.headers.authorization, undefined);
  });

  it('gives raw bytes', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 0xef, 0xbb, 0xbf]);
    const server = await net.serve(
      (_, response) => void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes),
    );
    const { client } = connect(net, server.origin);
    assert.deepEqual(await client.send(getRawFile, { id: 1, file_path: 'a/b', ref: 'main' }), bytes);
    assert.equal(server.received[0]?.headers.accept, '*/*');
  });

  it('sends nothing when a parameter is not valid, and says which', async () => {
    const server = await net.serve((_, response) => answerJson(response, wireCommit()));
    const { client, records } = connect(net, server.origin);
    const { facts } = await failureOf(client.send(cherryPickCommit, { ...pick, branch: '' }));
    assert.deepEqual([facts.failure, facts.outcome, facts.reference], ['invalidParameters', 'notSent', 'C5']);
    assert.match(facts.detail ?? '', /^branch: /);
    assert.equal(facts.address, `${server.origin}/api/v4/projects/:id/repository/commits/:sha/cherry_pick`);
    assert.deepEqual([server.received.length, records.length], [0, 0]);
  });

  it('says that the address of the instance is not valid', async () => {
    const { client } = connect(net, 'gitlab.example.com');
    const { facts } = await failureOf(client.send(getUser, {}));
    assert.deepEqual([facts.failure, facts.outcome], ['invalidParameters', 'notSent']);
  });

  it('keeps what a pasted address holds besides the host out of requests and errors', async () => {
    const server = await net.serve((_, response) =>
      answerJson(response, { message: '404 Not Found' }, { status: 404 }),
    );
    const { client, records } = connect(net, server.origin.replace('//', '//oauth2:glpat-pasted@'));
    const { facts } = await failureOf(client.send(getUser, {}));
    const invalid = await failureOf(client.send(cherryPickCommit, { ...pick, branch: '' }));
    assert.equal(server.received[0]?.headers.authorization, `Bearer ${secret}`);
    assert.doesNotMatch(JSON.stringify([facts, records, invalid.facts, invalid.message]), /pasted/);
  });

  it('reads a list to its end by page numbers, without trusting addresses', async () => {
    // as behind a tunnel: links name an unreachable host
    const elsewhere = 'https://internal.invalid/api/v4/projects/1/repository/commits';
    const pages: Record<string, { readonly count: number; readonly headers: Record<string, string> }> = {
      '1': { count: 2, headers: { link: `<${elsewhere}?page=2>; rel="next", <${elsewhere}?page=1>; rel="first"` } },
      '2': { count: 2, headers: { 'x-next-page': '3', link: `<${elsewhere}?page=3>; rel="next"` } },
      // after a full page servers promise another, which may be empty
      '3': { count: 0, headers: { 'x-next-page': '' } },
    };
    const server = await net.serve((request, response) => {
      const page = pages[new URL(request.target, 'http://x').searchParams.get('page') ?? '1'];
      answerJson(response, Array(page?.count).fill(wireCommit()), { headers: page?.headers ?? {} });
    });
    const { client } = connect(net, server.origin);
    const counts: number[] = [];
    for (let page: number | undefined = 1; page !== undefined;) {
      const answer: Page<Commit> = await client.send(listCommits, { id: 1, page });
      counts.push(answer.items.length);
      page = answer.next;
    }
    assert.deepEqual(counts, [2, 2, 0]);
  });

  it('ends a list whose page points to itself or back', async () => {
    const server = await net.serve((_, response) => answerJson(response, [], { headers: { 'x-next-page': '2' } }));
    const { client } = connect(net, server.origin);
    assert.equal((await client.send(listCommits, { id: 1, page: 1 })).next, 2);
    assert.equal((await client.send(listCommits, { id: 1, page: 2 })).next, undefined);
    assert.equal((await client.send(listCommits, { id: 1, page: 3 })).next, undefined);
  });

  it('records every request with its result, and neither query nor token', async () => {
    const server = await net.serve((request, response) =>
      request.target.includes('/user')
        ? answerJson(response, wireUser)
        : answerJson(response, { message: '404 Project Not Found' }, { status: 404 }),
    );
    const { client, records } = connect(net, server.origin);
    await client.send(getUser, {});
    await failureOf(client.send(getProject, { id: 'group/private' }));
    await failureOf(client.send(listCommits, { id: 1, path: 'salaries.csv' }));
    assert.deepEqual(
      records.map(({ reference, method, address, result, attempt }) => [reference, method, address, result, attempt]),
      [
        ['U1', 'GET', `${server.origin}/api/v4/user`, 200, 1],
        ['R2', 'GET', `${server.origin}/api/v4/projects/group%2Fprivate`, 404, 1],
        ['C1', 'GET', `${server.origin}/api/v4/projects/1/repository/commits`, 404, 1],
      ],
    );
    assert.ok(records.every(({ durationMs }) => durationMs >= 0));
  });

  it('asks for the network on the first request and not before', async () => {
    const server = await net.serve((_, response) => answerJson(response, wireUser));
    const { transport } = connect(net, server.origin);
    let asked = 0;
    const client = createClient({
      baseUrl: server.origin,
      token: async () => undefined,
      async transport() {
        asked += 1;
        return transport;
      },
    });
    assert.equal(asked, 0);
    await client.send(getUser, {});
    assert.equal(asked, 1);
  });

  it('asks for the token before every request', async () => {
    const server = await net.serve((_, response) => answerJson(response, wireUser));
    const { transport } = connect(net, server.origin);
    const tokens = ['first', 'second'];
    const client = createClient({
      baseUrl: server.origin,
      token: async () => tokens.shift(),
      transport: async () => transport,
    });
    await client.send(getUser, {});
    await client.send(getUser, {});
    await client.send(getUser, {});
    assert.deepEqual(
      server.received.map(({ headers }) => headers.authorization),
      ['Bearer first', 'Bearer second', undefined],
    );
  });
});
