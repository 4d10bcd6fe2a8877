import { registerCommands } from '../kit/commands.ts';
import type { TransfersArea } from '../transfers/area.ts';
import { late, lateTree } from '../kit/late.ts';
import type { Shell } from '../shell/shell.ts';
import type { AdministrationArea } from './area.ts';

/** Door of the area. Its code loads with the view or a command, together with the listed jobs. */
export const createAdministration = (
  shell: Shell,
  transfers: () => Promise<TransfersArea>,
): (() => Promise<AdministrationArea>) => {
  const { own } = shell;
  const load = late(async (): Promise<AdministrationArea> => {
    const [{ section }, { createAdministrationParts }] = await Promise.all([transfers(), import('./parts.ts')]);
    return createAdministrationParts(shell, section, view);
  });
  const view = lateTree<object>(own, 'graft.administration', async () => (await load()).administration);
  own(
    registerCommands(shell, 'administration', async () => {
      const [area, { administrationCommands }] = await Promise.all([load(), import('./parts.ts')]);
      return [area, administrationCommands];
    }),
  );
  return load;
};
