import assert from 'node:assert/strict';
import { AccountCapabilities } from '../../src/model/accountCapabilities.ts';
import { catalogue } from '../../src/wire/catalogue.ts';
import { answerJson, connect, failureOf } from '../client/connect.ts';
import { type Answering, loopback } from '../client/loopback.ts';

const { createDraftNote, listGroupIterations } = catalogue;

describe('AccountCapabilities', () => {
  const net = loopback();

  const of = async (answering: Answering) => {
    const server = await net.serve(answering);
    return { capabilities: new AccountCapabilities(connect(net, server.origin).client), server };
  };

  it('asks the server once, however often it is asked', async () => {
    const { capabilities, server } = await of((_, response) =>
      answerJson(response, { version: '18.1.1-ee', revision: 'abc', enterprise: true }),
    );
    assert.equal(capabilities.of(createDraftNote).kind, 'unknown');
    await Promise.all([capabilities.ready(), capabilities.ready()]);
    await capabilities.ready();
    assert.equal(capabilities.of(createDraftNote).kind, 'available');
    assert.deepEqual(
      server.received.map(({ target }) => target),
      ['/api/v4/metadata'],
    );
  });

  it('lets a caller give up without the others', async () => {
    const { capabilities, server } = await of((_, response) =>
      answerJson(response, { version: '18.1.1-ee', revision: 'abc', enterprise: true }),
    );
    const leaver = new AbortController();
    const left = failureOf(capabilities.ready({ signal: leaver.signal }));
    const stayed = capabilities.ready();
    leaver.abort();
    assert.equal((await left).facts.failure, 'cancelled');
    await stayed;
    assert.deepEqual(capabilities.known.release, [18, 1, 1]);
    assert.equal(server.received.length, 1);
  });

  it('asks an old server for its version alone', async () => {
    const { capabilities, server } = await of(({ target }, response) =>
      target.endsWith('/metadata')
        ? answerJson(response, { error: '404 Not Found' }, { status: 404 })
        : answerJson(response, { version: '15.1.0', revision: 'abc' }),
    );
    await capabilities.ready();
    assert.deepEqual(capabilities.known.release, [15, 1, 0]);
    assert.equal(server.received.length, 2);
  });

  it('knows nothing where the token may not ask, and asks again after a failure', async () => {
    let status = 500;
    const { capabilities } = await of((_, response) => answerJson(response, { message: 'no' }, { status }));
    await failureOf(capabilities.ready());
    status = 403;
    await capabilities.ready();
    assert.equal(capabilities.known.release, undefined);
  });

  it('learns from what it sends, good and bad, and passes both on', async () => {
    let status = 403;
    const { capabilities } = await of((_, response) =>
      status === 403 ? answerJson(response, { message: '403 Forbidden' }, { status }) : answerJson(response, []),
    );
    const send = () => capabilities.send(listGroupIterations, { id: 7 }, 'groups/7');
    assert.equal((await failureOf(send())).facts.failure, 'forbidden');
    const refused = capabilities.of(listGroupIterations, 'groups/7');
    assert.ok(refused.kind === 'unavailable' && refused.reason === 'tier' && refused.orElse.join() === 'role');
    status = 200;
    assert.deepEqual((await send()).items, []);
    assert.equal(capabilities.of(listGroupIterations, 'groups/7').kind, 'available');
    assert.equal(capabilities.of(catalogue.listProjectIterations, 'groups/7').kind, 'available');
  });
});
