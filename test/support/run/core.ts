import path from 'node:path';
import { rootFolder } from '../paths.ts';
import { partOf } from './testFiles.ts';

/** Editor tests of `npm test`: files that cover sign-in and each feature of README's _What is in it_ once. */
export const core: Readonly<Record<string, readonly string[]>> = {
  'Get started': ['e2e/mainJob.test.ts'],
  Commits: ['host/connected/commits/list/commitsView.test.ts'],
  'File history and links': ['host/commits/files/fileHistory.test.ts', 'host/commits/links/links.test.ts'],
  'Commit page': ['e2e/mainJob.test.ts'],
  'Comments on commits': ['host/connected/commits/comments/commentThreads.test.ts'],
  'Commit composer': ['host/composer/composing.test.ts'],
  Statuses: ['host/commits/statuses/statuses.test.ts'],
  'Cherry-pick and revert': ['e2e/mainJob.test.ts'],
  'Backport board': ['e2e/board.test.ts'],
  'Missing on a branch': ['host/connected/board/missing.test.ts'],
  'Backport Queue': ['host/connected/backports/backports.test.ts'],
  'Release readiness': ['host/connected/backports/readiness.test.ts'],
  Reviews: ['e2e/reviewRoundTrip.test.ts'],
  'One page for each merge request': ['e2e/reviewRoundTrip.test.ts'],
  Pipelines: ['e2e/everyday.test.ts'],
  '_Submit Review_ on that page': ['host/reviews/publish/publishing.test.ts'],
  'Can I push here?': ['e2e/mainJob.test.ts'],
  'Protected branches': ['e2e/mainJob.test.ts'],
  Iterations: ['host/iterations/view.test.ts'],
  'Member roles': ['host/administration/memberRoles.test.ts'],
  Exports: ['e2e/transfers.test.ts'],
  Imports: ['host/transfers/imports/projectImport.test.ts'],
  'Move a project': ['host/transfers/move/moving.test.ts'],
};

const inEditor = new Set(Object.values(core).flat());

export function isCore(file: string): boolean {
  return partOf(file) === 'unit' || inEditor.has(path.relative(path.join(rootFolder, 'test'), file));
}
