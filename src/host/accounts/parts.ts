import type { Shell } from '../shell/shell.ts';
import type { AccountsArea } from './area.ts';
import { ConnectionPages } from './connectionPage/pages.ts';
import { RequestMeter } from './requestMeter.ts';
import { SampleServer } from './sampleServer.ts';

export { accountCommands } from './commands.ts';
export { signIn } from './signIn.ts';
export { warnOfExpiry as remindOfExpiry } from './tokenExpiry.ts';

export const accountParts = (shell: Shell): Omit<AccountsArea, keyof Shell> => ({
  sampleServer: shell.own(new SampleServer()),
  requestMeter: shell.own(new RequestMeter(shell)),
  connectionPages: shell.own(new ConnectionPages(shell)),
});
