import type { CommitPlan } from '../../world/plans.ts';
import { authors } from '../people.ts';
import { ripeningTables } from './ripeningTables.ts';

const { maya, tomasz } = authors;

/** The branch that brings ripening tables: two commits. */
export const ripening: readonly CommitPlan[] = [
  {
    key: 'firstTables',
    branch: 'feature/ripening',
    from: 'main',
    author: tomasz,
    message:
      'Write ripening tables for five fruits in twelve regions\n\nGenerated from the weather of the last two years.\n',
    files: {
      'src/ripening/ripeningDay.ts': `/** One day of a ripening table; \`ripeness\` goes from 0 to 1. */
export interface RipeningDay {
  readonly day: number;
  readonly celsius: number;
  readonly sunHours: number;
  readonly ripeness: number;
}
`,
      ...ripeningTables(7, 40),
    },
  },
  {
    branch: 'feature/ripening',
    author: tomasz,
    message: 'Find the day a fruit is ripe\n\nChangelog: added\n',
    files: {
      'src/ripening/ripeOn.ts': `import type { RipeningDay } from './ripeningDay.ts';

/** The first day on which a fruit is as ripe as asked for; undefined when it never is. */
export const ripeOn = (table: readonly RipeningDay[], wanted: number): number | undefined =>
  table.find(({ ripeness }) => ripeness >= wanted)?.day;
`,
    },
  },
];

/** Its merge. */
export const ripeningMerge: CommitPlan = {
  key: 'ripeningMerge',
  author: maya,
  merge: 'feature/ripening',
  message: `Merge branch 'feature/ripening' into 'main'

Ripening tables

Closes #17

See merge request acme/orchard!2`,
};
