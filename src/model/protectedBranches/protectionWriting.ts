import type { Client, SendOptions } from '../../client/client.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import {
  getProtectedBranch,
  protectBranch,
  type ProtectedBranch,
  unprotectBranch,
  updateProtectedBranch,
} from '../../wire/protectedBranches.ts';
import {
  creationOf,
  type Difference,
  differences,
  ignored,
  type RuleState,
  stateOf,
  updateOf,
} from './protectionChange.ts';
import { beforeWrite, type LookupOutcome, deleteOnce, writeOnce, type WriteOutcome } from '../writeOnce.ts';

export interface RulePlace {
  readonly client: Client;
  /** ID or full path. */
  readonly project: number | string;
}

export interface ChangedRule {
  readonly rule: ProtectedBranch;
  readonly ignored: readonly Difference[];
}

/** Not sent: the rule has changed. */
export interface RuleMoved {
  readonly kind: 'moved';
  /** Undefined if deleted. */
  readonly now: ProtectedBranch | undefined;
}

/** P2; undefined if missing. */
export const readRule = async (
  { client, project }: RulePlace,
  name: string,
  options: SendOptions = {},
): Promise<ProtectedBranch | undefined> => {
  try {
    return await client.send(getProtectedBranch, { id: project, name }, options);
  } catch (error) {
    if (requestErrorFacts(error, 'notFound')) return undefined;
    throw error;
  }
};

/**
 * P3, once. Throws refusals: 409 if it exists, 422 with messages. After a lost answer, the rule found may be someone
 * else's; see `ignored`.
 */
export const createRule = async (place: RulePlace, wanted: RuleState): Promise<WriteOutcome<ChangedRule>> =>
  writeOnce(
    async () => {
      const rule = await place.client.send(protectBranch, { id: place.project, ...creationOf(wanted) });
      return { rule, ignored: ignored(wanted, rule) };
    },
    () => check(place, wanted),
  );

const check = async (place: RulePlace, wanted: RuleState): Promise<LookupOutcome<ChangedRule>> => {
  const rule = await readRule(place, wanted.name);
  return rule === undefined ? 'absent' : { found: { rule, ignored: ignored(wanted, rule) } };
};

/** P4, once, if the rule is unchanged. */
export const changeRule = async (
  place: RulePlace,
  before: ProtectedBranch,
  wanted: RuleState,
): Promise<WriteOutcome<ChangedRule> | RuleMoved | { readonly kind: 'withoutIds' }> => {
  const now = await beforeWrite(() => readRule(place, before.name));
  if (now === undefined || !isUnmoved(before, now)) return { kind: 'moved', now };
  const update = updateOf(now, wanted);
  if (update === undefined) return { kind: 'withoutIds' };
  const writing = writeOnce(
    async () => {
      const answer = await place.client.send(updateProtectedBranch, {
        id: place.project,
        name: before.name,
        ...update,
      });
      // documented examples contain only parts
      const isWhole = answer.push_access_levels != null && answer.merge_access_levels != null;
      const read = isWhole ? undefined : await readRule(place, before.name).catch(() => undefined);
      const rule = read ?? { ...now, ...stripped(answer) };
      return { rule, ignored: ignored(wanted, rule) };
    },
    async () => {
      const rule = await readRule(place, before.name);
      if (rule === undefined) return 'unclear';
      const left = ignored(wanted, rule);
      // nothing was applied
      return left.length >= differences(stateOf(now), wanted).length ? 'absent' : { found: { rule, ignored: left } };
    },
  );
  return orMoved(place, now, writing);
};

/** The rule was deleted meanwhile, or replaced. */
const orMoved = async <T>(
  place: RulePlace,
  before: ProtectedBranch,
  writing: Promise<WriteOutcome<T>>,
): Promise<WriteOutcome<T> | RuleMoved> => {
  try {
    return await writing;
  } catch (error) {
    if (!requestErrorFacts(error, 'notFound')) throw error;
    const now = await readRule(place, before.name);
    if (now !== undefined && isUnmoved(before, now)) throw error;
    return { kind: 'moved', now };
  }
};

const isUnmoved = (before: ProtectedBranch, now: ProtectedBranch): boolean =>
  before.id === now.id && differences(stateOf(before), stateOf(now)).length === 0;

const stripped = (answer: object): Partial<ProtectedBranch> =>
  Object.fromEntries(Object.entries(answer).filter(([, value]) => value != null));

/** P5, once, if the rule is unchanged. */
export const removeRule = async (
  place: RulePlace,
  before: ProtectedBranch,
): Promise<WriteOutcome<'removed'> | RuleMoved> => {
  const now = await beforeWrite(() => readRule(place, before.name));
  if (now === undefined || !isUnmoved(before, now)) return { kind: 'moved', now };
  const writing = deleteOnce<'removed'>(
    async () => {
      await place.client.send(unprotectBranch, { id: place.project, name: before.name });
      return 'removed' as const;
    },
    // a group may have a rule of the same name
    async () => ((await readRule(place, before.name))?.id === before.id ? 'absent' : { found: 'removed' }),
  );
  return orMoved(place, before, writing);
};
