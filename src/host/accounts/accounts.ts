import { registerCommands } from '../kit/commands.ts';
import { late } from '../kit/late.ts';
import type { Shell } from '../shell/shell.ts';
import { addPresetAccount } from './presetAccount.ts';
import type { AccountsArea } from './area.ts';

/** Opens what signs in, chooses the project, shows the log and starts the sample server; loaded with the first command. */
export const createAccounts = (shell: Shell): (() => Promise<AccountsArea>) => {
  const load = late(async (): Promise<AccountsArea> => {
    const { SampleServer } = await import('./parts.ts');
    return { ...shell, sampleServer: shell.own(new SampleServer()) };
  });
  shell.own(
    registerCommands(shell, 'accounts', async () => {
      const [area, { accountCommands }] = await Promise.all([load(), import('./parts.ts')]);
      return [area, accountCommands];
    }),
  );
  void addPresetAccount(shell.accounts, shell.clients, shell.log);
  return load;
};
