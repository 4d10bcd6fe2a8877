import type { CommitsArea } from '../commits/area.ts';
import type { ProtectionArea } from '../protectedBranches/area.ts';

/** What composing a commit needs of other areas. */
export type ComposerDeps = CommitsArea & Pick<ProtectionArea, 'branchRights'>;
