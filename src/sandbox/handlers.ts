import type { catalogue, OperationName } from '../wire/catalogue.ts';
import type { Handler } from './handling.ts';
import { handleGetBranch, handleListBranches } from './operations/branches.ts';
import { handleListCommitDiff } from './operations/commitDiffs.ts';
import { handleCherryPick, handleRevert } from './operations/commitPicks.ts';
import { handleGetCommit, handleListCommitRefs, handleListCommits } from './operations/commits.ts';
import { handleGetCommitSignature } from './operations/commitSignatures.ts';
import { handleListCommitStatuses } from './operations/commitStatuses.ts';
import { handleGetRawFile } from './operations/files.ts';
import { handleGetMetadata, handleGetOwnToken, handleGetUser, handleGetVersion } from './operations/instance.ts';
import { handleListCommitMergeRequests, handleListMergeRequests } from './operations/mergeRequests.ts';
import { handleGetProject, handleListProjects } from './operations/projects.ts';
import { handleGetProtectedBranch, handleListProtectedBranches } from './operations/protectedBranches.ts';

/** A handler for every operation of the catalogue: one that is missing does not compile. */
export const handlers: { readonly [K in OperationName]: Handler<(typeof catalogue)[K]> } = {
  listCommits: handleListCommits,
  getCommit: handleGetCommit,
  listCommitRefs: handleListCommitRefs,
  cherryPickCommit: handleCherryPick,
  revertCommit: handleRevert,
  listCommitDiff: handleListCommitDiff,
  listCommitStatuses: handleListCommitStatuses,
  listCommitMergeRequests: handleListCommitMergeRequests,
  getCommitSignature: handleGetCommitSignature,
  listProtectedBranches: handleListProtectedBranches,
  getProtectedBranch: handleGetProtectedBranch,
  getUser: handleGetUser,
  getVersion: handleGetVersion,
  getMetadata: handleGetMetadata,
  getOwnToken: handleGetOwnToken,
  listProjects: handleListProjects,
  getProject: handleGetProject,
  listBranches: handleListBranches,
  getBranch: handleGetBranch,
  getRawFile: handleGetRawFile,
  listMergeRequests: handleListMergeRequests,
};

/** Scopes that open an operation besides `api` (and `read_api` for reading); `any` for the token's own record. */
export const extraScopes: { readonly [K in OperationName]?: readonly string[] | 'any' } = {
  getUser: ['read_user'],
  getVersion: ['read_user'],
  getMetadata: ['read_user'],
  getOwnToken: 'any',
};
