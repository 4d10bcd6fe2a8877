import * as vscode from '../vscode.ts';
import { Traffic } from '../../client/traffic.ts';

/** What the window sends, by account, and no more of it within a minute than the user allows. */
export interface AccountTraffic extends vscode.Disposable {
  /** Since when it is counted. */
  readonly sinceMs: number;
  /** The traffic of an account; `''` for servers that are asked before they have one. */
  of(account: string): Traffic;
  /** The accounts that have sent something, or wait to. */
  accounts(): readonly string[];
  /** How many changes of all accounts may have been made. */
  readonly changes: number;
  /** The most requests of an account within a minute; 0 for any number. */
  readonly cap: number;
}

const setting = 'graft.network.requestsPerMinute';

const readCap = (): number => {
  const cap = vscode.workspace.getConfiguration().get<unknown>(setting);
  return typeof cap === 'number' && cap > 0 ? Math.max(1, Math.floor(cap)) : 0;
};

/** Counts from now on, and follows the setting. */
export const createAccountTraffic = (): AccountTraffic => {
  const each = new Map<string, Traffic>();
  let cap = readCap();
  const listening = vscode.workspace.onDidChangeConfiguration((change) => {
    if (!change.affectsConfiguration(setting)) return;
    cap = readCap();
    for (const traffic of each.values()) traffic.capChanged();
  });
  return {
    sinceMs: Date.now(),
    of(account) {
      const known = each.get(account);
      if (known) return known;
      const traffic = new Traffic(() => (account === '' ? 0 : cap));
      each.set(account, traffic);
      return traffic;
    },
    accounts: () => [...each.keys()],
    get changes(): number {
      return [...each.values()].reduce((sum, { changes }) => sum + changes, 0);
    },
    get cap(): number {
      return cap;
    },
    dispose() {
      listening.dispose();
    },
  };
};
