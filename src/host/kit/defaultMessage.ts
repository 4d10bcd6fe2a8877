import { defaultPickMessage, type PickedCommit } from '../../model/pick/pick.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';
import { readCapabilities } from './readCapabilities.ts';

/** GitLab's default message of a cherry-pick; the newest release's if unknown. */
export const defaultMessage = async (
  deps: Pick<Shell, 'clients' | 'log'>,
  { account }: OpenProject,
  commit: PickedCommit,
): Promise<string> => defaultPickMessage(commit, (await readCapabilities(deps, account)).known.release);
