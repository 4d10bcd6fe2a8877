import { getMergeRequestApprovals, unapproveMergeRequest } from '../../wire/mergeRequestState.ts';
import { getMergeRequest, type MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { acceptMergeRequest, cancelAutoMerge, updateMergeRequest } from '../../wire/mergeRequestWriting.ts';
import { addToMergeTrain } from '../../wire/mergeTrains.ts';
import { PayloadRefused } from '../payloadRefused.ts';
import type { ReviewPlace } from '../reviews/drafts.ts';
import { type WriteOutcome, WithoutEffect, writeOnce } from '../writeOnce.ts';
import type { MergeWay } from './mergeability.ts';
import { isSquashed } from './squashing.ts';

export interface WantedMerge {
  /** The displayed head; the server answers 409 if it has changed. */
  readonly sha: string | undefined;
  readonly way: MergeWay;
  /** Servers ignore `false`; see {@link keepCommits}. */
  readonly squash: boolean;
  readonly removeSource: boolean;
  /** Commit messages; by default from the project's templates. Merge trains take none. */
  readonly message?: string | undefined;
  readonly squashMessage?: string | undefined;
}

/** MR2, never shared with an earlier read. */
export const readMergeRequest = (
  { client, project, iid }: ReviewPlace,
  how?: { readonly signal: AbortSignal },
): Promise<MergeRequestDetail> => {
  client.stopSharing();
  const asked = { id: project, merge_request_iid: iid, include_rebase_in_progress: true };
  return client.send(getMergeRequest, asked, how);
};

export const isDraft = ({ draft, work_in_progress: former }: MergeRequestDetail): boolean => (draft ?? former) === true;

/** MR16, or MR29 for a merge train; sent once. Reads after a lost response. Throws refusals. */
export const merge = (place: ReviewPlace, wanted: WantedMerge): Promise<WriteOutcome<MergeRequestDetail>> =>
  writeOnce(
    async () => {
      const named = { id: place.project, merge_request_iid: place.iid, sha: wanted.sha };
      const given = wanted.squash ? { ...named, squash: true } : named;
      if (wanted.way === 'train') {
        await place.client.send(addToMergeTrain, { ...given, when_pipeline_succeeds: true, auto_merge: true });
        return readMergeRequest(place);
      }
      return place.client.send(acceptMergeRequest, {
        ...given,
        should_remove_source_branch: wanted.removeSource,
        merge_commit_message: wanted.message,
        ...(wanted.squash ? { squash_commit_message: wanted.squashMessage } : {}),
        ...(wanted.way === 'auto' ? { merge_when_pipeline_succeeds: true, auto_merge: true } : {}),
      });
    },
    async () => {
      const now = await readMergeRequest(place);
      if (isMergeAsAsked(now, wanted)) return { found: now };
      return now.state === 'opened' ? 'absent' : 'unclear';
    },
  );

/** Merged, or auto-merge is set if requested. */
export const isMergeAsAsked = (
  { state, merge_when_pipeline_succeeds: waits }: MergeRequestDetail,
  { way }: Pick<WantedMerge, 'way'>,
): boolean => state === 'merged' || (way !== 'now' && waits === true);

/** MR26, sent once. Reads after a lost response. Throws refusals. */
export const cancelMerge = (place: ReviewPlace): Promise<WriteOutcome<undefined>> =>
  writeOnce<undefined>(
    async () => {
      const named = { id: place.project, merge_request_iid: place.iid };
      const { status, message } = await place.client.send(cancelAutoMerge, named);
      if (status === 'error') throw new PayloadRefused([message ?? status]);
      return undefined;
    },
    async () => {
      const { state, merge_when_pipeline_succeeds: waits } = await readMergeRequest(place);
      // Merging also ends auto-merge.
      if (state !== 'opened') return 'unclear';
      return waits === true ? 'absent' : { found: undefined };
    },
  );

/** `labels`: comma-separated names that replace all. */
export type MergeRequestChange =
  | { readonly title: string; readonly description?: string }
  | { readonly description: string }
  | { readonly labels: string }
  | { readonly target_branch: string }
  /** User ids. */
  | { readonly assignee_ids: number[] }
  /** Milestone id; 0 removes it. */
  | { readonly milestone_id: number }
  | { readonly squash: boolean }
  | { readonly remove_source_branch: boolean }
  | { readonly state_event: 'close' | 'reopen' };

/** MR15, sent once. After a lost response, reads the record and checks `isDone`. Throws refusals. */
export const changeMergeRequest = (
  place: ReviewPlace,
  change: MergeRequestChange,
  isDone: (now: MergeRequestDetail) => boolean,
): Promise<WriteOutcome<MergeRequestDetail>> =>
  writeOnce(
    () => place.client.send(updateMergeRequest, { id: place.project, merge_request_iid: place.iid, ...change }),
    async () => {
      const now = await readMergeRequest(place);
      return isDone(now) ? { found: now } : 'absent';
    },
  );

/** MR15, sent once before a merge without squashing. Throws `WithoutEffect` if the project requires squashing. */
export const keepCommits = async (place: ReviewPlace): Promise<WriteOutcome<MergeRequestDetail>> => {
  const written = await changeMergeRequest(place, { squash: false }, (now) => isSquashed(now) === false);
  if (written.kind === 'done' && isSquashed(written.value) !== false) {
    throw new WithoutEffect('the commits will be squashed');
  }
  return written;
};

/** MR19, sent once. Reads approvals after a lost response. Throws refusals. */
export const revokeApproval = ({ client, project, iid }: ReviewPlace): Promise<WriteOutcome<undefined>> => {
  const place = { id: project, merge_request_iid: iid };
  return writeOnce<undefined>(
    async () => {
      await client.send(unapproveMergeRequest, place);
      return undefined;
    },
    async () => {
      client.stopSharing();
      const { user_has_approved: has } = await client.send(getMergeRequestApprovals, place);
      if (has == null) return 'unclear';
      return has ? 'absent' : { found: undefined };
    },
  );
};

const draftPrefix = /^\s*(?:\[draft\]|\(draft\)|draft:)\s*/i;

/** GitLab recognises drafts by a title prefix. */
export const titleAs = (title: string, form: 'draft' | 'ready'): string => {
  let plain = title;
  while (draftPrefix.test(plain)) plain = plain.replace(draftPrefix, '');
  return form === 'draft' ? `Draft: ${plain}` : plain;
};
