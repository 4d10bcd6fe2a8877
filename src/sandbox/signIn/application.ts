import { createHash } from 'node:crypto';

/** Public OAuth client without a secret, the same in every sandbox. */
export const application = {
  uid: createHash('sha256').update('Graft for GitLab in the sample server').digest('hex'),
  name: 'Graft for GitLab',
  redirects: [
    ...['vscode', 'vscode-insiders', 'vscodium', 'code-oss'].map(
      (scheme) => `${scheme}://graft.graft-for-gitlab/authentication`,
    ),
    'http://127.0.0.1/authentication',
  ],
  scopes: ['api', 'read_api', 'read_user'],
} as const;

/** Drops the port of loopback redirects (RFC 8252). */
const comparable = (address: string): string => address.replace(/^(http:\/\/127\.0\.0\.1):\d{1,5}(?=\/)/, '$1');

/** Loopback redirects match with any port. */
export const isRegistered = (address: string): boolean =>
  application.redirects.some((registered) => registered === comparable(address));

/** Default `api`; undefined if a scope is not registered. */
export const requestedScopes = (scope: string | null): readonly string[] | undefined => {
  const names = (scope ?? '').split(' ').filter((name) => name !== '');
  if (names.length === 0) return ['api'];
  return names.every((name) => application.scopes.some((known) => known === name)) ? names : undefined;
};
