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

export type SectionName = 'current' | 'upcoming' | 'closed' | 'all' | 'search';

export type ListFilter = Omit<IterationFilter, 'withAncestors' | 'withDescendants'>;

export const noFilter: ListFilter = { state: 'all', search: '' };

export const pageSize = 50;

/** Paged iterations of a group or project. */
export class IterationLists implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #project: CurrentProject;
  readonly #clients: Clients;
  readonly #subscription: vscode.Disposable;
  readonly #sections = new Map<SectionName, PagedList<Iteration>>();
  #filter: ListFilter = noFilter;
  #shown: string | undefined;
  /** Refusal of the group that the project stands in for. */
  #insteadOf: IterationsRefused | undefined;

  readonly choices: IterationChoices;
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
        // retry after a failure, or with a new token
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

  get filter(): ListFilter {
    return this.#filter;
  }

  set filter(filter: ListFilter) {
    if (JSON.stringify(filter) === JSON.stringify(this.#filter)) return;
    this.#filter = filter;
    this.#drop('search');
    this.#changed.fire();
  }

  /** Lists the matches instead of the sections. */
  get isFiltered(): boolean {
    const { state, ...others } = this.#filter;
    return state !== 'all' || Object.values(others).some((value) => value !== undefined && value !== '');
  }

  /** Refusal of the group that the project stands in for. */
  get insteadOf(): IterationsRefused | undefined {
    return this.#insteadOf;
  }

  /** The chosen place, or the project's group, or the project. */
  placeOf(open: OpenProject): IterationPlace {
    const own: IterationPlace = { kind: 'project', path: open.project.path_with_namespace };
    const group = groupOfProject(own.path);
    const usual: IterationPlace = this.#insteadOf || group === undefined ? own : { kind: 'group', path: group };
    return this.choices.of(open).place ?? usual;
  }

  /** Undefined unless the current iterations were refused. */
  get refusal(): IterationsRefused | undefined {
    const { error } = this.#sections.get('current')?.state ?? {};
    return error instanceof IterationsRefused ? error : undefined;
  }

  /** Starts loading on first use. */
  section(open: OpenProject, name: SectionName): PagedListState<Iteration> {
    return this.#list(open, name).state;
  }

  async loadMore(name: SectionName): Promise<void> {
    await this.#sections.get(name)?.loadMore();
  }

  /** Old rows stay until then. */
  async refresh(): Promise<void> {
    if (this.#project.open === undefined) return this.#project.find();
    this.#insteadOf = undefined;
    await Promise.all([...this.#sections.values()].map((list) => list.refresh()));
    this.#changed.fire();
  }

  /** Background refresh; skips lists that were scrolled. */
  async refreshQuietly(): Promise<void> {
    const short = [...this.#sections.values()].filter(({ state }) => state.items.length <= pageSize && !state.busy);
    await Promise.all(short.map((list) => list.refresh()));
  }

  async choose(open: OpenProject, change: Parameters<IterationChoices['change']>[1]): Promise<void> {
    await this.choices.change(open, change);
    this.#startOver();
  }

  /** One page, earliest first. */
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

  /** A member of only the project may still read its iterations. */
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
      // the group's refusal is more informative
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

/** Limit of current iterations in details. */
export const maxCurrent = 10;
