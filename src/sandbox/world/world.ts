import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settleDefaultBranch } from '../git/defaultBranch.ts';
import { branchTip } from '../git/refs.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import { type CountedState, usedIds } from './freshIds.ts';
import type { Group, Person, ProjectState, Token, WorldState } from './records.ts';

/** A folder that is no world, or one of another release. */
export class WorldError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WorldError';
  }
}

const stateFile = (directory: string): string => join(directory, 'world.json');

/** Where the bare repository of a project lies. */
export const repositoryDirectory = (directory: string, project: Pick<ProjectState, 'directory'>): string =>
  join(directory, 'repositories', project.directory);

/** Says whether a folder holds a world already. */
export const hasWorld = (directory: string): boolean => existsSync(stateFile(directory));

/** Writes the state beside the old one and swaps them, so that a crash leaves one of the two whole. */
export const saveState = async (directory: string, state: WorldState): Promise<void> => {
  await mkdir(directory, { recursive: true });
  const fresh = `${stateFile(directory)}.new`;
  await writeFile(fresh, JSON.stringify(state));
  await rename(fresh, stateFile(directory));
};

/** What worlds of older releases keep: everybody knows it, and so it opens nothing any more. */
const formerSecret = ({ id, name }: Token): string => `glpat-sandbox-${name}-${String(id).padStart(4, '0')}`;

/** The secrets of tokens, by number: those that are given by name, their own, and for the others new ones. */
const tokenSecrets = (tokens: readonly Token[], given: Readonly<Record<string, string>>): ReadonlyMap<number, string> =>
  new Map(
    tokens.map((token) => {
      const chosen = Object.hasOwn(given, token.name) ? given[token.name] : undefined;
      const own = token.secret === formerSecret(token) ? undefined : token.secret;
      return [token.id, chosen ?? own ?? `glpat-${randomBytes(15).toString('base64url')}`];
    }),
  );

/** A world in use: its state in memory, its repositories open. State is replaced as a whole and saved in order. */
export class World {
  readonly directory: string;
  #state: CountedState;
  #saved: Promise<void> = Promise.resolve();
  readonly #watchers = new Set<() => void>();
  readonly #waitingForWatcher = new Set<() => void>();
  readonly #repositories = new Map<number, Repository>();
  /** Of tokens by their numbers; never saved. */
  readonly #secrets: ReadonlyMap<number, string>;
  /** Tokens made since the start, by their secrets; never saved either. */
  readonly #madeTokens = new Map<string, Token>();

  constructor(directory: string, state: WorldState, secrets: Readonly<Record<string, string>> = {}) {
    this.directory = directory;
    this.#secrets = tokenSecrets(state.tokens, secrets);
    this.#state = { ...state, usedIds: usedIds(state) };
  }

  get state(): CountedState {
    return this.#state;
  }

  /** Replaces the state; resolves once it is on disk. */
  async update(change: (state: CountedState) => WorldState): Promise<void> {
    const changed = { ...change(this.#state), usedIds: this.#state.usedIds };
    this.#state = { ...changed, usedIds: usedIds(changed) };
    this.tellWatchers();
    const state = this.#state;
    this.#saved = this.#saved.then(() => saveState(this.directory, state));
    await this.#saved;
  }

  /** Has everybody who watches look again: a branch has moved, which is not part of the state. */
  tellWatchers(): void {
    for (const watcher of this.#watchers) watcher();
  }

  /** Tells of every replaced state, and of moved branches, until the function it answers is called. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    for (const resolve of this.#waitingForWatcher) resolve();
    this.#waitingForWatcher.clear();
    return () => void this.#watchers.delete(watcher);
  }

  /** Resolves when someone begins to watch after this call. */
  nextWatcher(): Promise<void> {
    return new Promise((resolve) => void this.#waitingForWatcher.add(resolve));
  }

  /** Replaces one project by a changed copy. */
  async updateProject(id: number, change: (project: ProjectState) => ProjectState): Promise<void> {
    await this.update((state) => ({
      ...state,
      projects: state.projects.map((project) => (project.id === id ? change(project) : project)),
    }));
  }

  /** Takes a project away; its repository is closed but stays on disk. */
  async removeProject(id: number): Promise<void> {
    this.#repositories.get(id)?.close();
    this.#repositories.delete(id);
    await this.update((state) => ({ ...state, projects: state.projects.filter((project) => project.id !== id) }));
  }

  /** The token a secret belongs to, dead or alive. */
  tokenOf(secret: string): Token | undefined {
    return this.#madeTokens.get(secret) ?? this.#state.tokens.find(({ id }) => this.#secrets.get(id) === secret);
  }

  /** Makes a token that opens the world until the sandbox ends. */
  makeToken(secret: string, token: Omit<Token, 'id' | 'isRevoked' | 'expiresOn'> & Partial<Token>): void {
    const id = 1000 + this.#madeTokens.size;
    this.#madeTokens.set(secret, { id, isRevoked: false, expiresOn: null, ...token });
  }

  /** Ends a token that was made since the start: it is revoked, or its time is over. */
  endToken(secret: string, end: Pick<Token, 'isRevoked'> | Pick<Token, 'expiresAt'>): void {
    const token = this.#madeTokens.get(secret);
    if (token !== undefined) this.#madeTokens.set(secret, { ...token, ...end });
  }

  /** The secret of the token of a name. */
  secretOf(name: string): string | undefined {
    const token = this.#state.tokens.find((candidate) => candidate.name === name);
    return token === undefined ? undefined : this.#secrets.get(token.id);
  }

  person(id: number | null): Person | undefined {
    return this.#state.people.find((person) => person.id === id);
  }

  group(path: string): Group | undefined {
    return this.#state.groups.find((group) => group.path === path);
  }

  repository(project: ProjectState): Repository {
    const open = this.#repositories.get(project.id);
    if (open !== undefined) return open;
    const repository = openRepository(repositoryDirectory(this.directory, project));
    this.#repositories.set(project.id, repository);
    return repository;
  }

  /** Ends the processes of its repositories and waits for the last save. */
  async close(): Promise<void> {
    for (const repository of this.#repositories.values()) repository.close();
    this.#repositories.clear();
    await this.#saved;
  }
}

/**
 * Opens the world in a folder. `secrets` are those of tokens by their names; what is not given is made again. Throws
 * `WorldError` when the folder holds none that this release can read, or no token of a name.
 */
export const openWorld = async (directory: string, secrets: Readonly<Record<string, string>> = {}): Promise<World> => {
  let state: WorldState;
  try {
    state = JSON.parse(await readFile(stateFile(directory), 'utf8')) as WorldState;
  } catch (cause) {
    throw new WorldError(`The folder ${directory} holds no readable world.json.`, { cause });
  }
  if (state.format !== 1) throw new WorldError(`The world in ${directory} was made by another release of the sandbox.`);
  const unknown = Object.keys(secrets).filter((name) => !state.tokens.some((token) => token.name === name));
  if (unknown.length > 0) throw new WorldError(`The sample data have no token named ${unknown.join(', ')}.`);
  return new World(directory, state, secrets);
};

/** Gives a project a default branch that is there, after branches have come to it. */
export const updateDefaultBranch = async (world: World, project: ProjectState): Promise<void> => {
  const repository = world.repository(project);
  if ((await branchTip(repository, project.defaultBranch)) !== undefined) return;
  const defaultBranch = await settleDefaultBranch(repository.directory, project.defaultBranch);
  if (defaultBranch !== project.defaultBranch)
    await world.updateProject(project.id, (state) => ({ ...state, defaultBranch }));
};
