import type { AccessLevel, ProtectedBranch } from '../../wire/protectedBranches.ts';
import { matchesWildcard } from '../../wire/wildcard.ts';
import { allowsForcePush } from '../forcePush.ts';
import { includesRole, type OwnRole, roles } from '../role.ts';
import { type Grantee, granteeOf } from '../grantee.ts';

/** Why a user may or may not do something, or why nobody can tell. */
export type Reason =
  | { readonly kind: 'archived' }
  /** No rule covers the branch: a role of at least developer is enough. */
  | { readonly kind: 'notProtected'; readonly has: number | undefined }
  /** A rule lets this role, user or group. */
  | { readonly kind: 'allowed'; readonly by: AccessLevel; readonly rule: string }
  | { readonly kind: 'noOne' }
  /** Rules let only others; `needs` is the lowest role they let, if they let one. */
  | { readonly kind: 'others'; readonly needs: number | undefined; readonly has: number | undefined }
  | { readonly kind: 'forceForbidden' }
  /** The rule belongs to the group and cannot be changed in the project. */
  | { readonly kind: 'inherited'; readonly rule: string }
  /** The server was asked about the branch and said so itself. */
  | { readonly kind: 'server' }
  | { readonly kind: 'rulesUnread' }
  | { readonly kind: 'roleUnknown' }
  /** The role alone would not do, and it is a custom one, or may be. */
  | { readonly kind: 'customRole' }
  /** A rule lets someone by what Graft does not know, such as a custom role. */
  | { readonly kind: 'entryUnknown'; readonly rule: string; readonly entry: AccessLevel }
  | { readonly kind: 'groupUnknown'; readonly group: string }
  | { readonly kind: 'notTold' };

/** Whether I may, and why. */
export interface Right {
  readonly verdict: 'yes' | 'no' | 'unknown';
  readonly reason: Reason;
}

/** What is known of me, the project and the branch. Whatever could not be read is undefined. */
export interface RightsFacts extends OwnRole {
  readonly branch: string;
  readonly rules: readonly ProtectedBranch[] | undefined;
  readonly userId: number;
  /** Whether I administer the instance. */
  readonly isAdmin: boolean | undefined;
  /** Whether I am in a group that a rule names. */
  readonly inGroup: (group: number) => boolean | undefined;
  /** Whether I may push, as the server says of a branch it has. */
  readonly canPush: boolean | undefined;
  readonly archived: boolean;
}

/** Whether code owners must approve a change, and which rule asks for it. */
export type CodeOwners =
  | { readonly kind: 'required'; readonly rule: string }
  | { readonly kind: 'notRequired' }
  /** The rules could not be read. */
  | { readonly kind: 'unknown' }
  /** The server has no code owners, or does not speak of them. */
  | { readonly kind: 'notTold' };

/** What I may do with a branch, and under which rules. */
export interface BranchRights extends OwnRole {
  readonly branch: string;
  /** The rules that cover the branch, exact names first; undefined when they could not be read. */
  readonly rules: readonly ProtectedBranch[] | undefined;
  readonly push: Right;
  readonly merge: Right;
  readonly forcePush: Right;
  /** Undefined when no rule covers the branch. */
  readonly unprotect: Right | undefined;
  readonly codeOwners: CodeOwners;
  /** Whether I may change rules of the project; undefined when that is unknown. */
  readonly mayEditRules: boolean | undefined;
}

/** Says what I may do with a branch. Of several rules the one that lets most counts, as on the server. */
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

/** What rules say of pushing, corrected by what the server says itself. */
const confirmed = (facts: RightsFacts, told: Right): Right => {
  if (facts.canPush === undefined || facts.archived) return told;
  const verdict = facts.canPush ? 'yes' : 'no';
  return told.verdict === verdict ? told : { verdict, reason: { kind: 'server' } };
};

const right = (
  facts: RightsFacts,
  rules: readonly ProtectedBranch[] | undefined,
  list: 'push_access_levels' | 'merge_access_levels',
): Right => {
  if (facts.archived) return { verdict: 'no', reason: { kind: 'archived' } };
  // no rule lets a user who may not change the project's code at all
  const mayChange = mayAct(facts, roles.developer);
  if (mayChange === false) return byRole(facts, roles.developer);
  if (rules === undefined) return { verdict: 'unknown', reason: { kind: 'rulesUnread' } };
  if (rules.length === 0) return byRole(facts, roles.developer);
  const levels = rules.flatMap((rule) => rule[list].map((level) => ({ level, rule: rule.name })));
  return ifMay(facts, mayChange, byLevels(facts, levels));
};

/** True with the role or as an administrator; undefined where a custom role may do. */
const mayAct = (facts: RightsFacts, needed: number): boolean | undefined =>
  facts.isAdmin === true || includesRole(facts, needed);

/** Answer of the rules; unknown where a custom role may not reach them. A role that could not be read counts as enough. */
const ifMay = (facts: RightsFacts, may: boolean | undefined, told: Right): Right =>
  may === undefined && facts.level !== undefined && told.verdict === 'yes' ? unknownRole(facts) : told;

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
  // deploy keys let machines in, nobody else
  const entries = all
    .map((entry) => ({ ...entry, who: granteeOf(entry.level) }))
    .filter(({ who }) => who.kind !== 'deployKey');
  const verdicts = entries.map((entry) => ({ ...entry, verdict: letsMe(facts, entry.who) }));
  const mine = verdicts.find(({ verdict }) => verdict === true);
  if (mine) return { verdict: 'yes', reason: { kind: 'allowed', by: mine.level, rule: mine.rule } };
  const open = verdicts.find(({ verdict }) => verdict === undefined);
  if (open) return openEntry(facts, open.who, open.rule);
  if (entries.every(({ who }) => who.kind === 'role' && who.level === 0)) {
    return { verdict: 'no', reason: { kind: 'noOne' } };
  }
  const needed = entries.flatMap(({ who }) => (who.kind === 'role' && who.level > 0 ? [who.level] : []));
  const needs = needed.length === 0 ? undefined : Math.min(...needed);
  return { verdict: 'no', reason: { kind: 'others', needs, has: facts.level } };
};

/** Unknown right, with the entry or role that leaves it open. */
const openEntry = (facts: RightsFacts, who: Grantee, rule: string): Right => {
  if (who.kind === 'other') return { verdict: 'unknown', reason: { kind: 'entryUnknown', rule, entry: who.entry } };
  if (who.kind !== 'group') return unknownRole(facts);
  return { verdict: 'unknown', reason: { kind: 'groupUnknown', group: who.name || String(who.id) } };
};

/** Whether one entry of a rule lets me; undefined when what it depends on is unknown. */
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
    ? { verdict: 'unknown', reason: { kind: 'notTold' } }
    : { verdict: 'no', reason: { kind: 'forceForbidden' } };
};

/** A branch is free of protection only once every rule that covers it is gone. */
const unprotect = (facts: RightsFacts, rules: readonly ProtectedBranch[] | undefined): Right => {
  if (facts.archived) return { verdict: 'no', reason: { kind: 'archived' } };
  if (rules === undefined) return { verdict: 'unknown', reason: { kind: 'rulesUnread' } };
  const inherited = rules.find((rule) => rule.inherited === true);
  if (inherited) return { verdict: 'no', reason: { kind: 'inherited', rule: inherited.name } };
  // rules are a maintainer's business, whoever their lists name
  const may = mayAct(facts, roles.maintainer);
  if (may === false) return { verdict: 'no', reason: { kind: 'others', needs: roles.maintainer, has: facts.level } };
  const rights = rules.map((rule) =>
    byLevels(
      facts,
      // servers without this list leave it to maintainers
      (rule.unprotect_access_levels?.length
        ? rule.unprotect_access_levels
        : [{ access_level: roles.maintainer, access_level_description: null }]
      ).map((level) => ({ level, rule: rule.name })),
    ),
  );
  const worst = rights.find(({ verdict }) => verdict === 'no') ?? rights.find(({ verdict }) => verdict === 'unknown');
  return ifMay(facts, may, worst ?? rights[0] ?? { verdict: 'unknown', reason: { kind: 'notTold' } });
};

/** One rule that asks for the approval of code owners is enough. */
const codeOwners = (rules: readonly ProtectedBranch[] | undefined): CodeOwners => {
  if (rules === undefined) return { kind: 'unknown' };
  const asking = rules.find((rule) => rule.code_owner_approval_required === true);
  if (asking) return { kind: 'required', rule: asking.name };
  return { kind: rules.some((rule) => rule.code_owner_approval_required == null) ? 'notTold' : 'notRequired' };
};
