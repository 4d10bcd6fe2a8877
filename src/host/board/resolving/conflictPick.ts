import * as vscode from '../../vscode.ts';
import type { CellPlace } from '../../../messages/board.ts';
import type { Resolution } from '../../../model/composer/resolution.ts';
import { projectOf } from '../../kit/requireProject.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { BoardArea } from '../area.ts';
import type { BranchPick } from '../localMerge.ts';
import type { BoardSession } from '../session.ts';
import type { ResolutionName } from './kept.ts';

/** A pick in conflict that is resolved: the cell of a board, or a revert, which no board has. */
export interface ConflictPick extends BranchPick {
  readonly open: OpenProject;
  readonly session: BoardSession | undefined;
  /** Where the branch stood when it was tested, for what is on no board. */
  readonly tip?: string;
}

/** A cell as what is resolved in it. */
export const cellPick = (session: BoardSession, { sha, branch }: CellPlace): ConflictPick => ({
  open: session.open,
  session,
  action: 'cherryPick',
  sha,
  branch,
});

/** What the resolution of a pick is kept under. */
export const resolutionName = ({ open, action, sha, branch }: Omit<ConflictPick, 'session'>): ResolutionName => ({
  account: open.account.id,
  project: open.project.id,
  action,
  sha,
  branch,
});

/** Where the branch of a pick was seen last. */
export const seenTip = ({ session, tip, ...place }: ConflictPick): string | undefined => {
  const column = session?.board.column(place.branch);
  return column?.kind === 'read' ? column.tip : (session?.board.cell(place).result?.tip ?? tip);
};

/** The project of a resolution. Throws where its account is gone. */
export const projectOfResolution = async (
  area: Pick<BoardArea, 'accounts' | 'clients' | 'project'>,
  resolution: Pick<Resolution, 'account' | 'project'>,
): Promise<OpenProject> => {
  const open = await projectOf(area, resolution);
  if (open === undefined) throw new Error(vscode.l10n.t('The account of this resolution has been removed.'));
  return open;
};
