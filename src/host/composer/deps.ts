import type { CommitsArea } from '../commits/area.ts';
import type { ProtectionArea } from '../protectedBranches/area.ts';

export type ComposerDeps = CommitsArea & Pick<ProtectionArea, 'branchRights'>;
