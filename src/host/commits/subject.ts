import type { RevealPlace } from '../../messages/commitPage.ts';
import type { CommitLine } from '../../model/commits/commitLine.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { CommitPlace } from './details.ts';

export type PlaceInCommit = RevealPlace;

export interface CommitSubject {
  readonly open: OpenProject;
  readonly sha: string;
}

export const placeOfSubject = ({ open, sha }: CommitSubject): CommitPlace => ({
  client: open.client,
  account: open.account.id,
  project: open.project.id,
  defaultBranch: open.project.default_branch,
  sha,
});

export const subjectOf = (row: {
  readonly open: OpenProject;
  readonly commit: Pick<CommitLine, 'id'>;
}): CommitSubject => ({ open: row.open, sha: row.commit.id });

export const placeOfRow = (row: Parameters<typeof subjectOf>[0]): CommitPlace => placeOfSubject(subjectOf(row));

/** Commit from a command's argument, such as a row or a page's subject. */
export const givenSubject = (argument: unknown): CommitSubject | undefined => {
  if (isSubject(argument)) return argument;
  return isRow(argument) ? subjectOf(argument) : undefined;
};

const isSubject = (argument: unknown): argument is CommitSubject =>
  typeof argument === 'object' && argument !== null && 'open' in argument && 'sha' in argument;

const isRow = (argument: unknown): argument is { readonly open: OpenProject; readonly commit: CommitLine } =>
  typeof argument === 'object' && argument !== null && 'open' in argument && 'commit' in argument;

/** A chosen commit, with the place a link named. */
export interface ChosenCommit {
  readonly subject: CommitSubject;
  readonly at?: PlaceInCommit | undefined;
}
