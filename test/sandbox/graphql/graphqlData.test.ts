import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { startSandbox } from '../../support/servers/startSandbox.ts';
import { resourceNotAvailable } from '../../../src/wire/graphql.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { drive, withSandbox } from '../driving.ts';
import { post } from './graphqlDriving.ts';

const orchard = 'acme/orchard';

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
    const { json } = await post(driven(), { query: weigh, variables: { input } }, 'fineGrained');
    assert.match(json.errors?.[0]?.message ?? '', /fine-grained personal access token .*: \[Issue: Update\]/);
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
