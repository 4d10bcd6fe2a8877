import { defaultPickMessage, type PickedCommit } from '../../model/pick.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';

/** The message the server gives a cherry-pick of a commit when none is sent; where its release is unknown, a new one's. */
export const defaultMessage = async (
  { clients, log }: Pick<Shell, 'clients' | 'log'>,
  { account }: OpenProject,
  commit: PickedCommit,
): Promise<string> => {
  const capabilities = clients.capabilitiesOf(account);
  await capabilities.ready().catch((error: unknown) => {
    log.error('What the server can do could not be read.', error);
  });
  return defaultPickMessage(commit, capabilities.known.release);
};
