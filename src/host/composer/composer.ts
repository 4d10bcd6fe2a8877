import { registerCommands } from '../kit/commands.ts';
import { late, lateFiles, latePages } from '../kit/late.ts';
import type { Shell } from '../shell/shell.ts';
import type { ComposerArea } from './area.ts';
import type { ComposerDeps } from './deps.ts';

/** Opens the area that composes commits. Its code is loaded with a command, a page or a document of it. */
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
