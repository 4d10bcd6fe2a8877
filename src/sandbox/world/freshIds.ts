import { levelLists } from './accessLevels.ts';
import type { WorldState, UsedIds } from './records.ts';

const none: UsedIds = {
  project: 0,
  mergeRequest: 0,
  issue: 0,
  note: 30_000,
  draft: 500,
  rule: 0,
  level: 0,
  memberRole: 0,
};

/** Highest IDs so far, including removed records. */
export const usedIds = ({ projects, memberRoles, usedIds: before = none }: WorldState): UsedIds => {
  const greatest = (kind: keyof UsedIds, ids: Iterable<number>): number => {
    let most = before[kind];
    for (const id of ids) most = Math.max(most, id);
    return most;
  };
  const reviews = projects.flatMap(({ review }) => review ?? []);
  const rules = projects.flatMap((project) => project.rules);
  return {
    project: greatest('project', projects.map(idOf)),
    mergeRequest: greatest(
      'mergeRequest',
      projects.flatMap(({ mergeRequests }) => mergeRequests.map(idOf)),
    ),
    issue: greatest(
      'issue',
      projects.flatMap(({ issues }) => (issues ?? []).map(idOf)),
    ),
    note: greatest(
      'note',
      reviews.flatMap(({ discussions }) => discussions.flatMap(({ notes }) => notes.map(idOf))),
    ),
    draft: greatest(
      'draft',
      reviews.flatMap(({ drafts }) => drafts.map(idOf)),
    ),
    rule: greatest('rule', rules.map(idOf)),
    level: greatest(
      'level',
      rules.flatMap((rule) =>
        Object.values(levelLists).flatMap((list) => (rule[list] ?? []).flatMap(({ id }) => id ?? [])),
      ),
    ),
    memberRole: greatest('memberRole', (memberRoles ?? []).map(idOf)),
  };
};

const idOf = ({ id }: { readonly id: number }): number => id;

export type FreshIds = Readonly<Record<keyof UsedIds, () => number>>;

export type CountedState = WorldState & { readonly usedIds: UsedIds };

export const freshIds = ({ usedIds: used }: CountedState): FreshIds => {
  const last: Record<keyof UsedIds, number> = { ...used };
  const next = (kind: keyof UsedIds) => (): number => (last[kind] += 1);
  return {
    project: next('project'),
    mergeRequest: next('mergeRequest'),
    issue: next('issue'),
    note: next('note'),
    draft: next('draft'),
    rule: next('rule'),
    level: next('level'),
    memberRole: next('memberRole'),
  };
};
