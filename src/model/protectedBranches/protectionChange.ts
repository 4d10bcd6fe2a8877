import type { ParametersOf } from '../../wire/operation.ts';
import type {
  AccessLevel,
  changedProtectedBranch,
  ProtectedBranch,
  protectBranch,
  RuleLevel,
  updateProtectedBranch,
} from '../../wire/protectedBranches.ts';
import { type Grantee, granteeKey, granteeOf, isSameGrantee, noOne } from '../grantee.ts';
import type { InferOutput } from 'valibot';

export type RightList = 'push' | 'merge' | 'unprotect';

/** Actual or desired; undefined members are unknown. */
export interface RuleState {
  readonly name: string;
  readonly push: readonly Grantee[];
  readonly merge: readonly Grantee[];
  readonly unprotect: readonly Grantee[] | undefined;
  readonly allowForcePush: boolean | undefined;
  readonly codeOwners: boolean | undefined;
}

const lists: readonly RightList[] = ['push', 'merge', 'unprotect'];

const listMembers = {
  push: 'push_access_levels',
  merge: 'merge_access_levels',
  unprotect: 'unprotect_access_levels',
} as const;

export const stateOf = (rule: ProtectedBranch): RuleState => ({
  name: rule.name,
  push: rule.push_access_levels.map(granteeOf),
  merge: rule.merge_access_levels.map(granteeOf),
  unprotect: rule.unprotect_access_levels?.map(granteeOf),
  allowForcePush: rule.allow_force_push ?? undefined,
  codeOwners: rule.code_owner_approval_required ?? undefined,
});

/** Desired grantees that can't be sent and aren't in the rule yet. */
export const unsendable = (wanted: RuleState, rule?: RuleState): readonly Grantee[] =>
  lists.flatMap((list) =>
    (wanted[list] ?? []).filter(
      (each) => each.kind === 'other' && !(rule?.[list] ?? []).some((there) => isSameGrantee(each, there)),
    ),
  );

export type Difference = ListDifference | FlagDifference<'forcePush'> | FlagDifference<'codeOwners'>;

interface ListDifference {
  readonly what: RightList;
  readonly before: readonly Grantee[] | undefined;
  readonly after: readonly Grantee[] | undefined;
}

interface FlagDifference<What> {
  readonly what: What;
  readonly before: boolean | undefined;
  readonly after: boolean | undefined;
}

/** Undefined members are ignored. */
export const differences = (before: RuleState, after: RuleState): readonly Difference[] => [
  ...lists.flatMap((what): Difference[] =>
    before[what] === undefined || after[what] === undefined || isSameList(before[what], after[what])
      ? []
      : [{ what, before: before[what], after: after[what] }],
  ),
  ...flagDifference('forcePush', before.allowForcePush, after.allowForcePush),
  ...flagDifference('codeOwners', before.codeOwners, after.codeOwners),
];

const isSameList = (one: readonly Grantee[], other: readonly Grantee[]): boolean => {
  // equals “No one”
  const keys = (list: readonly Grantee[]): string =>
    list.length === 0 ? granteeKey(noOne) : [...new Set(list.map(granteeKey))].sort().join();
  return keys(one) === keys(other);
};

const flagDifference = <What extends string>(
  what: What,
  before: boolean | undefined,
  after: boolean | undefined,
): FlagDifference<What>[] =>
  before === undefined || after === undefined || before === after ? [] : [{ what, before, after }];

type Creation = Omit<ParametersOf<typeof protectBranch>, 'id'>;
type Update = Omit<ParametersOf<typeof updateProtectedBranch>, 'id' | 'name'>;
type Grant = NonNullable<Creation['allowed_to_push']>[number];

/** P3. A single role is sent as a level, which works on every tier; a list requires Premium. */
export const creationOf = (wanted: RuleState): Creation => ({
  name: wanted.name,
  ...(isOneRole(wanted.push)
    ? { push_access_level: roleOf(wanted.push) }
    : { allowed_to_push: wanted.push.map(grantOf) }),
  ...(isOneRole(wanted.merge)
    ? { merge_access_level: roleOf(wanted.merge) }
    : { allowed_to_merge: wanted.merge.map(grantOf) }),
  ...unprotectCreation(wanted.unprotect),
  ...(wanted.allowForcePush === undefined ? {} : { allow_force_push: wanted.allowForcePush }),
  ...(wanted.codeOwners === undefined ? {} : { code_owner_approval_required: wanted.codeOwners }),
});

const isOneRole = (list: readonly Grantee[]): boolean =>
  list.length === 0 || (list.length === 1 && list[0]?.kind === 'role');

/** The default would be Maintainers. */
const roleOf = ([first = noOne]: readonly Grantee[]): RuleLevel => (first.kind === 'role' ? first.level : 0);

const unprotectCreation = (
  wanted: RuleState['unprotect'],
): Pick<Creation, 'unprotect_access_level' | 'allowed_to_unprotect'> => {
  if (wanted === undefined || wanted.length === 0) return {};
  const [first] = wanted;
  return wanted.length === 1 && first?.kind === 'role'
    ? { unprotect_access_level: first.level as NonNullable<Creation['unprotect_access_level']> }
    : { allowed_to_unprotect: wanted.map(grantOf) as NonNullable<Creation['allowed_to_unprotect']> };
};

const grantOf = (grantee: Grantee): Grant => {
  switch (grantee.kind) {
    case 'role':
      return { access_level: grantee.level };
    case 'user':
      return { user_id: grantee.id };
    case 'group':
      return { group_id: grantee.id };
    case 'deployKey':
      return { deploy_key_id: grantee.id };
    case 'other':
      throw new Error('An entry of a rule that is unknown cannot be sent.');
  }
};

/**
 * P4: new entries have no ID, changed and removed ones do, others are omitted. Undefined if an ID is missing, as before
 * 15.6, or an entry can't be sent.
 */
export const updateOf = (rule: ProtectedBranch, wanted: RuleState): Update | undefined => {
  if (unsendable(wanted, stateOf(rule)).length > 0) return undefined;
  const update: Record<string, unknown> = {};
  for (const difference of differences(stateOf(rule), wanted)) {
    if (difference.what === 'forcePush') update['allow_force_push'] = difference.after;
    else if (difference.what === 'codeOwners') update['code_owner_approval_required'] = difference.after;
    else {
      const changes = listChange(rule[listMembers[difference.what]] ?? [], difference.after ?? []);
      if (changes === undefined) return undefined;
      update[`allowed_to_${difference.what}`] = changes;
    }
  }
  return update;
};

/**
 * Only a role may replace an entry: a user's or group's would remain theirs. Removals first, as a new entry may be of the
 * same kind.
 */
const listChange = (entries: readonly AccessLevel[], wanted: readonly Grantee[]): object[] | undefined => {
  const leaving = entries.filter((entry) => !wanted.some((each) => isSameGrantee(each, granteeOf(entry))));
  const coming = wanted.filter((each) => !entries.some((entry) => isSameGrantee(each, granteeOf(entry))));
  if (leaving.some(({ id }) => id == null)) return undefined;
  const newRoles = coming.filter(({ kind }) => kind === 'role');
  const oldRoles = leaving.filter((entry) => granteeOf(entry).kind === 'role').slice(0, newRoles.length);
  const changed = newRoles.slice(0, oldRoles.length);
  return [
    ...changed.map((role, index) => ({ id: oldRoles[index]?.id, ...grantOf(role) })),
    ...leaving.filter((entry) => !oldRoles.includes(entry)).map(({ id }) => ({ id, _destroy: true })),
    ...coming.filter((each) => !changed.includes(each)).map(grantOf),
  ];
};

/** Except for force push. */
export const needsPremium = (changes: readonly Difference[]): boolean =>
  changes.some(({ what }) => what !== 'forcePush');

/** Differences the server did not apply. */
export const ignored = (
  wanted: RuleState,
  answer: InferOutput<typeof changedProtectedBranch>,
): readonly Difference[] => {
  const given: RuleState = {
    name: answer.name,
    push: answer.push_access_levels?.map(granteeOf) ?? wanted.push,
    merge: answer.merge_access_levels?.map(granteeOf) ?? wanted.merge,
    unprotect: answer.unprotect_access_levels?.map(granteeOf),
    allowForcePush: answer.allow_force_push ?? undefined,
    codeOwners: answer.code_owner_approval_required ?? undefined,
  };
  const left = differences(given, wanted);
  // Community servers omit unknown members
  const silent: Difference[] =
    wanted.codeOwners === true && given.codeOwners === undefined
      ? [{ what: 'codeOwners', before: undefined, after: true }]
      : [];
  return [...left, ...silent];
};
