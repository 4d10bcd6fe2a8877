import { signingKey } from '../git/sshSignature.ts';
import type { Author } from '../world/plans.ts';
import type { Person, Token } from '../world/records.ts';
import { olivesPgpKey } from './recordedSignatures.ts';

/** Maya's key. Its seed is public, so it protects nothing. */
export const mayasKey = signingKey(Buffer.from('graft sandbox: sample key no. 1!'));

const person = (id: number, username: string, name: string, email: string, keys: Person['keys'] = []): Person => ({
  id,
  username,
  name,
  email,
  isAdmin: false,
  createdAt: `2025-11-${String(id + 2).padStart(2, '0')}T08:15:00.000Z`,
  keys,
});

const olive: Person = {
  ...person(2, 'owner', 'Olive Marsh', 'olive@acme.example'),
  pgpKeys: [{ id: 21, key: olivesPgpKey, createdAt: '2026-03-01T09:05:00.000Z' }],
};

/** Users by role. */
export const people = {
  root: { ...person(1, 'root', 'Administrator', 'admin@acme.example'), isAdmin: true },
  owner: olive,
  maintainer: person(3, 'maintainer', 'Maya Lindqvist', 'maya@acme.example', [
    {
      id: 11,
      title: 'Maya, work laptop',
      key: `${mayasKey.publicKey} maya@acme.example`,
      createdAt: '2025-12-08T09:12:38.503Z',
      expiresAt: '2027-12-08T00:00:00.000Z',
    },
  ]),
  developer: person(4, 'developer', 'Deniz Aydın', 'deniz@acme.example'),
  reporter: {
    ...person(5, 'reporter', 'Rafael Ortega', 'rafael@acme.example'),
    status: { isBusy: true, emoji: 'apple', message: 'In the cold store' },
  },
  guest: person(6, 'guest', 'Gwen Park', 'gwen@acme.example'),
  priya: person(7, 'priya', 'Priya Raman', 'priya@acme.example'),
  jonas: person(8, 'jonas', 'Jonas Weber', 'jonas@acme.example'),
  ivo: { ...person(9, 'ivo', 'Ivo Brandt', 'ivo@acme.example'), isBlocked: true },
  neighbour: person(10, 'neighbour', 'Nora Field', 'nora@next.example'),
} as const satisfies Record<string, Person>;

/** Commit authors: the users and three external people. */
export const authors = {
  olive: people.owner,
  maya: people.maintainer,
  deniz: people.developer,
  rafael: people.reporter,
  tomasz: { name: 'Tomasz Wójcik', email: 'tomasz@orchards.example' },
  na: { name: '李娜', email: 'li.na@fruit.example' },
  bot: { name: 'Acme Bot', email: 'bot@acme.example' },
} as const satisfies Record<string, Author>;

const token = (id: number, name: string, owner: Person, more: Partial<Token> = {}): Token => ({
  id,
  name,
  personId: owner.id,
  scopes: ['api'],
  isRevoked: false,
  expiresOn: null,
  createdAt: '2026-01-07T10:00:00.000Z',
  ...more,
});

/** Secrets are generated at each start; names are those of the description. */
export const tokens: readonly Token[] = [
  token(1, 'root', people.root),
  token(2, 'owner', people.owner),
  token(3, 'maintainer', people.maintainer),
  token(4, 'developer', people.developer),
  token(5, 'reporter', people.reporter),
  token(6, 'guest', people.guest),
  token(7, 'readOnly', people.developer, { scopes: ['read_api'] }),
  token(8, 'expired', people.developer, { expiresOn: '2026-03-01' }),
  token(9, 'revoked', people.developer, { isRevoked: true }),
  token(10, 'repositoryOnly', people.developer, { scopes: ['read_repository'] }),
  token(11, 'neighbour', people.neighbour),
  token(12, 'blocked', people.ivo),
  token(13, 'fineGrained', people.developer, { scopes: ['granular'], permissions: ['Read', 'Merge Request: Create'] }),
];
