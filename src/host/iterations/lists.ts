import * as vscode from '../vscode.ts';
import type { Page } from '../../client/pages.ts';
import { isCancelled } from '../../client/errors.ts';
import { newestFirst } from '../../model/iterations/iterationPages.ts';
import {
  groupOfProject,
  isOfGroupAlone,
  type IterationFilter,
  IterationsRefused,
  readIterations,
  whyNoIterations,
} from '../../model/iterations/iterationScope.ts';
import type { IterationPlace } from '../../model/iterations/iterationWork.ts';
import { PagedList, type PagedListState } from '../../model/pagedList.ts';
import type { Iteration } from '../../wire/iterations.ts';
import type { Clients } from '../shell/clients.ts';
import { type CurrentProject, type OpenProject, projectKey } from '../shell/currentProject.ts';
import { IterationChoices } from './choices.ts';

/** The lists of the view: one for each state, and what a search has found. */
export type SectionName = 'current' | 'upcoming' | 'closed' | 'all' | 'search';

/** What the view may be narrowed to. */
export type ListFilter = Omit<IterationFilter, 'withAncestors' | 'withDescendants'>;

/** Narrows nothing. */
export const noFilter: ListFilter = { state: 'all', search: '' };

/** Rows of one page. */
export const pageSize = 50;

/** The iterations of the group or project in question, read page by page as they are asked for. */
export class IterationLists implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #project: CurrentProject;
  readonly #clients: Clients;
  readonly #subscription: vscode.Disposable;
  readonly #sections = new Map<SectionName, PagedList<Iteration>>();
  #filter: ListFilter = noFilter;
  #shown: string | undefined;
  /** Why the project's own list stands in for that of its group. */
  #insteadOf: IterationsRefused | undefined;

  /** What the user has chosen for the projects. */
  readonly choices: IterationChoices;
  /** Fires after a list or what is listed was replaced. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: {
    readonly project: CurrentProject;
    readonly clients: Clients;
    readonly memento: vscode.Memento;
  }) {
    this.#project = parts.project;
    this.#clients = parts.clients;
    this.choices = new IterationChoices(parts.memento);
    const keyOfProject = (): string | undefined => {
      const { open } = parts.project;
      return open && projectKey(open);
    };
    this.#shown = keyOfProject();
    this.#subscription = parts.project.onDidChange(() => {
      const key = keyOfProject();
      if (key === undefined || key === this.#shown) {
        // it could not be read in between, or the account has another token now
        const failed = key === undefined ? [] : this.#failed();
        for (const list of failed) void list.refresh();
        this.#changed.fire();
      } else {
        this.#shown = key;
        this.#filter = noFilter;
        this.#startOver();
      }
    });
  }

  /** What the view is narrowed to. */
  get filter(): ListFilter {
    return this.#filter;
  }

  set filter(filter: ListFilter) {
    if (JSON.stringify(filter) === JSON.stringify(this.#filter)) return;
    this.#filter = filter;
    this.#drop('search');
    this.#changed.fire();
  }

  /** Whether the view lists what fits the filter instead of a list for each state. */
  get isFiltered(): boolean {
    const { state, ...others } = this.#filter;
    return state !== 'all' || Object.values(others).some((value) => value !== undefined && value !== '');
  }

  /** Why the list of the project stands in for that of its group; undefined while it does not. */
  get insteadOf(): IterationsRefused | undefined {
    return this.#insteadOf;
  }

  /** Where iterations are read: the place chosen, or the group of the project, or the project itself. */
  placeOf(open: OpenProject): IterationPlace {
    const own: IterationPlace = { kind: 'project', path: open.project.path_with_namespace };
    const group = groupOfProject(own.path);
    const usual: IterationPlace = this.#insteadOf || group === undefined ? own : { kind: 'group', path: group };
    return this.choices.of(open).place ?? usual;
  }

  /** Why there are no iterations here, as far as was looked. */
  get refusal(): IterationsRefused | undefined {
    const { error } = this.#sections.get('current')?.state ?? {};
    return error instanceof IterationsRefused ? error : undefined;
  }

  /** A list as far as it is read; reading begins with this. */
  section(open: OpenProject, name: SectionName): PagedListState<Iteration> {
    return this.#list(open, name).state;
  }

  /** Reads the next page of a list. */
  async loadMore(name: SectionName): Promise<void> {
    await this.#sections.get(name)?.loadMore();
  }

  /** Reads every list that is shown again; the old rows stay until the new ones are there. */
  async refresh(): Promise<void> {
    if (this.#project.open === undefined) return this.#project.find();
    this.#insteadOf = undefined;
    await Promise.all([...this.#sections.values()].map((list) => list.refresh()));
    this.#changed.fire();
  }

  /** The same by itself: lists that were scrolled stay as they are. */
  async refreshQuietly(): Promise<void> {
    const short = [...this.#sections.values()].filter(({ state }) => state.items.length <= pageSize && !state.busy);
    await Promise.all(short.map((list) => list.refresh()));
  }

  /** Lists another place, or other parts of it. */
  async choose(open: OpenProject, change: Parameters<IterationChoices['change']>[1]): Promise<void> {
    await this.choices.change(open, change);
    this.#startOver();
  }

  /** One page of the iterations that fit, for a list of the caller's own. The earliest first. */
  async read(
    open: OpenProject,
    filter: ListFilter,
    page: { readonly page: number; readonly pageSize: number; readonly signal: AbortSignal },
  ): Promise<Page<Iteration>> {
    const { withAncestors, withDescendants, place: chosen } = this.choices.of(open);
    const capabilities = this.#clients.capabilitiesOf(open.account);
    const whole = { ...filter, withAncestors, withDescendants };
    const place = this.placeOf(open);
    try {
      return await readIterations(capabilities, place, whole, page);
    } catch (error) {
      if (isCancelled(error)) throw error;
      const reason = await whyNoIterations({ capabilities, client: open.client }, place, error, page);
      if (reason === undefined) throw error;
      const refused = new IterationsRefused(reason, place, error);
      if (chosen !== undefined || place.kind === 'project' || !isOfGroupAlone(reason)) throw refused;
      return this.#fromProject(open, whole, page, refused);
    }
  }

  dispose(): void {
    for (const list of this.#sections.values()) list.dispose();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** A member of the project alone may read its iterations all the same. */
  async #fromProject(
    open: OpenProject,
    filter: IterationFilter,
    page: { readonly page: number; readonly pageSize: number; readonly signal: AbortSignal },
    refused: IterationsRefused,
  ): Promise<Page<Iteration>> {
    const own: IterationPlace = { kind: 'project', path: open.project.path_with_namespace };
    try {
      const read = await readIterations(this.#clients.capabilitiesOf(open.account), own, filter, page);
      this.#insteadOf = refused;
      return read;
    } catch (error) {
      if (isCancelled(error)) throw error;
      // the refusal of the group says more than that of the project
      throw refused;
    }
  }

  #list(open: OpenProject, name: SectionName): PagedList<Iteration> {
    const known = this.#sections.get(name);
    if (known) return known;
    const filter = name === 'search' ? this.#filter : { state: name, search: '' };
    const read = (page: number, signal: AbortSignal): Promise<Page<Iteration>> =>
      this.read(open, filter, { page, pageSize, signal });
    const isLong = name === 'closed' || name === 'all' || name === 'search';
    const list = new PagedList(isLong ? newestFirst(read, pageSize) : read, () => this.#changed.fire());
    this.#sections.set(name, list);
    void list.refresh();
    return list;
  }

  #failed(): readonly PagedList<Iteration>[] {
    return [...this.#sections.values()].filter(({ state }) => state.phase === 'failed');
  }

  #drop(name: SectionName): void {
    this.#sections.get(name)?.dispose();
    this.#sections.delete(name);
  }

  #startOver(): void {
    for (const name of [...this.#sections.keys()]) this.#drop(name);
    this.#insteadOf = undefined;
    this.#changed.fire();
  }
}

/** Most current iterations that are asked about. */
export const mostCurrent = 10;
