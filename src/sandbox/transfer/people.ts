import * as v from 'valibot';
import type { Person } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { readLines } from './tree.ts';

const personKey = /^(?:author|assignee|person|mergedBy|closedBy|resolvedBy|reviewer)Ids?$/;

/** Answers who a person of an archive is here; null when nobody knows. */
export type PersonHere = (idInArchive: number) => number | null;

/**
 * Replaces the numbers of people everywhere in a record: in members such as `authorId` or `assigneeIds`. People who are
 * not here become `fallback`, and leave lists.
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

/** The numbers of everybody a record names. */
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

/** How an archive writes a person down. */
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

/** A person of an archive: the number there, the number here or null, and the role; 0 is none. */
export interface ListedPerson {
  readonly id: number;
  readonly username: string;
  readonly personId: number | null;
  readonly level: number;
}

/** Reads a list of people of an unpacked archive and looks them up here, by address first, then by user name. */
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
