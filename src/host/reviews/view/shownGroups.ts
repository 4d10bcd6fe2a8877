import type * as vscode from '../../vscode.ts';
import type { ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { RequestPlace } from '../../../model/reviews/requestPlaces.ts';
import { LivePace } from '../../kit/livePace.ts';
import type { Clients } from '../../shell/clients.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { Log } from '../../shell/log.ts';
import type { KeptDrafts } from '../drafts/keptDrafts.ts';
import type { InReview } from '../files/inReview.ts';
import type { RememberedRequests } from './rememberedRequests.ts';
import { badgeOf, countOf, type Group, listedIn, placedIn, placesOf, requestGroups } from './requestGroups.ts';
import type { GroupName } from './rows.ts';

/** Delay after which the requested reviews are read again while the window is focused. */
const reviewsPace = { soonestMs: 55_000, latestMs: 55_000 };

interface Parts {
  readonly clients: Clients;
  readonly kept: KeptDrafts;
  readonly pinned: RememberedRequests;
  readonly inReview: InReview;
  readonly log: Log;
}

const isOfBranch = (group: GroupName): boolean => group === 'branch' || group === 'upstream';

/** Groups of the open project, with one place for each merge request. Reads the requested reviews every minute. */
export class ShownGroups implements vscode.Disposable {
  readonly #parts: Parts;
  readonly #changed: (group: Group) => void;
  readonly #pace: LivePace;
  #all: readonly Group[] = [];
  #places: ReadonlyMap<string, RequestPlace> = new Map();
  /** Iids of the unsaved group as last read. */
  #unsavedShown = '';

  /** `changed` is called when a group's list changed, once the places are known. */
  constructor(parts: Parts, changed: (group: Group) => void) {
    this.#parts = parts;
    this.#changed = changed;
    this.#pace = new LivePace(
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
      (group) => group.isThere() && (group.item.group !== 'waiting' || placedIn(group, this.#places).length > 0),
    );
  }

  get places(): ReadonlyMap<string, RequestPlace> {
    return this.#places;
  }

  find(name: GroupName): Group | undefined {
    return this.#all.find(({ item }) => item.group === name);
  }

  show(open: OpenProject, branch: string | undefined, search: string): void {
    this.close();
    this.#all = this.#groupsOf(open, branch, search);
  }

  /** Replaces the groups of the branch; the others stay, and with them what is expanded. False if it is the same one. */
  switchBranch(open: OpenProject, branch: string | undefined, search: string): boolean {
    const before = this.#all.filter(({ item }) => isOfBranch(item.group));
    if (before[0]?.item.of === branch) return false;
    for (const { pages } of before) pages.dispose();
    this.#all = this.#groupsOf(open, branch, search).map(
      (group) => (isOfBranch(group.item.group) ? undefined : this.find(group.item.group)) ?? group,
    );
    return true;
  }

  /** Places and counts by what is read now. */
  arrange(): void {
    this.#places = placesOf(this.#all);
    for (const group of this.#all) group.item.count = countOf(group, this.#places);
  }

  /** Key of a group's rows. */
  listedIn(group: Group): string {
    return listedIn(group, this.#places);
  }

  badge(draftsOn: (place: ReviewPlace) => number): vscode.ViewBadge | undefined {
    return badgeOf(this.#all, draftsOn);
  }

  /** Groups may share their pages. */
  async refresh(isWanted: (group: Group) => boolean): Promise<void> {
    const pages = new Set(this.#all.filter(isWanted).map((group) => group.pages));
    await Promise.all([...pages].map((each) => each.refresh()));
  }

  /** Whether the merge requests with unsaved texts are others than those read. */
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
  }

  dispose(): void {
    this.close();
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
    const { clients, kept, pinned, inReview, log } = this.#parts;
    const { account, project } = open;
    return requestGroups(open, branch, {
      search,
      unsaved: () => kept.unsaved({ account: account.id, project: project.id }),
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
    this.#changed(group);
  }
}
