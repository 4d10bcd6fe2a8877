import assert from 'node:assert/strict';
import fc from 'fast-check';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSafeToRetry } from '../../../../src/client/errors.ts';
import { setWeightMutation } from '../../../../src/client/graphql/iterationDocuments.ts';
import { explainFailed } from '../../../../src/host/kit/words/explain.ts';
import { catalogue } from '../../../../src/wire/catalogue.ts';
import { cherryPickCommit } from '../../../../src/wire/commits.ts';
import { isWrite, type Operation } from '../../../../src/wire/operation.ts';
import { connect } from '../../../client/connect.ts';
import { connect as connectGraphql } from '../../../client/graphql/graphqlConnect.ts';
import { parametersFor } from '../../../client/parameterValues.ts';

const unknown = String.raw`It is unknown whether this was done\. Check on the server before you try again\. `;
const failed = String.raw`127\.0\.0\.1:\d+ can’t be reached \(E[A-Z]+\)\. Check your network\.$`;

/** Response to a change, and its message; `undefined`: connection refused. */
const faults: readonly (readonly [what: string, answering: http.RequestListener | undefined, said: RegExp])[] = [
  ['the connection is refused', undefined, new RegExp(`^Nothing was sent\\. ${failed}`)],
  ['the connection is reset before', (_, { socket }) => socket?.resetAndDestroy(), new RegExp(`^${unknown}${failed}`)],
  [
    'the connection is reset after',
    (_, response) =>
      response.writeHead(200, { 'content-length': 99 }).write('{', () => response.socket?.resetAndDestroy()),
    new RegExp(`^${unknown}`),
  ],
  ['the time is out', () => undefined, new RegExp(`^${unknown}127\\.0\\.0\\.1:\\d+ did not answer in time\\.$`)],
  [
    'a page of a proxy comes',
    (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>'),
    new RegExp(`^${unknown}127\\.0\\.0\\.1:\\d+ returned an error: .* \\(502\\)\\.$`),
  ],
  [
    'the server refuses',
    (_, response) => response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"No"}'),
    /^Nothing was changed\. 127\.0\.0\.1:\d+ refused this: “No” \(400\)\.$/,
  ],
];

describe('what is said of a change that failed', () => {
  const closers: (() => unknown)[] = [];
  const net = { defer: (close: () => Promise<void>) => void closers.push(close) };
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  const serve = async (answering: http.RequestListener | undefined): Promise<string> => {
    const server = http.createServer((request, response) => {
      request
        .resume()
        .on('end', () => answering?.(request, response))
        .on('error', () => undefined);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    if (answering === undefined) await once(server.close(), 'close');
    else closers.push(() => server.close().closeAllConnections());
    return `http://127.0.0.1:${port}`;
  };

  const errorOf = (sent: Promise<unknown>): Promise<unknown> =>
    sent.then(
      () => assert.fail('it succeeded'),
      (error: unknown) => error,
    );
  const writes = Object.values<Operation>(catalogue).filter(isWrite);

  for (const [what, answering, said] of faults)
    it(`begins with its effect when ${what}`, async () => {
      const origin = await serve(answering);
      // on a busy machine a short timeout would replace the other faults
      const patienceMs = what === 'the time is out' ? 500 : 20_000;
      const { client, transport } = connect(net, origin, { patienceMs });
      const graphql = connectGraphql(net, origin, { transport }).client;
      const input = { input: { projectPath: 'a/b', iid: '1', weight: 1 } };
      const errors = await Promise.all([
        errorOf(graphql.mutate(setWeightMutation, input)),
        ...writes.map((operation) => {
          const [parameters = {}] = fc.sample(parametersFor(operation), 1);
          const { dry_run: _, ...change }: Record<string, unknown> = parameters;
          return errorOf(client.send<Operation>(operation, change));
        }),
      ]);
      for (const error of errors) {
        assert.match(explainFailed(error), said);
        assert.equal(isSafeToRetry(error), !said.source.startsWith('^It is unknown'));
      }
    });

  it('has no effect to speak of where it was a dry run', async () => {
    const { client } = connect(net, await serve(undefined));
    const pick = { id: 1, sha: 'a'.repeat(40), branch: 'main', dry_run: true } as const;
    assert.match(explainFailed(await errorOf(client.send(cherryPickCommit, pick))), new RegExp(`^${failed}`));
  });
});
