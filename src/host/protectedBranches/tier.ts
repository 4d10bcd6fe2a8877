import { requestErrorFacts } from '../../client/errors.ts';
import { listProjectIterations } from '../../wire/iterations.ts';
import type { ProtectionArea } from './area.ts';
import { type OpenProject, projectKey } from '../shell/currentProject.ts';

/** Support for Premium settings of a rule. */
export type PremiumRules = 'taken' | 'ignored' | 'unknown';

/** Projects whose server silently ignored Premium settings. */
const ignoredIn = new WeakMap<ProtectionArea, Set<string>>();

export const noteIgnored = (area: ProtectionArea, open: OpenProject): void => {
  const known = ignoredIn.get(area) ?? new Set();
  ignoredIn.set(area, known.add(projectKey(open)));
};

/**
 * Support for users, groups and several roles in rules, by experience, or by build and tier. If unknown, offer it and
 * compare the result.
 */
export const premiumRules = async (
  area: ProtectionArea,
  open: OpenProject,
  signal: AbortSignal,
): Promise<PremiumRules> => {
  if (ignoredIn.get(area)?.has(projectKey(open)) === true) return 'ignored';
  const capabilities = area.clients.capabilitiesOf(open.account);
  try {
    await capabilities.ready({ signal });
  } catch (error) {
    // the user's own request will report the failure
    if (requestErrorFacts(error) === undefined || signal.aborted) throw error;
    return 'unknown';
  }
  if (capabilities.known.build === 'community') return 'ignored';
  // iterations are in the same tier
  const { kind } = capabilities.of(listProjectIterations, String(open.project.id));
  return kind === 'available' ? 'taken' : 'unknown';
};
