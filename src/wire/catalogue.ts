import {
  cherryPickCommit,
  getCommit,
  getCommitSignature,
  listCommitDiff,
  listCommitMergeRequests,
  listCommitRefs,
  listCommits,
  listCommitStatuses,
  revertCommit,
} from './commits.ts';
import { getMetadata, getOwnToken, getUser, getVersion } from './instance.ts';
import { listMergeRequests } from './mergeRequests.ts';
import { getBranch, getProject, getRawFile, listBranches, listProjects } from './projects.ts';
import { getProtectedBranch, listProtectedBranches } from './protectedBranches.ts';

/** Every operation we send. The sandbox must handle each one: a missing handler does not compile. */
export const catalogue = {
  listCommits,
  getCommit,
  listCommitRefs,
  cherryPickCommit,
  revertCommit,
  listCommitDiff,
  listCommitStatuses,
  listCommitMergeRequests,
  getCommitSignature,
  listProtectedBranches,
  getProtectedBranch,
  getUser,
  getVersion,
  getMetadata,
  getOwnToken,
  listProjects,
  getProject,
  listBranches,
  getBranch,
  getRawFile,
  listMergeRequests,
};

/** The name of an operation in the catalogue. */
export type OperationName = keyof typeof catalogue;
