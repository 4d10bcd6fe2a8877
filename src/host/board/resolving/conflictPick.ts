import * as vscode from '../../vscode.ts';
import type { CellPlace } from '../../../messages/board.ts';
import type { Resolution } from '../../../model/composer/resolution.ts';
import { projectOf } from '../../kit/requireProject.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { BoardArea } from '../area.ts';
import type { BranchPick } from './localMerge.ts';
import type { BoardSession } from '../session.ts';
import type { ResolutionName } from './savedResolutions.ts';

/** A pick with a conflict to resolve: a board's cell, or a revert, which has no board. */
export interface ConflictPick extends BranchPick {
  readonly open: OpenProject;
  readonly session: BoardSession | undefined;
  /** Tip when tested, for picks without a board. */
  readonly tip?: string;
}

export const cellPick = (session: BoardSession, { sha, branch }: CellPlace): ConflictPick => ({
  open: session.open,
  session,
  action: 'cherryPick',
  sha,
  branch,
});

/** Storage name of the resolution. */
export const resolutionName = ({ open, action, sha, branch }: Omit<ConflictPick, 'session'>): ResolutionName => ({
  account: open.account.id,
  project: open.project.id,
  action,
  sha,
  branch,
});

/** Last known tip of the branch. */
export const seenTip = ({ session, tip, ...place }: ConflictPick): string | undefined => {
  const column = session?.board.column(place.branch);
  return column?.kind === 'read' ? column.tip : (session?.board.cell(place).result?.tip ?? tip);
};

/** Throws when the account has been removed. */
export const projectOfResolution = async (
  area: Pick<BoardArea, 'accounts' | 'clients' | 'project'>,
  resolution: Pick<Resolution, 'account' | 'project'>,
): Promise<OpenProject> => {
  const open = await projectOf(area, resolution);
  if (open === undefined) throw new Error(vscode.l10n.t('The account of this resolution has been removed.'));
  return open;
};
