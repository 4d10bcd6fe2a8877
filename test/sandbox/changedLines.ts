import { acmePlan } from '../../src/sandbox/sample/acme.ts';
import type { WorldPlan } from '../../src/sandbox/world/plans.ts';

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const letters = [...'abcdefghijklmnopqrst'];

/** Newest commit of project 1: line 3 of `a.txt` (`c`) becomes two lines, line 5 is deleted, two lines are appended. */
export const changedLines: WorldPlan = {
  ...acmePlan,
  projects: [
    {
      id: 1,
      path: 'acme/own',
      visibility: 'public',
      commits: [
        { message: 'First\n', files: { 'a.txt': text(letters), 'b.txt': 'b\n' } },
        {
          message: 'Second\n',
          files: { 'a.txt': text([...letters.slice(0, 2), 'C', 'C2', 'd', ...letters.slice(5), 'u', 'v']) },
        },
      ],
    },
    { id: 2, path: 'acme/old', visibility: 'public', isArchived: true, commits: [{ message: 'x', files: { a: '1' } }] },
  ],
};
