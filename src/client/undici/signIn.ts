import type { SystemProxies } from '../transport.ts';

export type SignIn = SystemProxies['signIn'];

/** Doesn't prompt again once declined. */
export const signInOf = (system: SystemProxies): SignIn => {
  const declined = new Set<string>();
  return async (proxyUrl, challenges, state) => {
    if (declined.has(proxyUrl)) return undefined;
    const header = await system.signIn(proxyUrl, challenges, state);
    // only Basic prompts; Kerberos doesn't
    if (header === undefined && challenges?.some((each) => /^basic\b/i.test(each))) declined.add(proxyUrl);
    return header;
  };
};
