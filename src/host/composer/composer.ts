import { registerCommands } from '../kit/commands.ts';
import { late, lateFiles, latePages } from '../kit/late.ts';
import type { Shell } from '../shell/shell.ts';
import type { ComposerArea } from './area.ts';
import type { ComposerDeps } from './deps.ts';

/** Door of the area. Its code loads with a command, page or document. */
export const createComposer = (shell: Shell, needs: () => Promise<ComposerDeps>): (() => Promise<ComposerArea>) => {
  const { own } = shell;
  const load = late(async () => {
    const [needed, { createComposerParts }] = await Promise.all([needs(), import('./parts.ts')]);
    return createComposerParts(needed);
  });
  own(lateFiles('graft-compose', async () => (await load()).composers.files));
  own(latePages('graft.composer', async () => (await load()).composers));
  own(
    registerCommands(shell, 'composer', async () => {
      const [area, { composerCommands }] = await Promise.all([load(), import('./parts.ts')]);
      return [area, composerCommands];
    }),
  );
  return load;
};
