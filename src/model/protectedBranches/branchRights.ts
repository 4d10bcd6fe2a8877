import type { AccessLevel, ProtectedBranch } from '../../wire/protectedBranches.ts';
import { matchesWildcard } from '../../wire/wildcard.ts';
import { allowsForcePush } from '../git/forcePush.ts';
import { includesRole, type OwnRole, roles } from '../role.ts';
import { type Grantee, granteeOf } from '../grantee.ts';

export type Reason =
  | { readonly kind: 'archived' }
  /** Developers are allowed. */
  | { readonly kind: 'notProtected'; readonly has: number | undefined }
  | { readonly kind: 'allowed'; readonly by: AccessLevel; readonly rule: string }
  | { readonly kind: 'noOne' }
  /** `needs`: lowest allowed role. */
  | { readonly kind: 'others'; readonly needs: number | undefined; readonly has: number | undefined }
  | { readonly kind: 'forceForbidden' }
  /** Can't be changed in the project. */
  | { readonly kind: 'inherited'; readonly rule: string }
  /** Reported for this branch. */
  | { readonly kind: 'server' }
  | { readonly kind: 'rulesUnread' }
  | { readonly kind: 'roleUnknown' }
  /** The base role is insufficient, but the role may be custom. */
  | { readonly kind: 'customRole' }
  /** Such as a custom role. */
  | { readonly kind: 'entryUnknown'; readonly rule: string; readonly entry: AccessLevel }
  | { readonly kind: 'groupUnknown'; readonly group: string }
  | { readonly kind: 'notReported' };

export interface Right {
  readonly verdict: 'yes' | 'no' | 'unknown';
  readonly reason: Reason;
}

/** Undefined members could not be read. */
export interface RightsFacts extends OwnRole {
  readonly branch: string;
  readonly rules: readonly ProtectedBranch[] | undefined;
  readonly userId: number;
  readonly isAdmin: boolean | undefined;
  /** Membership in a group named by a rule. */
  readonly inGroup: (group: number) => boolean | undefined;
  /** `can_push` of an existing branch. */
  readonly canPush: boolean | undefined;
  readonly archived: boolean;
}

export type CodeOwners =
  | { readonly kind: 'required'; readonly rule: string }
  | { readonly kind: 'notRequired' }
  /** Rules could not be read. */
  | { readonly kind: 'unknown' }
  /** Not supported, or not reported. */
  | { readonly kind: 'notReported' };

/** Permissions of the current user. */
export interface BranchRights extends OwnRole {
  readonly branch: string;
  /** Exact names first; undefined if unreadable. */
  readonly rules: readonly ProtectedBranch[] | undefined;
  readonly push: Right;
  readonly merge: Right;
  readonly forcePush: Right;
  /** Undefined if no rule matches. */
  readonly unprotect: Right | undefined;
  readonly codeOwners: CodeOwners;
  readonly mayEditRules: boolean | undefined;
}

/** The most permissive matching rule counts, as on the server. */
export const branchRights = (facts: RightsFacts): BranchRights => {
  const rules = facts.rules
    ?.filter(({ name }) => matchesWildcard(name, facts.branch))
    .sort((one, other) => Number(other.name === facts.branch) - Number(one.name === facts.branch));
  const push = confirmed(facts, right(facts, rules, 'push_access_levels'));
  return {
    branch: facts.branch,
    rules,
    level: facts.level,
    isCustom: facts.isCustom,
    push,
    merge: right(facts, rules, 'merge_access_levels'),
    forcePush: forcePush(rules, push),
    unprotect: rules?.length === 0 ? undefined : unprotect(facts, rules),
    codeOwners: codeOwners(rules),
    mayEditRules: mayAct(facts, roles.maintainer),
  };
};

/** The server's own answer counts. */
const confirmed = (facts: RightsFacts, computed: Right): Right => {
  if (facts.canPush === undefined || facts.archived) return computed;
  const verdict = facts.canPush ? 'yes' : 'no';
  return computed.verdict === verdict ? computed : { verdict, reason: { kind: 'server' } };
};

const right = (
  facts: RightsFacts,
  rules: readonly ProtectedBranch[] | undefined,
  list: 'push_access_levels' | 'merge_access_levels',
): Right => {
  if (facts.archived) return { verdict: 'no', reason: { kind: 'archived' } };
  // no rule grants write access to the code
  const mayChange = mayAct(facts, roles.developer);
  if (mayChange === false) return byRole(facts, roles.developer);
  if (rules === undefined) return { verdict: 'unknown', reason: { kind: 'rulesUnread' } };
  if (rules.length === 0) return byRole(facts, roles.developer);
  const levels = rules.flatMap((rule) => rule[list].map((level) => ({ level, rule: rule.name })));
  return ifMay(facts, mayChange, byLevels(facts, levels));
};

/** Undefined if a custom role may suffice. */
const mayAct = (facts: RightsFacts, needed: number): boolean | undefined =>
  facts.isAdmin === true || includesRole(facts, needed);

/** Uncertain if a custom role may lack access. An unreadable role counts as sufficient. */
const ifMay = (facts: RightsFacts, may: boolean | undefined, computed: Right): Right =>
  may === undefined && facts.level !== undefined && computed.verdict === 'yes' ? unknownRole(facts) : computed;

const byRole = (facts: RightsFacts, needed: number): Right => {
  const may = includesRole(facts, needed);
  if (may === undefined) return unknownRole(facts);
  return { verdict: may ? 'yes' : 'no', reason: { kind: 'notProtected', has: facts.level } };
};

const unknownRole = ({ level, isCustom }: RightsFacts): Right => ({
  verdict: 'unknown',
  reason: { kind: level === undefined || isCustom === false ? 'roleUnknown' : 'customRole' },
});

interface Level {
  readonly level: AccessLevel;
  readonly rule: string;
}

const byLevels = (facts: RightsFacts, all: readonly Level[]): Right => {
  // deploy keys don't apply to users
  const entries = all
    .map((entry) => ({ ...entry, who: granteeOf(entry.level) }))
    .filter(({ who }) => who.kind !== 'deployKey');
  const verdicts = entries.map((entry) => ({ ...entry, verdict: letsMe(facts, entry.who) }));
  const granted = verdicts.find(({ verdict }) => verdict === true);
  if (granted) return { verdict: 'yes', reason: { kind: 'allowed', by: granted.level, rule: granted.rule } };
  const open = verdicts.find(({ verdict }) => verdict === undefined);
  if (open) return openEntry(facts, open.who, open.rule);
  if (entries.every(({ who }) => who.kind === 'role' && who.level === 0)) {
    return { verdict: 'no', reason: { kind: 'noOne' } };
  }
  const needed = entries.flatMap(({ who }) => (who.kind === 'role' && who.level > 0 ? [who.level] : []));
  const needs = needed.length === 0 ? undefined : Math.min(...needed);
  return { verdict: 'no', reason: { kind: 'others', needs, has: facts.level } };
};

const openEntry = (facts: RightsFacts, who: Grantee, rule: string): Right => {
  if (who.kind === 'other') return { verdict: 'unknown', reason: { kind: 'entryUnknown', rule, entry: who.entry } };
  if (who.kind !== 'group') return unknownRole(facts);
  return { verdict: 'unknown', reason: { kind: 'groupUnknown', group: who.name || String(who.id) } };
};

/** Undefined if uncertain. */
const letsMe = (facts: RightsFacts, who: Grantee): boolean | undefined => {
  switch (who.kind) {
    case 'user':
      return who.id === facts.userId;
    case 'group':
      return facts.inGroup(who.id);
    case 'deployKey':
      return false;
    case 'other':
      return undefined;
    case 'role':
      if (who.level === 0) return false;
      return who.level === roles.admin ? facts.isAdmin : includesRole(facts, who.level);
  }
};

const forcePush = (rules: readonly ProtectedBranch[] | undefined, push: Right): Right => {
  if (rules === undefined || rules.length === 0 || push.verdict === 'no') return push;
  const allows = allowsForcePush(rules);
  if (allows === true) return push;
  return allows === undefined
    ? { verdict: 'unknown', reason: { kind: 'notReported' } }
    : { verdict: 'no', reason: { kind: 'forceForbidden' } };
};

/** All matching rules must be removed. */
const unprotect = (facts: RightsFacts, rules: readonly ProtectedBranch[] | undefined): Right => {
  if (facts.archived) return { verdict: 'no', reason: { kind: 'archived' } };
  if (rules === undefined) return { verdict: 'unknown', reason: { kind: 'rulesUnread' } };
  const inherited = rules.find((rule) => rule.inherited === true);
  if (inherited) return { verdict: 'no', reason: { kind: 'inherited', rule: inherited.name } };
  // whatever the lists contain
  const may = mayAct(facts, roles.maintainer);
  if (may === false) return { verdict: 'no', reason: { kind: 'others', needs: roles.maintainer, has: facts.level } };
  const rights = rules.map((rule) =>
    byLevels(
      facts,
      // default without this list
      (rule.unprotect_access_levels?.length
        ? rule.unprotect_access_levels
        : [{ access_level: roles.maintainer, access_level_description: null }]
      ).map((level) => ({ level, rule: rule.name })),
    ),
  );
  const worst = rights.find(({ verdict }) => verdict === 'no') ?? rights.find(({ verdict }) => verdict === 'unknown');
  return ifMay(facts, may, worst ?? rights[0] ?? { verdict: 'unknown', reason: { kind: 'notReported' } });
};

/** One matching rule suffices. */
const codeOwners = (rules: readonly ProtectedBranch[] | undefined): CodeOwners => {
  if (rules === undefined) return { kind: 'unknown' };
  const asking = rules.find((rule) => rule.code_owner_approval_required === true);
  if (asking) return { kind: 'required', rule: asking.name };
  return { kind: rules.some((rule) => rule.code_owner_approval_required == null) ? 'notReported' : 'notRequired' };
};
