import assert from 'node:assert/strict';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { withSandbox } from '../driving.ts';
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

describe('GraphQL of the sandbox: limits', () => {
  const driven = withSandbox();
  const aliases = (count: number): string =>
    `{ ${Array.from({ length: count }, (_, index) => `a${index}: echo(text: "")`).join(' ')} }`;
  const messageOf = (json: { errors?: Record<string, never>[] }): unknown => json.errors?.[0]?.['message'];

  it('refuses what costs more than the caller may spend', async () => {
    for (const [as, limit] of [
      ['nobody', 200],
      ['developer', 250],
      ['root', 300],
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
