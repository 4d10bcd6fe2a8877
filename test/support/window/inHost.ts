import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TestExports, App } from '../../../src/extension.ts';
import type { Shell } from '../../../src/host/shell/shell.ts';
import { readAccount } from '../../../src/model/accounts/signIn.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import { poll } from '../poll.ts';
import { setFaultsAt } from '../servers/sandboxControl.ts';
import { readWorld } from './world.ts';

export type SandboxWorld = {
  readonly url: string;
  readonly project: string;
  readonly repository: string;
  readonly tokens: Readonly<Record<string, string>>;
  readonly commits: Readonly<Record<string, string>>;
  readonly target: string;
};

export const sandbox = (): SandboxWorld => readWorld<SandboxWorld>();

export const extension = (): vscode.Extension<TestExports> => {
  const found = vscode.extensions.all.find(
    ({ packageJSON }) => (packageJSON as { readonly name: string }).name === 'graft-for-gitlab',
  ) as vscode.Extension<TestExports> | undefined;
  assert.ok(found, 'the extension is not installed');
  return found;
};

/** All areas, loaded. */
export const activated = async (): Promise<App> => (await extension().activate()).loadAllAreas();

export const signIn = async (app: Shell, token = 'maintainer'): Promise<void> => {
  const { url, tokens } = sandbox();
  const secret = tokens[token] ?? assert.fail(`no token ${token}`);
  await app.accounts.add(await readAccount(app.clients.trial(url, secret), {}), secret);
  await app.project.find();
  assert.equal(app.project.state.kind, 'ready', String('error' in app.project.state && app.project.state.error));
};

export const signOut = async (app: Shell): Promise<void> => {
  for (const { id } of app.accounts.list()) await app.accounts.remove(id);
  await app.project.find();
};

export const setFaults = (faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(sandbox().url, faults);

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly operation: string | undefined;
  readonly status: number | undefined;
};

export const allRequests = async (): Promise<readonly Received[]> =>
  (await (await fetch(`${sandbox().url}/-/sandbox/requests`)).json()) as Received[];

/** Without polls of visible pipelines. */
export const receivedRequests = async (): Promise<readonly Received[]> =>
  (await allRequests()).filter(({ operation, method }) => operation !== 'graphql' || method !== 'GET');

/** Without queries by GraphQL, which views make on their own. */
export const receivedWrites = async (): Promise<readonly Received[]> =>
  (await allRequests()).filter(({ operation, method }) => operation !== 'graphql' && method !== 'GET');

export const forgetRequests = async (): Promise<void> => {
  await fetch(`${sandbox().url}/-/sandbox/requests`, { method: 'DELETE' });
};

type Tree<Row> = Required<Pick<vscode.TreeDataProvider<Row>, 'getChildren' | 'getTreeItem'>>;

/** Tree rows as `label · description`, once none is loading. */
export const settledRows = async <Row>(
  tree: Tree<Row>,
  parent?: Row,
): Promise<{ text: string; label: string; row: Row; item: vscode.TreeItem }[]> =>
  poll(
    async () => {
      const rows = (await tree.getChildren(parent)) ?? [];
      const items = await Promise.all(
        rows.map(async (row) => {
          const item = await tree.getTreeItem(row);
          const label = typeof item.label === 'string' ? item.label : (item.label?.label ?? '');
          const text = [label, item.description].filter((part) => typeof part === 'string' && part !== '').join(' · ');
          return { text, label, row, item };
        }),
      );
      return items.some(({ item }) => item.iconPath instanceof vscode.ThemeIcon && item.iconPath.id === 'loading~spin')
        ? undefined
        : items;
    },
    { what: 'the tree to have loaded' },
  );

/** Signs in for a `describe`. */
export const signedIn = (began?: (app: App) => void): (() => App) => {
  let app: App;
  before(async () => {
    app = await activated();
    began?.(app);
    await signIn(app);
  });
  after(() => signOut(app));
  return () => app;
};
