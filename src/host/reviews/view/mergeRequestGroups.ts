import * as vscode from '../../vscode.ts';
import { PagedList } from '../../../model/pagedList.ts';
import { searchedFor } from '../../../model/reviews/mergeRequestSearch.ts';
import { readReviewStates, type Reviewer } from '../../../model/reviews/reviewers.ts';
import { listMergeRequests, type MergeRequest } from '../../../wire/mergeRequests.ts';
import { isCancelled } from '../../../client/errors.ts';
import type { GraphqlClient } from '../../../client/graphql/graphqlClient.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { Log } from '../../shell/log.ts';
import type { InReview } from '../files/inReview.ts';
import { ofBranch } from '../../kit/git/ofBranch.ts';
import type { StoredMergeRequests } from './storedMergeRequests.ts';
import type { GroupItem, GroupName } from './rows.ts';

/** Merge requests per page; the most that `readReviewStates` takes. */
const pageSize = 20;

export interface Listed extends MergeRequest {
  /** With states; undefined if not read. */
  readonly reviewStates?: readonly Reviewer[] | undefined;
}

export interface Group {
  readonly item: GroupItem;
  /** `summary` and `waiting` share theirs. */
  readonly pages: PagedList<Listed>;
  readonly isThere: () => boolean;
  /** Iids known before the list is read. */
  readonly iids?: () => readonly number[];
}

/**
 * Groups of a project's merge requests; reads nothing yet. `unsaved` and `pinned` return iids; `changed` is called when
 * a group's list changes.
 */
export const mergeRequestGroups = (
  open: OpenProject,
  branch: string | undefined,
  {
    search,
    unsaved,
    pinned,
    inReview,
    graphql,
    log,
    changed,
  }: {
    readonly search: string;
    readonly unsaved: () => readonly number[];
    readonly pinned: StoredMergeRequests;
    readonly inReview: InReview;
    readonly graphql: GraphqlClient;
    readonly log: Log;
    readonly changed: (group: GroupName) => void;
  },
): readonly Group[] => {
  const { id, forked_from_project: parent } = open.project;
  const send = (parameters: Parameters<typeof open.client.send<typeof listMergeRequests>>[1], signal: AbortSignal) =>
    open.client.send(listMergeRequests, { ...parameters, per_page: pageSize }, { signal });
  type Load = ConstructorParameters<typeof PagedList<Listed>>[0];
  const list =
    (parameters: Omit<Parameters<typeof send>[0], 'page' | 'id'>): Load =>
    (page, signal) =>
      send({ id, ...parameters, page }, signal);
  /** Merge requests by iid; hidden without any. */
  const numbered = (name: GroupName, iids: () => readonly number[]): Group => ({
    ...group(name, async (page, signal) =>
      iids().length === 0
        ? { items: [], next: undefined, total: undefined }
        : send({ id, iids: [...iids()], page }, signal),
    ),
    isThere: () => iids().length > 0,
    iids,
  });
  /** Without the states if they can't be read, such as with a fine-grained token. */
  const withStates =
    (load: Load): Load =>
    async (page, signal) => {
      const answer = await load(page, signal);
      if (answer.items.length === 0) return answer;
      const named = { project: open.project.path_with_namespace, iids: answer.items.map(({ iid }) => iid) };
      try {
        const states = await readReviewStates(graphql, named, signal);
        return { ...answer, items: answer.items.map((each) => ({ ...each, reviewStates: states.get(each.iid) })) };
      } catch (error) {
        if (isCancelled(error)) throw error;
        log.error('The states of reviewers could not be read.', error);
        return answer;
      }
    };
  /** Other forks may have branches of the same name. */
  const ofFork =
    (parentId: number, name: string): Load =>
    async (page, signal) => {
      const answer = await send({ id: parentId, source_branch: name, page }, signal);
      return { ...answer, items: answer.items.filter(({ source_project_id: source }) => source === id) };
    };
  const group = (name: GroupName, load: Load, of?: string, within = open): Group => ({
    item: { kind: 'group', group: name, of, open: within, count: '' },
    pages: new PagedList(load, () => changed(name)),
    isThere: () => true,
  });
  const review = group('review', withStates(list({ state: 'opened', reviewer_username: open.account.username })));
  // a fork's merge requests usually target its parent
  const upstream = parent && { ...open, project: parent, remote: undefined };
  return [
    ...(search === '' ? [] : [group('search', list(searchedFor(search)), search)]),
    numbered('pinned', () => pinned.of({ account: open.account.id, project: id })),
    numbered('unsaved', unsaved),
    ...(branch === undefined ? [] : [group('branch', list(ofBranch(branch, open.remote)), branch)]),
    ...(branch === undefined || !upstream
      ? []
      : [group('upstream', ofFork(upstream.project.id, branch), branch, upstream)]),
    review,
    { ...review, item: { ...review.item, group: 'waiting' } },
    group('inReview', (page, signal) => inReview.read(open, page, signal)),
    group('mine', withStates(list({ state: 'opened', scope: 'created_by_me' }))),
    group('open', list({ state: 'opened' })),
  ];
};

/** Shown in a group without merge requests. */
export const emptyMessage = (group: GroupName): string => {
  const { t } = vscode.l10n;
  if (group === 'review') return t('No reviews requested');
  if (group === 'inReview') return t('None with drafts or comments of yours');
  if (group === 'mine' || group === 'open') return t('No open merge requests');
  if (group === 'search') return t('No merge requests found');
  if (group === 'upstream') return t('No merge request for this branch there');
  return t('No merge request for this branch');
};
