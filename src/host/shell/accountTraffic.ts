import * as vscode from '../vscode.ts';
import { Traffic } from '../../client/traffic.ts';

/** Counts and throttles the window's requests by account. */
export interface AccountTraffic extends vscode.Disposable {
  readonly sinceMs: number;
  /** `''`: servers without an account yet. */
  of(account: string): Traffic;
  accounts(): readonly string[];
  /** Writes that may have had an effect. */
  readonly changes: number;
  /** Requests per minute and account; 0 for no limit. */
  readonly cap: number;
}

const setting = 'graft.network.requestsPerMinute';

const readCap = (): number => {
  const cap = vscode.workspace.getConfiguration().get<unknown>(setting);
  return typeof cap === 'number' && cap > 0 ? Math.max(1, Math.floor(cap)) : 0;
};

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
