import type { PickMerge } from '../../model/composer/resolution.ts';
import type { Backports, CommitsArea } from '../commits/area.ts';
import type { ProtectionArea } from '../protectedBranches/area.ts';
import type { ConflictDocuments } from './conflictDocuments.ts';
import type { KeptBoards } from './kept.ts';
import type { MissingView } from './missingView.ts';
import type { BoardPages } from './page.ts';
import type { ResolvedFiles } from './resolving/files.ts';
import type { KeptResolutions } from './resolving/kept.ts';
import type { BoardSession } from './session.ts';

/** What backport boards need of other areas. */
export type BoardDeps = CommitsArea & Pick<ProtectionArea, 'branchRights'>;

/** What commands and pages of backport boards work with. */
export interface BoardArea extends BoardDeps {
  readonly boards: {
    readonly kept: KeptBoards;
    readonly documents: ConflictDocuments;
    readonly missing: MissingView;
    readonly pages: BoardPages;
    readonly resolutions: KeptResolutions;
    readonly resolved: ResolvedFiles;
    /** The merge that was read last: a resolution asks for the same one at each of its files. `of` is the pick and its tip. */
    lastMerge: { readonly of: string; readonly merge: PickMerge } | undefined;
    /** The resolution whose message is written after its commit was confirmed, and its tip, until one of its files is saved. */
    confirmed: string | undefined;
    /** Names of resolutions of cells that were begun apart from their board: they lead from file to file by themselves. */
    readonly led: Set<string>;
    /** The commit of a resolution that is on no board, while it is being sent. */
    readonly apart: Pick<BoardSession, 'applying'>;
    /** What a single pick shows and does as a cell. */
    readonly single: Backports;
  };
}
