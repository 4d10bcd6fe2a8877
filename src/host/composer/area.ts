import type { ComposerPages } from './page.ts';
import type { ComposerDeps } from './deps.ts';

export interface ComposerArea extends ComposerDeps {
  readonly composers: ComposerPages;
}
