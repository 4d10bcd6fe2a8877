import { requestFailure } from '../../client/errors.ts';
import { listProjectIterations } from '../../wire/iterations.ts';
import type { ProtectionArea } from './area.ts';
import { type OpenProject, projectKey } from '../shell/currentProject.ts';

/** What a project's server takes of a rule beyond one role a list: what Premium has. */
export type PremiumRules = 'taken' | 'ignored' | 'unknown';

/** Projects whose server has left Premium fields out of a rule without a word, by account and project. */
const ignoredIn = new WeakMap<ProtectionArea, Set<string>>();

/** Notes that the server has ignored what only Premium takes. */
export const noteIgnored = (area: ProtectionArea, open: OpenProject): void => {
  const known = ignoredIn.get(area) ?? new Set();
  ignoredIn.set(area, known.add(projectKey(open)));
};

/**
 * Whether rules of the project may name users and groups, and more than one role: by what was seen, or by the build
 * and tier of the server. Unknown is a reason to offer it and to look at the answer.
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
    // what could not be asked is unknown; the user's own request will say what is wrong
    if (requestFailure(error) === undefined || signal.aborted) throw error;
    return 'unknown';
  }
  if (capabilities.known.build === 'community') return 'ignored';
  // iterations come with the same tier
  const { kind } = capabilities.of(listProjectIterations, String(open.project.id));
  return kind === 'available' ? 'taken' : 'unknown';
};
