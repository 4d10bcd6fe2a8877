import { globalId } from '../../wire/graphql.ts';
import type { Person } from '../world/records.ts';
import { connection, type Connection, type PageArguments } from './connections.ts';
import type { Session } from './session.ts';

/** `UserCore` of the schema. */
export const userNode = ({ url }: Session, person: Person) => ({
  __typename: 'UserCore',
  id: globalId('User', person.id),
  username: person.username,
  name: person.name,
  avatarUrl: null,
  webUrl: `${url}/${person.username}`,
  status:
    person.status === undefined
      ? null
      : {
          availability: person.status.isBusy ? 'BUSY' : 'NOT_SET',
          emoji: person.status.emoji,
          message: person.status.message,
        },
});

export type UserNode = ReturnType<typeof userNode>;

export const userOf = (session: Session, id: number | null): UserNode | null => {
  const person = session.world.person(id);
  return person === undefined ? null : userNode(session, person);
};

/** In the order of `ids`. */
export const usersOf = (session: Session, ids: readonly number[], page: PageArguments): Connection<UserNode> => {
  const people = ids.flatMap((id) => session.world.person(id) ?? []);
  return connection(people, page, { keyOf: ({ id }) => id, nodeOf: (person) => userNode(session, person) });
};
