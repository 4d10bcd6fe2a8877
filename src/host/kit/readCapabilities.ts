import type { Account } from '../../model/account.ts';
import type { AccountCapabilities } from '../../model/accountCapabilities.ts';
import { isAtLeast } from '../../model/release.ts';
import type { Shell } from '../shell/shell.ts';

type Deps = Pick<Shell, 'clients' | 'log'>;

/** A failure is logged, not thrown. */
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

/** Also true if the server's release is unknown. `since`: such as `16.4`. */
export const mayBeAtLeast = async (deps: Deps, account: Account, since: string): Promise<boolean> => {
  const { release } = (await readCapabilities(deps, account)).known;
  return release === undefined || isAtLeast(release, since);
};
