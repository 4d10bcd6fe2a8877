import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { withSandbox, type As, type Driven } from '../driving.ts';
import { bearer, openSocket, post, type Frames } from './graphqlDriving.ts';

const protocols = ['actioncable-v1-json', 'actioncable-unsupported'];
const issue = 'gid://gitlab/Issue/904';
const query = `subscription($id: IssuableID!) {
  issuableAssigneesUpdated(issuableId: $id) { ... on Issue { id assignees { nodes { username status { availability } } } } }
}`;

const assign = async (driven: Driven, iid: string, ...assigneeUsernames: string[]): Promise<void> => {
  const { json } = await post(driven, {
    query: 'mutation($input: IssueSetAssigneesInput!) { issueSetAssignees(input: $input) { errors } }',
    variables: { input: { projectPath: 'acme/orchard', iid, assigneeUsernames } },
  });
  assert.deepEqual(json, { data: { issueSetAssignees: { errors: [] } } });
};

const identifierOf = (channel: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ channel: 'GraphqlChannel', nonce: 'n1', ...channel });

describe('the cable of the sandbox', () => {
  const driven = withSandbox();

  const cable = async (as: As, headers: Record<string, string> = {}): Promise<Frames> =>
    openSocket(driven(), '/-/cable', protocols, { origin: driven().sandbox.url, ...bearer(driven(), as), ...headers });

  it('welcomes, answers null, confirms and tells every change after that', async () => {
    const { next, send, socket } = await cable('reporter');
    assert.equal(socket.protocol, 'actioncable-v1-json');
    assert.deepEqual(await next(), { type: 'welcome' });
    // odd spacing: servers must return the identical text
    const identifier = `{ "query": ${JSON.stringify(query)},"channel":"GraphqlChannel", "variables": {"id":"${issue}"}}`;
    send({ command: 'subscribe', identifier });
    assert.deepEqual(await next(), {
      identifier,
      message: { result: { data: { issuableAssigneesUpdated: null } }, more: true },
    });
    assert.deepEqual(await next(), { identifier, type: 'confirm_subscription' });
    await assign(driven(), '4', 'reporter');
    const assignees = { nodes: [{ username: 'reporter', status: { availability: 'BUSY' } }] };
    assert.deepEqual(await next(), {
      identifier,
      message: { result: { data: { issuableAssigneesUpdated: { id: issue, assignees } } }, more: true },
    });
    send({ command: 'unsubscribe', identifier });
    const other = identifierOf({ query: '{ echo(text: "done") }' });
    send({ command: 'subscribe', identifier: other });
    await assign(driven(), '4');
    // a query ends with its answer: the later change must not arrive
    assert.deepEqual(await next(), {
      identifier: other,
      message: { result: { data: { echo: '"reporter" says: done' } }, more: false },
    });
    assert.deepEqual(await next(), { identifier: other, type: 'confirm_subscription' });
    socket.close();
    assert.equal(await next(), undefined);
  });

  it('tells changes of weight and of what may be merged', async () => {
    const { next, send, socket } = await cable('maintainer');
    await next();
    const find = await post(driven(), {
      query: '{ project(fullPath: "acme/orchard") { mergeRequests(state: opened) { nodes { id iid draft } } } }',
    });
    const { nodes } = (
      find.json.data as unknown as {
        project: { mergeRequests: { nodes: { id: string; iid: string; draft: boolean }[] } };
      }
    ).project.mergeRequests;
    const request = nodes.find(({ draft }) => !draft);
    assert.ok(request);
    const weight = identifierOf({
      query: `subscription { issuableWeightUpdated(issuableId: "${issue}") { ... on Issue { weight } } }`,
    });
    const merge = identifierOf({
      query: `subscription { mergeRequestMergeStatusUpdated(issuableId: "${request.id}") { ... on MergeRequest { detailedMergeStatus } } }`,
    });
    for (const identifier of [weight, merge]) {
      send({ command: 'subscribe', identifier });
      await next();
      assert.equal((await next())?.['type'], 'confirm_subscription');
    }
    await post(driven(), {
      query: 'mutation { issueSetWeight(input: {projectPath: "acme/orchard", iid: "4", weight: 8}) { errors } }',
    });
    assert.deepEqual(await next(), {
      identifier: weight,
      message: { result: { data: { issuableWeightUpdated: { weight: 8 } } }, more: true },
    });
    await post(driven(), {
      query: `mutation { mergeRequestSetDraft(input: {projectPath: "acme/orchard", iid: "${request.iid}", draft: true}) { errors } }`,
    });
    assert.deepEqual(await next(), {
      identifier: merge,
      message: {
        result: { data: { mergeRequestMergeStatusUpdated: { detailedMergeStatus: 'DRAFT_STATUS' } } },
        more: true,
      },
    });
    socket.close();
  });

  it('sends away who carries a dead token, for good', async () => {
    for (const as of ['glpat-unknown', 'expired']) {
      const { next, socket } = await cable(as);
      const closed = once(socket, 'close');
      assert.deepEqual(await next(), { type: 'disconnect', reason: 'unauthorized', reconnect: false }, as);
      assert.equal(await next(), undefined);
      assert.equal((await closed)[0], 1000);
    }
  });

  it('welcomes a token that does not open the API, and rejects each of its subscriptions', async () => {
    const { next, send, socket } = await cable('repositoryOnly');
    assert.deepEqual(await next(), { type: 'welcome' });
    for (const nonce of ['one', 'two']) {
      const identifier = identifierOf({ query, variables: JSON.stringify({ id: issue }), nonce });
      send({ command: 'subscribe', identifier });
      assert.deepEqual(await next(), { identifier, type: 'reject_subscription' });
    }
    socket.close();
  });

  it('takes the first protocol that is offered and known', async () => {
    const origin = { origin: driven().sandbox.url };
    const { socket } = await openSocket(driven(), '/-/cable', ['other', 'actioncable-unsupported'], origin);
    assert.equal(socket.protocol, 'actioncable-unsupported');
    socket.close();
  });

  it('outlives a frame that breaks the protocol', async () => {
    for (const [path, offered] of [
      ['/-/cable', protocols],
      ['/api/graphql', ['graphql-transport-ws']],
    ] as const) {
      const headers = { origin: driven().sandbox.url, ...bearer(driven(), 'maintainer') };
      const { socket } = await openSocket(driven(), path, offered, headers);
      const closed = once(socket, 'close');
      // frames of clients must be masked
      (socket as unknown as { readonly _socket: Socket })._socket.write(Buffer.from([0x81, 0x01, 0x61]));
      await closed;
    }
    const { next, socket } = await cable('maintainer');
    assert.deepEqual(await next(), { type: 'welcome' });
    socket.close();
  });

  it('lets nobody in without a token, who may then see less', async () => {
    const { next, send, socket } = await cable('nobody');
    assert.deepEqual(await next(), { type: 'welcome' });
    const identifier = identifierOf({ query, variables: JSON.stringify({ id: 'gid://gitlab/Issue/903' }) });
    send({ command: 'subscribe', identifier });
    const refused = await next();
    assert.match(JSON.stringify(refused), /Unauthorized subscription/);
    assert.equal((refused?.['message'] as { more?: boolean } | undefined)?.more, false);
    socket.close();
  });

  it('says nothing to other channels, and tells bad variables without a result', async () => {
    const { next, send, socket } = await cable('maintainer');
    await next();
    for (const identifier of ['no json', JSON.stringify({ channel: 'IssuesChannel' })]) {
      send({ command: 'subscribe', identifier });
    }
    const identifier = identifierOf({ query, variables: '{oops' });
    send({ command: 'subscribe', identifier });
    const told = await next();
    assert.equal(told?.['identifier'], identifier);
    assert.deepEqual(Object.keys(told?.['message'] ?? {}), ['errors']);
    socket.close();
  });

  it('is not there for another origin or none', async () => {
    for (const origin of ['https://elsewhere.example', driven().sandbox.url.replace('http', 'HTTP')]) {
      await assert.rejects(cable('maintainer', { origin }), /refused with 404/);
    }
    await assert.rejects(
      openSocket(driven(), '/-/cable', protocols, bearer(driven(), 'maintainer')),
      /refused with 404/,
    );
  });

  it('pings every three seconds', async () => {
    const begunAt = Math.floor(Date.now() / 1000);
    const { socket } = await cable('maintainer');
    const ping = await new Promise<{ type: string; message: number }>((resolve) => {
      socket.on('message', (data) => {
        const frame = JSON.parse((data as Buffer).toString('utf8')) as { type: string; message: number };
        if (frame.type === 'ping') resolve(frame);
      });
    });
    assert.ok(ping.message >= begunAt && ping.message <= Date.now() / 1000, 'seconds of the epoch');
    socket.close();
  });
});

describe('a sandbox without a cable', () => {
  const driven = withSandbox({ cable: false });

  it('answers 404 there', async () => {
    const opening = openSocket(driven(), '/-/cable', protocols, { origin: driven().sandbox.url });
    await assert.rejects(opening, /refused with 404/);
  });
});

describe('graphql-transport-ws of the sandbox', () => {
  const driven = withSandbox();

  const open = (as: As): Promise<Frames> =>
    openSocket(driven(), '/api/graphql', ['graphql-transport-ws'], bearer(driven(), as));

  it('tells changes until it is told to stop', async () => {
    const { next, send, socket } = await open('maintainer');
    send({ type: 'connection_init' });
    assert.deepEqual(await next(), { type: 'connection_ack' });
    send({ id: '1', type: 'subscribe', payload: { query, variables: { id: 'gid://gitlab/Issue/901' } } });
    // a query's answer proves that the subscription before it is active
    send({ id: '2', type: 'subscribe', payload: { query: '{ echo(text: "a") }' } });
    assert.deepEqual(await next(), { id: '2', type: 'next', payload: { data: { echo: '"maintainer" says: a' } } });
    assert.deepEqual(await next(), { id: '2', type: 'complete' });
    await assign(driven(), '1', 'guest');
    const assignees = { nodes: [{ username: 'guest', status: null }] };
    assert.deepEqual(await next(), {
      id: '1',
      type: 'next',
      payload: { data: { issuableAssigneesUpdated: { id: 'gid://gitlab/Issue/901', assignees } } },
    });
    send({ id: '1', type: 'complete' });
    socket.close();
  });

  it('takes the token of the first message and closes with 4403 when it opens nothing', async () => {
    const good = await openSocket(driven(), '/api/graphql', ['graphql-transport-ws'], {});
    good.send({ type: 'connection_init', payload: { Authorization: `Bearer ${driven().sandbox.tokens.guest}` } });
    assert.deepEqual(await good.next(), { type: 'connection_ack' });
    good.send({ id: '1', type: 'subscribe', payload: { query: '{ currentUser { username } }' } });
    assert.deepEqual(await good.next(), {
      id: '1',
      type: 'next',
      payload: { data: { currentUser: { username: 'guest' } } },
    });
    good.socket.close();
    const bad = await open('expired');
    const closed = new Promise((resolve) => bad.socket.on('close', resolve));
    bad.send({ type: 'connection_init' });
    assert.equal(await closed, 4403);
    assert.equal(bad.socket.readyState, WebSocket.CLOSED);
  });
});
