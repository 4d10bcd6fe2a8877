import type { Account } from '../../model/account.ts';
import type { AccountCapabilities } from '../../model/accountCapabilities.ts';
import { isSince } from '../../model/release.ts';
import type { Shell } from '../shell/shell.ts';

type Deps = Pick<Shell, 'clients' | 'log'>;

/** The capabilities of an account's server, as far as it reports them. A failure to read them is logged, not thrown. */
export const readCapabilities = async (
  { clients, log }: Deps,
  account: Account,
  signal?: AbortSignal,
): Promise<AccountCapabilities> => {
  const capabilities = clients.capabilitiesOf(account);
  await capabilities.ready({ signal }).catch((error: unknown) => {
    log.error('The capabilities of the server could not be read.', error);
  });
  return capabilities;
};

/** Whether a server may have what came with a release (`16.4`): one whose release is unknown is tried. */
export const mayHave = async (deps: Deps, account: Account, since: string): Promise<boolean> => {
  const { release } = (await readCapabilities(deps, account)).known;
  return release === undefined || isSince(release, since);
};
