import { requestFailure } from '../../client/errors.ts';
import { listProjectIterations } from '../../wire/iterations.ts';
import type { App } from '../app.ts';
import type { OpenProject } from '../project/currentProject.ts';

/** What a project's server takes of a rule beyond one role a list: what Premium has. */
export type PremiumRules = 'taken' | 'ignored' | 'unknown';

/** Projects whose server has left Premium fields out of a rule without a word, by account and project. */
const ignoredIn = new WeakMap<App, Set<string>>();

const keyOf = ({ account, project }: OpenProject): string => `${account.id} ${project.id}`;

/** Notes that the server has ignored what only Premium takes. */
export const noteIgnored = (app: App, open: OpenProject): void => {
  const known = ignoredIn.get(app) ?? new Set();
  ignoredIn.set(app, known.add(keyOf(open)));
};

/**
 * Whether rules of the project may name users and groups, and more than one role: by what was seen, or by the build
 * and tier of the server. Unknown is a reason to offer it and to look at the answer.
 */
export const premiumRules = async (app: App, open: OpenProject, signal: AbortSignal): Promise<PremiumRules> => {
  if (ignoredIn.get(app)?.has(keyOf(open)) === true) return 'ignored';
  const capabilities = app.clients.capabilitiesOf(open.account);
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
