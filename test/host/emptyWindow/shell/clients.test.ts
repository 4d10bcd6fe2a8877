import assert from 'node:assert/strict';
import type { RequestErrorFacts } from '../../../../src/client/errors.ts';
import { ownGroupsQuery } from '../../../support/servers/graphqlDocuments.ts';
import { setWeightMutation } from '../../../../src/client/graphql/iterationDocuments.ts';
import type { AccountStore } from '../../../../src/host/shell/accountSecrets.ts';
import type { App } from '../../../../src/extension.ts';
import { createClients } from '../../../../src/host/shell/clients.ts';
import { createNetwork } from '../../../../src/host/shell/network.ts';
import { catalogue } from '../../../../src/wire/catalogue.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  sandbox,
  setFaults,
  signOut,
} from '../../../support/window/inHost.ts';
import { addAccount } from '../../accounts.ts';

const allGroups = { first: 100, after: null };

describe('the clients of an account', function () {
  this.timeout(60_000);
  let app: App;

  before(async () => {
    app = await activated();
  });

  beforeEach(async () => {
    await signOut(app);
    await setFaults([]);
    await forgetRequests();
  });

  after(async () => {
    await setFaults([]);
    await signOut(app);
  });

  /** Properties of the error: its class is the bundle's, not the test's. */
  const refusal = async (request: Promise<unknown>): Promise<readonly unknown[]> => {
    const error: unknown = await request.then(
      () => assert.fail('it was answered'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Error && 'facts' in error, String(error));
    const { failure, outcome, reference, detail } = error.facts as RequestErrorFacts;
    return [failure, outcome, reference, detail];
  };

  describe('for GraphQL', () => {
    it('asks in the name of the account, and sends queries of one moment together', async () => {
      const account = await addAccount(app, 'maintainer');
      await forgetRequests();
      const client = app.clients.graphqlOf(account);
      assert.equal(client.baseUrl, sandbox().url);
      const [first, second] = await Promise.all([
        client.query(ownGroupsQuery, allGroups),
        app.clients.graphqlOf(account).query(ownGroupsQuery, allGroups),
      ]);
      assert.equal(first.currentUser?.username, account.username);
      assert.deepEqual(second, first);
      assert.deepEqual(
        (await receivedRequests()).map(({ method, path, operation, status }) => [method, path, operation, status]),
        [['POST', '/api/graphql', 'graphql', 200]],
      );
    });

    it('sends the token the account has now', async () => {
      const account = await addAccount(app, 'maintainer');
      const client = app.clients.graphqlOf(account);
      await client.query(ownGroupsQuery, allGroups);
      await app.accounts.add(account, 'glpat-of-nobody');
      const [failure, outcome] = await refusal(client.query(ownGroupsQuery, allGroups));
      assert.deepEqual([failure, outcome], ['unauthorized', 'answered']);
    });

    it('sends nothing once the account is removed, whatever is asked', async () => {
      const account = await addAccount(app, 'maintainer');
      const client = app.clients.graphqlOf(account);
      await app.accounts.remove(account.id);
      await forgetRequests();
      const refused = ['unauthorized', 'notSent', 'Q1', 'the account has been removed'];
      const input = { iid: '1', projectPath: sandbox().project, weight: 1 };
      for (const asked of [
        () => client.query(ownGroupsQuery, allGroups),
        () => client.queryPartly(ownGroupsQuery, allGroups),
        () => client.mutate(setWeightMutation, { input }),
        () => client.poll(ownGroupsQuery, allGroups, { resource: 'pipelines/id/1' }),
        () => app.clients.graphqlOf(account).query(ownGroupsQuery, allGroups),
      ])
        assert.deepEqual(await refusal(asked()), refused);
      assert.deepEqual(await receivedRequests(), []);
    });

    it('sends nothing in nobody’s name when the account goes while queries are collected', async () => {
      const account = await addAccount(app, 'maintainer');
      await forgetRequests();
      let isKept = true;
      const store: AccountStore = {
        ...app.accounts,
        failure: undefined,
        dispose: () => undefined,
        get: (id) => (isKept ? app.accounts.get(id) : undefined),
        token: async (id) => (isKept ? app.accounts.token(id) : undefined),
      };
      const network = createNetwork(app.log);
      const client = createClients({ accounts: store, network, traffic: app.traffic, log: app.log }).graphqlOf(account);
      const asked = refusal(client.query(ownGroupsQuery, allGroups));
      isKept = false;
      assert.deepEqual((await asked).slice(0, 2), ['unauthorized', 'notSent']);
      assert.deepEqual(await receivedRequests(), []);
      network.dispose();
    });
  });

  describe('for what its server has', () => {
    it('asks the server when the user wants to know, and once for all', async () => {
      const account = await addAccount(app, 'maintainer');
      await forgetRequests();
      const capabilities = app.clients.capabilitiesOf(account);
      assert.equal(app.clients.capabilitiesOf(account), capabilities);
      assert.deepEqual(await receivedRequests(), []);
      await Promise.all([capabilities.ready(), app.clients.capabilitiesOf(account).ready()]);
      await capabilities.ready();
      assert.deepEqual(
        (await receivedRequests()).map(({ operation }) => operation),
        ['getMetadata'],
      );
      assert.ok(capabilities.known.release);
      assert.equal(capabilities.of(catalogue.listCommits).kind, 'available');
    });

    it('begins anew with another token, as rights may be others then', async () => {
      const account = await addAccount(app, 'maintainer');
      const before = app.clients.capabilitiesOf(account);
      await app.accounts.add(account, sandbox().tokens['maintainer'] ?? '');
      assert.equal(app.clients.capabilitiesOf(account), before);
      await app.accounts.add(account, 'glpat-of-nobody');
      const anew = app.clients.capabilitiesOf(account);
      assert.notEqual(anew, before);
      assert.equal(anew.of(catalogue.createDraftNote).kind, 'unknown');
    });

    it('asks nothing once the account is removed', async () => {
      const account = await addAccount(app, 'maintainer');
      const capabilities = app.clients.capabilitiesOf(account);
      await app.accounts.remove(account.id);
      await forgetRequests();
      const [failure, outcome] = await refusal(capabilities.ready());
      assert.deepEqual([failure, outcome], ['unauthorized', 'notSent']);
      assert.deepEqual(await receivedRequests(), []);
    });
  });
});
