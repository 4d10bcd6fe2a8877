import type { getProtectedBranch, listProtectedBranches } from '../../wire/protectedBranches.ts';
import { found, openCode, type Handler } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { notFound } from '../refusals.ts';

/** P1. Wildcards as wildcards; `search` is a part of the name, in any case. */
export const handleListProtectedBranches: Handler<typeof listProtectedBranches> = async (visit) => {
  const { project } = openCode(visit);
  const given = visit.parameters();
  const part = (given.search ?? '').toLowerCase();
  const rules = project.rules.filter(({ name }) => name.toLowerCase().includes(part));
  return countedPage(given, rules.length, rowsOnPage(given, rules));
};

/** P2. The name is compared as written: `release/*` finds the rule, `release/1.0` does not. */
export const handleGetProtectedBranch: Handler<typeof getProtectedBranch> = async (visit) => {
  const { project } = openCode(visit);
  const { name } = visit.parameters();
  const rule = project.rules.find((candidate) => candidate.name === name);
  if (rule === undefined) throw notFound();
  return found(rule);
};
