/** A person, as lists of people name them. */
export interface Person {
  readonly username: string;
  readonly name: string;
}

/** Whether two lists name the same people, in whatever order. */
export const areSamePeople = (one: readonly Person[], other: readonly Person[]): boolean =>
  one.length === other.length && one.every(({ username }) => other.some((each) => each.username === username));

/** The people of a connection of GraphQL, in its order. */
export const peopleOf = (
  connection: { readonly nodes: readonly (Person | null)[] | null } | null | undefined,
): readonly Person[] =>
  (connection?.nodes ?? []).flatMap((each) => (each === null ? [] : [{ username: each.username, name: each.name }]));
