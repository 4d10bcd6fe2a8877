import type { Client, SendOptions } from '../../client/client.ts';
import { requestFailure } from '../../client/errors.ts';
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
import { beforeWrite, type Found, deleteOnce, writeOnce, type Written } from '../writeOnce.ts';

/** The project a rule is in. */
export interface RulePlace {
  readonly client: Client;
  /** Id or full path. */
  readonly project: number | string;
}

/** A rule after a change, and what of the change the server left undone without a word. */
export interface ChangedRule {
  readonly rule: ProtectedBranch;
  readonly ignored: readonly Difference[];
}

/** Why a change was not sent: the rule is no longer as it was when the change was made up. */
export interface RuleMoved {
  readonly kind: 'moved';
  /** The rule as it is now; undefined when it is gone. */
  readonly now: ProtectedBranch | undefined;
}

/** The rule of a name (P2); undefined when there is none. */
export const readRule = async (
  { client, project }: RulePlace,
  name: string,
  options: SendOptions = {},
): Promise<ProtectedBranch | undefined> => {
  try {
    return await client.send(getProtectedBranch, { id: project, name }, options);
  } catch (error) {
    if (requestFailure(error, 'notFound')) return undefined;
    throw error;
  }
};

/**
 * Creates a rule (P3), once. Throws the refusal: 409 when there is a rule of the name, 422 with a list of words. A
 * rule found after a lost answer may have been made by someone else meanwhile: what differs is among the ignored.
 */
export const createRule = async (place: RulePlace, wanted: RuleState): Promise<Written<ChangedRule>> =>
  writeOnce(
    async () => {
      const rule = await place.client.send(protectBranch, { id: place.project, ...creationOf(wanted) });
      return { rule, ignored: ignored(wanted, rule) };
    },
    () => look(place, wanted),
  );

const look = async (place: RulePlace, wanted: RuleState): Promise<Found<ChangedRule>> => {
  const rule = await readRule(place, wanted.name);
  return rule === undefined ? 'absent' : { found: { rule, ignored: ignored(wanted, rule) } };
};

/**
 * Changes a rule (P4), once, if it is still as it was. The answer is read for what the server has ignored; servers that
 * answer with parts are asked for the whole.
 */
export const changeRule = async (
  place: RulePlace,
  before: ProtectedBranch,
  wanted: RuleState,
): Promise<Written<ChangedRule> | RuleMoved | { readonly kind: 'withoutIds' }> => {
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
      // servers answer all of it, their documents only parts
      const isWhole = answer.push_access_levels != null && answer.merge_access_levels != null;
      const read = isWhole ? undefined : await readRule(place, before.name).catch(() => undefined);
      const rule = read ?? { ...now, ...stripped(answer) };
      return { rule, ignored: ignored(wanted, rule) };
    },
    async () => {
      const rule = await readRule(place, before.name);
      if (rule === undefined) return 'unclear';
      const left = ignored(wanted, rule);
      // all of the change is still to do: it was not carried out
      return left.length >= differences(stateOf(now), wanted).length ? 'absent' : { found: { rule, ignored: left } };
    },
  );
  return orMoved(place, now, writing);
};

/** A rule that is not found by the write itself has gone after it was read, or is another one under the same name. */
const orMoved = async <T>(
  place: RulePlace,
  before: ProtectedBranch,
  writing: Promise<Written<T>>,
): Promise<Written<T> | RuleMoved> => {
  try {
    return await writing;
  } catch (error) {
    if (!requestFailure(error, 'notFound')) throw error;
    const now = await readRule(place, before.name);
    if (now !== undefined && isUnmoved(before, now)) throw error;
    return { kind: 'moved', now };
  }
};

/** Whether a rule is the same one, and as it was. */
const isUnmoved = (before: ProtectedBranch, now: ProtectedBranch): boolean =>
  before.id === now.id && differences(stateOf(before), stateOf(now)).length === 0;

const stripped = (answer: object): Partial<ProtectedBranch> =>
  Object.fromEntries(Object.entries(answer).filter(([, value]) => value != null));

/** Removes a rule (P5), once, if it is still as it was. */
export const removeRule = async (
  place: RulePlace,
  before: ProtectedBranch,
): Promise<Written<'removed'> | RuleMoved> => {
  const now = await beforeWrite(() => readRule(place, before.name));
  if (now === undefined || !isUnmoved(before, now)) return { kind: 'moved', now };
  const writing = deleteOnce<'removed'>(
    async () => {
      await place.client.send(unprotectBranch, { id: place.project, name: before.name });
      return 'removed' as const;
    },
    // a rule of the same name may be left: that of the group
    async () => ((await readRule(place, before.name))?.id === before.id ? 'absent' : { found: 'removed' }),
  );
  return orMoved(place, before, writing);
};
