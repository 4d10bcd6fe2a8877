import type { Client } from '../../client/client.ts';
import { isCancelled, requestFailure } from '../../client/errors.ts';
import { type Commit, type CommitDetail, getCommit, listCommits } from '../../wire/commits.ts';
import { createCommit } from '../../wire/commitWriting.ts';
import { branchRef } from '../../wire/refName.ts';
import { getBranch } from '../../wire/projects.ts';
import { type Found, writeOnce, type Written } from '../writeOnce.ts';
import { blobHash, hasCarriageReturns } from './action.ts';
import { readFile, type Seen } from './check.ts';
import { type CommitDraft, commitRequest } from './draft.ts';

/** What became of a commit that was sent. */
export type Sent =
  | Written<CommitDetail>
  /** The server will not make it, in its words; nothing was changed. `changed` are files that are others now. */
  | {
      readonly kind: 'refused';
      readonly cause: unknown;
      readonly changed: readonly string[];
    };

/**
 * Sends a draft (C2), once. After a lost answer the branch is read, and a commit with this message and these files in its
 * place on top of what was there is taken for ours. Throws when nothing was sent because the network failed.
 */
export const sendCommit = async (
  client: Client,
  draft: CommitDraft,
  seen: Seen,
  signal: AbortSignal,
): Promise<Sent> => {
  const request = commitRequest(draft, seen.files);
  try {
    return await writeOnce(
      () => client.send(createCommit, request, { signal }),
      () => look(client, draft, seen),
    );
  } catch (cause) {
    if (isCancelled(cause) || !isRefusal(cause)) throw cause;
    return { kind: 'refused', cause, changed: await changedSince(client, draft, seen, signal) };
  }
};

const isRefusal = (error: unknown): boolean =>
  requestFailure(error, 'refused', 'forbidden', 'insufficientScope', 'notFound') !== undefined;

/** The server does not name the file that made it refuse; those that have another last commit than before do. */
const changedSince = async (
  client: Client,
  { project, startProject, branch, start }: CommitDraft,
  { files }: Seen,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const ref = start?.kind === 'sha' ? start.sha : branchRef(start?.name ?? branch);
  const changed: string[] = [];
  try {
    for (const [path, { lastCommit }] of files) {
      const now = await readFile(client, startProject ?? project, path, ref, signal);
      if (now?.lastCommit !== lastCommit) changed.push(path);
    }
  } catch {
    // the refusal is what the user needs; that its reason could not be found adds nothing to it
  }
  return changed;
};

const look = async (client: Client, draft: CommitDraft, seen: Seen): Promise<Found<CommitDetail>> => {
  const tip = await tipOf(client, draft);
  const before = seen.branch?.commit.id;
  if (tip === before) return 'absent';
  if (tip === undefined) return 'unclear';
  const onTop = draft.start === undefined ? before : seen.base;
  const found = await findOnTop(client, draft, { tip, onTop });
  if (found === undefined) return 'unclear';
  return { found: await client.send(getCommit, { id: draft.project, sha: found.id }) };
};

const tipOf = async (client: Client, { project, branch }: CommitDraft): Promise<string | undefined> => {
  try {
    return (await client.send(getBranch, { id: project, branch })).commit.id;
  } catch (error) {
    if (requestFailure(error, 'notFound')) return undefined;
    throw error;
  }
};

const findOnTop = async (
  client: Client,
  draft: CommitDraft,
  { tip, onTop }: { readonly tip: string; readonly onTop: string | undefined },
): Promise<Commit | undefined> => {
  const range = onTop === undefined ? tip : `${onTop}..${tip}`;
  const { items } = await client.send(listCommits, { id: draft.project, ref_name: range, per_page: 100 });
  for (const commit of items) {
    if (isOurs(commit, draft, onTop) && (await hasOurFiles(client, draft, commit.id))) return commit;
  }
  return undefined;
};

/** Enough to tell a commit from one with the same message that does something else. */
const mostCompared = 10;

/** Whether files are in a commit as a draft makes them. */
const hasOurFiles = async (client: Client, { project, actions }: CommitDraft, sha: string): Promise<boolean> => {
  for (const { kind, path, content } of actions.slice(0, mostCompared)) {
    const file = await readFile(client, project, path, sha, new AbortController().signal);
    if ((kind === 'delete') !== (file === undefined)) return false;
    if (file === undefined || content === undefined || hasCarriageReturns(content)) continue;
    if (blobHash(content, file.blob) !== file.blob) return false;
  }
  return true;
};

/** On a branch others may have been quicker, and ours stands on theirs; one that was made for it stands where it began. */
const isOurs = (commit: Commit, { message, author, start }: CommitDraft, onTop: string | undefined): boolean =>
  commit.message.trimEnd() === message.trimEnd() &&
  (author === undefined || (commit.author_name === author.name && commit.author_email === author.email)) &&
  commit.parent_ids.length === (onTop === undefined ? 0 : 1) &&
  (start === undefined || onTop === undefined || commit.parent_ids[0] === onTop);
