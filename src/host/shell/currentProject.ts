import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import type { Client } from '../../client/client.ts';
import { isUnreachable, requestErrorFacts } from '../../client/errors.ts';
import type { Account } from '../../model/account.ts';
import { LatestReading } from '../../model/latestReading.ts';
import {
  matchRemotes,
  type Missed,
  missedRemotes,
  possibleAliases,
  type RemoteMatch,
  serversOf,
} from '../../model/git/remotes.ts';
import { getProject, type Project } from '../../wire/projects.ts';
import type { AccountStore } from './accountSecrets.ts';
import type { Clients } from './clients.ts';
import type { Log } from './log.ts';
import type { LocalRepositories, LocalRepository } from './gitExtension.ts';
import { KnownProject } from './knownProject.ts';
import { ExactRemotes } from './exactRemotes.ts';
import { shaped, stored, type Stored } from './storedValue.ts';

export interface OpenProject {
  readonly account: Account;
  readonly client: Client;
  readonly project: Project;
  /** Undefined if no repository of the window leads here. */
  readonly remote: string | undefined;
  /** Folder of the repository whose remote leads here, or that the project is a copy of. */
  readonly root?: vscode.Uri;
}

/** Unique across accounts. */
export const projectKey = ({ account, project }: Pick<OpenProject, 'account' | 'project'>): string =>
  `${account.id} ${project.id}`;

export type ProjectState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'noFolder' }
  | { readonly kind: 'noRepository' }
  | { readonly kind: 'noRemote' }
  /** `remotes`: those tried. */
  | { readonly kind: 'unknownRemote'; readonly remotes: readonly SeenRemote[] }
  /** `remotes`: those with unreadable projects. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly remotes?: readonly SeenRemote[] }
  | ({ readonly kind: 'ready' } & OpenProject);

export interface SeenRemote {
  readonly name: string;
  readonly why: Missed | Unreadable;
}

export interface Unreadable {
  readonly kind: 'unreadable';
  readonly account: Account;
  readonly project: string;
  readonly error: unknown;
}

/** The user's choice for this folder. */
const choiceShape = v.object({ account: v.string(), project: v.number() });

const choiceKey = 'graft.project.choice';
/** Account the user has switched to in this folder. */
const accountKey = 'graft.project.account';

/** Age at which a cached project is reloaded in any case. */
const confirmAfterMs = 10_000;

/** `known`: a cached project suffices. */
type Source = 'known' | 'server';

/** The window's project: chosen by the user, or detected from remotes. */
export class CurrentProject implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ProjectState>();
  readonly #subscriptions: vscode.Disposable[];
  #state: ProjectState = { kind: 'starting' };
  readonly #finding = new LatestReading();
  #started = false;
  readonly #known: KnownProject;
  /** Set while the project is only cached. */
  #unconfirmed: NodeJS.Timeout | undefined;

  readonly onDidChange = this.#changed.event;

  readonly #accounts: AccountStore;
  readonly #clients: Clients;
  readonly #repositories: LocalRepositories;
  readonly #choice: Stored<v.InferOutput<typeof choiceShape> | undefined>;
  readonly #account: Stored<string | undefined>;
  readonly #log: Log;
  readonly #remotes: ExactRemotes;
  /** The repository the project was imported from. */
  #copied: { readonly key: string; readonly root: vscode.Uri } | undefined;
  /** The remotes tried last. */
  #seen: readonly { readonly root: vscode.Uri; readonly name: string; readonly missed: Missed | undefined }[] = [];

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
    this.#choice = stored(parts.memento, choiceKey, shaped(choiceShape));
    this.#account = stored(parts.memento, accountKey, shaped(v.string()));
    this.#log = parts.log;
    this.#known = new KnownProject(parts.memento);
    this.#remotes = new ExactRemotes(parts.repositories, parts.log);
    const again = (): void => {
      if (this.#started) void this.#find('known');
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

  get open(): OpenProject | undefined {
    return this.#state.kind === 'ready' ? this.#state : undefined;
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    void this.#find('known');
  }

  /** Reloads a cached project; called once the view has rows. */
  confirm(): void {
    if (this.#unconfirmed !== undefined) void this.find();
  }

  /** Detects the project again; the old state stays until then. Overtaken searches resolve with the last. */
  async find(): Promise<void> {
    this.#started = true;
    // configuration of git and ssh may have changed
    this.#remotes.clear();
    await this.#find('server');
  }

  async #find(source: Source): Promise<void> {
    if (this.#accounts.failure) await this.#accounts.reload();
    await this.#finding.restarted((signal) => this.#findNow(source, signal));
  }

  async #findNow(source: Source, signal: AbortSignal): Promise<void> {
    // once read in this window, the cache cannot be newer
    const isFirst = this.#state.kind !== 'ready' || this.#unconfirmed !== undefined;
    const { state, isKnown } = await this.#poll(isFirst ? source : 'server', signal);
    if (signal.aborted) return;
    // lists show their last known content while the server is away
    if (state.kind === 'failed' && this.#isOfWindow(this.open?.account) && isUnreachable(state.error)) return;
    clearTimeout(this.#unconfirmed);
    this.#unconfirmed = isKnown ? setTimeout(() => this.confirm(), confirmAfterMs) : undefined;
    this.#replace(state);
  }

  /** Undefined if no project of the repository can be read. */
  async chooseOf(root: vscode.Uri, signal: AbortSignal): Promise<OpenProject | undefined> {
    const repositories = (await this.#repositories.list()).filter((each) => each.root.toString() === root.toString());
    const matches = await this.#matches(repositories, this.#ordered(this.#accounts.list()));
    const { state } = await this.#firstReadable(matches, 'server', signal);
    if (state.kind === 'ready') await this.choose(state.account, state.project, state);
    return state.kind === 'ready' ? this.open : undefined;
  }

  /** Switches this folder to a project, also after a reload. */
  async choose(account: Account, project: Project, known?: Pick<OpenProject, 'remote' | 'root'>): Promise<void> {
    this.#started = true;
    this.#finding.end();
    clearTimeout(this.#unconfirmed);
    this.#unconfirmed = undefined;
    await this.#choice.put({ account: account.id, project: project.id });
    await this.#account.put(account.id);
    await this.#known.remember(account.id, project.id, project);
    const { remote, root } = known ?? (await this.#cloneOf(account, project));
    const clone = root === undefined ? { remote } : { remote, root };
    this.#copied =
      root !== undefined && remote === undefined ? { key: projectKey({ account, project }), root } : undefined;
    this.#replace({ kind: 'ready', account, client: this.#clients.of(account), project, ...clone });
  }

  /**
   * Switches this folder to an account: to the same project on the same server, otherwise to the one of the remotes.
   * Returns success.
   */
  async switchTo(account: Account): Promise<boolean> {
    await this.#account.put(account.id);
    const choice = this.#choice.get();
    if (choice !== undefined && choice.account !== account.id) {
      const isSameServer = this.#accounts.get(choice.account)?.baseUrl === account.baseUrl;
      await this.#choice.put(isSameServer ? { account: account.id, project: choice.project } : undefined);
    }
    await this.find();
    return this.open?.account.id === account.id;
  }

  /** Candidates, likeliest first: see `serversOf`. */
  async remoteServers(): Promise<readonly string[]> {
    const repositories = await this.#repositories.list();
    const remotes = (await Promise.all(repositories.map((each) => this.#remotes.of(each)))).flat();
    const hostOf = await this.#remotes.hosts(possibleAliases(remotes, []));
    return serversOf(remotes, { upstream: repositories[0]?.upstream, hostOf });
  }

  /** Drops the user's choice. */
  async detect(): Promise<void> {
    await this.#choice.put(undefined);
    await this.find();
  }

  dispose(): void {
    this.#finding.end();
    clearTimeout(this.#unconfirmed);
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #replace(state: ProjectState): void {
    this.#state = state;
    this.#changed.fire(state);
  }

  async #poll(source: Source, signal: AbortSignal): Promise<Detection> {
    try {
      const accounts = this.#accounts.list();
      if (accounts.length === 0 && this.#accounts.failure) throw this.#accounts.failure;
      if (accounts.length === 0) return found({ kind: 'signedOut' });
      return (await this.#chosen(source, signal)) ?? (await this.#fromRemotes(accounts, source, signal));
    } catch (error) {
      if (!signal.aborted) this.#log.error('The project could not be found out.', error);
      return found({ kind: 'failed', error });
    }
  }

  async #chosen(source: Source, signal: AbortSignal): Promise<Detection | undefined> {
    const choice = this.#choice.get();
    const account = choice && this.#accounts.get(choice.account);
    if (choice === undefined || account === undefined) return undefined;
    const { project, isKnown } = await this.#read(account, choice.project, source, signal);
    const client = this.#clients.of(account);
    // a cached project doesn't wait for Git
    const clone = isKnown ? { remote: undefined } : await this.#cloneOf(account, project);
    return { state: { kind: 'ready', account, client, project, ...clone }, isKnown };
  }

  async #cloneOf(account: Account, project: Project): Promise<Pick<OpenProject, 'remote' | 'root'>> {
    if (this.#copied?.key === projectKey({ account, project })) return { remote: undefined, root: this.#copied.root };
    if ((vscode.workspace.workspaceFolders ?? []).length === 0) return { remote: undefined };
    const matches = await this.#matches(await this.#repositories.list(), [account]);
    const match = matches.find(
      ({ project: found }) => found.toLowerCase() === project.path_with_namespace.toLowerCase(),
    );
    return match ? { remote: match.remote, root: match.root } : { remote: undefined };
  }

  async #matches(
    repositories: readonly LocalRepository[],
    accounts: readonly Account[],
  ): Promise<readonly LocalMatch[]> {
    const exact = await Promise.all(
      repositories.map(async (each) => ({ ...each, remotes: await this.#remotes.of(each) })),
    );
    const all = exact.flatMap(({ remotes }) => remotes);
    const hostOf = await this.#remotes.hosts(possibleAliases(all, accounts));
    this.#seen = exact.flatMap(({ root, remotes, upstream }) =>
      missedRemotes(remotes, accounts, { upstream, hostOf }).map((each) => ({ ...each, root })),
    );
    return matchesIn(exact, accounts, hostOf);
  }

  #isOfWindow(account: Account | undefined): boolean {
    return account !== undefined && this.#ordered(this.#accounts.list())[0]?.id === account.id;
  }

  /** The window's account first, so that adding another doesn't switch. */
  #ordered(accounts: readonly Account[]): readonly Account[] {
    const ids = [this.#account.get(), this.open?.account.id, this.#known.account];
    const first = ids.find((id) => accounts.some((account) => account.id === id));
    return accounts.toSorted((one, other) => Number(other.id === first) - Number(one.id === first));
  }

  async #fromRemotes(accounts: readonly Account[], source: Source, signal: AbortSignal): Promise<Detection> {
    if ((vscode.workspace.workspaceFolders ?? []).length === 0) return found({ kind: 'noFolder' });
    const repositories = await this.#repositories.list();
    if (repositories.length === 0) return found({ kind: 'noRepository' });
    if (repositories.every(({ remotes }) => remotes.length === 0)) return found({ kind: 'noRemote' });
    const ordered = this.#ordered(accounts);
    // a cached project waits for neither git nor ssh
    const remembered = matchesIn(repositories, ordered, (alias) => alias).filter(
      ({ account, project }) => source === 'known' && this.#known.get(account.id, project) !== undefined,
    );
    const matches = remembered.length > 0 ? remembered : await this.#matches(repositories, ordered);
    return this.#firstReadable(matches, source, signal);
  }

  /** One account may see a project that another can't. */
  async #firstReadable(matches: readonly LocalMatch[], source: Source, signal: AbortSignal): Promise<Detection> {
    const failures: (LocalMatch & Unreadable)[] = [];
    for (const { account, remote, project: path, root } of matches) {
      const client = this.#clients.of(account);
      try {
        const { project, isKnown } = await this.#read(account, path, source, signal);
        return { state: { kind: 'ready', account, client, project, remote, root }, isKnown };
      } catch (error) {
        if (!requestErrorFacts(error, 'notFound', 'unauthorized', 'forbidden', 'insufficientScope')) throw error;
        failures.push({ kind: 'unreadable', account, remote, project: path, root, error });
      }
    }
    const remotes = this.#seen.flatMap(({ root, name, missed }) => {
      const why = missed ?? failures.find((each) => each.remote === name && each.root.toString() === root.toString());
      return why === undefined ? [] : [{ name, why }];
    });
    const [failure] = failures;
    return found(failure ? { kind: 'failed', error: failure.error, remotes } : { kind: 'unknownRemote', remotes });
  }

  async #read(
    account: Account,
    name: string | number,
    source: Source,
    signal: AbortSignal,
  ): Promise<{ readonly project: Project; readonly isKnown: boolean }> {
    const known = source === 'known' ? this.#known.get(account.id, name) : undefined;
    if (known) return { project: known, isKnown: true };
    try {
      const project = await this.#clients.of(account).send(getProject, { id: name }, { signal });
      await this.#known.remember(account.id, name, project);
      return { project, isKnown: false };
    } catch (error) {
      if (this.#known.get(account.id, name) && requestErrorFacts(error, 'notFound', 'forbidden'))
        await this.#known.delete();
      throw error;
    }
  }
}

type LocalMatch = RemoteMatch & { readonly root: vscode.Uri };

const matchesIn = (
  repositories: readonly LocalRepository[],
  accounts: readonly Account[],
  hostOf: (alias: string) => string,
): readonly LocalMatch[] =>
  repositories.flatMap(({ root, remotes, upstream }) =>
    matchRemotes(remotes, accounts, { upstream, hostOf }).map((match) => ({ ...match, root })),
  );

interface Detection {
  readonly state: ProjectState;
  readonly isKnown: boolean;
}

const found = (state: ProjectState): Detection => ({ state, isKnown: false });
