import type { PartName, MergeRequestParts } from '../../messages/mergeRequestPage.ts';
import type { PartView } from '../../messages/page.ts';
import { isHiddenFromToken } from '../../client/graphql/graphqlError.ts';
import { readMergeRequestCommits } from '../../model/mergeRequestCommits.ts';
import { readApprovals } from '../../model/mergeRequests/approvals.ts';
import { readJobs, readPipelines } from '../../model/mergeRequests/pipelines.ts';
import type { Train } from '../../model/mergeRequests/trains.ts';
import type { ReviewPlace } from '../../model/reviews/drafts.ts';
import type { MergeRequestFiles } from '../../model/reviews/mergeRequestFiles.ts';
import { isAsked, readReviewers } from '../../model/reviews/reviewers.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import type { Approvals, PipelineRecord } from '../../wire/mergeRequestState.ts';
import * as vscode from '../vscode.ts';
import { reviewerState } from '../kit/words/reviewerState.ts';
import { failureView } from '../kit/words/explain.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { ReviewsArea } from '../reviews/area.ts';
import type { Conflicts } from './conflicts.ts';
import { approvalsView, commitView, filesView, jobView, pipelineView } from './views.ts';

/** Last read values. */
export interface ReadState {
  files: MergeRequestFiles | undefined;
  pipelines: readonly PipelineRecord[];
  approvals: Approvals | undefined;
  train: Train | undefined;
  /** The branch that is checked out, if it is the merge request's. */
  checkedOut: string | undefined;
  conflicts?: Conflicts | undefined;
  /** The user has the role of a Developer; false until that is known. */
  isDeveloper: boolean;
}

export const nothingRead = (): ReadState => ({
  isDeveloper: false,
  files: undefined,
  pipelines: [],
  approvals: undefined,
  train: undefined,
  checkedOut: undefined,
});

/** Calls `show` each time more of the part is loaded. */
type Reader<Name extends PartName> = (
  signal: AbortSignal,
  show: (value: MergeRequestParts[Name]) => void,
) => Promise<void>;

/** All parts but the activity, which comes with the threads. */
export type PartReaders = { readonly [Name in Exclude<PartName, 'activity'>]: Reader<Name> };

export const partReaders = (
  area: ReviewsArea,
  place: ReviewPlace,
  open: OpenProject,
  read: ReadState,
): PartReaders => ({
  approvals: async (signal, show) => {
    const found = await readApprovals(place, { signal });
    read.approvals = found.approvals;
    show(approvalsView(found));
  },
  pipelines: async (signal, show) => {
    read.pipelines = await readPipelines(place, { signal });
    const pipelines = read.pipelines.map(pipelineView);
    const [newest] = read.pipelines;
    const showJobs = (jobs: PartView<readonly ReturnType<typeof jobView>[]>): void => show({ pipelines, jobs });
    if (newest === undefined) return showJobs({ state: 'ready', value: [] });
    showJobs({ state: 'loading' });
    try {
      showJobs({ state: 'ready', value: (await readJobs(place, newest, { signal })).map(jobView) });
    } catch (error) {
      if (signal.aborted) return undefined;
      area.log.error(`The jobs of pipeline ${newest.id} could not be read.`, error);
      showJobs({ state: 'failed', failure: failureView(error) });
    }
    return undefined;
  },
  reviewers: async (signal, show) => {
    const name = { project: open.project.path_with_namespace, iid: String(place.iid) };
    const reviewers = await readReviewers(area.clients.graphqlOf(open.account), name, signal).catch(
      async (error: unknown) => {
        if (!isHiddenFromToken(error)) throw error;
        // REST has reviewers without their states
        const mergeRequest = { id: place.project, merge_request_iid: place.iid };
        const { reviewers: named } = await place.client.send(getMergeRequest, mergeRequest, { signal });
        return (named ?? []).map((each) => ({ ...each, state: undefined }));
      },
    );
    if (reviewers === undefined)
      throw new Error(vscode.l10n.t('{0} no longer exists, or you have no access to it.', `!${place.iid}`));
    show(
      reviewers.map(({ name: full, username, state }) => ({
        name: full,
        username,
        hasReviewed: state !== undefined && !isAsked(state),
        ...reviewerState(state),
      })),
    );
  },
  commits: async (signal, show) => show((await readMergeRequestCommits(place, { signal })).map(commitView)),
  files: async (signal, show) => {
    read.files = await area.reviews.changes.read(place, { signal });
    show(filesView(read.files, area.reviews.viewed.of(place)));
  },
});
