import assert from 'node:assert/strict';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { resourceNotAvailable } from '../../src/wire/graphql.ts';
import { rmSync } from 'node:fs';
import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import { temporaryFolder } from '../support/paths.ts';
import { drive, withSandbox } from './driving.ts';
import { get, post } from './graphqlDriving.ts';

const orchard = 'acme/orchard';

describe('GraphQL of the sandbox: requests', () => {
  const driven = withSandbox();

  it('answers queries with names, Global IDs and nested connections', async () => {
    const query = `query($path: ID!) {
      project(fullPath: $path) { id name fullPath issue(iid: "2") { id iid weight assignees { nodes { id username } } } }
      currentUser { username groups(search: "tools") { nodes { fullPath } } }
    }`;
    const { status, json } = await post(driven(), { query, variables: { path: orchard } });
    assert.equal(status, 200);
    assert.deepEqual(json, {
      data: {
        project: {
          id: 'gid://gitlab/Project/101',
          name: 'Orchard',
          fullPath: orchard,
          issue: {
            id: 'gid://gitlab/Issue/902',
            iid: '2',
            weight: 5,
            assignees: {
              nodes: [
                { id: 'gid://gitlab/User/3', username: 'maintainer' },
                { id: 'gid://gitlab/User/4', username: 'developer' },
              ],
            },
          },
        },
        currentUser: { username: 'maintainer', groups: { nodes: [{ fullPath: 'acme/tools' }] } },
      },
    });
  });

  it('takes variables as an object or as JSON text and refuses anything else with 422', async () => {
    const query = 'query($text: String!) { echo(text: $text) }';
    for (const variables of [{ text: 'hi' }, '{"text":"hi"}']) {
      const { json } = await post(driven(), { query, variables });
      assert.deepEqual(json, { data: { echo: '"maintainer" says: hi' } });
    }
    for (const variables of ['[1]', '{no json', 5]) {
      assert.equal((await post(driven(), { query, variables })).status, 422, JSON.stringify(variables));
    }
  });

  it('answers an array of requests in its order', async () => {
    const { json } = await post(driven(), [
      { query: '{ echo(text: "a") }' },
      { query: '{ nope }' },
      { query: '{ echo(text: "b") }' },
    ]);
    const answers = json as unknown as { data?: { echo: string }; errors?: { message: string }[] }[];
    assert.deepEqual(
      answers.map(({ data, errors }) => data?.echo ?? errors?.[0]?.message),
      ['"maintainer" says: a', "Field 'nope' doesn't exist on type 'Query'", '"maintainer" says: b'],
    );
  });

  it('answers queries by GET and refuses mutations there with 422', async () => {
    const read = await get(driven(), { query: 'query($t: String!) { echo(text: $t) }', variables: '{"t":"x"}' });
    assert.deepEqual([read.status, read.json], [200, { data: { echo: '"maintainer" says: x' } }]);
    const query = `mutation { issueSetWeight(input: {projectPath: "${orchard}", iid: "1", weight: 9}) { errors } }`;
    const write = await get(driven(), { query });
    assert.deepEqual(
      [write.status, write.json],
      [422, { errors: [{ message: 'Mutations are forbidden in GET requests' }] }],
    );
    const after = await post(driven(), { query: `{ project(fullPath: "${orchard}") { issue(iid: "1") { weight } } }` });
    assert.equal(
      (after.json.data as { project?: { issue: { weight: number } } } | undefined)?.project?.issue.weight,
      2,
    );
  });

  it('refuses what is too long, for several requests by their sum', async () => {
    const long = `{ echo(text: "${'x'.repeat(6000)}") }`;
    assert.equal((await post(driven(), { query: long })).status, 200);
    const { status, json } = await post(driven(), [{ query: long }, { query: long }]);
    assert.deepEqual([status, json], [422, { errors: [{ message: 'Query too large' }] }]);
  });

  it('answers 200 with errors for what is no valid document', async () => {
    for (const [query, words] of [
      ['', /No query string was present/],
      ['{ echo(', /Syntax Error/],
      ['{ echo(text: 5) }', /String cannot represent/],
      ['query a { echo(text: "") } query b { echo(text: "") }', /operation name is required/],
      ['{ issue(id: "gid://gitlab/User/1") { id } }', /does not represent an instance of Issue/],
      ['{ issue(id: "7") { id } }', /"7" is not a valid Global ID/],
    ] as const) {
      const { status, json } = await post(driven(), { query });
      assert.equal(status, 200);
      assert.equal(json.data, undefined, query);
      assert.match(String((json.errors as { message: string }[] | undefined)?.[0]?.message), words);
    }
    const { json } = await post(driven(), { query: '{\n  project(fullPath: "a") { nope }\n}' });
    assert.deepEqual(json.errors, [
      {
        message: "Field 'nope' doesn't exist on type 'Project'",
        locations: [{ line: 2, column: 28 }],
        extensions: { code: 'undefinedField', typeName: 'Project', fieldName: 'nope' },
      },
    ]);
  });

  it('leaves out what directives say', async () => {
    const query = 'query($no: Boolean!) { a: echo(text: "a") @include(if: $no) b: echo(text: "b") @skip(if: $no) }';
    const { json } = await post(driven(), { query, variables: { no: false } });
    assert.deepEqual(Object.keys(json.data ?? {}), ['b']);
  });

  it('gives the other fields beside one that fails, with the path of the failure', async () => {
    const query = `{ echo(text: "here") project(fullPath: "${orchard}") { name issues(first: 1, last: 1) { nodes { id } } } }`;
    const { status, json } = await post(driven(), { query });
    assert.equal(status, 200);
    assert.deepEqual(json.data, { echo: '"maintainer" says: here', project: { name: 'Orchard', issues: null } });
    assert.deepEqual(
      json.errors?.map(({ message, path }) => ({ message, path })),
      [{ message: 'Can only provide either `first` or `last`, not both', path: ['project', 'issues'] }],
    );
  });

  it('answers the standard introspection with the schema', async () => {
    const { json } = await post(driven(), { query: getIntrospectionQuery() }, 'nobody');
    const schema = buildClientSchema(json.data as unknown as IntrospectionQuery);
    assert.ok('issuableAssigneesUpdated' in (schema.getSubscriptionType()?.getFields() ?? {}));
  });

  it('knows no other method', async () => {
    const response = await fetch(`${driven().sandbox.url}/api/graphql`, { method: 'DELETE' });
    assert.deepEqual([response.status, await response.json()], [404, { error: '404 Not Found' }]);
  });
});

const rootToken = 'glpat-sandbox-root-0001';

describe('GraphQL of the sandbox: limits', () => {
  const driven = withSandbox();
  const aliases = (count: number): string =>
    `{ ${Array.from({ length: count }, (_, index) => `a${index}: echo(text: "")`).join(' ')} }`;
  const messageOf = (json: { errors?: Record<string, never>[] }): unknown => json.errors?.[0]?.['message'];

  it('refuses what costs more than the caller may spend', async () => {
    for (const [as, limit] of [
      ['nobody', 200],
      ['developer', 250],
      [rootToken, 300],
    ] as const) {
      assert.equal(messageOf((await post(driven(), { query: aliases(limit) }, as)).json), undefined);
      assert.equal(
        messageOf((await post(driven(), { query: aliases(limit + 1) }, as)).json),
        `Query has complexity of ${limit + 1}, which exceeds max complexity of ${limit}`,
      );
    }
  });

  it('counts a hundredth for every item of a page, and requests of one array together', async () => {
    const score = async (first: number): Promise<unknown> => {
      const query = `query($first: Int) { queryComplexity { score limit } project(fullPath: "a") { issues(first: $first) { nodes { id } } } }`;
      return ((await post(driven(), { query, variables: { first } })).json.data as { queryComplexity?: unknown })
        ?.queryComplexity;
    };
    assert.deepEqual(
      [await score(0), await score(100), await score(500)],
      [
        { score: 7, limit: 250 },
        { score: 10, limit: 250 },
        { score: 10, limit: 250 },
      ],
    );
    const { json } = await post(driven(), [{ query: aliases(130) }, { query: aliases(130) }]);
    for (const one of json as unknown as { errors?: Record<string, never>[] }[]) {
      assert.equal(messageOf(one), 'Query has complexity of 260, which exceeds max complexity of 250');
    }
  });

  it('refuses what goes too deep', async () => {
    const deep = (levels: number): string =>
      `{ group(fullPath: "acme") { ...up ${'parent { '.repeat(levels)} id ${'}'.repeat(levels)} } } fragment up on Group { name }`;
    for (const [as, limit] of [
      ['nobody', 15],
      ['developer', 20],
    ] as const) {
      assert.equal(messageOf((await post(driven(), { query: deep(limit - 2) }, as)).json), undefined);
      assert.equal(
        messageOf((await post(driven(), { query: deep(limit - 1) }, as)).json),
        `Query has depth of ${limit + 1}, which exceeds max depth of ${limit}`,
      );
    }
  });
});

describe('GraphQL of the sandbox: who may what', () => {
  const driven = withSandbox();
  const weigh = `mutation($input: IssueSetWeightInput!) { issueSetWeight(input: $input) { errors issue { id weight } clientMutationId } }`;
  const input = { projectPath: orchard, iid: '4', weight: 3 };

  it('refuses tokens that open nothing with 401', async () => {
    for (const as of ['glpat-unknown', 'expired', 'revoked', 'repositoryOnly']) {
      const { status, json } = await post(driven(), { query: '{ echo(text: "") }' }, as);
      assert.deepEqual([status, json], [401, { errors: [{ message: 'Invalid token' }] }], as);
    }
  });

  it('takes PRIVATE-TOKEN as well as a bearer token, and nobody at all', async () => {
    const token = driven().sandbox.tokens.guest;
    const query = '{ currentUser { username } }';
    const asGuest = await post(driven(), { query }, 'nobody', { 'private-token': token });
    assert.deepEqual(asGuest.json.data, { currentUser: { username: 'guest' } });
    assert.deepEqual((await post(driven(), { query }, 'nobody')).json, { data: { currentUser: null } });
  });

  it('answers null without an error for what the caller may not see', async () => {
    const query = `{
      private: project(fullPath: "acme/tools/seedling") { id }
      none: project(fullPath: "acme/none") { id }
      project(fullPath: "${orchard}") { issue(iid: "3") { id } issues { nodes { iid } } }
      issue(id: "gid://gitlab/Issue/903") { id }
    }`;
    const project = { issue: null, issues: { nodes: [{ iid: '4' }, { iid: '2' }, { iid: '1' }] } };
    assert.deepEqual((await post(driven(), { query }, 'nobody')).json, {
      data: { private: null, none: null, project, issue: null },
    });
    const forReporter = (await post(driven(), { query }, 'reporter')).json.data as { issue?: unknown } | undefined;
    assert.deepEqual(forReporter?.issue, { id: 'gid://gitlab/Issue/903' });
  });

  it('lets read_api query but not change', async () => {
    const read = await post(driven(), { query: '{ currentUser { username } }' }, 'readOnly');
    assert.deepEqual(read.json.data, { currentUser: { username: 'developer' } });
    for (const as of ['readOnly', 'nobody', 'guest'] as const) {
      const { status, json } = await post(driven(), { query: weigh, variables: { input } }, as);
      assert.equal(status, 200);
      assert.deepEqual(json.data, { issueSetWeight: null }, as);
      assert.deepEqual(
        json.errors?.map(({ message, path }) => ({ message, path })),
        [{ message: resourceNotAvailable, path: ['issueSetWeight'] }],
      );
    }
  });

  it('changes, and tells domain failures in the payload', async () => {
    const good = await post(driven(), { query: weigh, variables: { input: { ...input, clientMutationId: 'm1' } } });
    const issue = { id: 'gid://gitlab/Issue/904', weight: 3 };
    assert.deepEqual(good.json, { data: { issueSetWeight: { errors: [], issue, clientMutationId: 'm1' } } });
    const bad = await post(driven(), { query: weigh, variables: { input: { ...input, weight: -1 } } });
    assert.deepEqual(bad.json, {
      data: {
        issueSetWeight: { errors: ['Weight must be greater than or equal to 0'], issue, clientMutationId: null },
      },
    });
  });

  it('assigns people by name, in three ways', async () => {
    const query = `mutation($input: IssueSetAssigneesInput!) { issueSetAssignees(input: $input) { issue { assignees { nodes { username status { availability } } } } } }`;
    const assign = async (operationMode: string, ...assigneeUsernames: string[]): Promise<unknown> => {
      const variables = { input: { projectPath: orchard, iid: '4', operationMode, assigneeUsernames } };
      const { json } = await post(driven(), { query, variables });
      return (json.data as unknown as { issueSetAssignees: { issue: { assignees: { nodes: unknown } } } })
        .issueSetAssignees.issue.assignees.nodes;
    };
    const guest = { username: 'guest', status: null };
    const reporter = { username: 'reporter', status: { availability: 'BUSY' } };
    assert.deepEqual(await assign('REPLACE', 'guest'), [guest]);
    assert.deepEqual(await assign('APPEND', 'reporter', 'guest'), [guest, reporter]);
    assert.deepEqual(await assign('REMOVE', 'guest', 'nobody-of-that-name'), [reporter]);
  });
});

describe('GraphQL of the sandbox: data', () => {
  const driven = withSandbox();
  const data = async (query: string, as = 'maintainer'): Promise<unknown> => {
    const { json } = await post(driven(), { query }, as);
    assert.equal(json.errors, undefined, JSON.stringify(json.errors));
    return json.data;
  };

  it('walks connections forward and backward', async () => {
    interface Page {
      project: { issues: { nodes: { iid: string }[]; pageInfo: Record<string, unknown> } };
    }
    const page = async (given: string): Promise<Page['project']['issues']> =>
      (
        (await data(
          `{ project(fullPath: "${orchard}") { issues(${given}) { nodes { iid } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } } }`,
        )) as Page
      ).project.issues;
    const first = await page('first: 3');
    assert.deepEqual(first.nodes, [{ iid: '4' }, { iid: '3' }, { iid: '2' }]);
    assert.deepEqual([first.pageInfo['hasNextPage'], first.pageInfo['hasPreviousPage']], [true, false]);
    const second = await page(`first: 3, after: "${String(first.pageInfo['endCursor'])}"`);
    assert.deepEqual(second.nodes, [{ iid: '1' }]);
    assert.deepEqual([second.pageInfo['hasNextPage'], second.pageInfo['hasPreviousPage']], [false, true]);
    const back = await page(`last: 2, before: "${String(second.pageInfo['startCursor'])}"`);
    assert.deepEqual(back.nodes, [{ iid: '3' }, { iid: '2' }]);
    assert.deepEqual((await page('first: 1, after: null')).nodes, [{ iid: '4' }]);
  });

  it('never gives more than a hundred of a connection', async () => {
    const found = (await data(
      `{ project(fullPath: "${orchard}") { repository { commits(ref: "main", first: 500) { nodes { id sha } pageInfo { hasNextPage endCursor } } } } }`,
    )) as { project: { repository: { commits: { nodes: { sha: string }[] } } } };
    const { nodes } = found.project.repository.commits;
    const expected = (await driven().git('rev-list', '--max-count=100', 'main')).split('\n');
    assert.deepEqual(
      nodes.map(({ sha }) => sha),
      expected,
    );
  });

  it('reads tree and commits from the repository itself', async () => {
    const found = (await data(
      `{ project(fullPath: "${orchard}") { repository { rootRef tree(ref: "main") { lastCommit { id sha title } blobs { nodes { id path } } } } } }`,
    )) as {
      project: {
        repository: { rootRef: string; tree: { lastCommit: { sha: string }; blobs: { nodes: { path: string }[] } } };
      };
    };
    const { rootRef, tree } = found.project.repository;
    assert.equal(rootRef, 'main');
    assert.equal(tree.lastCommit.sha, await driven().git('rev-parse', 'main'));
    const listed = (await driven().git('ls-tree', 'main')).split('\n').filter((line) => line.includes(' blob '));
    assert.deepEqual(
      tree.blobs.nodes.map(({ path }) => path),
      listed.map((line) => line.split('\t')[1]),
    );
  });

  it('lists branch rules with their levels', async () => {
    const found = (await data(
      `{ project(fullPath: "${orchard}") { branchRules { nodes { name isDefault isProtected matchingBranchesCount branchProtection { allowForcePush pushAccessLevels { nodes { accessLevel accessLevelDescription user { id name } group { id name } } } } } } } }`,
    )) as {
      project: { branchRules: { nodes: { name: string; isDefault: boolean; matchingBranchesCount: number }[] } };
    };
    const { nodes } = found.project.branchRules;
    const rest = await driven().get<{ name: string }[]>('/projects/acme%2Forchard/protected_branches');
    assert.deepEqual(
      nodes.map(({ name }) => name),
      rest.json.map(({ name }) => name).toSorted(),
    );
    assert.equal(nodes.find(({ name }) => name === 'main')?.isDefault, true);
  });

  it('shows designs as they were in a version', async () => {
    const designs = async (given: string): Promise<unknown> => {
      const found = (await data(
        `{ project(fullPath: "${orchard}") { issue(iid: "2") { designCollection { designs${given} { nodes { filename event } } } } } }`,
      )) as { project: { issue: { designCollection: { designs: { nodes: unknown } } } } };
      return found.project.issue.designCollection.designs.nodes;
    };
    assert.deepEqual(await designs(''), [
      { filename: 'map-phone.png', event: 'NONE' },
      { filename: 'map-printed.png', event: 'NONE' },
    ]);
    assert.deepEqual(await designs('(atVersion: "gid://gitlab/DesignManagement::Version/42", first: 5)'), [
      { filename: 'map-phone.png', event: 'MODIFICATION' },
      { filename: 'map-tablet.png', event: 'NONE' },
    ]);
  });

  it('tells merge requests and their commits', async () => {
    const found = (await data(
      `{ project(fullPath: "${orchard}") { mergeRequests(state: opened, first: 1) { nodes { id iid sourceBranch detailedMergeStatus diffHeadSha commits { nodes { sha } } } } } }`,
    )) as {
      project: {
        mergeRequests: {
          nodes: { iid: string; sourceBranch: string; diffHeadSha: string; commits: { nodes: { sha: string }[] } }[];
        };
      };
    };
    const [request] = found.project.mergeRequests.nodes;
    assert.ok(request);
    assert.equal(request.diffHeadSha, await driven().git('rev-parse', request.sourceBranch));
    assert.equal(request.commits.nodes[0]?.sha, request.diffHeadSha);
  });

  it('keeps what it was told when it is started again', async () => {
    const world = temporaryFolder('graphql');
    const title = '{ issue(id: "gid://gitlab/Issue/904") { title } }';
    const rename = `mutation { updateIssue(input: {projectPath: "${orchard}", iid: "4", title: "Weigh in grams"}) { errors } }`;
    const visit = async (query: string): Promise<unknown> => {
      const sandbox = await startSandbox({ world });
      try {
        return (await post(drive(sandbox), { query })).json;
      } finally {
        await sandbox.close();
      }
    };
    try {
      assert.deepEqual(await visit(rename), { data: { updateIssue: { errors: [] } } });
      assert.deepEqual(await visit(title), { data: { issue: { title: 'Weigh in grams' } } });
    } finally {
      rmSync(world, { recursive: true, force: true });
    }
  });
});

describe('GraphQL of the sandbox: polling', () => {
  const driven = withSandbox();

  it('answers 304 by the resource alone, before it looks at token or query', async () => {
    const first = await get(
      driven(),
      { query: '{ project(fullPath: "acme/orchard") { pipeline(id: "gid://gitlab/Ci::Pipeline/1") { id } } }' },
      'maintainer',
      {
        'x-gitlab-graphql-resource-etag': 'pipelines/id/1',
      },
    );
    const etag = first.headers.get('etag') ?? '';
    assert.equal(first.status, 200);
    assert.match(etag, /^W\/"[0-9a-f]+"$/);
    for (const header of ['x-gitlab-graphql-resource-etag', 'x-service-graphql-resource-etag']) {
      const again = await post(driven(), { query: '{ nope }' }, 'glpat-unknown', {
        [header]: 'pipelines/id/1',
        'if-none-match': etag,
      });
      assert.deepEqual(
        [again.status, again.text, again.headers.get('etag'), again.headers.get('x-gitlab-from-cache')],
        [304, '', etag, 'true'],
      );
    }
  });

  it('has no ETag for other resources', async () => {
    for (const resource of ['/api/graphql:pipelines/id/1', 'merge_requests/1', 'pipelines/sha/xyz']) {
      const { status, headers } = await get(driven(), { query: '{ echo(text: "") }' }, 'nobody', {
        'x-gitlab-graphql-resource-etag': resource,
      });
      assert.deepEqual([status, headers.get('etag')], [200, null], resource);
    }
  });
});
