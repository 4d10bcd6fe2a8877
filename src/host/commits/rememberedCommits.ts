import * as v from 'valibot';
import type * as vscode from '../vscode.ts';
import type { CommitFilter } from '../../model/commits/commitFilter.ts';
import type { CommitLine } from '../../model/commits/commitLine.ts';
import { project } from '../../wire/projects.ts';
import type { AccountStore } from '../shell/accountStore.ts';
import type { Clients } from '../shell/clients.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { shaped, stored, type Stored } from '../shell/stored.ts';
import type { CommitItem } from './rows.ts';

const key = 'graft.commits.last';

/** A screenful and a bit: what is below is not seen before the server has answered. */
const mostRemembered = 40;

const line = v.object({
  id: v.string(),
  title: v.string(),
  author_name: v.string(),
  created_at: v.string(),
  parent_ids: v.optional(v.array(v.string())),
  facts: v.optional(
    v.object({ trailers: v.pipe(v.array(v.string()), v.readonly()), mergeRequest: v.optional(v.string()) }),
  ),
  trailers: v.optional(v.string()),
  path: v.optional(v.string()),
});

const shape = v.object({
  account: v.string(),
  project,
  filter: v.string(),
  /** The branch that was followed; empty for none. */
  followed: v.optional(v.string(), ''),
  /** When the server gave them, as a timestamp. */
  readAt: v.string(),
  commits: v.array(line),
});

/** The first rows of a history as they were when they were last read in this workspace. */
export interface RememberedRows {
  readonly open: OpenProject;
  readonly readAt: string;
  readonly rows: readonly CommitItem[];
  /** True where they are what a project shows, as far as that is known. */
  isOf(open: OpenProject, shown: ShownHistory): boolean;
}

interface ShownHistory {
  readonly filter: CommitFilter;
  /** The branch that is followed, empty for none; undefined while that is not known. */
  readonly followed?: string | undefined;
}

/** Remembers what the Commits view showed last, so that a window has rows before the server has answered. */
export class RememberedCommits {
  readonly #stored: Stored<v.InferOutput<typeof shape> | undefined>;

  constructor(memento: vscode.Memento) {
    this.#stored = stored(memento, key, shaped(shape));
  }

  /** What was shown last; undefined when that was nothing, or when its account has been removed. */
  read({
    accounts,
    clients,
  }: {
    readonly accounts: AccountStore;
    readonly clients: Clients;
  }): RememberedRows | undefined {
    const kept = this.#stored.get();
    const account = kept && accounts.get(kept.account);
    if (kept === undefined || account === undefined) return undefined;
    const { project: of, filter: under, followed: before, readAt, commits } = kept;
    const open: OpenProject = { account, client: clients.of(account), project: of, remote: undefined };
    return {
      open,
      readAt,
      rows: commits.map((commit) => ({ kind: 'commit', open, commit: commit as CommitLine })),
      isOf: (other, { filter, followed = before }) =>
        other.account.id === account.id &&
        other.project.id === of.id &&
        JSON.stringify(filter) === under &&
        followed === before,
    };
  }

  /** Remembers the rows of a history that were just read, in place of those before. */
  async keep(
    { account, project: of }: OpenProject,
    { filter, followed = '' }: ShownHistory,
    rows: readonly CommitItem[],
  ): Promise<void> {
    await this.#stored.put({
      account: account.id,
      project: of,
      filter: JSON.stringify(filter),
      followed,
      readAt: new Date().toISOString(),
      commits: rows.slice(0, mostRemembered).map(({ commit }) => commit),
    });
  }

  async forget(): Promise<void> {
    await this.#stored.put(undefined);
  }
}
