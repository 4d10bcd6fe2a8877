import * as vscode from '../../vscode.ts';
import { PagedList } from '../../../model/pagedList.ts';
import { searchedFor } from '../../../model/reviews/requestSearch.ts';
import { listMergeRequests, type MergeRequest } from '../../../wire/mergeRequests.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { StateRow } from '../../kit/trees/rows.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { InReview } from '../files/inReview.ts';
import { ofBranch } from '../../kit/git/ofBranch.ts';
import type { RememberedRequests } from './rememberedRequests.ts';
import { type GroupItem, groupMessage, type GroupName } from './rows.ts';
import { placeOfReview } from '../subject.ts';

/** Merge requests per page. */
const pageSize = 20;

export interface Group {
  readonly item: GroupItem;
  readonly pages: PagedList<MergeRequest>;
  readonly isThere: () => boolean;
}

/**
 * Groups of a project's merge requests; reads nothing yet. `unsaved` and `pinned` return iids; `changed` is called when
 * a group's list changes.
 */
export const requestGroups = (
  open: OpenProject,
  branch: string | undefined,
  {
    search,
    unsaved,
    pinned,
    inReview,
    changed,
  }: {
    readonly search: string;
    readonly unsaved: () => readonly number[];
    readonly pinned: RememberedRequests;
    readonly inReview: InReview;
    readonly changed: (group: GroupName) => void;
  },
): readonly Group[] => {
  const { id, forked_from_project: parent } = open.project;
  const send = (parameters: Parameters<typeof open.client.send<typeof listMergeRequests>>[1], signal: AbortSignal) =>
    open.client.send(listMergeRequests, { ...parameters, per_page: pageSize }, { signal });
  type Load = ConstructorParameters<typeof PagedList<MergeRequest>>[0];
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
  });
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
    group('review', list({ state: 'opened', reviewer_username: open.account.username })),
    group('inReview', (page, signal) => inReview.read(open, page, signal)),
    group('mine', list({ state: 'opened', scope: 'created_by_me' })),
    group('open', list({ state: 'opened' })),
  ];
};

/** Number of loaded merge requests, with `+` if there are more. */
export const countOf = ({ pages: { state } }: Group): string => {
  const { phase, more, items } = state;
  return phase === 'ready' && items.length > 0 ? `${items.length}${more ? '+' : ''}` : '';
};

/** Key of a group's rows and loading state. */
export const listedIn = ({ pages: { state } }: Group): string =>
  [state.phase, state.more, ...state.items.map(({ iid }) => iid)].join(' ');

/** Badge: requested reviews plus known drafts on listed merge requests; undefined for none. */
export const badgeOf = (
  groups: readonly Group[],
  draftsOn: (place: ReviewPlace) => number,
): vscode.ViewBadge | undefined => {
  const review = groups.find(({ item }) => item.group === 'review');
  const requested = review === undefined || countOf(review) === '' ? 0 : review.pages.state.items.length;
  const places = groups
    .filter(({ pages }) => pages.state.phase === 'ready')
    .flatMap(({ item: { open }, pages }) => pages.state.items.map((request) => placeOfReview({ open, request })));
  const listed = new Map(places.map((place) => [placeKey(place), place]));
  const drafts = [...listed.values()].reduce((sum, place) => sum + draftsOn(place), 0);
  const words = [
    ...(review && requested > 0 ? [`${groupMessage(review.item)}: ${countOf(review)}`] : []),
    ...(drafts > 0 ? [vscode.l10n.t('{0} pending', drafts)] : []),
  ];
  return words.length === 0 ? undefined : { value: requested + drafts, tooltip: words.join(' · ') };
};

/** Row of an empty group; a click on the branch's creates a merge request, if a remote matches the project. */
export const emptyRow = (group: GroupName, { remote }: OpenProject): StateRow => {
  const text = emptyMessage(group);
  if (group !== 'branch' || remote === undefined) return { kind: 'note', text };
  return { kind: 'note', text, click: { command: 'graft.mergeRequests.create', title: vscode.l10n.t('Create…') } };
};

const emptyMessage = (group: GroupName): string => {
  const { t } = vscode.l10n;
  if (group === 'review') return t('No reviews requested');
  if (group === 'inReview') return t('None with drafts or comments of yours');
  if (group === 'mine' || group === 'open') return t('No open merge requests');
  if (group === 'search') return t('No merge requests found');
  if (group === 'upstream') return t('No merge request for this branch there');
  return t('No merge request for this branch');
};
