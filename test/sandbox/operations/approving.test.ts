import assert from 'node:assert/strict';
import type { Approvals } from '../../../src/wire/mergeRequestState.ts';
import type { MergeRequest } from '../../../src/wire/mergeRequests.ts';
import type { Note } from '../../../src/wire/notes.ts';
import type { SandboxOptions } from '../../support/servers/startSandbox.ts';
import { type As, orchard, withSandbox } from '../driving.ts';
import { post } from '../graphql/graphqlDriving.ts';

/** Actions on !7, by a reporter, without approval rules. */
const approving = (options: SandboxOptions = {}) => {
  const run = withSandbox(options);
  const request = `${orchard}/merge_requests/7`;
  type Answered = Approvals & { readonly approved?: boolean; readonly message?: unknown };
  const act = async (action: 'approve' | 'unapprove', as: As, json: object = {}) => {
    const answer = await run().post<Answered>(`${request}/${action}`, json, as);
    return { status: answer.status, body: answer.text === '' ? undefined : answer.json };
  };
  const status = async (...given: Parameters<typeof act>) => (await act(...given)).status;
  const read = async (as: As) => (await run().get<Answered>(`${request}/approvals`, as)).json;
  return { run, request, act, status, read };
};

describe('MR13, MR17, MR19: approving with a licence', () => {
  const { run, request, act, status, read } = approving();

  it('is approved without a rule that asks for it', async () => {
    const { approved, approvals_required: required, approvals_left: left } = await read('maintainer');
    assert.deepEqual([approved, required, left], [true, 0, 0]);
  });

  it('is 403 without the right, 409 at another head, 401 for the author', async () => {
    assert.equal(await status('approve', 'nobody'), 401);
    assert.equal(await status('approve', 'guest'), 403);
    assert.equal(await status('unapprove', 'guest'), 403);
    const head = (await run().get<MergeRequest>(request)).json.sha;
    const moved = await act('approve', 'maintainer', { sha: '0'.repeat(40) });
    assert.deepEqual([moved.status, moved.body?.message], [409, `SHA does not match HEAD of source branch: ${head}`]);
    assert.equal((await read('reporter')).user_can_approve, false);
    assert.equal(await status('approve', 'reporter'), 401);
  });

  it('is taken once, revoked once, and leaves notes and the state of the reviewer', async () => {
    const reviewer = async (): Promise<unknown> => {
      const { json } = await post(run(), {
        query: `{ project(fullPath: "acme/orchard") { mergeRequest(iid: "7") {
          reviewers { nodes { mergeRequestInteraction { reviewState } } }
        } } }`,
      });
      return /"reviewState":"(\w+)"/.exec(JSON.stringify(json))?.[1];
    };
    assert.equal(await reviewer(), 'UNREVIEWED');
    const { body } = await act('approve', 'maintainer');
    assert.deepEqual(
      body?.approved_by?.map(({ user }) => user?.username),
      ['maintainer'],
    );
    assert.equal(await reviewer(), 'APPROVED');
    assert.equal(await status('approve', 'maintainer'), 401);
    assert.equal(await status('unapprove', 'maintainer'), 201);
    assert.equal(await reviewer(), 'UNAPPROVED');
    assert.equal(await status('unapprove', 'maintainer'), 404);
    const notes = (await run().get<Note[]>(`${request}/notes`)).json.slice(0, 2);
    assert.deepEqual(
      notes.map(({ system, body: words }) => [system, words]),
      [
        [true, 'unapproved this merge request'],
        [true, 'approved this merge request'],
      ],
    );
    await run().post(`${request}/notes`, { body: 'Looked again' });
    assert.equal(await reviewer(), 'REVIEWED');
  });
});

for (const [what, edition] of [
  ['on a Community server', { version: '18.2.0' }],
  ['without a licence', { version: '18.2.0-ee', tier: 'free' }],
] as const) {
  describe(`MR13, MR17: approving ${what}`, () => {
    const { act, status, read } = approving({ edition });

    it('counts nothing, and lets authors approve', async () => {
      assert.equal((await read('reporter')).user_can_approve, true);
      const { body } = await act('approve', 'reporter');
      assert.deepEqual([body?.approved, body?.approvals_required], [true, undefined]);
      assert.equal(await status('approve', 'guest'), 403);
    });
  });
}

describe('MR13, MR19 from 19.1 on', () => {
  const { status } = approving({ edition: { version: '19.1.0-ee' } });

  it('have nothing to do the second time', async () => {
    assert.deepEqual([await status('approve', 'developer'), await status('approve', 'developer')], [201, 304]);
    assert.deepEqual([await status('unapprove', 'developer'), await status('unapprove', 'developer')], [201, 304]);
  });
});
