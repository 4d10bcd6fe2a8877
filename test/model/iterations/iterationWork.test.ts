import assert from 'node:assert/strict';
import { createGraphqlClient } from '../../../src/client/graphql/graphqlClient.ts';
import { GraphqlError } from '../../../src/client/graphql/graphqlError.ts';
import { AccountCapabilities } from '../../../src/model/accountCapabilities.ts';
import { type IterationFilter, readIterations, whyNoIterations } from '../../../src/model/iterations/iterationScope.ts';
import {
  type IterationPlace,
  readIterationFacts,
  readIterationIssues,
  type WorkReader,
} from '../../../src/model/iterations/iterationWork.ts';
import type { Edition } from '../../../src/sandbox/edition.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import { connect, failureOf } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { type Driven, withSandbox } from '../../sandbox/driving.ts';
import { setFaultsAt } from '../../support/servers/sandboxControl.ts';

const acme: IterationPlace = { kind: 'group', path: 'acme' };
const tools: IterationPlace = { kind: 'group', path: 'acme/tools' };
const orchard: IterationPlace = { kind: 'project', path: 'acme/orchard' };
const current = 3006;

describe('iterations of a server', () => {
  const servers = loopback();
  const connected = ({ sandbox }: Driven, token: string = sandbox.tokens.maintainer) => {
    const { client, transport } = connect(servers, sandbox.url, { token });
    const graphql = createGraphqlClient({
      baseUrl: sandbox.url,
      token: async () => token,
      transport: async () => transport,
      async wait() {},
    });
    return { client, graphql, capabilities: new AccountCapabilities(client) };
  };
  const filter: IterationFilter = { state: 'all', search: '', withAncestors: true, withDescendants: false };
  const { signal } = new AbortController();
  const page = { page: 1, pageSize: 50, signal };

  describe('with a licence', () => {
    const run = withSandbox({ faults: true });
    const setFaults = (...faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(run().sandbox.url, faults);
    const reader = (place: IterationPlace, username = 'maintainer', token?: string): WorkReader => ({
      graphql: connected(run(), token).graphql,
      place,
      username,
    });
    const listed = async (place: IterationPlace, more: Partial<IterationFilter> = {}): Promise<unknown[]> => {
      const { items } = await readIterations(connected(run()).capabilities, place, { ...filter, ...more }, page);
      return items.map(({ title }) => title);
    };

    afterEach(() => setFaults());

    it('are those of a group with the groups above, if wanted those below, or of a project', async () => {
      const planned = ['Sharpen the saws', 'Oil the hinges', 'Paint the barrows'];
      const titled = async (...given: Parameters<typeof listed>): Promise<unknown[]> =>
        (await listed(...given)).filter((title) => title !== null);
      assert.deepEqual(await listed(tools, { withAncestors: false }), planned);
      assert.deepEqual(await titled(acme), []);
      assert.deepEqual(await titled(acme, { withDescendants: true }), planned);
      assert.equal((await listed(orchard)).length, 8);
    });

    it('are found by title and by series', async () => {
      assert.deepEqual(await listed(tools, { search: 'hinges' }), ['Oil the hinges']);
      assert.equal((await listed(tools, { search: 'tool shed' })).length, 3);
      assert.deepEqual(await listed(tools, { state: 'upcoming', search: 'barrows' }), ['Paint the barrows']);
    });

    it('are narrowed to the open ones and by their last change', async () => {
      assert.equal((await listed(acme, { state: 'opened' })).length, 3);
      assert.deepEqual(await listed(acme, { updatedBefore: '2001-01-31' }), []);
      assert.deepEqual(await listed(acme, { updatedAfter: '2001-01-31' }), await listed(acme));
    });

    it('tell their series and how far their issues are', async () => {
      assert.deepEqual(await readIterationFacts(reader(acme), current), {
        cadence: 'Every fortnight',
        progress: { total: 3, done: 1, own: 1 },
      });
      assert.deepEqual((await readIterationFacts(reader(orchard), current)).progress, { total: 3, done: 1, own: 1 });
      assert.deepEqual((await readIterationFacts(reader(tools), current)).progress, { total: 0, done: 0, own: 0 });
    });

    it('give their issues, the own first and open before done', async () => {
      const work = await readIterationIssues(reader(acme), current);
      assert.deepEqual(
        work?.issues.map(({ title, isOwn, isOpen }) => [title, isOwn, isOpen]),
        [
          ['A map of the rows', true, true],
          ['Weigh crates in ounces', false, true],
          ['Harvest list shows trees that were felled', false, false],
        ],
      );
      assert.equal(work.isCut, false);
      assert.equal(work.issues[0]?.reference, 'acme/orchard#2');
      assert.deepEqual(
        (await readIterationIssues(reader(acme), 3007))?.issues.map(({ isConfidential }) => isConfidential),
        [true],
      );
    });

    it('have unknown issues where the place is not for the user', async () => {
      const vault = reader({ kind: 'group', path: 'vault' });
      assert.equal(await readIterationIssues(vault, current), undefined);
      assert.equal((await readIterationFacts(vault, current)).progress, undefined);
    });

    it('fail with the words of a GraphQL that refuses while REST works', async () => {
      const body = { errors: [{ message: "Field 'iteration' doesn't exist" }] };
      await setFaults({ operation: 'graphql', fault: 'status', status: 200, body });
      await assert.rejects(
        readIterationFacts(reader(acme), current),
        (error) => error instanceof GraphqlError && /doesn't exist/.test(error.message),
      );
      assert.equal((await listed(acme)).length, 8);
    });

    it('say why there are none: hidden, no role, no plan', async () => {
      const why = async (place: IterationPlace, token?: string): Promise<unknown> => {
        const at = connected(run(), token);
        const error = await failureOf(readIterations(at.capabilities, place, filter, page));
        return whyNoIterations(at, place, error);
      };
      assert.equal(await why({ kind: 'group', path: 'vault' }), 'hidden');
      assert.equal(await why({ kind: 'group', path: 'maintainer' }), 'noGroup');
      const no: FaultRequest = { operation: 'T1', fault: 'status', status: 403, body: { message: '403 Forbidden' } };
      await setFaults(no);
      assert.equal(await why(acme), 'tier');
      assert.equal(await why(acme, run().sandbox.tokens.neighbour), 'role');
      await setFaults(no, { operation: 'N1', fault: 'status', status: 500 });
      assert.equal(await why(acme), 'tierOrRole');
      await setFaults({ operation: 'T1', fault: 'status', status: 503 });
      assert.equal(await why(acme), undefined);
      await setFaults();
      assert.equal(await why(acme, run().sandbox.tokens.repositoryOnly), 'scope');
    });
  });

  for (const { edition, reason, called } of [
    { edition: { tier: 'free' }, reason: 'tier', called: 'without a licence' },
    { edition: { tier: 'free', enterprise: false }, reason: 'build', called: 'of the Community Edition' },
  ] satisfies { edition: Partial<Edition>; reason: string; called: string }[]) {
    describe(called, () => {
      const run = withSandbox({ edition });

      it(`are not there: ${reason}`, async () => {
        const at = connected(run());
        const error = await failureOf(readIterations(at.capabilities, acme, filter, page));
        assert.equal(await whyNoIterations(at, acme, error), reason);
      });
    });
  }

  describe('two thousand of them', () => {
    const startsOn = new Date(Date.now() - 1_999 * 7 * 86_400_000).toISOString().slice(0, 10);
    const run = withSandbox({
      plan: {
        ...acmePlan,
        administration: () => ({
          cadences: [
            { kind: 'automatic', id: 9, groupId: 10, title: 'Weekly', description: null, startsOn, weeks: 1, ahead: 1 },
          ],
        }),
      },
    });

    it('are counted by the server, so that the newest can be shown first', async () => {
      const { items, total } = await readIterations(
        connected(run()).capabilities,
        acme,
        { ...filter, state: 'closed' },
        page,
      );
      assert.equal(total, 1_999);
      assert.equal(items.length, 50);
    });
  });
});
