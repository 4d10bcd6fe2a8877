import type { PickMerge } from '../../model/composer/resolution.ts';
import type { Backports, CommitsArea } from '../commits/area.ts';
import type { ProtectionArea } from '../protectedBranches/area.ts';
import type { ConflictDocuments } from './resolving/conflictDocuments.ts';
import type { SavedBoards } from './savedBoards.ts';
import type { MissingView } from './missing/missingView.ts';
import type { BoardPages } from './page.ts';
import type { ResolvedFiles } from './resolving/resolvedFileSystem.ts';
import type { SavedResolutions } from './resolving/savedResolutions.ts';
import type { BoardSession } from './session.ts';

export type BoardDeps = CommitsArea & Pick<ProtectionArea, 'branchRights'>;

/** Dependencies of board commands and pages. */
export interface BoardArea extends BoardDeps {
  readonly boards: {
    readonly saved: SavedBoards;
    readonly documents: ConflictDocuments;
    readonly missing: MissingView;
    readonly pages: BoardPages;
    readonly resolutions: SavedResolutions;
    readonly resolved: ResolvedFiles;
    /** Last merge, reused for each file of a resolution. `of`: pick and tip. */
    lastMerge: { readonly of: string; readonly merge: PickMerge } | undefined;
    /** Name and tip of the resolution confirmed before its message is edited; cleared when a file changes. */
    confirmed: string | undefined;
    /** Names of resolutions started without a board: these open the next file automatically. */
    readonly led: Set<string>;
    /** Running commit of a resolution without a board. */
    readonly apart: Pick<BoardSession, 'applying'>;
    /** Board features for a single pick. */
    readonly singlePick: Backports;
  };
}
