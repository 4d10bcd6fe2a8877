import { defaultPickMessage, type PickedCommit } from '../../model/pick.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';
import { readCapabilities } from './readCapabilities.ts';

/** The message the server gives a cherry-pick of a commit when none is sent; where its release is unknown, a new one's. */
export const defaultMessage = async (
  deps: Pick<Shell, 'clients' | 'log'>,
  { account }: OpenProject,
  commit: PickedCommit,
): Promise<string> => defaultPickMessage(commit, (await readCapabilities(deps, account)).known.release);
