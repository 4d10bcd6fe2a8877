import { readColumn } from '../../model/pick/asking.ts';
import { isAway } from '../../client/errors.ts';
import type { BoardSession } from './session.ts';

/**
 * Reads the branches of a board again, so that cells whose branch has moved are stale. While the server is away what is
 * known of them stays.
 */
export const refreshTips = async (session: BoardSession, signal: AbortSignal): Promise<void> => {
  const { board, open } = session;
  const [first] = board.commits;
  if (first === undefined) return;
  for (const branch of board.branches) {
    const place = { client: open.client, project: open.project.id };
    const before = board.column(branch);
    const column = await readColumn(place, { sha: first.sha, branch }, { signal });
    if (signal.aborted) return;
    session.away = column.kind === 'failed' && isAway(column.error) ? column.error : undefined;
    if (session.away !== undefined) return;
    // a test or an apply meanwhile knows better
    if (board.column(branch) === before) board.setColumn(branch, column);
  }
};
