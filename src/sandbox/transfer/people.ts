import * as v from 'valibot';
import type { Person } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { readLines } from './tree.ts';

const personKey = /^(?:author|assignee|person|mergedBy|closedBy|resolvedBy|reviewer)Ids?$/;

/** Maps user IDs of an archive to local ones; null if unknown. */
export type PersonHere = (idInArchive: number) => number | null;

/**
 * Maps user IDs throughout a record, in members such as `authorId` or `assigneeIds`. Unknown users become `fallback`
 * and are dropped from lists.
 */
export const withPeople = (value: unknown, here: PersonHere, fallback: number | null): unknown => {
  if (Array.isArray(value)) return value.map((element) => withPeople(element, here, fallback));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      if (!personKey.test(name)) return [name, withPeople(member, here, fallback)];
      if (typeof member === 'number') return [name, here(member) ?? fallback];
      if (!Array.isArray(member)) return [name, member];
      return [name, member.flatMap((id) => (typeof id === 'number' ? [here(id) ?? []].flat() : []))];
    }),
  );
};

/** IDs of all users in a record. */
export const peopleNamed = (value: unknown): ReadonlySet<number> => {
  const found = new Set<number>();
  withPeople(
    value,
    (id) => {
      found.add(id);
      return id;
    },
    null,
  );
  return found;
};

export const userDocument = ({ id, username, name, email }: Person): object => ({
  id,
  username,
  name,
  public_email: email,
});

const listed = v.object({
  user: v.object({ id: v.number(), username: v.string(), public_email: v.nullish(v.string()) }),
  access_level: v.optional(v.number(), 0),
});

/** `id` is that in the archive, `personId` the local one; level 0 means no membership. */
export interface ListedPerson {
  readonly id: number;
  readonly username: string;
  readonly personId: number | null;
  readonly level: number;
}

/** Matches users by email address, then by username. */
export const readPeople = async (world: World, folder: string, name: string): Promise<readonly ListedPerson[]> => {
  const found: ListedPerson[] = [];
  for await (const line of readLines(folder, name)) {
    const row = 'value' in line ? v.safeParse(listed, line.value) : undefined;
    if (row?.success !== true) continue;
    const { user, access_level: level } = row.output;
    const { people } = world.state;
    const person =
      people.find(({ email }) => email === user.public_email) ??
      people.find(({ username }) => username === user.username);
    found.push({ id: user.id, username: user.username, personId: person?.id ?? null, level });
  }
  return found;
};
