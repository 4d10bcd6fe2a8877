import { readRequestState, type RequestPlace } from '../../model/board/requesting.ts';
import type { Log } from '../shell/log.ts';
import { requestOf } from './requestReports.ts';
import type { BoardSession } from './session.ts';

/** Where the merge requests of a board are. */
export const placeOf = ({ open }: BoardSession): RequestPlace => ({ client: open.client, project: open.project.id });

/** Reads how the merge requests of a board stand now. What cannot be read stays as it was, and is logged. */
export const refreshRequests = async (
  { log }: { readonly log: Log },
  session: BoardSession,
  signal?: AbortSignal,
): Promise<void> => {
  for (const report of session.requestReports) {
    for (const run of report.runs) {
      const known = requestOf(run);
      if (known === undefined || report.undone.includes(run.source)) continue;
      try {
        session.setRequestState(report.id, await readRequestState(placeOf(session), known.iid, signal));
      } catch (error) {
        if (signal?.aborted === true) return;
        log.error(`The state of !${known.iid} could not be read.`, error);
      }
    }
  }
};
