import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Client } from '../../client/client.ts';
import { requestFailure } from '../../client/errors.ts';
import type { Account } from '../../model/account.ts';
import { matchRemotes, type RemoteMatch } from '../../model/remotes.ts';
import { hostNameOf } from '../../model/sshConfig.ts';
import { getProject, type Project } from '../../wire/projects.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { Clients } from '../clients.ts';
import type { Log } from '../log.ts';
import type { LocalRepositories } from './gitExtension.ts';

/** A project with the account that reads it. */
export interface OpenProject {
  readonly account: Account;
  readonly client: Client;
  readonly project: Project;
  /** Name of the remote that led here; undefined when the project was chosen by hand. */
  readonly remote: string | undefined;
  /** Folder of the repository whose remote led here. */
  readonly root?: vscode.Uri;
}

/** What the window shows, or why it shows nothing. */
export type ProjectState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'noFolder' }
  | { readonly kind: 'noRepository' }
  | { readonly kind: 'noRemote' }
  | { readonly kind: 'unknownRemote' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | ({ readonly kind: 'ready' } & OpenProject);

/** A project chosen by hand; it sticks to the folder until detection is asked for again. */
interface ProjectChoice {
  readonly account: string;
  readonly project: number;
}

const choiceKey = 'graft.project.choice';

/** The project this window works on: chosen by hand, or found through the remotes of the open folder. */
export class CurrentProject implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ProjectState>();
  readonly #subscriptions: vscode.Disposable[];
  #state: ProjectState = { kind: 'starting' };
  #run: AbortController | undefined;
  #finding = Promise.resolve();
  #started = false;

  /** Fires after the state was replaced. */
  readonly onDidChange = this.#changed.event;

  readonly #accounts: AccountStore;
  readonly #clients: Clients;
  readonly #repositories: LocalRepositories;
  readonly #memento: vscode.Memento;
  readonly #log: Log;

  constructor(parts: {
    readonly accounts: AccountStore;
    readonly clients: Clients;
    readonly repositories: LocalRepositories;
    readonly memento: vscode.Memento;
    readonly log: Log;
  }) {
    this.#accounts = parts.accounts;
    this.#clients = parts.clients;
    this.#repositories = parts.repositories;
    this.#memento = parts.memento;
    this.#log = parts.log;
    const again = (): void => {
      if (this.#started) void this.find();
    };
    this.#subscriptions = [
      this.#changed,
      parts.accounts.onDidChange(again),
      parts.repositories.onDidChange(again),
      vscode.workspace.onDidChangeWorkspaceFolders(again),
    ];
  }

  get state(): ProjectState {
    return this.#state;
  }

  /** The project when there is one. */
  get open(): OpenProject | undefined {
    return this.#state.kind === 'ready' ? this.#state : undefined;
  }

  /** Looks for the project the first time somebody wants to see it. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    void this.find();
  }

  /**
   * Looks for the project anew; what is shown stays until the answer is there. Where another search overtakes this one,
   * resolves with that one: the state is then the newest.
   */
  async find(): Promise<void> {
    this.#started = true;
    const mine = this.#findNow();
    this.#finding = mine;
    for (let last = mine; ; last = this.#finding) {
      await last;
      if (last === this.#finding) return;
    }
  }

  async #findNow(): Promise<void> {
    if (this.#accounts.failure) await this.#accounts.reload();
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    const state = await this.#look(run.signal);
    if (this.#run === run) this.#replace(state);
  }

  /** Works on this project from now on, in this folder, also after a reload. */
  async choose(account: Account, project: Project): Promise<void> {
    this.#started = true;
    this.#run?.abort();
    this.#run = undefined;
    const choice: ProjectChoice = { account: account.id, project: project.id };
    await this.#memento.update(choiceKey, choice);
    this.#replace({ kind: 'ready', account, client: this.#clients.of(account), project, remote: undefined });
  }

  /** Forgets the project chosen by hand and looks at the remotes again. */
  async detect(): Promise<void> {
    await this.#memento.update(choiceKey, undefined);
    await this.find();
  }

  dispose(): void {
    this.#run?.abort();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #replace(state: ProjectState): void {
    this.#state = state;
    this.#changed.fire(state);
  }

  async #look(signal: AbortSignal): Promise<ProjectState> {
    try {
      const accounts = this.#accounts.list();
      if (accounts.length === 0 && this.#accounts.failure) throw this.#accounts.failure;
      if (accounts.length === 0) return { kind: 'signedOut' };
      return (await this.#chosen(signal)) ?? (await this.#fromRemotes(accounts, signal));
    } catch (error) {
      if (!signal.aborted) this.#log.error('The project could not be found out.', error);
      return { kind: 'failed', error };
    }
  }

  async #chosen(signal: AbortSignal): Promise<ProjectState | undefined> {
    const choice = this.#memento.get<ProjectChoice>(choiceKey);
    const account = choice && this.#accounts.get(choice.account);
    if (choice === undefined || account === undefined) return undefined;
    const client = this.#clients.of(account);
    const project = await client.send(getProject, { id: choice.project }, { signal });
    return { kind: 'ready', account, client, project, remote: undefined };
  }

  async #fromRemotes(accounts: readonly Account[], signal: AbortSignal): Promise<ProjectState> {
    if ((vscode.workspace.workspaceFolders ?? []).length === 0) return { kind: 'noFolder' };
    const repositories = await this.#repositories.list();
    if (repositories.length === 0) return { kind: 'noRepository' };
    if (repositories.every(({ remotes }) => remotes.length === 0)) return { kind: 'noRemote' };
    const configuration = await sshConfiguration();
    const hostOf = (alias: string): string => hostNameOf(configuration, alias);
    const matches = repositories.flatMap(({ root, remotes, upstream }) =>
      matchRemotes(remotes, accounts, { upstream, hostOf }).map((match) => ({ ...match, root })),
    );
    return this.#firstReadable(matches, signal);
  }

  /** The first project that can be read; a project one account cannot see another account may. */
  async #firstReadable(
    matches: readonly (RemoteMatch & { readonly root: vscode.Uri })[],
    signal: AbortSignal,
  ): Promise<ProjectState> {
    let failure: unknown;
    for (const { account, remote, project: path, root } of matches) {
      const client = this.#clients.of(account);
      try {
        const project = await client.send(getProject, { id: path }, { signal });
        return { kind: 'ready', account, client, project, remote, root };
      } catch (error) {
        if (!requestFailure(error, 'notFound', 'unauthorized', 'forbidden', 'insufficientScope')) throw error;
        failure ??= error;
      }
    }
    return failure === undefined ? { kind: 'unknownRemote' } : { kind: 'failed', error: failure };
  }
}

/** The user's ssh configuration; empty when there is none. */
const sshConfiguration = async (): Promise<string> => {
  try {
    return await readFile(join(homedir(), '.ssh', 'config'), 'utf8');
  } catch {
    // most people have none, and one that cannot be read holds no alias we could follow
    return '';
  }
};
