import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Socket } from 'node:net';
import { type Client, createClient } from '../../src/client/client.ts';
import type { Download } from '../../src/client/download.ts';
import { RequestError, type RequestFailure, type RequestOutcome } from '../../src/client/errors.ts';
import { catalogue } from '../../src/wire/catalogue.ts';
import { isWrite, type Operation } from '../../src/wire/operation.ts';
import { connect } from './connect.ts';
import { loopback, type RawServer } from './loopback.ts';
import { parametersFor } from './parameterValues.ts';

interface Ending {
  readonly what: string;
  /** Bytes; `$` is a success status, one that allows a body if there is any. */
  readonly sent: string;
  readonly then: 'keeps' | 'ends' | 'resets';
  readonly failure: RequestFailure;
  /** Of writes; a read's may be any but `notSent`. */
  readonly outcome: RequestOutcome;
  readonly reads: number;
  /** Only readers of this part of the body notice. */
  readonly inBody?: 'any' | 'page' | 'json' | 'kind';
}

const json = 'content-type: application/json\r\n';
const head = (status: string, length: number, more = json): string =>
  `HTTP/1.1 ${status}\r\n${more}content-length: ${length}\r\n\r\n`;
const html = 'content-type: text/html\r\n';
const cut = `${head('$ OK', 100)}{"id"`;
const later = head('429 Slow', 5, 'content-type: text/plain\r\nretry-after: 1\r\n') + 'Later';
const astray = head('302 Found', 0, 'location: http://\r\n');
const refused = (status: string, body = '{"message":"no"}'): string => head(status, body.length) + body;

const endings: readonly Ending[] = (
  [
    // no complete answer
    ['a reset', { then: 'resets', failure: 'unreachable', reads: 3 }],
    ['an end', { then: 'ends', failure: 'unreachable', reads: 3 }],
    ['a head that is cut', { sent: 'HTTP/1.1 2', then: 'resets', failure: 'unreachable', reads: 3 }],
    ['a body that is reset', { sent: cut, then: 'resets', failure: 'unreachable', reads: 3, inBody: 'any' }],
    ['a body that is cut', { sent: cut, then: 'ends', failure: 'unreachable', reads: 3, inBody: 'any' }],
    ['a body that stops', { sent: cut, failure: 'timeout', inBody: 'any' }],
    ['silence', { failure: 'timeout' }],
    // error statuses
    ['500', { sent: refused('500 Error'), failure: 'serverError' }],
    ['502', { sent: refused('502 Bad', '<html>'), then: 'ends', failure: 'serverError', reads: 3 }],
    ['503', { sent: refused('503 Busy'), failure: 'serverError', reads: 3 }],
    ['504', { sent: refused('504 Late'), failure: 'serverError', reads: 3 }],
    ['429 with a time', { sent: later, failure: 'rateLimited', outcome: 'answered', reads: 3 }],
    ['401', { sent: refused('401 Who'), failure: 'unauthorized', outcome: 'answered' }],
    ['403', { sent: refused('403 No'), failure: 'forbidden', outcome: 'answered' }],
    ['404', { sent: refused('404 None'), failure: 'notFound', outcome: 'answered' }],
    ['409', { sent: refused('409 Twice'), failure: 'refused', outcome: 'answered' }],
    // not from GitLab
    ['no JSON', { sent: `${head('$ OK', 7)}{"id": `, failure: 'notGitLab', inBody: 'json' }],
    ['a web page', { sent: `${head('$ OK', 6, html)}<html>`, failure: 'notGitLab', inBody: 'page' }],
    ['JSON of another kind', { sent: `${head('$ OK', 4)}"no"`, failure: 'brokenContract', inBody: 'kind' }],
    ['no HTTP', { sent: 'SSH-2.0-x\r\n\r\n', then: 'ends', failure: 'notGitLab' }],
    ['a status nobody promised', { sent: head('206 Partial', 0), failure: 'brokenContract' }],
    ['a way to nowhere', { sent: astray, failure: 'redirected', outcome: 'answered' }],
  ] as const
).map(([what, ending]) => ({ what, sent: '', then: 'keeps', outcome: 'unknown', reads: 1, ...ending }));

const resultOf = async (
  client: Client,
  operation: Operation,
  parameters: Readonly<Record<string, unknown>>,
): Promise<{ readonly answer?: unknown; readonly error?: unknown }> => {
  try {
    const answer: unknown = await client.send(operation, parameters);
    if (operation.answer.kind !== 'download') return { answer };
    for await (const part of (answer as Download).body) assert.ok(part.length > 0);
    return { answer };
  } catch (error) {
    return { error };
  }
};

const successOf = ({ success }: Operation): number => success.find((status) => status !== 204) ?? 204;

const notices = (operation: Operation, { inBody }: Ending): boolean => {
  const { answer } = operation;
  if (inBody === undefined) return true;
  // 204 has no body
  if (answer.kind === 'nothing' && successOf(operation) === 204) return false;
  if (answer.kind === 'nothing' && answer.body === 'json') return inBody !== 'kind';
  if (answer.kind === 'download') return inBody === 'any';
  return answer.kind !== 'bytes' || inBody === 'any' || inBody === 'page';
};

/** Without expected data an HTML page comes from a proxy. */
const failureOfEnding = ({ answer: { kind } }: Operation, { failure, inBody }: Ending): RequestFailure =>
  inBody === 'page' && (kind === 'nothing' || kind === 'bytes') ? 'signInNeeded' : failure;

/** Downloads are not retried after their headers. */
const readsOf = ({ answer }: Operation, { reads, inBody }: Ending): number =>
  answer.kind === 'download' && inBody !== undefined ? 1 : reads;

const isSlow = ({ failure }: Ending): boolean => failure === 'timeout';

const endsAs = (operation: Operation, ending: Ending, result: { answer?: unknown; error?: unknown }, sent: number) => {
  const { what } = ending;
  if (!notices(operation, ending)) {
    assert.ok('answer' in result, what);
    assert.equal(sent, 1, what);
    return;
  }
  assert.ok(result.error instanceof RequestError, what);
  const { failure, outcome, reference } = result.error.facts;
  assert.deepEqual([failure, reference], [failureOfEnding(operation, ending), operation.reference], what);
  if (isWrite(operation)) assert.deepEqual([outcome, sent], [ending.outcome, 1], what);
  else assert.deepEqual([outcome !== 'notSent', sent], [true, readsOf(operation, ending)], what);
};

describe('every operation', () => {
  const net = loopback();
  const operations = Object.entries<Operation>(catalogue);

  const serve = (operation: Operation, { sent, then }: Ending): Promise<RawServer> =>
    net.serveRaw((socket: Socket) => {
      const end = (): void => {
        if (then === 'ends') socket.end();
        if (then === 'resets') socket.resetAndDestroy();
      };
      if (sent === '') end();
      else socket.write(sent.replace('$', String(successOf(operation))), end);
    });

  for (const [name, operation] of operations) {
    const often = isWrite(operation) ? 'once' : 'at most three times';

    it(`${operation.reference} ${name} is sent ${often} and says what became of it`, async () => {
      for (const ending of endings.filter((one) => !isSlow(one))) {
        const server = await serve(operation, ending);
        const { client } = connect(net, server.origin);
        await fc.assert(
          fc.asyncProperty(parametersFor(operation), async (parameters) => {
            const before = server.requestLines.length;
            const result = await resultOf(client, operation, parameters);
            endsAs(operation, ending, result, server.requestLines.length - before);
          }),
          { numRuns: 1 },
        );
      }
    });

    it(`${operation.reference} ${name} was not sent when nobody listens`, async () => {
      const nobody = connect(net, `http://127.0.0.1:${await net.unusedPort()}`).client;
      const [parameters] = fc.sample(parametersFor(operation), 1);
      const { error } = await resultOf(nobody, operation, parameters ?? {});
      assert.ok(error instanceof RequestError);
      assert.deepEqual([error.facts.failure, error.facts.outcome], ['unreachable', 'notSent']);
    });
  }

  for (const ending of endings.filter(isSlow)) {
    it(`is sent once when ${ending.what} follows, and ends in a time-out`, async () => {
      // concurrently: each takes its time
      const { transport } = connect(net, 'http://127.0.0.1', { patienceMs: 100 });
      await Promise.all(
        operations.map(async ([, operation]) => {
          const server = await serve(operation, ending);
          const client = createClient({
            baseUrl: server.origin,
            token: async () => undefined,
            transport: async () => transport,
          });
          const [parameters] = fc.sample(parametersFor(operation), 1);
          endsAs(operation, ending, await resultOf(client, operation, parameters ?? {}), server.requestLines.length);
        }),
      );
    });
  }
});
