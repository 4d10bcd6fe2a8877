import type { ProtectedBranch } from '../../wire/protectedBranches.ts';

/** Undefined if not reported. */
export const allowsForcePush = (rules: readonly ProtectedBranch[]): boolean | undefined => {
  // projects can't relax a group's rule
  const inherited = rules.filter((rule) => rule.inherited === true);
  const deciding = inherited.length > 0 ? inherited : rules;
  if (deciding.some((rule) => rule.allow_force_push === true)) return true;
  return deciding.some((rule) => rule.allow_force_push == null) ? undefined : false;
};
