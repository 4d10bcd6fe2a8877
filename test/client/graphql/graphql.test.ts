import assert from 'node:assert/strict';
import { eachNodePage } from '../../../src/client/graphql/connectionWalker.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import {
  branchRulesQuery,
  commitsQuery,
  iterationsQuery,
  memberRolesQuery,
  ownGroupsQuery,
} from '../../support/servers/graphqlDocuments.ts';
import { issueQuery, setWeightMutation } from '../../../src/client/graphql/iterationDocuments.ts';
import { pipelineOfCommitQuery } from '../../../src/client/graphql/commitDocuments.ts';
import { HiddenFromToken } from '../../../src/client/graphql/graphqlError.ts';
import { parseGlobalId } from '../../../src/wire/graphql.ts';
import { withSandbox } from '../../sandbox/driving.ts';
import { failureOf } from '../connect.ts';
import { connect, type Connected, errorOf, everyPage, fullPath } from './graphqlConnect.ts';
import { loopback } from '../loopback.ts';
import { setFaultsAt } from '../../support/servers/sandboxControl.ts';

describe('the GraphQL client and the sandbox', () => {
  const net = loopback();
  const driven = withSandbox({ faults: true });
  const as = (name: 'owner' | 'maintainer' | 'readOnly' | 'developer' | 'expired' | 'fineGrained'): Connected =>
    connect(net, driven().sandbox.url, { token: driven().sandbox.tokens[name], isFineGrained: name === 'fineGrained' });
  const setFaults = (faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(driven().sandbox.url, faults);

  it('reads typed data', async () => {
    const { client } = as('maintainer');
    const { project } = await client.query(issueQuery, { fullPath, iid: '2' });
    const people = project?.issue?.assignees?.nodes?.map((user) => user?.username);
    assert.deepEqual(people, ['maintainer', 'developer']);
    assert.equal(project?.issue?.weight, 5);
  });

  it('sends queries of one moment in one request, single ones and mutations alone', async () => {
    const { client, records } = as('maintainer');
    const issue = (iid: string) => client.query(issueQuery, { fullPath, iid });
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
    const kept = client.query(issueQuery, { fullPath, iid: '2' });
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

  it('tells what is hidden from a fine-grained token from what is not there', async () => {
    const hidden = await errorOf(as('fineGrained').client.query(issueQuery, { fullPath, iid: '2' }));
    assert.ok(hidden instanceof HiddenFromToken);
    assert.match(hidden.message, /null for project/);
    assert.deepEqual(await as('maintainer').client.query(issueQuery, { fullPath: 'acme/none', iid: '2' }), {
      project: null,
    });
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
    const listed = await driven().get<{ id: string; last_pipeline: { id: number } | null }>(
      '/projects/acme%2Forchard/repository/commits/main',
    );
    const number = listed.json.last_pipeline?.id ?? 0;
    const sha = listed.json.id;
    const variables = { fullPath, sha };
    const options = { resource: `pipelines/id/${number}`, feature: 'commit-page' };
    const first = await client.poll(pipelineOfCommitQuery, variables, options);
    assert.equal(first.kind, 'changed');
    const second = await client.poll(pipelineOfCommitQuery, variables, options);
    assert.deepEqual(second, { kind: 'unchanged', data: first.data, isWhole: false });
    assert.deepEqual(
      records.map(({ method, result }) => `${method} ${result}`),
      ['GET 200', 'GET 304'],
    );
    assert.equal(first.data.project?.pipeline?.sha, sha);
    const check = await driven().post(`/projects/acme%2Forchard/statuses/${sha}`, {
      state: 'running',
      name: 'late check',
    });
    assert.equal(check.status, 201, check.text);
    const bySha = { resource: `pipelines/sha/${sha}` };
    assert.equal((await client.poll(pipelineOfCommitQuery, variables, bySha)).kind, 'changed');
    assert.equal((await client.poll(pipelineOfCommitQuery, variables, bySha)).kind, 'unchanged');
    await driven().post(`/projects/acme%2Forchard/statuses/${sha}`, { state: 'failed', name: 'late check' });
    assert.equal((await client.poll(pipelineOfCommitQuery, variables, bySha)).kind, 'changed');
    // ETags are equal for all users, answers are not
    const other = await as('developer').client.poll(pipelineOfCommitQuery, variables, options);
    assert.equal(other.kind, 'changed');
    assert.equal(
      (await client.poll(pipelineOfCommitQuery, { ...variables, fullPath: 'acme/none' }, options)).kind,
      'changed',
    );
  });

  it('polls whole where the administrator has switched polling by ETag off, without asking in vain again', async () => {
    const { client, records } = as('maintainer');
    const { json } = await driven().get<{ id: string }>('/projects/acme%2Forchard/repository/commits/main');
    const poll = (): ReturnType<typeof client.poll<object, object>> =>
      client.poll(pipelineOfCommitQuery, { fullPath, sha: json.id }, { resource: `pipelines/sha/${json.id}` });
    await poll();
    await setFaults([{ operation: 'Q1', fault: 'status', status: 429, body: '', times: 1 }]);
    const kinds = [await poll(), await poll()].map(({ kind, isWhole }) => `${kind} ${isWhole}`);
    assert.deepEqual(kinds, ['unchanged true', 'unchanged true']);
    await driven().post(`/projects/acme%2Forchard/statuses/${json.id}`, { state: 'running', name: 'another check' });
    assert.deepEqual((await poll()).kind, 'changed');
    assert.deepEqual(
      records.map(({ result }) => result),
      [200, 429, 200, 200, 200],
    );
  });

  it('reads again after a failure and never writes twice', async () => {
    const { client, records } = as('maintainer');
    await setFaults([{ operation: 'Q1', fault: 'status', status: 502, times: 1 }]);
    assert.ok((await client.query(ownGroupsQuery, {})).currentUser);
    assert.deepEqual(
      records.map(({ result }) => result),
      [502, 200],
    );
    await setFaults([{ operation: 'graphql', fault: 'resetAfter', times: 1 }]);
    const input = { projectPath: fullPath, iid: '4', weight: 7 };
    const { facts } = await failureOf(client.mutate(setWeightMutation, { input }));
    assert.deepEqual([facts.failure, facts.outcome], ['unreachable', 'unknown']);
    assert.equal(records.length, 3);
    const { project } = await client.query(issueQuery, { fullPath, iid: '4' });
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
