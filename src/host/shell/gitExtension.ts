import * as vscode from '../vscode.ts';
import { checkedRef } from '../../model/git.ts';
import type { Remote } from '../../model/remotes.ts';
import type { GitFolder } from './git.ts';

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** The parts of the built-in Git extension's API (version 1) that are used here. */
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
      | { readonly name?: string; readonly upstream?: { readonly remote: string; readonly name?: string } }
      | undefined;
    readonly indexChanges: readonly GitChange[];
    readonly workingTreeChanges: readonly GitChange[];
    readonly onDidChange: vscode.Event<void>;
  };
  fetch(remote: string, ref: string): Promise<void>;
  checkout(treeish: string): Promise<void>;
  createBranch(name: string, checkout: true, ref: string): Promise<void>;
  push(remote: string, refspec: string, setsUpstream: true): Promise<void>;
  status(): Promise<void>;
}

interface GitChange {
  readonly originalUri: vscode.Uri;
  readonly renameUri?: vscode.Uri;
}

/** A repository on disk with what git needs to be asked there. */
export interface LocalWork extends GitFolder {
  readonly root: vscode.Uri;
  /** Files renamed since the last commit. */
  readonly renames: readonly { readonly from: vscode.Uri; readonly to: vscode.Uri }[];
  /** What the upstream calls the current branch. */
  readonly upstreamBranch: string | undefined;
}

/** A repository of the open folder as far as remotes go. */
export interface LocalRepository {
  readonly root: vscode.Uri;
  readonly remotes: readonly Remote[];
  /** Remote of the current branch's upstream. */
  readonly upstream: string | undefined;
  /** The branch that is checked out; undefined when none is. */
  readonly branch: string | undefined;
  /** What the upstream calls the current branch. */
  readonly upstreamBranch: string | undefined;
}

/** Branches of a remote by globs of their names; one that matches `except` is not among them. */
export interface BranchGlobs {
  readonly remote: string;
  readonly globs: readonly string[];
  readonly except: readonly string[];
}

/** What Source Control is to treat as protected in a repository: it asks before it commits there. */
export interface BranchProtection {
  /** Fires when there is something else to tell. */
  readonly onDidChange: vscode.Event<void>;
  tell(): BranchGlobs | undefined;
}

/** Follows the repositories of the open folders. */
export interface LocalRepositories extends vscode.Disposable {
  /** The repositories found, the one selected in Source Control first; waits until git has looked around. */
  list(): Promise<readonly LocalRepository[]>;
  /** The repository a file or folder is in; undefined when it is in none that is open. */
  at(uri: vscode.Uri): Promise<LocalWork | undefined>;
  /** A folder for git to be run in. Rejects where the editor's Git support is switched off. */
  git(root: vscode.Uri): Promise<GitFolder>;
  /**
   * Fetches a branch or ref the way the user does, with the editor's own questions for names and passwords; with
   * `tracking` into that ref below `refs/remotes`. Rejects what git does not take for the name of a ref.
   */
  fetch(root: vscode.Uri, remote: string, ref: string, tracking?: string): Promise<void>;
  /** Checks out a branch or a commit the way the user does; `start`: a new branch from that commit. */
  checkOut(root: vscode.Uri, name: string, start?: string): Promise<void>;
  /** Pushes the commit that is checked out to a branch the way the user does; the local branch follows it from then on. */
  push(root: vscode.Uri, remote: string, branch: string): Promise<void>;
  /** Makes Source Control read a repository again after git was run behind its back. */
  reread(root: vscode.Uri): Promise<void>;
  /** Fires when repositories come or go and when their remotes or upstream change. */
  readonly onDidChange: vscode.Event<void>;
  /** Fires when another branch is checked out, or the upstream gives it another name. */
  readonly onDidSwitchBranch: vscode.Event<void>;
  /** Tells Source Control which branches of a repository are protected, until disposed. */
  protect(root: vscode.Uri, protection: BranchProtection): Promise<vscode.Disposable>;
}

/** Follows the built-in Git extension; without it (turned off, or a virtual folder) there are no repositories. */
export const followLocalRepositories = (): LocalRepositories => {
  const changed = new vscode.EventEmitter<void>();
  const switched = new vscode.EventEmitter<void>();
  const subscriptions: vscode.Disposable[] = [changed, switched];
  const seen = new Map<string, { readonly facts: string; readonly branch: string }>();
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

  // Git is switched on while the window is open, or allowed by trusting its folder
  const lookAgain = async (): Promise<void> => {
    if (api === undefined || (await api) !== undefined) return;
    api = undefined;
    changed.fire();
  };
  subscriptions.push(vscode.extensions.onDidChange(() => void lookAgain()));

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
    async reread(root) {
      await (await gitApi())?.getRepository(root)?.status();
    },
    onDidChange: changed.event,
    onDidSwitchBranch: switched.event,
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

/** What the events tell apart: where the repository leads to, and which branch it is on. */
const factsOf = (repository: GitRepository): { readonly facts: string; readonly branch: string } => {
  const { root, remotes, upstream, branch, upstreamBranch } = readRepository(repository);
  return { facts: JSON.stringify({ root, remotes, upstream }), branch: JSON.stringify([branch, upstreamBranch]) };
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
    const told = protection.tell();
    return told === undefined || told.globs.length === 0
      ? []
      : [{ remote: told.remote, rules: [{ include: told.globs, exclude: told.except }] }];
  },
});

const nothingToUndo: vscode.Disposable = { dispose: () => {} };
