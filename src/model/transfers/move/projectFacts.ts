import type { Client } from '../../../client/client.ts';
import { eachPage } from '../../../client/eachPage.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import type { Operation, PageAnswer, ParametersOf, ParameterTable, RecordOf } from '../../../wire/operation.ts';
import { listMergeRequests } from '../../../wire/mergeRequests.ts';
import { getIssueStatistics, listLabels, listMilestones } from '../../../wire/planning.ts';
import { getProject, listBranches, listTags, type Project } from '../../../wire/projects.ts';
import { listProtectedBranches, type ProtectedBranch } from '../../../wire/protectedBranches.ts';
import { type Grantee, granteeKey, granteeOf } from '../../grantee.ts';
import type { ComparedPart, Fact, RuleFacts } from './comparison.ts';

/** Items by name. */
export interface PartRead {
  readonly kind: 'read';
  readonly facts: ReadonlyMap<string, Fact>;
  /** Number of omitted rules. */
  readonly inherited: number;
}

export type NotAllRead = { readonly kind: 'tooMany'; readonly limit: number } | { readonly kind: 'notCounted' };

/** Longer lists aren't compared. */
export const maxThings = 10_000;

const perPage = 100;

/** Throws the `RequestError`. */
export const readPart = async (
  client: Client,
  id: number | string,
  part: ComparedPart,
  signal: AbortSignal,
): Promise<PartRead | NotAllRead> => {
  const list = <O extends Operation<ParameterTable, PageAnswer<unknown>>>(
    operation: O,
    parameters: ParametersOf<O>,
    entry: (record: RecordOf<O>) => readonly [string, Fact] | undefined,
  ): Promise<PartRead | NotAllRead> => readList(eachPage(client, operation, parameters, { signal }), entry);
  const project = async (entry: (project: Project) => Fact): Promise<PartRead> =>
    read([[part, entry(await client.send(getProject, { id }, { signal }))]]);
  switch (part) {
    case 'branches':
      return list(listBranches, { id, per_page: perPage }, ({ name, commit }) => [name, commit.id]);
    case 'tags':
      // an annotated tag differs from its commit
      return list(listTags, { id, per_page: perPage, order_by: 'name', sort: 'asc' }, ({ name, target, commit }) => [
        name,
        target ?? commit?.id ?? '',
      ]);
    case 'protectedBranches':
      return list(listProtectedBranches, { id, per_page: perPage }, (rule) =>
        rule.inherited === true ? undefined : [rule.name, ruleFactsOf(rule)],
      );
    case 'labels':
      return list(listLabels, { id, include_ancestor_groups: false, per_page: perPage }, ({ name, color }) => [
        name,
        (color ?? '').toLowerCase(),
      ]);
    case 'milestones':
      return list(listMilestones, { id, per_page: perPage }, ({ title, state }) => [title, state]);
    case 'mergeRequests':
      return readMergeRequestCounts(client, id, signal);
    case 'issues': {
      const { counts } = (await client.send(getIssueStatistics, { id }, { signal })).statistics;
      return read([
        ['opened', counts.opened],
        ['closed', counts.closed],
      ]);
    }
    case 'defaultBranch':
      return project(({ default_branch }) => default_branch ?? '');
    case 'description':
      return project(({ description }) => description ?? '');
    case 'visibility':
      return project(({ visibility }) => visibility ?? '');
    case 'archived':
      return project(({ archived }) => archived ?? false);
  }
};

const read = (entries: Iterable<readonly [string, Fact]>, inherited = 0): PartRead => ({
  kind: 'read',
  facts: new Map(entries),
  inherited,
});

const readList = async <Item>(
  pages: AsyncIterable<{ readonly items: readonly Item[]; readonly total: number | undefined }>,
  entry: (item: Item) => readonly [string, Fact] | undefined,
): Promise<PartRead | NotAllRead> => {
  const entries: (readonly [string, Fact])[] = [];
  let inherited = 0;
  for await (const { items, total } of pages) {
    for (const item of items) {
      const made = entry(item);
      if (made === undefined) inherited += 1;
      else entries.push(made);
    }
    if (entries.length > maxThings || (total ?? 0) > maxThings) return { kind: 'tooMany', limit: maxThings };
  }
  return read(entries, inherited);
};

const mergeRequestStates = ['opened', 'merged', 'closed', 'locked'] as const;

/** `X-Total` is sent for up to 10,000. */
const readMergeRequestCounts = async (
  client: Client,
  id: number | string,
  signal: AbortSignal,
): Promise<PartRead | NotAllRead> => {
  const counts: (readonly [string, number])[] = [];
  for (const state of mergeRequestStates) {
    const page = await client.send(listMergeRequests, { id, state, scope: 'all', per_page: 1 }, { signal });
    const count = page.total ?? (page.next === undefined ? page.items.length : undefined);
    if (count === undefined) return { kind: 'notCounted' };
    counts.push([state, count]);
  }
  return read(counts);
};

const ruleFactsOf = (rule: ProtectedBranch): RuleFacts => {
  const push = rule.push_access_levels.map(granteeOf);
  const merge = rule.merge_access_levels.map(granteeOf);
  const unprotect = rule.unprotect_access_levels?.map(granteeOf);
  const all = [...push, ...merge, ...(unprotect ?? [])];
  const named = (kind: Grantee['kind']): number =>
    new Set(all.filter((each) => each.kind === kind).map(granteeKey)).size;
  return {
    push: rolesOf(push),
    merge: rolesOf(merge),
    ...(unprotect ? { unprotect: rolesOf(unprotect) } : {}),
    forcePush: rule.allow_force_push ?? false,
    ...(typeof rule.code_owner_approval_required === 'boolean'
      ? { codeOwners: rule.code_owner_approval_required }
      : {}),
    named: { users: named('user'), groups: named('group'), deployKeys: named('deployKey'), others: named('other') },
  };
};

const rolesOf = (list: readonly Grantee[]): number[] =>
  [...new Set(list.flatMap((each) => (each.kind === 'role' ? [each.level] : [])))].toSorted(
    (one, other) => one - other,
  );

/** Reason for the saved report. */
export const whyNotRead = (error: unknown): { readonly status?: number; readonly words: string } => {
  const facts = requestErrorFacts(error);
  if (facts === undefined) return { words: error instanceof Error ? error.message : String(error) };
  const words = facts.serverMessage ?? facts.detail ?? facts.failure;
  return facts.status === undefined ? { words } : { status: facts.status, words };
};
