import * as v from 'valibot';
import type * as vscode from '../../vscode.ts';
import { type OpenProject, projectKey } from '../../shell/currentProject.ts';
import { shaped, stored } from '../../shell/storedValue.ts';

const limit = 12;
const read = shaped(v.array(v.string()), []);

/** Target branches used in a project, newest first. */
export interface LastUsedBranches {
  get(): readonly string[];
  add(names: readonly string[]): Promise<void>;
}

export const lastUsedBranches = (memento: vscode.Memento, open: OpenProject): LastUsedBranches => {
  const remembered = stored(memento, `graft.board.recentBranches ${projectKey(open)}`, read);
  return {
    get: () => remembered.get(),
    add: (names) => remembered.put([...new Set([...names, ...remembered.get()])].slice(0, limit)),
  };
};
