import type { PickMerge } from '../../model/composer/resolution.ts';
import type { Backports, CommitsArea } from '../commits/area.ts';
import type { ProtectionArea } from '../protectedBranches/area.ts';
import type { ConflictDocuments } from './resolving/conflictDocuments.ts';
import type { KeptBoards } from './kept.ts';
import type { MissingView } from './missing/missingView.ts';
import type { BoardPages } from './page.ts';
import type { ResolvedFiles } from './resolving/files.ts';
import type { KeptResolutions } from './resolving/kept.ts';
import type { BoardSession } from './session.ts';

export type BoardDeps = CommitsArea & Pick<ProtectionArea, 'branchRights'>;

/** Dependencies of board commands and pages. */
export interface BoardArea extends BoardDeps {
  readonly boards: {
    readonly kept: KeptBoards;
    readonly documents: ConflictDocuments;
    readonly missing: MissingView;
    readonly pages: BoardPages;
    readonly resolutions: KeptResolutions;
    readonly resolved: ResolvedFiles;
    /** The last merge, reused for each file of a resolution. `of` is the pick and its tip. */
    lastMerge: { readonly of: string; readonly merge: PickMerge } | undefined;
    /**
     * Resolution (name and tip) confirmed by the user before its message is edited; cleared when one of its files changes.
     */
    confirmed: string | undefined;
    /** Resolutions started without their board, by name: these go on to the next file by themselves. */
    readonly led: Set<string>;
    /** Abort controller of a commit for a resolution without a board. */
    readonly apart: Pick<BoardSession, 'applying'>;
    /** Board features for a single pick. */
    readonly single: Backports;
  };
}
