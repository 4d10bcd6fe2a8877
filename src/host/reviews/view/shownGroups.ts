import * as vscode from '../../vscode.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import { type RequestPlace, requestPlaces, waitingForViewer } from '../../../model/reviews/requestPlaces.ts';
import { PollingPace } from '../../kit/pollingPace.ts';
import type { Clients } from '../../shell/clients.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { Log } from '../../shell/log.ts';
import type { UnsentComments } from '../drafts/unsentComments.ts';
import type { InReview } from '../files/inReview.ts';
import type { StoredMergeRequests } from './storedMergeRequests.ts';
import type { StateRow } from '../../kit/trees/rows.ts';
import { keptRows } from './mergeRequestRows.ts';
import { placeOfReview, type ReviewSubject } from '../subject.ts';
import { emptyMessage, type Group, type Listed, mergeRequestGroups } from './mergeRequestGroups.ts';
import type { GroupName, UnsentItem } from './rows.ts';

/** Delay after which the requested reviews are read again while the window is focused. */
const reviewsPace = { soonestMs: 55_000, latestMs: 55_000 };

interface Parts {
  readonly clients: Clients;
  readonly unsent: UnsentComments;
  readonly pinned: StoredMergeRequests;
  readonly inReview: InReview;
  readonly log: Log;
}

export const isOfBranch = (group: GroupName): boolean => group === 'branch' || group === 'upstream';

/** Groups of the open project, with one place for each merge request. Reads the requested reviews every minute. */
export class ShownGroups implements vscode.Disposable {
  readonly #parts: Parts;
  readonly #changed: (group: Group) => void;
  readonly #pace: PollingPace;
  readonly #listed = new vscode.EventEmitter<void>();
  /** Fires when {@link request} may have changed. */
  readonly onDidListRequest = this.#listed.event;
  #all: readonly Group[] = [];
  #places: ReadonlyMap<string, RequestPlace> = new Map();
  /** Iids of the unsaved group as last read. */
  #unsavedShown = '';

  /** `changed` is called when a group's list changed, once the places are known. */
  constructor(parts: Parts, changed: (group: Group) => void) {
    this.#parts = parts;
    this.#changed = changed;
    this.#pace = new PollingPace(
      async () => {
        await this.#reviews?.refresh();
        return false;
      },
      () => this.#reviews !== undefined,
      reviewsPace,
    );
  }

  get all(): readonly Group[] {
    return this.#all;
  }

  /** Those to show. */
  get there(): readonly Group[] {
    return this.#all.filter(
      (group) => group.isThere() && (group.item.group !== 'waiting' || this.placedIn(group).length > 0),
    );
  }

  get names(): string {
    return this.there.map(({ item }) => item.group).join();
  }

  get places(): ReadonlyMap<string, RequestPlace> {
    return this.#places;
  }

  /** The open merge request of the branch, once listed. */
  get request(): ReviewSubject | undefined {
    const listed = this.#all
      .filter(({ item }) => isOfBranch(item.group))
      .flatMap(({ item: { open }, pages }) =>
        pages.state.items.map((mergeRequest) => ({ open, request: mergeRequest })),
      );
    return listed.find(({ request }) => request.state === 'opened');
  }

  find(name: GroupName): Group | undefined {
    return this.#all.find(({ item }) => item.group === name);
  }

  show(open: OpenProject, branch: string | undefined, search: string): void {
    this.close();
    this.#all = this.#groupsOf(open, branch, search);
  }

  /** Replaces the groups of the branch; the others stay, and with them what is expanded. False if the branch is the same. */
  switchBranch(open: OpenProject, branch: string | undefined, search: string): boolean {
    const before = this.#all.filter(({ item }) => isOfBranch(item.group));
    if (before[0]?.item.of === branch) return false;
    for (const { pages } of before) pages.dispose();
    this.#all = this.#groupsOf(open, branch, search).map(
      (group) => (isOfBranch(group.item.group) ? undefined : this.find(group.item.group)) ?? group,
    );
    this.#listed.fire();
    return true;
  }

  /** Updates places and counts from the lists read so far. */
  arrange(): void {
    this.#places = placesOf(this.#all);
    for (const group of this.#all) {
      const { phase, more } = group.pages.state;
      const count = this.placedIn(group).length;
      group.item.count = phase === 'ready' && count > 0 ? `${count}${more ? '+' : ''}` : '';
    }
  }

  /** The merge requests whose place is this group; all results for the search group. */
  placedIn({ item, pages }: Group): readonly Listed[] {
    const isPlaced = ({ iid }: Listed): boolean => this.#places.get(keyIn(item, iid))?.name === item.group;
    return item.group === 'search' ? pages.state.items : pages.state.items.filter(isPlaced);
  }

  /** Key of a group's rows, their places and its loading state. */
  rowsKey(group: Group): string {
    const { phase, more, items } = group.pages.state;
    const rows = this.placedIn(group).map(({ iid }) => [iid, this.#places.get(keyIn(group.item, iid))]);
    return JSON.stringify([phase, more, items.length, rows]);
  }

  /** A click on the row of the branch creates a merge request, if a remote matches the project. */
  emptyRow({ item, pages }: Group): StateRow {
    const { t } = vscode.l10n;
    const { group, open } = item;
    const others = pages.state.items.flatMap(({ iid }) => this.#places.get(keyIn(item, iid))?.others ?? []);
    if (others.some((name) => name === group)) return { kind: 'note', text: t('Listed in another group') };
    const text = emptyMessage(group);
    if (group !== 'branch' || open.remote === undefined) return { kind: 'note', text };
    return { kind: 'note', text, click: { command: 'graft.mergeRequests.create', title: t('Create…') } };
  }

  /** Counts requested reviews, own merge requests with requested changes, and known drafts; undefined if none. */
  badge(draftsOn: (place: ReviewPlace) => number): vscode.ViewBadge | undefined {
    const { t } = vscode.l10n;
    const ready = this.#all.filter(({ pages }) => pages.state.phase === 'ready');
    const listed = new Map(
      ready.flatMap(({ item, pages }) =>
        pages.state.items.map((mergeRequest) => [
          keyIn(item, mergeRequest.iid),
          placeOfReview({ open: item.open, request: mergeRequest }),
        ]),
      ),
    );
    const drafts = [...listed.values()].reduce((sum, place) => sum + draftsOn(place), 0);
    const { review, changes } = waitingForViewer(placesOf(ready));
    const words = [
      ...(review > 0 ? [t('Review requested: {0}', review)] : []),
      ...(changes > 0 ? [t('Changes requested: {0}', changes)] : []),
      ...(drafts > 0 ? [t('{0} pending', drafts)] : []),
    ];
    return words.length === 0 ? undefined : { value: review + changes + drafts, tooltip: words.join(' · ') };
  }

  /** Groups may share their pages. */
  async refresh(isWanted: (group: Group) => boolean): Promise<void> {
    const pages = new Set(this.#all.filter(isWanted).map((group) => group.pages));
    await Promise.all([...pages].map((each) => each.refresh()));
  }

  /** Refreshes the lists that a new merge request of the user's belongs to. */
  created(): Promise<void> {
    return this.refresh(
      ({ item: { group }, pages: { state } }) =>
        (state.phase !== 'loading' || state.busy) && ['branch', 'upstream', 'mine', 'open'].includes(group),
    );
  }

  /** Unsaved texts whose merge requests are not read, such as while the server is away. */
  unreadTexts({ item: { group, open }, pages }: Group): readonly UnsentItem[] {
    if (group !== 'unsaved') return [];
    const read = new Set(pages.state.items.map(({ iid }) => iid));
    const texts = this.#parts.unsent.inProject({ account: open.account.id, project: open.project.id });
    return texts
      .filter(({ iid }) => !read.has(iid))
      .flatMap((unsent) => keptRows({ group, open, request: { iid: unsent.iid, title: `!${unsent.iid}` } }, [unsent]));
  }

  /** True if the merge requests with unsaved texts differ from those last read. */
  unsavedChanged(): boolean {
    const now = this.#unsaved;
    const isOther = now !== this.#unsavedShown;
    // an empty group is hidden and never loaded
    if (now === '') this.#unsavedShown = '';
    return isOther;
  }

  /** Refreshes the unsaved group when its merge requests changed. */
  followUnsaved(): void {
    if (!this.unsavedChanged()) return;
    this.#unsavedShown = this.#unsaved;
    void this.find('unsaved')?.pages.refresh();
  }

  close(): void {
    for (const { pages } of this.#all) pages.dispose();
    this.#all = [];
    this.#places = new Map();
    this.#unsavedShown = '';
    this.#listed.fire();
  }

  dispose(): void {
    this.close();
    this.#listed.dispose();
    this.#pace.dispose();
  }

  get #unsaved(): string {
    return this.find('unsaved')?.iids?.().join() ?? '';
  }

  /** Undefined before they are read. */
  get #reviews(): Group['pages'] | undefined {
    const pages = this.find('review')?.pages;
    return pages?.state.phase === 'loading' ? undefined : pages;
  }

  #groupsOf(open: OpenProject, branch: string | undefined, search: string): readonly Group[] {
    const { clients, unsent, pinned, inReview, log } = this.#parts;
    const { account, project } = open;
    return mergeRequestGroups(open, branch, {
      search,
      unsaved: () => unsent.unsaved({ account: account.id, project: project.id }),
      pinned,
      inReview,
      graphql: clients.graphqlOf(account),
      log,
      changed: (name) => this.#listChanged(name),
    });
  }

  #listChanged(name: GroupName): void {
    const group = this.find(name);
    if (group === undefined) return;
    if (name === 'review' && !group.pages.state.busy) this.#pace.soon();
    this.arrange();
    if (isOfBranch(name)) this.#listed.fire();
    this.#changed(group);
  }
}

const keyIn = ({ open: { account, project } }: Group['item'], iid: number): string =>
  placeKey({ account: account.id, project: project.id, iid });

const placesOf = (groups: readonly Group[]): ReadonlyMap<string, RequestPlace> => {
  const lists = groups.flatMap(({ item, pages, isThere, iids }) => {
    const { group: name } = item;
    if (name === 'search' || name === 'waiting' || !isThere()) return [];
    const read = new Map(pages.state.items.map((mergeRequest) => [mergeRequest.iid, mergeRequest.reviewStates]));
    const all = iids?.() ?? [...read.keys()];
    return [{ name, requests: all.map((iid) => ({ key: keyIn(item, iid), reviewers: read.get(iid) })) }];
  });
  return requestPlaces(lists, groups[0]?.item.open.account.username ?? '');
};
