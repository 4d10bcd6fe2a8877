import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import { Board } from '../../../src/model/board/board.ts';
import type { CellKey } from '../../../src/model/pick/answers.ts';
import type { BoardCommit } from '../../../src/model/board/cells.ts';
import { boardCommit } from '../../../src/model/board/sources.ts';
import { Testing, type TestingOptions } from '../../../src/model/board/testing.ts';
import { getCommit } from '../../../src/wire/commits.ts';
import { getProject } from '../../../src/wire/projects.ts';
import type { As } from '../../sandbox/driving.ts';
import { type Picking, picking, scratch } from '../pick/picking.ts';

export interface Boarding extends Picking {
  /** Commits by the sandbox's names or SHAs; the client is signed in. */
  readonly aBoard: (
    commits: readonly string[],
    branches: readonly string[],
    options?: TestingOptions & { readonly as?: As; readonly url?: string },
  ) => Promise<{ readonly board: Board; readonly testing: Testing; readonly client: Client }>;
  readonly commitOf: (name: string) => Promise<BoardCommit>;
  readonly operations: () => Promise<readonly string[]>;
}

/** Call inside `describe`. */
export const boarding = (): Boarding => {
  const picks = picking();
  const shaOf = (name: string): string => {
    const known: Readonly<Record<string, string>> = picks.run().sandbox.commits;
    return known[name] ?? name;
  };
  const commitOf = async (name: string): Promise<BoardCommit> => {
    const id = picks.run().sandbox.project;
    return boardCommit(await picks.clientAs().send(getCommit, { id, sha: shaOf(name) }));
  };
  return {
    ...picks,
    commitOf,
    async aBoard(commits, branches, { as, url, ...options } = {}) {
      const client = picks.clientAs(as, url);
      const { id } = await picks.clientAs().send(getProject, { id: picks.run().sandbox.project });
      const board = new Board(id);
      for (const name of commits) {
        board.appendCommit(
          /^[0-9a-f]{40}$/.test(name) && name.startsWith('ffff')
            ? { sha: name, title: 'nowhere', author: '', date: '2026-01-01T00:00:00Z', parents: 1 }
            : await commitOf(name),
        );
      }
      board.addBranches(branches);
      await picks.forgetRequests();
      return { board, testing: new Testing(board, client, options), client };
    },
    async operations() {
      const answer = await fetch(`${picks.run().sandbox.url}/-/sandbox/requests`);
      assert.ok(answer.ok);
      return ((await answer.json()) as { operation: string }[]).map(({ operation }) => operation);
    },
  };
};

/** Kinds of cells, row by row. */
export const kinds = (board: Board): readonly (readonly string[])[] =>
  board.commits.map(({ sha }) =>
    board.branches.map((branch) => {
      const { activity, result } = board.cell({ sha, branch });
      return activity === 'idle' ? (result?.kind ?? 'untested') : activity;
    }),
  );

export const firstOn = (board: Board, branch: string): CellKey => ({ sha: board.commits[0]?.sha ?? '', branch });

export { scratch };
