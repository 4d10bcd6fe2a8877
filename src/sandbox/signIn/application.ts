import { createHash } from 'node:crypto';

/** The OAuth application of every sandbox: a public one, which has no secret. */
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

/** Without its port where it is the loopback's, as RFC 8252 wants it compared. */
const comparable = (address: string): string => address.replace(/^(http:\/\/127\.0\.0\.1):\d{1,5}(?=\/)/, '$1');

/** True for an address the application has registered; on the loopback with any port. */
export const isRegistered = (address: string): boolean =>
  application.redirects.some((registered) => registered === comparable(address));

/** The scopes of a request, `api` when it names none; undefined when the application has not all of them. */
export const requestedScopes = (scope: string | null): readonly string[] | undefined => {
  const names = (scope ?? '').split(' ').filter((name) => name !== '');
  if (names.length === 0) return ['api'];
  return names.every((name) => application.scopes.some((known) => known === name)) ? names : undefined;
};
