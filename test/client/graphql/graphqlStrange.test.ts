import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { eachNodePage, EndlessConnection } from '../../../src/client/graphql/connectionWalker.ts';
import { ownGroupsQuery } from '../../support/servers/graphqlDocuments.ts';
import { pipelineOfCommitQuery } from '../../../src/client/graphql/commitDocuments.ts';
import { setWeightMutation } from '../../../src/client/graphql/iterationDocuments.ts';
import { createGraphqlClient } from '../../../src/client/graphql/graphqlClient.ts';
import { GraphqlError } from '../../../src/client/graphql/graphqlError.ts';
import { directConnections } from '../../../src/client/transport.ts';
import { createUndiciTransport } from '../../../src/client/undici/undiciTransport.ts';
import { globalId, parseGlobalId } from '../../../src/wire/graphql.ts';
import { answerJson, failureOf, secret } from '../connect.ts';
import { connect, type Connected, errorOf, fullPath } from './graphqlConnect.ts';
import { loopback, type Received } from '../loopback.ts';

describe('the GraphQL client and strange servers', () => {
  const net = loopback();
  const answering = async (
    answer: (request: Received, response: ServerResponse) => void,
  ): Promise<Connected & { received: readonly Received[] }> => {
    const server = await net.serve(answer);
    return { ...connect(net, `${server.origin}/gitlab`), received: server.received };
  };

  it('keeps the token out of errors that repeat it', async () => {
    const { client } = await answering((_, response) =>
      answerJson(response, { errors: [{ message: `The header Bearer ${secret} is odd` }] }),
    );
    const error = await errorOf(client.query(ownGroupsQuery, {}));
    assert.equal(error.message, 'OwnGroups: The header Bearer [credential] is odd');
    assert.doesNotMatch(JSON.stringify(error), new RegExp(secret));
  });

  it('takes no more words of an error than of a refusal', async () => {
    const errors = Array.from({ length: 40 }, () => ({ message: 'm'.repeat(100_000) }));
    const { client } = await answering((_, response) => answerJson(response, { errors }));
    const error = await errorOf(client.query(ownGroupsQuery, {}));
    assert.ok(error.message.length < 1_100, String(error.message.length));
    assert.ok(error instanceof GraphqlError && error.problems.every(({ message }) => message.length < 1_100));
  });

  it('tells a token whose scope does not reach from a role that is too low', async () => {
    const said = { error: 'insufficient_scope', error_description: 'Too little.', scope: 'api read_api' };
    const { client } = await answering((_, response) => answerJson(response, said, { status: 403 }));
    const { facts } = await failureOf(client.query(ownGroupsQuery, {}));
    assert.deepEqual([facts.failure, facts.scopes], ['insufficientScope', ['api', 'read_api']]);
  });

  it('names feature, resource and cause in its headers, in both spellings', async () => {
    const server = await net.serve((_, response) =>
      answerJson(response, { data: { project: null } }, { headers: { etag: 'W/"1"' } }),
    );
    for (const [spelling, word] of [
      ['real', 'gitlab'],
      ['document', 'service'],
    ] as const) {
      const { client } = connect(net, server.origin, { spelling });
      await client.poll(pipelineOfCommitQuery, { fullPath, sha: 'x' }, { resource: 'pipelines/id/1', feature: 'f' });
      const { headers, method, target } = server.received.at(-1) ?? {};
      assert.equal(method, 'GET');
      assert.match(target ?? '', /^\/api\/graphql\?query=query\+Pipeline/);
      assert.deepEqual(
        [
          headers?.[`x-${word}-graphql-resource-etag`],
          headers?.[`x-${word}-graphql-feature-correlation`],
          headers?.['x-requested-with'],
        ],
        ['pipelines/id/1', 'f', 'XMLHttpRequest'],
      );
      assert.equal(headers?.authorization, `Bearer ${secret}`);
    }
  });

  it('sends one query as an object and several as an array, below the path of the instance', async () => {
    const { client, received } = await answering((request, response) => {
      const body = JSON.parse(request.body) as unknown;
      answerJson(response, Array.isArray(body) ? body.map(() => ({ data: { a: 1 } })) : { data: { a: 1 } });
    });
    await client.query(ownGroupsQuery, { first: 1 });
    await Promise.all([client.query(ownGroupsQuery, {}), client.query(ownGroupsQuery, { first: 2 })]);
    const bodies = received.map(({ body }) => JSON.parse(body) as unknown);
    assert.equal(received[0]?.target, '/gitlab/api/graphql');
    assert.deepEqual((bodies[0] as { operationName: string; variables: unknown }).variables, { first: 1 });
    assert.equal((bodies[0] as { operationName: string }).operationName, 'OwnGroups');
    assert.equal((bodies[1] as unknown[]).length, 2);
  });

  it('sends an ETag only for the same query, values, account and resource', async () => {
    const server = await net.serve((_, response) =>
      answerJson(response, { data: { project: null } }, { headers: { etag: 'W/"1"' } }),
    );
    const transport = createUndiciTransport(directConnections);
    net.defer(() => transport.close());
    let token = 'glpat-one';
    const client = createGraphqlClient({
      baseUrl: server.origin,
      token: async () => token,
      transport: async () => transport,
    });
    const known = async (sha: string, resource: string): Promise<string | undefined> => {
      await client.poll(pipelineOfCommitQuery, { fullPath, sha }, { resource });
      return server.received.at(-1)?.headers['if-none-match'];
    };
    assert.equal(await known('a', 'pipelines/id/1'), undefined);
    assert.equal(await known('a', 'pipelines/id/1'), 'W/"1"');
    assert.equal(await known('b', 'pipelines/id/1'), undefined);
    assert.equal(await known('a', 'pipelines/id/2'), undefined);
    token = 'glpat-two';
    assert.equal(await known('a', 'pipelines/id/1'), undefined);
  });

  it('ends every strange answer in an error of its own kind', async () => {
    for (const [answer, failure] of [
      [(response: ServerResponse) => response.writeHead(200).end('<html>'), 'notGitLab'],
      [(response: ServerResponse) => answerJson(response, [1]), 'brokenContract'],
      [(response: ServerResponse) => answerJson(response, { errors: 'no' }), 'brokenContract'],
      [(response: ServerResponse) => response.writeHead(302, { location: '/elsewhere' }).end(), 'redirected'],
      [(response: ServerResponse) => answerJson(response, { errors: [{ message: 'm' }] }, { status: 422 }), 'refused'],
      [(response: ServerResponse) => answerJson(response, {}, { status: 500 }), 'serverError'],
      [(response: ServerResponse) => response.writeHead(404).end('<html>'), 'notGitLab'],
    ] as const) {
      const { client } = await answering((_, response) => void answer(response));
      const input = { projectPath: fullPath, iid: '1', weight: 1 };
      assert.equal((await failureOf(client.mutate(setWeightMutation, { input }))).facts.failure, failure);
    }
    const { client } = await answering((_, response) => answerJson(response, { data: null }));
    await errorOf(client.query(ownGroupsQuery, {}));
  });

  it('does not follow a cursor in circles nor pages without end', async () => {
    const walk = async (next: (number: number) => string | null, mostPages: number): Promise<number> => {
      let pages = 0;
      const walked = eachNodePage<number>(
        async () => {
          pages += 1;
          return {
            nodes: pages === 2 ? [] : [pages, null],
            pageInfo: { endCursor: next(pages), hasNextPage: pages < 5 },
          };
        },
        { mostPages },
      );
      let count = 0;
      for await (const nodes of walked) count += nodes.length;
      return count;
    };
    assert.equal(await walk((number) => `c${number}`, 10), 4);
    await assert.rejects(
      walk(() => 'same', 10),
      EndlessConnection,
    );
    await assert.rejects(
      walk(() => null, 10),
      EndlessConnection,
    );
    await assert.rejects(
      walk((number) => `c${number}`, 4),
      /more than 4 pages/,
    );
  });
});

describe('Global IDs', () => {
  it('are read and written', () => {
    assert.equal(globalId('Issue', 12), 'gid://gitlab/Issue/12');
    assert.deepEqual(parseGlobalId('gid://gitlab/Ci::Pipeline/7'), { type: 'Ci::Pipeline', id: '7' });
    assert.deepEqual(parseGlobalId('gid://gitlab/Commit/0a1b'), { type: 'Commit', id: '0a1b' });
    for (const text of [
      '7',
      'gid://gitlab/issue/7',
      'gid://gitlab/Issue/',
      'gid://gitlab/Issue/1/2',
      ' gid://gitlab/Issue/1',
      'gid://gitlab/Issue/%ZZ',
    ]) {
      assert.equal(parseGlobalId(text), undefined, text);
    }
  });
});
