import assert from 'node:assert/strict';
import type { MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import { ask } from '../transfer/asking.ts';
import { withSandbox } from '../driving.ts';
import { bearer, openSocket, post } from './graphqlDriving.ts';

const project = 'acme/orchard';

describe('reviewers in the GraphQL of the sandbox', () => {
  const driven = withSandbox();

  interface Request {
    readonly id: string;
    readonly iid: string;
    readonly sourceBranch: string;
    readonly reviewers: {
      readonly nodes: readonly {
        readonly id: string;
        readonly username: string;
        readonly mergeRequestInteraction: { readonly approved: boolean; readonly reviewState: string };
      }[];
    };
  }

  const requests = async (): Promise<readonly Request[]> => {
    const { json } = await post(driven(), {
      query: `{ project(fullPath: "${project}") { mergeRequests(state: opened) { nodes {
        id iid sourceBranch reviewers { nodes { id username mergeRequestInteraction { approved reviewState } } }
      } } } }`,
    });
    const { data } = json as unknown as { data: { project: { mergeRequests: { nodes: Request[] } } } };
    return data.project.mergeRequests.nodes;
  };
  const request = async (iid: string): Promise<Request> =>
    (await requests()).find((each) => each.iid === iid) ?? assert.fail('no such merge request');
  const statesOf = async (iid: string): Promise<readonly string[]> =>
    (await request(iid)).reviewers.nodes.map(
      ({ username, mergeRequestInteraction: { reviewState } }) => `${username} ${reviewState}`,
    );
  const mutate = async (field: string, type: string, input: object, as = 'maintainer'): Promise<unknown> => {
    const query = `mutation M($input: ${type}!) { ${field}(input: $input) { errors } }`;
    const variables = { input: { projectPath: project, ...input } };
    const { json } = await post(driven(), { query, variables }, as);
    return json.errors ?? (json.data as unknown as Record<string, { errors: unknown }>)[field]?.errors;
  };
  const setReviewers = (iid: string, ...reviewerUsernames: string[]): Promise<unknown> =>
    mutate('mergeRequestSetReviewers', 'MergeRequestSetReviewersInput', { iid, reviewerUsernames });

  it('keep a merge request from being merged by asking for changes, until they approve', async () => {
    const path = `/projects/${encodeURIComponent(project)}/merge_requests/7`;
    const status = async (): Promise<unknown> =>
      (await driven().get<MergeRequestDetail>(path)).json.detailed_merge_status;
    await setReviewers('7', 'developer');
    assert.equal(await status(), 'mergeable');
    const changes = { reviewer_state: 'requested_changes' };
    assert.equal((await driven().post(`${path}/draft_notes/bulk_publish`, changes, 'developer')).status, 204);
    assert.deepEqual(await statesOf('7'), ['developer REQUESTED_CHANGES']);
    assert.equal(await status(), 'requested_changes');
    assert.equal((await ask(driven(), 'PUT', `${path}/merge`, { json: {} })).status, 405);
    await driven().post(`${path}/approve`, {}, 'developer');
    assert.deepEqual(await statesOf('7'), ['developer APPROVED']);
    assert.equal(await status(), 'mergeable');
  });

  it('are told to who follows the merge request, as are approvals and new diffs', async () => {
    const { id, iid, sourceBranch } = await request('9');
    const { next, send, socket } = await openSocket(driven(), '/-/cable', ['actioncable-v1-json'], {
      origin: driven().sandbox.url,
      ...bearer(driven(), 'maintainer'),
    });
    await next();
    const identifiers = ['ReviewersUpdated', 'ApprovalStateUpdated', 'DiffGenerated'].map((name) =>
      JSON.stringify({
        channel: 'GraphqlChannel',
        nonce: name,
        query: `subscription { mergeRequest${name}(issuableId: "${id}") { ... on MergeRequest { iid } } }`,
      }),
    );
    for (const identifier of identifiers) {
      send({ command: 'subscribe', identifier });
      await next();
      assert.equal((await next())?.['type'], 'confirm_subscription');
    }
    const toldOf = async (): Promise<unknown> => (await next())?.['identifier'];
    await setReviewers(iid, 'developer');
    assert.equal(await toldOf(), identifiers[0]);
    await driven().post(`/projects/${encodeURIComponent(project)}/merge_requests/${iid}/approve`, {}, 'owner');
    assert.equal(await toldOf(), identifiers[1]);
    const action = { action: 'create', file_path: 'told.md', content: 'told\n' };
    const commit = { branch: sourceBranch, commit_message: 'Tell', actions: [action] };
    assert.equal((await driven().post('/projects/acme%2Forchard/repository/commits', commit)).status, 201);
    assert.equal(await toldOf(), identifiers[2]);
    socket.close();
  });
});
