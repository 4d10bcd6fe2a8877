import type { UserSummary } from '../../wire/records.ts';
import type { RequestContext } from '../handling.ts';
import type { Person } from '../world/records.ts';

export const userRecord = ({ url }: Pick<RequestContext, 'url'>, person: Person): UserSummary => {
  const record = {
    id: person.id,
    username: person.username,
    public_email: null,
    name: person.name,
    state: person.isBlocked === true ? 'blocked' : 'active',
    locked: false,
    avatar_url: null,
    web_url: `${url}/${person.username}`,
  };
  return record;
};

export const userById = (visit: Pick<RequestContext, 'url' | 'world'>, id: number | null): UserSummary | null => {
  const person = visit.world.person(id);
  return person === undefined ? null : userRecord(visit, person);
};
