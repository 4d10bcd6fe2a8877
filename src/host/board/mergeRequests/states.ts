import { isDeepStrictEqual } from 'node:util';
import { readMergeRequestState } from '../../../model/board/mergeRequests.ts';
import type { MergeRequestPlace } from '../../../model/newMergeRequest.ts';
import type { Log } from '../../shell/log.ts';
import { mergeRequestOf } from './reports.ts';
import type { BoardSession } from '../session.ts';

export const placeOf = ({ open }: BoardSession): MergeRequestPlace => ({
  client: open.client,
  project: open.project.id,
});

/** Merge requests that aren't merged, closed or undone, with their report's id. */
const openMergeRequests = ({
  requestReports,
}: BoardSession): readonly { readonly report: number; readonly iid: number }[] =>
  requestReports.flatMap(({ id, runs, undone, states }) =>
    runs.flatMap((run) => {
      const iid = mergeRequestOf(run)?.iid;
      const state = states.find((each) => each.iid === iid)?.state;
      const isOver = undone.includes(run.source) || state === 'merged' || state === 'closed';
      return iid === undefined || isOver ? [] : [{ report: id, iid }];
    }),
  );

export const hasOpenMergeRequests = (session: BoardSession): boolean => openMergeRequests(session).length > 0;

/** Refreshes merge request states; resolves to whether any changed. Failures are logged and keep the old state. */
export const refreshMergeRequests = async (
  { log }: { readonly log: Log },
  session: BoardSession,
  signal?: AbortSignal,
): Promise<boolean> => {
  let isNews = false;
  for (const { report, iid } of openMergeRequests(session)) {
    try {
      const state = await readMergeRequestState(placeOf(session), iid, signal);
      const before = session.requestReports.find(({ id }) => id === report)?.states.find((each) => each.iid === iid);
      if (before !== undefined && isDeepStrictEqual({ ...before, readAtMs: 0 }, { ...state, readAtMs: 0 })) continue;
      isNews = true;
      session.setMergeRequestState(report, state);
    } catch (error) {
      if (signal?.aborted === true) return isNews;
      log.error(`The state of !${iid} could not be read.`, error);
    }
  }
  return isNews;
};
