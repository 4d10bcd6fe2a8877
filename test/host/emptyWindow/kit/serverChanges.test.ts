import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { GraphqlError } from '../../../../src/client/graphql/graphqlError.ts';
import type { Subscriptions } from '../../../../src/client/graphql/subscriptions.ts';
import { SubscriptionRefused } from '../../../../src/client/graphql/subscriptionSource.ts';
import { type Followable, ServerChanges } from '../../../../src/host/kit/serverChanges.ts';
import type { AccountSubscriptions } from '../../../../src/host/shell/accountSubscriptions.ts';
import { delay, poll } from '../../../support/poll.ts';

const account = { id: 'a', baseUrl: 'https://gitlab.example.com' };

describe('changes a server may tell', () => {
  let changes: ServerChanges;
  let isOff = false;
  let ended: vscode.EventEmitter<void>;

  beforeEach(() => {
    isOff = false;
    ended = new vscode.EventEmitter();
    const subscriptions = {
      get isOff() {
        return isOff;
      },
      onDidEnd: ended.event,
      of: async () => ({}) as Subscriptions,
    } as unknown as AccountSubscriptions;
    const log = { info: () => undefined } as unknown as ConstructorParameters<typeof ServerChanges>[0]['log'];
    changes = new ServerChanges({ subscriptions, log }, 3);
  });

  afterEach(() => {
    changes.dispose();
    ended.dispose();
  });

  const until = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

  const thing = (key: string, follow: Followable['follow'], rest: Partial<Followable> = {}): Followable => ({
    key,
    whole: key,
    account,
    follow,
    onChange: () => undefined,
    ...rest,
  });

  it('are live once the server has agreed, and not before', async () => {
    const agreed = Promise.withResolvers<void>();
    changes.want([
      thing('one', async (_subscriptions, { signal, onStart }) => {
        await agreed.promise;
        onStart();
        await until(signal);
      }),
    ]);
    await poll(() => changes.count === 1, { what: 'the thing to be followed' });
    assert.equal(changes.livenessOf('one'), undefined);
    const drawn = new Promise<string>((resolve) => changes.onDidChangeLiveness(resolve));
    agreed.resolve();
    assert.equal(await drawn, 'one');
    assert.deepEqual(changes.livenessOf('one'), { kind: 'live' });
    isOff = true;
    ended.fire();
    assert.deepEqual(changes.livenessOf('one'), { kind: 'off' });
    assert.equal(changes.count, 0);
    changes.want([]);
    assert.equal(changes.livenessOf('one'), undefined);
  });

  it('of one thing are polled where the server knows no subscription for it, and the others stay live', async () => {
    const live: Followable['follow'] = async (_subscriptions, { signal, onStart }) => {
      onStart();
      await until(signal);
    };
    const unknown: Followable['follow'] = () =>
      Promise.reject(new GraphqlError({}, [{ message: "Field 'x' doesn't exist" }], undefined));
    changes.want([thing('one', unknown), thing('two', live)]);
    await poll(() => changes.livenessOf('one') !== undefined && changes.livenessOf('two') !== undefined, {
      what: 'both to be known',
    });
    assert.deepEqual(changes.livenessOf('one'), { kind: 'polling', reason: "Field 'x' doesn't exist" });
    assert.deepEqual(changes.livenessOf('two'), { kind: 'live' });
  });

  it('of an account are all polled where the server refuses the connection, until it is asked anew', async () => {
    let asked = 0;
    const refused: Followable['follow'] = () => {
      asked += 1;
      return Promise.reject(new SubscriptionRefused('the server has no cable'));
    };
    changes.want([thing('one', refused), thing('two', (_subscriptions, { signal }) => until(signal))]);
    await poll(() => changes.livenessOf('one')?.kind === 'polling', { what: 'the refusal' });
    assert.deepEqual(changes.livenessOf('two'), { kind: 'polling', reason: 'the server has no cable' });
    assert.equal(changes.count, 0);
    changes.want([thing('one', refused)]);
    await delay(50);
    assert.equal(asked, 1);
    ended.fire();
    await poll(() => asked === 2, { what: 'the next question' });
  });

  it('of the parts of one whole are told together', async () => {
    let told = 0;
    const tellers: (() => void)[] = [];
    const part = (key: string): Followable =>
      thing(
        key,
        async (_subscriptions, options) => {
          tellers.push(options.onChange);
          await until(options.signal);
        },
        { whole: 'whole', onChange: () => (told += 1) },
      );
    changes.want([part('one'), part('two')]);
    await poll(() => tellers.length === 2, { what: 'both to be followed' });
    for (const tell of tellers) tell();
    await poll(() => told > 0, { what: 'the change' });
    await delay(400);
    assert.equal(told, 1);
  });

  it('are followed for the first things only, as servers limit a connection', async () => {
    const follow: Followable['follow'] = (_subscriptions, { signal }) => until(signal);
    changes.want(['one', 'two', 'three', 'four'].map((key) => thing(key, follow)));
    await poll(() => changes.count === 3, { what: 'three to be followed' });
  });
});
