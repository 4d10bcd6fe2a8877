import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settleDefaultBranch } from '../git/defaultBranch.ts';
import { branchTip } from '../git/refs.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import { type CountedState, usedIds } from './freshIds.ts';
import type { Group, Person, ProjectState, Token, WorldState } from './records.ts';

/** Folder without a world, or with one of another release. */
export class WorldError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WorldError';
  }
}

const stateFile = (directory: string): string => join(directory, 'world.json');

export const repositoryDirectory = (directory: string, project: Pick<ProjectState, 'directory'>): string =>
  join(directory, 'repositories', project.directory);

export const hasWorld = (directory: string): boolean => existsSync(stateFile(directory));

/** Renames, so that a crash leaves a complete file. */
export const saveState = async (directory: string, state: WorldState): Promise<void> => {
  await mkdir(directory, { recursive: true });
  const fresh = `${stateFile(directory)}.new`;
  await writeFile(fresh, JSON.stringify(state));
  await rename(fresh, stateFile(directory));
};

/** Publicly known secrets of older releases, never accepted. */
const formerSecret = ({ id, name }: Token): string => `glpat-sandbox-${name}-${String(id).padStart(4, '0')}`;

/** Secrets by token ID: given by name, stored, or random. */
const tokenSecrets = (tokens: readonly Token[], given: Readonly<Record<string, string>>): ReadonlyMap<number, string> =>
  new Map(
    tokens.map((token) => {
      const chosen = Object.hasOwn(given, token.name) ? given[token.name] : undefined;
      const own = token.secret === formerSecret(token) ? undefined : token.secret;
      return [token.id, chosen ?? own ?? `glpat-${randomBytes(15).toString('base64url')}`];
    }),
  );

/** State in memory, replaced as a whole and saved in order. */
export class World {
  readonly directory: string;
  #state: CountedState;
  #saved: Promise<void> = Promise.resolve();
  readonly #watchers = new Set<() => void>();
  readonly #waitingForWatcher = new Set<() => void>();
  readonly #repositories = new Map<number, Repository>();
  /** By token ID; never saved. */
  readonly #secrets: ReadonlyMap<number, string>;
  /** Tokens created since the start, by secret; never saved. */
  readonly #madeTokens = new Map<string, Token>();

  constructor(directory: string, state: WorldState, secrets: Readonly<Record<string, string>> = {}) {
    this.directory = directory;
    this.#secrets = tokenSecrets(state.tokens, secrets);
    this.#state = { ...state, usedIds: usedIds(state) };
  }

  get state(): CountedState {
    return this.#state;
  }

  /** Resolves once the state is on disk. */
  async update(change: (state: CountedState) => WorldState): Promise<void> {
    const changed = { ...change(this.#state), usedIds: this.#state.usedIds };
    this.#state = { ...changed, usedIds: usedIds(changed) };
    this.tellWatchers();
    const state = this.#state;
    this.#saved = this.#saved.then(() => saveState(this.directory, state));
    await this.#saved;
  }

  /** For moved branches, which aren't part of the state. */
  tellWatchers(): void {
    for (const watcher of this.#watchers) watcher();
  }

  /** Calls `watcher` for new states and moved branches; returns a function to stop. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    for (const resolve of this.#waitingForWatcher) resolve();
    this.#waitingForWatcher.clear();
    return () => void this.#watchers.delete(watcher);
  }

  /** Resolves at the next call of `watch`. */
  nextWatcher(): Promise<void> {
    return new Promise((resolve) => void this.#waitingForWatcher.add(resolve));
  }

  async updateProject(id: number, change: (project: ProjectState) => ProjectState): Promise<void> {
    await this.update((state) => ({
      ...state,
      projects: state.projects.map((project) => (project.id === id ? change(project) : project)),
    }));
  }

  /** Closes the repository but keeps it on disk. */
  async removeProject(id: number): Promise<void> {
    this.#repositories.get(id)?.close();
    this.#repositories.delete(id);
    await this.update((state) => ({ ...state, projects: state.projects.filter((project) => project.id !== id) }));
  }

  /** Includes revoked and expired tokens. */
  tokenOf(secret: string): Token | undefined {
    return this.#madeTokens.get(secret) ?? this.#state.tokens.find(({ id }) => this.#secrets.get(id) === secret);
  }

  /** Creates a token that is valid until the sandbox stops. */
  makeToken(secret: string, token: Omit<Token, 'id' | 'isRevoked' | 'expiresOn'> & Partial<Token>): void {
    const id = 1000 + this.#madeTokens.size;
    this.#madeTokens.set(secret, { id, isRevoked: false, expiresOn: null, ...token });
  }

  /** Revokes or expires a token of `makeToken`. */
  endToken(secret: string, end: Pick<Token, 'isRevoked'> | Pick<Token, 'expiresAt'>): void {
    const token = this.#madeTokens.get(secret);
    if (token !== undefined) this.#madeTokens.set(secret, { ...token, ...end });
  }

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
    const repository = openRepository(repositoryDirectory(this.directory, project), (id) => {
      const other = this.#state.projects.find((each) => each.id === id);
      return other && this.repository(other);
    });
    this.#repositories.set(project.id, repository);
    return repository;
  }

  /** Ends the git processes and waits for the last save. */
  async close(): Promise<void> {
    for (const repository of this.#repositories.values()) repository.close();
    this.#repositories.clear();
    await this.#saved;
  }
}

/** `secrets` by token name; others are generated. Throws `WorldError` for an unreadable world or unknown token. */
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

/** Repoints a missing default branch after branches were created. */
export const updateDefaultBranch = async (world: World, project: ProjectState): Promise<void> => {
  const repository = world.repository(project);
  if ((await branchTip(repository, project.defaultBranch)) !== undefined) return;
  const defaultBranch = await settleDefaultBranch(repository.directory, project.defaultBranch);
  if (defaultBranch !== project.defaultBranch)
    await world.updateProject(project.id, (state) => ({ ...state, defaultBranch }));
};
