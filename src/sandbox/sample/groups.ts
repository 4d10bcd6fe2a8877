import { levels, type Group } from '../world/records.ts';
import { people } from './people.ts';

/** Groups besides those of the sample projects: two levels below `acme`, and one that hardly anybody sees. */
export const furtherGroups: readonly Group[] = [
  {
    id: 12,
    path: 'acme/field',
    name: 'Field',
    description: 'Who works outside',
    visibility: 'private',
    createdAt: '2026-01-20T08:00:00.000Z',
    members: [
      { personId: people.jonas.id, level: levels.maintainer, expiresOn: '2030-12-31' },
      { personId: people.priya.id, level: levels.guest, memberRoleId: 1 },
      { personId: people.ivo.id, level: levels.reporter, memberRoleId: 2 },
    ],
  },
  {
    id: 13,
    path: 'acme/field/greenhouse',
    name: 'Greenhouse',
    visibility: 'private',
    createdAt: '2026-02-02T08:00:00.000Z',
    members: [
      { personId: people.priya.id, level: levels.developer },
      { personId: people.developer.id, level: levels.owner },
      { personId: people.maintainer.id, level: levels.guest },
    ],
  },
  {
    id: 14,
    path: 'vault',
    name: 'Vault',
    visibility: 'private',
    createdAt: '2025-12-01T08:00:00.000Z',
    members: [{ personId: people.root.id, level: levels.owner }],
  },
];
