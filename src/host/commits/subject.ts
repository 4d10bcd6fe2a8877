import type { RevealPlace } from '../../messages/commitPage.ts';
import type { CommitLine } from '../../model/commits/commitLine.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { CommitPlace } from './details.ts';

/** A file and perhaps a line in a commit. */
export type PlaceInCommit = RevealPlace;

/** A commit and the project it is read in. */
export interface CommitSubject {
  readonly open: OpenProject;
  readonly sha: string;
}

/** Where the commit of a subject is read. */
export const placeOfSubject = ({ open, sha }: CommitSubject): CommitPlace => ({
  client: open.client,
  account: open.account.id,
  project: open.project.id,
  defaultBranch: open.project.default_branch,
  sha,
});

/** The commit of a row. */
export const subjectOf = (row: {
  readonly open: OpenProject;
  readonly commit: Pick<CommitLine, 'id'>;
}): CommitSubject => ({
  open: row.open,
  sha: row.commit.id,
});

/** Where the commit of a row is read. */
export const placeOfRow = (row: Parameters<typeof subjectOf>[0]): CommitPlace => placeOfSubject(subjectOf(row));

/** The commit a menu or a page gives with a command; undefined when it gives none. */
export const givenSubject = (argument: unknown): CommitSubject | undefined => {
  if (isSubject(argument)) return argument;
  return isRow(argument) ? subjectOf(argument) : undefined;
};

const isSubject = (argument: unknown): argument is CommitSubject =>
  typeof argument === 'object' && argument !== null && 'open' in argument && 'sha' in argument;

const isRow = (argument: unknown): argument is { readonly open: OpenProject; readonly commit: CommitLine } =>
  typeof argument === 'object' && argument !== null && 'open' in argument && 'commit' in argument;

/** A commit the user chose, and the place in it where a link led to one. */
export interface ChosenCommit {
  readonly subject: CommitSubject;
  readonly at?: PlaceInCommit | undefined;
}
