import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { RequestRecord } from '../../src/client/client.ts';
import {
  branchRulesQuery,
  commitsQuery,
  issueQuery,
  iterationsQuery,
  memberRolesQuery,
  ownGroupsQuery,
  pipelineQuery,
  setWeightMutation,
} from '../../src/client/graphql/documents.ts';
import { eachNodePage, EndlessConnection } from '../../src/client/graphql/connectionWalker.ts';
import { createGraphqlClient, type GraphqlClient } from '../../src/client/graphql/graphqlClient.ts';
import { GraphqlError } from '../../src/client/graphql/graphqlError.ts';
import type { Spelling } from '../../src/wire/spelling.ts';
import { directConnections } from '../../src/client/transport.ts';
import { createUndiciTransport } from '../../src/client/undiciTransport.ts';
import { globalId, parseGlobalId } from '../../src/wire/graphql.ts';
import { withSandbox } from '../sandbox/driving.ts';
import { answerJson, failureOf, secret } from './connect.ts';
import { loopback, type Loopback, type Received } from './loopback.ts';

const fullPath = 'acme/orchard';

interface Connected {
  readonly client: GraphqlClient;
  readonly records: readonly RequestRecord[];
}

const connect = (
  { defer }: Pick<Loopback, 'defer'>,
  baseUrl: string,
  { token = secret, spelling }: { readonly token?: string; readonly spelling?: Spelling } = {},
): Connected => {
  const transport = createUndiciTransport(directConnections);
  defer(() => transport.close());
  const records: RequestRecord[] = [];
  const client = createGraphqlClient({
    baseUrl,
    ...(spelling === undefined ? {} : { spelling }),
    token: async () => token,
    transport: async () => transport,
    record: (request) => records.push(request),
    wait: async () => undefined,
  });
  return { client, records };
};

const errorOf = async (request: Promise<unknown>): Promise<GraphqlError> => {
  const error: unknown = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof GraphqlError, String(error));
  return error;
};

const everyPage = async <Page>(pages: AsyncIterable<Page>): Promise<Page[]> => {
  const all: Page[] = [];
  for await (const page of pages) all.push(page);
  return all;
};

describe('the GraphQL client and the sandbox', () => {
  const net = loopback();
  const driven = withSandbox({ faults: true });
  const as = (name: 'owner' | 'maintainer' | 'readOnly' | 'developer' | 'expired'): Connected =>
    connect(net, driven().sandbox.url, { token: driven().sandbox.tokens[name] });
  const control = async (faults: readonly Record<string, unknown>[]): Promise<void> => {
    const response = await fetch(`${driven().sandbox.url}/-/sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    });
    assert.equal(response.ok, true);
  };

  it('reads typed data', async () => {
    const { client } = as('maintainer');
    const { project } = await client.query(issueQuery, { fullPath, iid: '2', withDesigns: true });
    const people = project?.issue?.assignees?.nodes?.map((user) => user?.username);
    assert.deepEqual(people, ['maintainer', 'developer']);
    assert.equal(project?.issue?.weight, 5);
    assert.equal(project?.issue?.designCollection?.designs.nodes?.length, 2);
    const without = await client.query(issueQuery, { fullPath, iid: '2', withDesigns: false });
    assert.equal(without.project?.issue?.designCollection, undefined);
  });

  it('sends queries of one moment in one request, single ones and mutations alone', async () => {
    const { client, records } = as('maintainer');
    const issue = (iid: string) => client.query(issueQuery, { fullPath, iid, withDesigns: false });
    const titles = await Promise.all([issue('1'), issue('2'), client.query(ownGroupsQuery, { first: 2 })]);
    assert.equal(records.length, 1);
    assert.equal(titles[1].project?.issue?.title, 'A map of the rows');
    await Promise.all([
      issue('1'),
      client.query(ownGroupsQuery, {}, { singleRequest: true }),
      client.mutate(setWeightMutation, { input: { projectPath: fullPath, iid: '1', weight: 4 } }),
    ]);
    assert.equal(records.length, 4);
  });

  it('sends queries alone when together they cost too much', async () => {
    const { client, records } = as('maintainer');
    const all = await Promise.all(
      Array.from({ length: 9 }, () => client.query(branchRulesQuery, { fullPath, first: 100 })),
    );
    assert.equal(
      all.every(({ project }) => (project?.branchRules?.nodes?.length ?? 0) > 0),
      true,
    );
    assert.equal(records.length, 10);
  });

  it('gives one of several queries up without the others', async () => {
    const { client } = as('maintainer');
    const controller = new AbortController();
    const given = client.query(ownGroupsQuery, {}, { signal: controller.signal });
    const kept = client.query(issueQuery, { fullPath, iid: '2', withDesigns: false });
    const error = failureOf(given);
    controller.abort();
    assert.equal((await error).facts.failure, 'cancelled');
    assert.equal((await kept).project?.issue?.iid, '2');
  });

  it('throws errors with the words of the server and gives partial data where it is asked to', async () => {
    const { client } = as('maintainer');
    const variables = { fullPath, ref: 'main', after: 'no cursor' };
    const error = await errorOf(client.query(commitsQuery, variables));
    assert.equal(error.message, 'Commits: Please provide a valid cursor');
    assert.deepEqual(error.problems[0]?.path, ['project', 'repository', 'commits']);
    const { data, problems } = await client.queryPartly(commitsQuery, variables);
    assert.equal(data?.project?.id, 'gid://gitlab/Project/101');
    assert.equal(data?.project?.repository?.commits, null);
    assert.equal(problems.length, 1);
  });

  it('gives errors of the payload as a value and refused mutations as an error', async () => {
    const input = { projectPath: fullPath, iid: '1', weight: -3 };
    const { issueSetWeight } = await as('maintainer').client.mutate(setWeightMutation, { input });
    assert.deepEqual(issueSetWeight?.errors, ['Weight must be greater than or equal to 0']);
    const error = await errorOf(as('readOnly').client.mutate(setWeightMutation, { input }));
    assert.match(error.message, /you don't have permission to perform this action$/);
  });

  it('says that a token opens nothing', async () => {
    const { facts } = await failureOf(as('expired').client.query(ownGroupsQuery, {}));
    assert.deepEqual(
      [facts.failure, facts.status, facts.reference, facts.serverMessage],
      ['unauthorized', 401, 'Q1', 'Invalid token'],
    );
  });

  it('polls by resource: unchanged until the resource changes', async () => {
    const { client, records } = as('maintainer');
    const listed = await driven().get<{ last_pipeline: { id: number } | null }>(
      '/projects/acme%2Forchard/repository/commits/main',
    );
    const number = listed.json.last_pipeline?.id ?? 0;
    const variables = { fullPath, id: globalId('Ci::Pipeline', number) };
    const options = { resource: `pipelines/id/${number}`, feature: 'commit-page' };
    const first = await client.poll(pipelineQuery, variables, options);
    assert.equal(first.kind, 'changed');
    const second = await client.poll(pipelineQuery, variables, options);
    assert.deepEqual(second, { kind: 'unchanged', data: first.data });
    assert.deepEqual(
      records.map(({ method, result }) => `${method} ${result}`),
      ['GET 200', 'GET 304'],
    );
    const sha = first.data.project?.pipeline?.sha ?? '';
    const check = await driven().post(`/projects/acme%2Forchard/statuses/${sha}`, {
      state: 'running',
      name: 'late check',
    });
    assert.equal(check.status, 201, check.text);
    const bySha = { resource: `pipelines/sha/${sha}` };
    assert.equal((await client.poll(pipelineQuery, variables, bySha)).kind, 'changed');
    assert.equal((await client.poll(pipelineQuery, variables, bySha)).kind, 'unchanged');
    await driven().post(`/projects/acme%2Forchard/statuses/${sha}`, { state: 'failed', name: 'late check' });
    assert.equal((await client.poll(pipelineQuery, variables, bySha)).kind, 'changed');
    // the ETag is the same for everybody, what was read is not
    const other = await as('developer').client.poll(pipelineQuery, variables, options);
    assert.equal(other.kind, 'changed');
    assert.equal((await client.poll(pipelineQuery, { ...variables, fullPath: 'acme/none' }, options)).kind, 'changed');
  });

  it('reads again after a failure and never writes twice', async () => {
    const { client, records } = as('maintainer');
    await control([{ operation: 'Q1', fault: 'status', status: 502, times: 1 }]);
    assert.ok((await client.query(ownGroupsQuery, {})).currentUser);
    assert.deepEqual(
      records.map(({ result }) => result),
      [502, 200],
    );
    await control([{ operation: 'graphql', fault: 'resetAfter', times: 1 }]);
    const input = { projectPath: fullPath, iid: '4', weight: 7 };
    const { facts } = await failureOf(client.mutate(setWeightMutation, { input }));
    assert.deepEqual([facts.failure, facts.outcome], ['unreachable', 'unknown']);
    assert.equal(records.length, 3);
    const { project } = await client.query(issueQuery, { fullPath, iid: '4', withDesigns: false });
    assert.equal(project?.issue?.weight, 7);
  });

  it('gives the iterations of a group as REST does', async () => {
    const { client } = as('developer');
    const pages = eachNodePage(
      async (page) =>
        (await client.query(iterationsQuery, { fullPath: 'acme', state: null, ...page })).group?.iterations,
      { pageSize: 2 },
    );
    const nodes = (await everyPage(pages)).flat();
    type Iteration = { readonly id: number; readonly start_date: string; readonly due_date: string };
    const { json } = await driven().get<readonly Iteration[]>('/groups/acme/iterations?state=all&per_page=100');
    assert.ok(nodes.length > 2);
    assert.deepEqual(
      nodes.map(({ id, startDate, dueDate }) => [parseGlobalId(id)?.id, startDate, dueDate]).toSorted(),
      json.map(({ id, start_date, due_date }) => [String(id), start_date, due_date]).toSorted(),
    );
    const current = await client.query(iterationsQuery, { fullPath: 'acme', state: 'current' });
    assert.deepEqual(
      current.group?.iterations?.nodes?.map((node) => node?.state),
      ['current'],
    );
  });

  it('gives the roles of a group with what they may do', async () => {
    const { client } = as('owner');
    const { group } = await client.query(memberRolesQuery, { fullPath: 'acme' });
    assert.deepEqual(
      group?.memberRoles?.nodes?.map((role) => [
        role?.name,
        role?.baseAccessLevel.integerValue,
        role?.enabledPermissions?.nodes?.map((permission) => permission?.value),
      ]),
      [['Guest who reads code', 10, ['READ_CODE']]],
    );
  });

  it('walks a connection to its end', async () => {
    const { client } = as('maintainer');
    const shas: string[] = [];
    const pages = eachNodePage(
      async (page) =>
        (await client.query(commitsQuery, { fullPath, ref: 'main', ...page })).project?.repository?.commits,
      { pageSize: 50 },
    );
    for await (const nodes of pages) shas.push(...nodes.map(({ sha }) => sha));
    assert.deepEqual(shas, (await driven().git('rev-list', 'main')).split('\n'));
    const none = eachNodePage(
      async (page) => (await client.query(iterationsQuery, { fullPath: 'acme/none', ...page })).group?.iterations,
    );
    for await (const nodes of none) assert.fail(`${nodes.length} nodes of a group that is not there`);
  });
});

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
    assert.equal(error.message, 'OwnGroups: The header Bearer [token] is odd');
    assert.doesNotMatch(JSON.stringify(error), new RegExp(secret));
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
      await client.poll(pipelineQuery, { fullPath, id: 'x' }, { resource: 'pipelines/id/1', feature: 'f' });
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
    const known = async (id: string, resource: string): Promise<string | undefined> => {
      await client.poll(pipelineQuery, { fullPath, id }, { resource });
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
