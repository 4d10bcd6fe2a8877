export interface Person {
  readonly username: string;
  readonly name: string;
}

/** In any order. */
export const areSamePeople = (one: readonly Person[], other: readonly Person[]): boolean =>
  one.length === other.length && one.every(({ username }) => other.some((each) => each.username === username));

export const peopleOf = (
  connection: { readonly nodes: readonly (Person | null)[] | null } | null | undefined,
): readonly Person[] =>
  (connection?.nodes ?? []).flatMap((each) => (each === null ? [] : [{ username: each.username, name: each.name }]));
