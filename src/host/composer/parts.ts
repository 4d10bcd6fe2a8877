import type { ComposerArea } from './area.ts';
import { composerHandlers } from './commands.ts';
import type { ComposerDeps } from './deps.ts';
import { ComposerPages } from './page.ts';

export const createComposerParts = (needs: ComposerDeps): ComposerArea => {
  const composers = needs.own(new ComposerPages(needs, (composition) => composerHandlers(area, composition)));
  const area: ComposerArea = { ...needs, composers };
  return area;
};

export { composerCommands } from './commands.ts';
