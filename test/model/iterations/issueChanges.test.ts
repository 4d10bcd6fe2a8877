import assert from 'node:assert/strict';
import { GraphqlError } from '../../../src/client/graphql/graphqlError.ts';
import { openSubscriptions } from '../../../src/client/graphql/openSubscriptions.ts';
import type { Subscriptions } from '../../../src/client/graphql/subscriptions.ts';
import { SubscriptionRefused } from '../../../src/client/graphql/subscriptionSource.ts';
import { textOf } from '../../../src/client/graphql/typedDocument.ts';
import { followIssue } from '../../../src/model/iterations/issueChanges.ts';
import { withSandbox } from '../../sandbox/driving.ts';
import { poll } from '../../support/poll.ts';

const issue = 'gid://gitlab/Issue/904';

describe('the changes of an issue', () => {
  const driven = withSandbox();
  const ends: (() => void)[] = [];

  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  const connect = (token: string): Subscriptions => {
    const subscriptions = openSubscriptions({ baseUrl: driven().sandbox.url, token: async () => token });
    ends.push(() => subscriptions.close());
    return subscriptions;
  };

  const change = async (input: Readonly<Record<string, unknown>>, mutation: string, type: string): Promise<void> => {
    const { url, tokens } = driven().sandbox;
    const query = `mutation M($input: ${type}!) { ${mutation}(input: $input) { errors } }`;
    const answer = await fetch(`${url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.maintainer}` },
      body: JSON.stringify({ query, variables: { input: { projectPath: 'acme/orchard', iid: '4', ...input } } }),
    });
    const { errors, data } = (await answer.json()) as { errors?: unknown; data?: Record<string, { errors: [] }> };
    assert.deepEqual([errors, data?.[mutation]?.errors], [undefined, []]);
  };

  it('are told whatever they are, until nobody listens any more', async () => {
    const controller = new AbortController();
    let count = 0;
    const stands = driven().sandbox.nextSubscription();
    const following = followIssue(connect(driven().sandbox.tokens.developer), issue, {
      signal: controller.signal,
      onChange: () => (count += 1),
    });
    await stands;
    await change({ assigneeUsernames: ['developer'] }, 'issueSetAssignees', 'IssueSetAssigneesInput');
    await poll(() => count === 1, { what: 'the people' });
    await change({ stateEvent: 'CLOSE' }, 'updateIssue', 'UpdateIssueInput');
    await poll(() => count === 2, { what: 'that it was closed' });
    await change({ title: 'Weigh crates in grams', stateEvent: 'REOPEN' }, 'updateIssue', 'UpdateIssueInput');
    await poll(() => count === 3, { what: 'the title' });
    controller.abort();
    await following;
  });

  const answering = (answer: (text: string) => Error | undefined): Subscriptions & { readonly asked: string[] } => {
    const asked: string[] = [];
    return {
      asked,
      async *subscribe(document, _, { signal }) {
        const text = textOf(document);
        asked.push(/subscription (\w+)/.exec(text)?.[1] ?? '');
        const error = answer(text);
        if (error) throw error;
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      },
      close: () => undefined,
    };
  };

  it('are those of its people and title on servers that know no others', async () => {
    const unknown = new GraphqlError({}, [{ message: "Field 'workItemUpdated' doesn't exist" }], undefined);
    const subscriptions = answering((text) => (text.includes('workItemUpdated') ? unknown : undefined));
    const controller = new AbortController();
    const following = followIssue(subscriptions, issue, { signal: controller.signal, onChange: () => undefined });
    await poll(() => subscriptions.asked.length === 3, { what: 'the other questions' });
    assert.deepEqual(subscriptions.asked, ['WorkItemUpdated', 'IssueAssigneesUpdated', 'IssueTitleUpdated']);
    controller.abort();
    await following;
  });

  it('are not to be had where the server refuses, which is asked once', async () => {
    const subscriptions = answering(() => new SubscriptionRefused('the server refuses the cable'));
    const { signal } = new AbortController();
    await assert.rejects(followIssue(subscriptions, issue, { signal, onChange: () => undefined }), SubscriptionRefused);
    assert.deepEqual(subscriptions.asked, ['WorkItemUpdated']);
  });

  it('are not told of an issue one may not see', async () => {
    const { signal } = new AbortController();
    const hidden = 'gid://gitlab/Issue/4711';
    const subscriptions = connect(driven().sandbox.tokens.developer);
    await assert.rejects(followIssue(subscriptions, hidden, { signal, onChange: () => undefined }), GraphqlError);
  });
});
