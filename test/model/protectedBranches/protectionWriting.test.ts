import assert from 'node:assert/strict';
import * as v from 'valibot';
import type { Client } from '../../../src/client/client.ts';
import { type Grantee } from '../../../src/model/grantee.ts';
import {
  creationOf,
  differences,
  ignored,
  type RuleState,
  stateOf,
  unsendable,
  updateOf,
} from '../../../src/model/protectedBranches/protectionChange.ts';
import {
  changeRule,
  createRule,
  readRule,
  removeRule,
  type RulePlace,
} from '../../../src/model/protectedBranches/protectionWriting.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import {
  accessLevel,
  type AccessLevel,
  type ProtectedBranch,
  unprotectBranch,
  updateProtectedBranch,
} from '../../../src/wire/protectedBranches.ts';
import { connect, failureOf } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { withSandbox } from '../../sandbox/driving.ts';
import { forgetRequestsAt, requestsAt, setFaultsAt } from '../../support/servers/sandboxControl.ts';

const maintainers: Grantee = { kind: 'role', level: 40 };
const developers: Grantee = { kind: 'role', level: 30 };

const blankEntry = { access_level: null, access_level_description: 'Robin', group_id: null, deploy_key_id: null };

const wanted = (change: Partial<RuleState> = {}): RuleState => ({
  name: 'hotfix/*',
  push: [maintainers],
  merge: [developers, maintainers],
  unprotect: [maintainers],
  allowForcePush: false,
  codeOwners: false,
  ...change,
});

describe('changes of protection rules', () => {
  const run = withSandbox({ faults: true });
  const servers = loopback();

  const setFaults = (faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(run().sandbox.url, faults);
  const writes = async (): Promise<number> =>
    (await requestsAt(run().sandbox.url)).filter(({ method }) => method !== 'GET').length;

  const client = (as: 'maintainer' | 'developer' = 'maintainer'): Client =>
    connect(servers, run().sandbox.url, { token: run().sandbox.tokens[as] }).client;
  const place = (): RulePlace => ({ client: client(), project: run().sandbox.project });

  beforeEach(async () => {
    await setFaults([]);
    const there = place();
    const rule = await readRule(there, 'hotfix/*');
    if (rule) await removeRule(there, rule);
    await forgetRequestsAt(run().sandbox.url);
  });

  it('create a rule with all that was asked for', async () => {
    const there = place();
    const written = await createRule(there, wanted());
    assert.ok(written.kind === 'done' && written.confirmed === 'answered');
    assert.deepEqual(written.value.ignored, []);
    const rule = await readRule(there, 'hotfix/*');
    assert.ok(rule);
    assert.deepEqual(ignored(wanted(), rule), []);
  });

  it('throw what the server says of a rule that is there already', async () => {
    const there = place();
    await createRule(there, wanted());
    const error = await failureOf(createRule(there, wanted()));
    assert.equal(error.facts.status, 409);
    assert.match(error.facts.serverMessage ?? '', /already exists/);
  });

  it('find the rule after a lost answer, and create it once', async () => {
    await setFaults([{ operation: 'P3', fault: 'resetAfter' }]);
    const there = place();
    const written = await createRule(there, wanted());
    assert.ok(written.kind === 'done' && written.confirmed === 'found');
    assert.equal(await writes(), 1);
  });

  it('say that nothing was created when the request did not arrive', async () => {
    await setFaults([{ operation: 'P3', fault: 'resetBefore' }]);
    const there = place();
    assert.equal((await createRule(there, wanted())).kind, 'notDone');
    assert.equal(await writes(), 1);
  });

  it('add, keep and remove single levels', async () => {
    const there = place();
    const created = await createRule(there, wanted());
    assert.ok(created.kind === 'done');
    const next = wanted({ push: [developers], merge: [maintainers], allowForcePush: true, codeOwners: true });
    const before = created.value.rule;
    const changed = await changeRule(there, before, next);
    assert.ok(changed.kind === 'done');
    assert.deepEqual(changed.value.ignored, []);
    assert.deepEqual(stateOf(changed.value.rule), { ...next, unprotect: stateOf(before).unprotect });
    const kept = changed.value.rule.merge_access_levels.find(({ access_level: level }) => level === 40);
    assert.equal(kept?.id, before.merge_access_levels.find(({ access_level: level }) => level === 40)?.id);
  });

  it('change a role under the number of its entry, and a user to a role by another entry', async () => {
    const there = place();
    const created = await createRule(there, wanted());
    assert.ok(created.kind === 'done');
    const { rule } = created.value;
    const [entry] = rule.push_access_levels;
    assert.deepEqual(updateOf(rule, wanted({ push: [developers] })), {
      allowed_to_push: [{ id: entry?.id, access_level: 30 }],
    });
    const changed = await changeRule(there, rule, wanted({ push: [developers] }));
    assert.ok(changed.kind === 'done');
    assert.deepEqual(
      changed.value.rule.push_access_levels.map(({ id, access_level: level }) => [id, level]),
      [[entry?.id, 30]],
    );
    const ofUser = { ...rule, push_access_levels: [{ ...blankEntry, id: 8, user_id: 5 }] };
    assert.deepEqual(updateOf(ofUser, wanted({ push: [developers, maintainers] })), {
      allowed_to_push: [{ id: 8, _destroy: true }, { access_level: 30 }, { access_level: 40 }],
    });
  });

  it('change as many roles as there are entries, and add or remove the rest', async () => {
    const there = place();
    const created = await createRule(there, wanted({ push: [maintainers], merge: [developers, maintainers] }));
    assert.ok(created.kind === 'done');
    const admins: Grantee = { kind: 'role', level: 60 };
    const next = wanted({ push: [developers, admins], merge: [admins] });
    const changed = await changeRule(there, created.value.rule, next);
    assert.ok(changed.kind === 'done');
    assert.deepEqual(changed.value.ignored, []);
    assert.deepEqual(stateOf(changed.value.rule).push, next.push);
    assert.deepEqual(stateOf(changed.value.rule).merge, next.merge);
  });

  it('send nothing when another user has changed the rule meanwhile', async () => {
    const there = place();
    const created = await createRule(there, wanted());
    assert.ok(created.kind === 'done');
    await there.client.send(updateProtectedBranch, { id: there.project, name: 'hotfix/*', allow_force_push: true });
    await forgetRequestsAt(run().sandbox.url);
    const changed = await changeRule(there, created.value.rule, wanted({ codeOwners: true }));
    assert.equal(changed.kind, 'moved');
    assert.equal(changed.kind === 'moved' && changed.now?.allow_force_push, true);
    assert.equal((await removeRule(there, created.value.rule)).kind, 'moved');
    assert.equal(await writes(), 0);
  });

  it('say that the rule is gone when another user has removed it', async () => {
    const there = place();
    const created = await createRule(there, wanted());
    assert.ok(created.kind === 'done');
    assert.equal((await removeRule(there, created.value.rule)).kind, 'done');
    assert.deepEqual(await removeRule(there, created.value.rule), { kind: 'moved', now: undefined });
    assert.deepEqual(await changeRule(there, created.value.rule, wanted({ codeOwners: true })), {
      kind: 'moved',
      now: undefined,
    });
  });

  /** A client whose write comes after another user's removal of the rule. */
  const overtaken = (reference: string): Client => {
    const own = client();
    const late = {
      ...own,
      send: async (operation: Parameters<Client['send']>[0], ...rest: [never, never]) => {
        if (operation.reference === reference) {
          await client().send(unprotectBranch, { id: run().sandbox.project, name: 'hotfix/*' });
        }
        return own.send(operation, ...rest);
      },
    };
    return late;
  };

  it('say that the rule is gone when it goes between the look and the write', async () => {
    for (const reference of ['P4', 'P5']) {
      const there = place();
      const created = await createRule(there, wanted());
      assert.ok(created.kind === 'done');
      const late = { ...there, client: overtaken(reference) };
      const { rule } = created.value;
      const written =
        reference === 'P4' ? changeRule(late, rule, wanted({ codeOwners: true })) : removeRule(late, rule);
      assert.deepEqual(await written, { kind: 'moved', now: undefined }, reference);
    }
  });

  it('throw a 404 the server gives for a rule that is there', async () => {
    const there = place();
    const created = await createRule(there, wanted());
    assert.ok(created.kind === 'done');
    await setFaults([{ operation: 'P4', fault: 'status', status: 404 }]);
    assert.equal(
      (await failureOf(changeRule(there, created.value.rule, wanted({ codeOwners: true })))).facts.status,
      404,
    );
  });

  it('throw a list of reasons in one sentence', async () => {
    const body = { message: ['Name is invalid', 'Push access level has already been taken'] };
    await setFaults([{ operation: 'P3', fault: 'status', status: 422, body }]);
    const { facts } = await failureOf(createRule(place(), wanted()));
    assert.equal(facts.status, 422);
    assert.match(facts.serverMessage ?? '', /Name is invalid.*Push access level has already been taken/);
  });

  it('create a rule that lets nobody push as such, and find nothing ignored in it', async () => {
    const there = place();
    const none = wanted({ push: [] });
    const written = await createRule(there, none);
    assert.ok(written.kind === 'done');
    assert.deepEqual(written.value.ignored, []);
    assert.deepEqual(
      written.value.rule.push_access_levels.map(({ access_level: level }) => level),
      [0],
    );
  });

  for (const [fault, kind] of [
    ['resetAfter', 'done'],
    ['resetBefore', 'notDone'],
  ] as const) {
    it(`tell by a look what became of an update and a removal whose connection broke (${fault})`, async () => {
      const there = place();
      const created = await createRule(there, wanted());
      assert.ok(created.kind === 'done');
      await setFaults([
        { operation: 'P4', fault },
        { operation: 'P5', fault },
      ]);
      await forgetRequestsAt(run().sandbox.url);
      const changed = await changeRule(there, created.value.rule, wanted({ allowForcePush: true }));
      assert.equal(changed.kind, kind);
      const now = await readRule(there, 'hotfix/*');
      assert.equal(now?.allow_force_push, kind === 'done');
      assert.ok(now);
      assert.equal((await removeRule(there, now)).kind, kind);
      assert.equal(await writes(), 2);
      await setFaults([]);
      assert.equal((await readRule(there, 'hotfix/*')) === undefined, kind === 'done');
    });
  }
});

describe('entries of a rule that Graft does not know', () => {
  const role = { access_level: 30, access_level_description: 'Developers + Maintainers', member_role_id: 42 };
  const strange: readonly (readonly [what: string, entry: AccessLevel])[] = [
    ['a custom role', v.parse(accessLevel, { ...blankEntry, id: 1, ...role })],
    ['a member that is new', v.parse(accessLevel, { ...blankEntry, id: 1, access_level: 30, robot_id: 5 })],
    ['a level that rules have not had', v.parse(accessLevel, { ...blankEntry, id: 1, access_level: 35 })],
    ['nothing at all', v.parse(accessLevel, { ...blankEntry, id: 1 })],
  ];
  const ordinary = { ...blankEntry, id: 2, access_level: 40 };
  const ruleWith = (push_access_levels: AccessLevel[]): ProtectedBranch => ({
    id: 1,
    name: 'hotfix/*',
    push_access_levels,
    merge_access_levels: [ordinary],
    allow_force_push: false,
    unprotect_access_levels: undefined,
    code_owner_approval_required: false,
    inherited: false,
  });

  for (const [what, entry] of strange) {
    it(`stay as they are when the rule is changed, and are never sent as something else: ${what}`, () => {
      const rule = ruleWith([entry]);
      const state = stateOf(rule);
      assert.equal(state.push[0]?.kind, 'other');
      assert.deepEqual(updateOf(rule, { ...state, allowForcePush: true }), { allow_force_push: true });
      assert.deepEqual(updateOf(rule, { ...state, push: [...state.push, maintainers] }), {
        allowed_to_push: [{ access_level: 40 }],
      });
      assert.deepEqual(updateOf(rule, { ...state, push: [maintainers] }), {
        allowed_to_push: [{ id: 1, _destroy: true }, { access_level: 40 }],
      });
    });

    it(`cannot be brought back: ${what}`, () => {
      const former = stateOf(ruleWith([entry]));
      assert.deepEqual(unsendable(former), former.push);
      assert.throws(() => creationOf(former));
      const now = ruleWith([ordinary]);
      assert.deepEqual(unsendable(former, stateOf(now)), former.push);
      assert.equal(updateOf(now, former), undefined);
      assert.deepEqual(unsendable(former, former), []);
      assert.deepEqual(unsendable(stateOf(now)), []);
    });
  }

  it('differ from each other, not by number and description', () => {
    const states = strange.map(([, entry]) => stateOf(ruleWith([entry])));
    for (const state of states)
      assert.equal(states.filter((other) => differences(state, other).length === 0).length, 1);
    const [, again] = strange[0] ?? assert.fail();
    const renamed = ruleWith([{ ...again, id: 7, access_level_description: 'Other words' }]);
    assert.deepEqual(differences(stateOf(renamed), states[0] ?? assert.fail()), []);
  });
});

describe('changes of protection rules on a Community server', () => {
  const run = withSandbox({ edition: { enterprise: false } });
  const servers = loopback();

  it('tell which fields the server has ignored without a word', async () => {
    const { sandbox } = run();
    const there: RulePlace = {
      client: connect(servers, sandbox.url, { token: sandbox.tokens.maintainer }).client,
      project: sandbox.project,
    };
    const written = await createRule(there, wanted({ push: [developers, maintainers], codeOwners: true }));
    assert.ok(written.kind === 'done');
    assert.deepEqual(
      written.value.ignored.map(({ what }) => what),
      ['push', 'merge', 'codeOwners'],
    );
  });
});
