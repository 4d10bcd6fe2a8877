import * as vscode from 'vscode';
import type { Remote } from '../../model/remotes.ts';

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** The parts of the built-in Git extension's API (version 1) that are used here. */
interface GitApi {
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<unknown>;
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
  readonly onDidCloseRepository: vscode.Event<GitRepository>;
}

interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly ui: { readonly selected: boolean; readonly onDidChange: vscode.Event<void> };
  readonly state: {
    readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string; readonly pushUrl?: string }[];
    readonly HEAD: { readonly name?: string; readonly upstream?: { readonly remote: string } } | undefined;
    readonly onDidChange: vscode.Event<void>;
  };
}

/** A repository of the open folder as far as remotes go. */
export interface LocalRepository {
  readonly root: vscode.Uri;
  readonly remotes: readonly Remote[];
  /** Remote of the current branch's upstream. */
  readonly upstream: string | undefined;
}

/** Follows the repositories of the open folders. */
export interface LocalRepositories extends vscode.Disposable {
  /** The repositories found, the one selected in Source Control first; waits until git has looked around. */
  list(): Promise<readonly LocalRepository[]>;
  /** Fires when repositories come or go and when their remotes or upstream change. */
  readonly onDidChange: vscode.Event<void>;
}

/** Follows the built-in Git extension; without it (turned off, or a virtual folder) there are no repositories. */
export const followLocalRepositories = (): LocalRepositories => {
  const changed = new vscode.EventEmitter<void>();
  const subscriptions: vscode.Disposable[] = [changed];
  const seen = new Map<string, string>();
  let api: Promise<GitApi | undefined> | undefined;

  const fireWhenChanged = (repository: GitRepository): void => {
    const key = repository.rootUri.toString();
    const facts = JSON.stringify(readRepository(repository));
    if (seen.get(key) === facts) return;
    seen.set(key, facts);
    changed.fire();
  };

  const follow = (repository: GitRepository): void => {
    seen.set(repository.rootUri.toString(), JSON.stringify(readRepository(repository)));
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

  return {
    async list() {
      api ??= open();
      const repositories = [...((await api)?.repositories ?? [])];
      repositories.sort((a, b) => Number(b.ui.selected) - Number(a.ui.selected));
      return repositories.map(readRepository);
    },
    onDidChange: changed.event,
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

const readRepository = (repository: GitRepository): LocalRepository => ({
  root: repository.rootUri,
  remotes: repository.state.remotes.flatMap(({ name, fetchUrl, pushUrl }) => {
    const url = fetchUrl ?? pushUrl;
    return url === undefined ? [] : [{ name, url }];
  }),
  upstream: repository.state.HEAD?.upstream?.remote,
});
