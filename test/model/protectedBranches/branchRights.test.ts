import assert from 'node:assert/strict';
import { branchRights, type Right, type RightsFacts } from '../../../src/model/protectedBranches/branchRights.ts';
import type { AccessLevel, ProtectedBranch } from '../../../src/wire/protectedBranches.ts';

const level = (access_level: number, more: Partial<AccessLevel> = {}): AccessLevel => ({
  id: 1,
  access_level,
  access_level_description: `level ${access_level}`,
  user_id: null,
  group_id: null,
  deploy_key_id: null,
  ...more,
});

const rule = (name: string, more: Partial<ProtectedBranch> = {}): ProtectedBranch => ({
  id: 1,
  name,
  push_access_levels: [level(40)],
  merge_access_levels: [level(30)],
  allow_force_push: false,
  unprotect_access_levels: [level(40)],
  code_owner_approval_required: false,
  inherited: false,
  ...more,
});

const rights = (facts: Partial<RightsFacts>): ReturnType<typeof branchRights> =>
  branchRights({
    branch: 'main',
    rules: [rule('main')],
    userId: 7,
    level: 30,
    isCustom: false,
    isAdmin: false,
    inGroup: () => undefined,
    canPush: undefined,
    archived: false,
    ...facts,
  });

const short = ({ verdict, reason }: Right): string => `${verdict} ${reason.kind}`;

describe('rights on a branch', () => {
  it('come from my role and the levels of the rule', () => {
    const mine = rights({});
    assert.equal(short(mine.push), 'no others');
    assert.deepEqual(mine.push.reason, { kind: 'others', needs: 40, has: 30 });
    assert.equal(short(mine.merge), 'yes allowed');
    assert.equal(short(rights({ level: 40 }).push), 'yes allowed');
  });

  it('are those of developers where no rule covers the branch', () => {
    const mine = rights({ branch: 'feature' });
    assert.equal(short(mine.push), 'yes notProtected');
    assert.equal(short(mine.forcePush), 'yes notProtected');
    assert.equal(mine.unprotect, undefined);
    assert.equal(short(rights({ branch: 'feature', level: 20 }).push), 'no notProtected');
  });

  it('come from the rule that lets most when several cover the branch, the exact one named first', () => {
    const rules = [rule('m*', { push_access_levels: [level(30)] }), rule('main')];
    const mine = rights({ rules });
    assert.equal(short(mine.push), 'yes allowed');
    assert.deepEqual(
      mine.rules?.map(({ name }) => name),
      ['main', 'm*'],
    );
  });

  it('are unknown, never refused, when the rules could not be read', () => {
    const mine = rights({ rules: undefined });
    assert.equal(short(mine.push), 'unknown rulesUnread');
    assert.equal(short(mine.merge), 'unknown rulesUnread');
    assert.equal(short(mine.forcePush), 'unknown rulesUnread');
    assert.deepEqual(mine.codeOwners, { kind: 'unknown' });
    assert.equal(mine.rules, undefined);
  });

  it('are unknown when my role is, unless no role can do', () => {
    assert.equal(short(rights({ level: undefined }).push), 'unknown roleUnknown');
    assert.equal(short(rights({ level: undefined, branch: 'feature' }).push), 'unknown roleUnknown');
    const closed = rights({ level: undefined, rules: [rule('main', { push_access_levels: [level(0)] })] });
    assert.equal(short(closed.push), 'no noOne');
  });

  it('are what the server says of a branch it has, with the reason when the rules agree', () => {
    assert.equal(short(rights({ canPush: true }).push), 'yes server');
    assert.equal(short(rights({ canPush: false }).push), 'no others');
    assert.equal(short(rights({ rules: undefined, canPush: false }).push), 'no server');
  });

  it('are mine when a rule names me, and unknown when it names a group I may be in', () => {
    const named = rule('main', { push_access_levels: [level(40, { user_id: 7 })] });
    assert.equal(short(rights({ rules: [named] }).push), 'yes allowed');
    const other = rule('main', { push_access_levels: [level(40, { user_id: 8 })] });
    assert.deepEqual(rights({ rules: [other], level: 50 }).push.reason, { kind: 'others', needs: undefined, has: 50 });
    const group = rule('main', {
      push_access_levels: [level(40, { group_id: 3, access_level_description: 'release' })],
    });
    assert.deepEqual(rights({ rules: [group] }).push.reason, { kind: 'groupUnknown', group: 'release' });
    assert.equal(short(rights({ rules: [group], inGroup: (id) => id === 3 }).push), 'yes allowed');
    assert.equal(short(rights({ rules: [group], inGroup: () => false }).push), 'no others');
  });

  it('are unknown where only an entry that Graft does not know could let me', () => {
    for (const strange of [{ member_role_id: 42 }, { robot_id: 5 }, { access_level: 35 }, { access_level: null }]) {
      const { push } = rights({ rules: [rule('main', { push_access_levels: [level(30, strange)] })] });
      assert.equal(short(push), 'unknown entryUnknown', JSON.stringify(strange));
    }
    const rules = [rule('main', { push_access_levels: [level(30, { member_role_id: 42 }), level(30)] })];
    assert.equal(short(rights({ rules }).push), 'yes allowed');
    assert.equal(short(rights({ rules: [rule('main', { push_access_levels: [level(0)] })] }).push), 'no noOne');
  });

  describe('of someone with a custom role, or who may have one', () => {
    for (const isCustom of [true, undefined]) {
      const custom = (facts: Partial<RightsFacts>) => rights({ isCustom, ...facts });

      it(`are never a no that rests on the role alone (${String(isCustom)})`, () => {
        assert.equal(short(custom({}).push), 'unknown customRole');
        assert.equal(short(custom({}).unprotect as Right), 'unknown customRole');
        assert.equal(short(custom({ level: 20, branch: 'feature' }).push), 'unknown customRole');
        assert.equal(short(custom({ level: 20 }).merge), 'unknown customRole');
        const named = [rule('main', { push_access_levels: [level(40, { user_id: 7 })] })];
        assert.equal(short(custom({ level: 10, rules: named }).push), 'unknown customRole');
        assert.equal(custom({}).mayEditRules, undefined);
      });

      it(`are a no that rests on more, or that the server says (${String(isCustom)})`, () => {
        assert.equal(short(custom({ canPush: false }).push), 'no server');
        assert.equal(short(custom({ rules: [rule('main', { push_access_levels: [level(0)] })] }).push), 'no noOne');
        const others = [rule('main', { push_access_levels: [level(40, { user_id: 8 })] })];
        assert.equal(short(custom({ rules: others }).push), 'no others');
        assert.equal(short(custom({ level: 40 }).push), 'yes allowed');
        assert.equal(custom({ level: 40 }).mayEditRules, true);
      });
    }
  });

  it('are those of the levels between Guest and Developer, and unknown with a level no release has had', () => {
    for (const between of [5, 10, 15, 20, 25]) {
      assert.equal(short(rights({ level: between, branch: 'feature' }).push), 'no notProtected');
      assert.equal(rights({ level: between }).mayEditRules, false);
    }
    for (const strange of [35, 45, 70]) {
      assert.equal(short(rights({ level: strange, branch: 'feature' }).push), 'unknown roleUnknown');
      assert.equal(short(rights({ level: strange }).push), 'unknown roleUnknown');
      assert.equal(short(rights({ level: strange }).unprotect as Right), 'unknown roleUnknown');
    }
  });

  it('do not come from deploy keys', () => {
    const key = rule('main', { push_access_levels: [level(40, { deploy_key_id: 5 })] });
    assert.equal(short(rights({ rules: [key], level: 50 }).push), 'no noOne');
  });

  it('ask whether I administer the instance where only administrators may', () => {
    const rules = [rule('main', { push_access_levels: [level(60)] })];
    assert.equal(short(rights({ rules, isAdmin: true }).push), 'yes allowed');
    assert.equal(short(rights({ rules, isAdmin: undefined }).push), 'unknown roleUnknown');
    assert.equal(short(rights({ rules, level: 50 }).push), 'no others');
  });

  it('to force-push need a rule that allows it, of the group if it has one', () => {
    assert.equal(short(rights({ level: 40 }).forcePush), 'no forceForbidden');
    const allowing = rule('main', { allow_force_push: true });
    assert.equal(short(rights({ level: 40, rules: [allowing] }).forcePush), 'yes allowed');
    const inherited = rule('m*', { inherited: true });
    assert.equal(short(rights({ level: 40, rules: [allowing, inherited] }).forcePush), 'no forceForbidden');
    const silent = rule('main', { allow_force_push: undefined });
    assert.equal(short(rights({ level: 40, rules: [silent] }).forcePush), 'unknown notReported');
  });

  it('to unprotect need every rule that covers the branch to let me, and none of the group', () => {
    assert.equal(short(rights({}).unprotect as Right), 'no others');
    assert.equal(short(rights({ level: 40 }).unprotect as Right), 'yes allowed');
    const inherited = rule('m*', { inherited: true });
    assert.equal(short(rights({ level: 50, rules: [rule('main'), inherited] }).unprotect as Right), 'no inherited');
    const silent = rule('main', { unprotect_access_levels: undefined });
    assert.equal(short(rights({ level: 40, rules: [silent] }).unprotect as Right), 'yes allowed');
  });

  it('are refused whatever the rules say to a user who may not change code', () => {
    const { push, merge } = rights({ level: 10, rules: undefined });
    assert.deepEqual([short(push), short(merge)], ['no notProtected', 'no notProtected']);
    const open = rule('main', { push_access_levels: [level(40, { user_id: 7 })] });
    assert.equal(short(rights({ level: 20, rules: [open] }).push), 'no notProtected');
    assert.equal(short(rights({ level: 20, rules: undefined, isAdmin: true }).push), 'unknown rulesUnread');
  });

  it('to unprotect belong to maintainers, whoever else the list names', () => {
    const rules = [rule('main', { unprotect_access_levels: [level(30)] })];
    assert.deepEqual(rights({ rules }).unprotect?.reason, { kind: 'others', needs: 40, has: 30 });
    assert.equal(rights({ rules, level: 40 }).unprotect?.verdict, 'yes');
  });

  it('of a branch protected twice over name both rules, also two of one name', () => {
    const rules = [rule('main', { id: 1 }), rule('main', { id: 2, inherited: true }), rule('m*', { id: 3 })];
    const mine = rights({ rules, level: 40 });
    assert.deepEqual(
      mine.rules?.map(({ id }) => id),
      [1, 2, 3],
    );
    assert.equal(mine.unprotect?.reason.kind, 'inherited');
  });

  it('include the approval of code owners when one rule asks for it', () => {
    assert.deepEqual(rights({}).codeOwners, { kind: 'notRequired' });
    const rules = [rule('main'), rule('m*', { code_owner_approval_required: true })];
    assert.deepEqual(rights({ rules }).codeOwners, { kind: 'required', rule: 'm*' });
    const silent = [rule('main', { code_owner_approval_required: undefined })];
    assert.deepEqual(rights({ rules: silent }).codeOwners, { kind: 'notReported' });
  });

  it('to change anything end when the project is archived', () => {
    assert.equal(short(rights({ archived: true, level: 50, canPush: true }).push), 'no archived');
    assert.equal(short(rights({ archived: true, level: 50 }).merge), 'no archived');
  });
});
