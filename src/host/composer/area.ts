import type { ComposerPages } from './page.ts';
import type { ComposerDeps } from './deps.ts';

/** What commands and pages that compose commits work with. */
export interface ComposerArea extends ComposerDeps {
  readonly composers: ComposerPages;
}
