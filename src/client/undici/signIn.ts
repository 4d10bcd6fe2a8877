import type { SystemProxies } from '../transport.ts';

/** Signs in to a proxy, as in {@link SystemProxies}. */
export type SignIn = SystemProxies['signIn'];

/** How the system signs in to proxies; a user who does not want to is not asked again for the same one. */
export const signInOf = (system: SystemProxies): SignIn => {
  const declined = new Set<string>();
  return async (proxyUrl, challenges, state) => {
    if (declined.has(proxyUrl)) return undefined;
    const header = await system.signIn(proxyUrl, challenges, state);
    // credentials are asked for with a dialog, Kerberos without
    if (header === undefined && challenges?.some((each) => /^basic\b/i.test(each))) declined.add(proxyUrl);
    return header;
  };
};
