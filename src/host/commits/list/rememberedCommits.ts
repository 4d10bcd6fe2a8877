import * as v from 'valibot';
import type * as vscode from '../../vscode.ts';
import type { CommitFilter } from '../../../model/commits/commitFilter.ts';
import type { CommitLine } from '../../../model/commits/commitLine.ts';
import { project } from '../../../wire/projects.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import type { Clients } from '../../shell/clients.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { shaped, stored, type Stored } from '../../shell/storedValue.ts';
import type { CommitItem } from './rows.ts';

const key = 'graft.commits.last';

/** About one screen: rows below aren't visible before the server answers. */
const maxRemembered = 40;

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
  /** Followed branch; empty for none. */
  followed: v.optional(v.string(), ''),
  /** ISO time of the response. */
  readAt: v.string(),
  commits: v.array(line),
});

/** First rows of the history, as last read in this workspace. */
export interface RememberedRows {
  readonly open: OpenProject;
  readonly readAt: string;
  readonly rows: readonly CommitItem[];
  /** Compares with what the project shows, as far as known. */
  isOf(open: OpenProject, shown: ShownHistory): boolean;
}

interface ShownHistory {
  readonly filter: CommitFilter;
  /** Followed branch, empty for none; undefined while unknown. */
  readonly followed?: string | undefined;
}

/** Stores the first rows of the Commits view, to show them before the server answers in the next window. */
export class RememberedCommits {
  readonly #stored: Stored<v.InferOutput<typeof shape> | undefined>;

  constructor(memento: vscode.Memento) {
    this.#stored = stored(memento, key, shaped(shape));
  }

  /** Undefined without stored rows or when their account has been removed. */
  read({
    accounts,
    clients,
  }: {
    readonly accounts: AccountStore;
    readonly clients: Clients;
  }): RememberedRows | undefined {
    const record = this.#stored.get();
    const account = record && accounts.get(record.account);
    if (record === undefined || account === undefined) return undefined;
    const { project: of, filter: under, followed: before, readAt, commits } = record;
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
      commits: rows.slice(0, maxRemembered).map(({ commit }) => commit),
    });
  }

  async delete(): Promise<void> {
    await this.#stored.put(undefined);
  }
}
