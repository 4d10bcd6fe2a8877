import type { ProtectedBranch } from '../wire/protectedBranches.ts';

/** Whether the rules that cover a branch allow force push to those who may push; undefined where the server does not tell. */
export const allowsForcePush = (rules: readonly ProtectedBranch[]): boolean | undefined => {
  // what the group has laid down the project cannot loosen
  const inherited = rules.filter((rule) => rule.inherited === true);
  const deciding = inherited.length > 0 ? inherited : rules;
  if (deciding.some((rule) => rule.allow_force_push === true)) return true;
  return deciding.some((rule) => rule.allow_force_push == null) ? undefined : false;
};
