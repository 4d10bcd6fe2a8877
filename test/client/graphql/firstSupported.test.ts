import assert from 'node:assert/strict';
import { firstSupported } from '../../../src/client/graphql/firstSupported.ts';
import { openGraphqlWs } from '../../../src/client/graphql/openGraphqlWs.ts';
import { openSubscriptions } from '../../../src/client/graphql/openSubscriptions.ts';
import type { Subscriptions } from '../../../src/client/graphql/subscriptions.ts';
import { SubscriptionRefused } from '../../../src/client/graphql/subscriptionSource.ts';
import { withSandbox } from '../../sandbox/driving.ts';
import { post } from '../../sandbox/graphql/graphqlDriving.ts';
import { assigneesUpdated } from '../../support/servers/graphqlDocuments.ts';

const issuableId = 'gid://gitlab/Issue/904';

describe('subscriptions by what a server speaks', () => {
  const withCable = withSandbox();
  const withoutCable = withSandbox({ cable: false });
  const ends: (() => void)[] = [];
  let opened = 0;

  beforeEach(() => {
    opened = 0;
  });

  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  const connect = (
    driven: ReturnType<typeof withCable>,
    token: string = driven.sandbox.tokens.maintainer,
  ): Subscriptions => {
    const surroundings = { baseUrl: driven.sandbox.url, token: async () => token, backoffMs: () => 5 };
    const subscriptions = firstSupported(openSubscriptions(surroundings), async () => {
      opened += 1;
      return openGraphqlWs(surroundings);
    });
    ends.push(() => subscriptions.close());
    return subscriptions;
  };

  const changesHeard = async (driven: ReturnType<typeof withCable>, subscriptions: Subscriptions): Promise<number> => {
    const { signal, ...controller } = followed();
    const assign = async (): Promise<void> => {
      const input = { projectPath: 'acme/orchard', iid: '4', assigneeUsernames: ['reporter'] };
      const query = 'mutation($input: IssueSetAssigneesInput!) { issueSetAssignees(input: $input) { errors } }';
      await post(driven, { query, variables: { input } });
    };
    let heard = 0;
    for await (const _change of subscriptions.subscribe(
      assigneesUpdated,
      { issuableId },
      { signal, onStart: assign },
    )) {
      heard += 1;
      controller.end();
    }
    return heard;
  };
  const followed = (): { readonly signal: AbortSignal; readonly end: () => void } => {
    const controller = new AbortController();
    return { signal: controller.signal, end: () => controller.abort() };
  };

  it('go by the cable where there is one', async () => {
    assert.equal(await changesHeard(withCable(), connect(withCable())), 1);
    assert.equal(opened, 0);
  });

  it('go by graphql-ws where there is none, which is asked once', async () => {
    const subscriptions = connect(withoutCable());
    assert.equal(await changesHeard(withoutCable(), subscriptions), 1);
    assert.equal(opened, 1);
    const { signal, end } = followed();
    const begun = Promise.withResolvers<void>();
    const following = subscriptions.subscribe(assigneesUpdated, { issuableId }, { signal, onStart: begun.resolve });
    const next = following[Symbol.asyncIterator]().next();
    await begun.promise;
    end();
    assert.equal((await next).done, true);
    assert.equal(opened, 1);
  });

  it('are refused with the words about both ways where a server speaks neither', async () => {
    const { signal } = new AbortController();
    const following = connect(withoutCable(), 'glpat-nobody').subscribe(assigneesUpdated, { issuableId }, { signal });
    await assert.rejects(following[Symbol.asyncIterator]().next(), (error) => {
      assert.ok(error instanceof SubscriptionRefused);
      assert.match(error.message, /cable.*; .*refuses subscriptions/);
      return true;
    });
  });
});
