import { eachNodePage } from '../../client/graphql/connectionWalker.ts';
import { wordsOf } from '../../client/graphql/graphqlError.ts';
import type { GraphqlClient } from '../../client/graphql/graphqlClient.ts';
import { addReactionMutation, reactionsQuery, removeReactionMutation } from '../../client/graphql/reviewDocuments.ts';
import { globalId, parseGlobalId } from '../../wire/graphql.ts';
import { PayloadRefused, throwRefused } from '../payloadRefused.ts';
import type { Person } from '../people.ts';
import { type LookupOutcome, type WriteOutcome, writeOnce } from '../writeOnce.ts';

export interface Reaction {
  /** Without colons, such as `thumbsup`. */
  readonly name: string;
  /** Emoji, or `:name:` without one. */
  readonly text: string;
  readonly people: readonly Person[];
}

/** Reactions by note id. */
export type Reactions = ReadonlyMap<number, readonly Reaction[]>;

const common = { thumbsup: '👍', thumbsdown: '👎', smile: '😄', tada: '🎉', heart: '❤️', rocket: '🚀', eyes: '👀' };

export const withOffered = (given: readonly Reaction[] = []): readonly Reaction[] => [
  ...given,
  ...Object.entries(common)
    .filter(([name]) => !given.some((each) => each.name === name))
    .map(([name, text]) => ({ name, text, people: [] })),
];

/** All reactions of a merge request (by global id). Throws before GitLab 16.1. */
export const readReactions = async (
  graphql: GraphqlClient,
  request: number,
  signal?: AbortSignal,
): Promise<Reactions> => {
  const reactions = new Map<number, readonly Reaction[]>();
  const id = globalId('MergeRequest', request);
  const pages = eachNodePage(async (page) => {
    // partial answers are fine
    const { data, problems } = await graphql.queryPartly(reactionsQuery, { id, ...page }, { signal });
    if (data == null) throw new Error(wordsOf(problems));
    return data.mergeRequest?.notes;
  });
  for await (const notes of pages) {
    for (const { id: note, awardEmoji } of notes) {
      const awards = (awardEmoji?.nodes ?? []).filter((award) => award !== null);
      const given = Map.groupBy(awards, ({ name }) => name);
      reactions.set(
        Number(parseGlobalId(note)?.id),
        [...given].map(([name, each]) => ({
          name,
          text: each[0]?.emoji ?? `:${name}:`,
          people: each.map(({ user }) => user),
        })),
      );
    }
  }
  return reactions;
};

export interface WantedReaction {
  readonly note: number;
  readonly name: string;
  readonly isGiven: boolean;
}

/** Adds or removes a reaction, once. Checks with `parsed` after a lost answer or refusal. Throws refusals. */
export const react = async (
  graphql: GraphqlClient,
  { note, name, isGiven }: WantedReaction,
  { username, read }: { readonly username: string; readonly read: () => Promise<Reactions> },
): Promise<WriteOutcome<undefined>> => {
  const check = async (): Promise<LookupOutcome<undefined>> => {
    const given = (await read()).get(note)?.find((each) => each.name === name);
    return isOf(given, username) === isGiven ? { found: undefined } : 'absent';
  };
  try {
    return await writeOnce(async () => {
      const input = { awardableId: globalId('Note', note), name };
      const payload = isGiven
        ? (await graphql.mutate(addReactionMutation, { input })).awardEmojiAdd
        : (await graphql.mutate(removeReactionMutation, { input })).awardEmojiRemove;
      throwRefused(payload?.errors);
      return undefined;
    }, check);
  } catch (error) {
    const seen = error instanceof PayloadRefused ? await check().catch(() => undefined) : undefined;
    if (typeof seen !== 'object') throw error;
    return { kind: 'done', value: undefined, confirmed: 'found' };
  }
};

export const isOf = (reaction: Pick<Reaction, 'people'> | undefined, username: string): boolean =>
  reaction?.people.some((person) => person.username === username) === true;
