import { readColumn } from '../../model/pick/asking.ts';
import { isUnreachable } from '../../client/errors.ts';
import type { BoardSession } from './session.ts';

/** Refreshes branch tips, so that cells of moved branches become outdated. Stops while the server is unreachable. */
export const refreshTips = async (session: BoardSession, signal: AbortSignal): Promise<void> => {
  const { board, open } = session;
  const [first] = board.commits;
  if (first === undefined) return;
  for (const branch of board.branches) {
    const place = { client: open.client, project: open.project.id };
    const before = board.column(branch);
    const column = await readColumn(place, { sha: first.sha, branch }, { signal });
    if (signal.aborted) return;
    session.away = column.kind === 'failed' && isUnreachable(column.error) ? column.error : undefined;
    if (session.away !== undefined) return;
    // a test or apply may have set it meanwhile
    if (board.column(branch) === before) board.setColumn(branch, column);
  }
};
