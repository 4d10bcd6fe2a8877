import * as vscode from '../vscode.ts';
import { checkedRef } from '../../model/git/git.ts';
import type { Remote } from '../../model/git/remotes.ts';
import type { GitFolder } from './git.ts';

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** Used subset of the Git extension's API. */
interface GitApi {
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<unknown>;
  readonly git: { readonly path: string };
  readonly repositories: readonly GitRepository[];
  getRepository(uri: vscode.Uri): GitRepository | null;
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
  readonly onDidCloseRepository: vscode.Event<GitRepository>;
  registerBranchProtectionProvider?(root: vscode.Uri, provider: BranchProtectionProvider): vscode.Disposable;
}

interface BranchProtectionProvider {
  readonly onDidChangeBranchProtection: vscode.Event<vscode.Uri>;
  provideBranchProtection(): {
    readonly remote: string;
    readonly rules: readonly { readonly include: readonly string[]; readonly exclude?: readonly string[] }[];
  }[];
}

interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly ui: { readonly selected: boolean; readonly onDidChange: vscode.Event<void> };
  readonly state: {
    readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string; readonly pushUrl?: string }[];
    readonly HEAD:
      | {
          readonly name?: string;
          readonly upstream?: { readonly remote: string; readonly name?: string };
          readonly ahead?: number;
        }
      | undefined;
    readonly indexChanges: readonly GitChange[];
    readonly workingTreeChanges: readonly GitChange[];
    readonly onDidChange: vscode.Event<void>;
  };
  fetch(remote: string, ref: string): Promise<void>;
  checkout(treeish: string): Promise<void>;
  createBranch(name: string, checkout: true, ref: string): Promise<void>;
  push(remote: string, refspec: string, setsUpstream: true): Promise<void>;
  pull(): Promise<void>;
  merge(ref: string): Promise<void>;
  deleteBranch(name: string, force: true): Promise<void>;
  status(): Promise<void>;
}

interface GitChange {
  readonly originalUri: vscode.Uri;
  readonly renameUri?: vscode.Uri;
}

export interface LocalWork extends GitFolder {
  readonly root: vscode.Uri;
  /** Renames since the last commit. */
  readonly renames: readonly { readonly from: vscode.Uri; readonly to: vscode.Uri }[];
  /** Name of the current branch's upstream. */
  readonly upstreamBranch: string | undefined;
}

export interface LocalRepository {
  readonly root: vscode.Uri;
  readonly remotes: readonly Remote[];
  /** Remote of the current branch's upstream. */
  readonly upstream: string | undefined;
  /** Undefined on a detached HEAD. */
  readonly branch: string | undefined;
  /** Name of the current branch's upstream. */
  readonly upstreamBranch: string | undefined;
}

export interface BranchGlobs {
  readonly remote: string;
  readonly globs: readonly string[];
  readonly except: readonly string[];
}

/** Source Control asks before committing to these branches. */
export interface BranchProtection {
  readonly onDidChange: vscode.Event<void>;
  protectedBranches(): BranchGlobs | undefined;
}

export interface LocalRepositories extends vscode.Disposable {
  /** The one selected in Source Control first. Awaits the Git extension's scan. */
  list(): Promise<readonly LocalRepository[]>;
  at(uri: vscode.Uri): Promise<LocalWork | undefined>;
  /** Rejects if `git.enabled` is off. */
  git(root: vscode.Uri): Promise<GitFolder>;
  /**
   * Through the Git extension, which asks for credentials; into `refs/remotes/<tracking>` if given. Rejects invalid
   * refs.
   */
  fetch(root: vscode.Uri, remote: string, ref: string, tracking?: string): Promise<void>;
  /** `start`: creates the branch there. */
  checkOut(root: vscode.Uri, name: string, start?: string): Promise<void>;
  /** Pushes HEAD and sets the upstream. */
  push(root: vscode.Uri, remote: string, branch: string): Promise<void>;
  /** Pulls from the upstream of the checked out branch. */
  pull(root: vscode.Uri): Promise<void>;
  /** Merges into the checked out branch; rejects on a conflict, which stays in the working tree. */
  merge(root: vscode.Uri, ref: string): Promise<void>;
  /** Deletes a local branch, merged or not. */
  deleteBranch(root: vscode.Uri, name: string): Promise<void>;
  /** Refreshes Source Control after git ran without it. */
  reread(root: vscode.Uri): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
  /** Also fires when the upstream is renamed. */
  readonly onDidSwitchBranch: vscode.Event<void>;
  /** The upstream has all commits of the current branch now; for a new upstream the branch switches instead. */
  readonly onDidPush: vscode.Event<void>;
  protect(root: vscode.Uri, protection: BranchProtection): Promise<vscode.Disposable>;
}

/** Empty without the Git extension, as in a virtual folder. */
export const followLocalRepositories = (): LocalRepositories => {
  const changed = new vscode.EventEmitter<void>();
  const switched = new vscode.EventEmitter<void>();
  const pushed = new vscode.EventEmitter<void>();
  const subscriptions: vscode.Disposable[] = [changed, switched, pushed];
  const seen = new Map<string, ReturnType<typeof factsOf>>();
  let api: Promise<GitApi | undefined> | undefined;
  const firstReadings = new WeakMap<GitRepository, Promise<unknown>>();

  /** Waits for the first status of a repository: Git announces it before, without HEAD and remotes. */
  const wasRead = async (repository: GitRepository): Promise<void> => {
    const { HEAD: head, remotes } = repository.state;
    if (head !== undefined || remotes.length > 0) return;
    // a status that fails is said by Source Control; the repository is taken as it is then
    const reading = firstReadings.get(repository) ?? repository.status().catch(() => undefined);
    firstReadings.set(repository, reading);
    await reading;
  };

  const fireWhenChanged = (repository: GitRepository): void => {
    const key = repository.rootUri.toString();
    const before = seen.get(key);
    const now = factsOf(repository);
    seen.set(key, now);
    if (before?.branch !== now.branch) switched.fire();
    else if (before.ahead > 0 && now.ahead === 0) pushed.fire();
    if (before?.facts !== now.facts) changed.fire();
  };

  const follow = (repository: GitRepository): void => {
    seen.set(repository.rootUri.toString(), factsOf(repository));
    subscriptions.push(repository.state.onDidChange(() => fireWhenChanged(repository)));
    subscriptions.push(repository.ui.onDidChange(() => changed.fire()));
  };

  const open = async (): Promise<GitApi | undefined> => {
    const git = await gitApi();
    if (git === undefined) return undefined;
    await initialised(git);
    git.repositories.forEach(follow);
    subscriptions.push(
      git.onDidOpenRepository((repository) => {
        follow(repository);
        changed.fire();
      }),
      git.onDidCloseRepository(() => changed.fire()),
    );
    return git;
  };

  // Git may be enabled, or the folder trusted, later
  const readAgain = async (): Promise<void> => {
    if (api === undefined || (await api) !== undefined) return;
    api = undefined;
    changed.fire();
  };
  subscriptions.push(vscode.extensions.onDidChange(() => void readAgain()));

  return {
    async list() {
      api ??= open();
      const repositories = [...((await api)?.repositories ?? [])];
      await Promise.all(repositories.map(wasRead));
      repositories.sort((a, b) => Number(b.ui.selected) - Number(a.ui.selected));
      return repositories.map(readRepository);
    },
    async at(uri) {
      api ??= open();
      const git = await api;
      const repository = git?.getRepository(uri);
      return git && repository ? readWork(git, repository) : undefined;
    },
    async git(root) {
      const gitPath = (await gitApi())?.git.path;
      if (gitPath === undefined) throw new Error(vscode.l10n.t('The editor’s Git support is switched off.'));
      return { folder: root.fsPath, gitPath };
    },
    async fetch(root, remote, ref, tracking) {
      const into = tracking === undefined ? undefined : checkedRef(`refs/remotes/${tracking}`);
      const from = checkedRef(ref);
      const refspec = into === undefined ? from : `+${from}:${into}`;
      await (await openRepository(root)).fetch(checkedRef(remote), refspec);
    },
    async checkOut(root, name, start) {
      const repository = await openRepository(root);
      checkedRef(name);
      await (start === undefined ? repository.checkout(name) : repository.createBranch(name, true, checkedRef(start)));
    },
    async push(root, remote, branch) {
      const to = checkedRef(`refs/heads/${branch}`);
      await (await openRepository(root)).push(checkedRef(remote), `HEAD:${to}`, true);
    },
    async pull(root) {
      await (await openRepository(root)).pull();
    },
    async merge(root, ref) {
      await (await openRepository(root)).merge(checkedRef(ref));
    },
    async deleteBranch(root, name) {
      await (await openRepository(root)).deleteBranch(checkedRef(name), true);
    },
    async reread(root) {
      await (await gitApi())?.getRepository(root)?.status();
    },
    onDidChange: changed.event,
    onDidSwitchBranch: switched.event,
    onDidPush: pushed.event,
    async protect(root, protection) {
      api ??= open();
      const git = await api;
      return git?.registerBranchProtectionProvider?.(root, protectionProvider(root, protection)) ?? nothingToUndo;
    },
    dispose() {
      vscode.Disposable.from(...subscriptions).dispose();
    },
  };
};

const gitApi = async (): Promise<GitApi | undefined> => {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) return undefined;
  const git = await extension.activate();
  return git.enabled ? git.getAPI(1) : undefined;
};

const openRepository = async (root: vscode.Uri): Promise<GitRepository> => {
  const repository = (await gitApi())?.getRepository(root);
  if (repository == null) throw new Error(vscode.l10n.t('The repository is not open in Source Control.'));
  return repository;
};

const initialised = (git: GitApi): Promise<void> =>
  new Promise((resolve) => {
    if (git.state === 'initialized') {
      resolve();
      return;
    }
    const subscription = git.onDidChangeState((state) => {
      if (state !== 'initialized') return;
      subscription.dispose();
      resolve();
    });
  });

const readWork = (git: GitApi, { rootUri, state }: GitRepository): LocalWork => ({
  root: rootUri,
  folder: rootUri.fsPath,
  gitPath: git.git.path,
  renames: [...state.indexChanges, ...state.workingTreeChanges].flatMap(({ originalUri, renameUri }) =>
    renameUri === undefined || renameUri.toString() === originalUri.toString()
      ? []
      : [{ from: originalUri, to: renameUri }],
  ),
  upstreamBranch: state.HEAD?.upstream?.name,
});

const readRepository = (repository: GitRepository): LocalRepository => ({
  root: repository.rootUri,
  remotes: repository.state.remotes.flatMap(({ name, fetchUrl, pushUrl }) => {
    const url = fetchUrl ?? pushUrl;
    return url === undefined ? [] : [{ name, url }];
  }),
  upstream: repository.state.HEAD?.upstream?.remote,
  branch: repository.state.HEAD?.name,
  upstreamBranch: repository.state.HEAD?.upstream?.name,
});

const factsOf = (repository: GitRepository) => {
  const { root, remotes, upstream, branch, upstreamBranch } = readRepository(repository);
  const facts = JSON.stringify({ root, remotes, upstream });
  return { facts, branch: JSON.stringify([branch, upstreamBranch]), ahead: repository.state.HEAD?.ahead ?? 0 };
};

const protectionProvider = (root: vscode.Uri, protection: BranchProtection): BranchProtectionProvider => ({
  onDidChangeBranchProtection: (listener, thisArgument, disposables) =>
    protection.onDidChange(
      () => {
        listener.call(thisArgument, root);
      },
      undefined,
      disposables,
    ),
  provideBranchProtection() {
    const globs = protection.protectedBranches();
    return globs === undefined || globs.globs.length === 0
      ? []
      : [{ remote: globs.remote, rules: [{ include: globs.globs, exclude: globs.except }] }];
  },
});

const nothingToUndo: vscode.Disposable = { dispose: () => {} };
