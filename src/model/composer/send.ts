import type { Client } from '../../client/client.ts';
import { isCancelled, requestErrorFacts } from '../../client/errors.ts';
import { type Commit, type CommitDetail, getCommit, listCommits } from '../../wire/commits.ts';
import { createCommit } from '../../wire/commitWriting.ts';
import { branchRef } from '../../wire/refName.ts';
import { getBranch } from '../../wire/projects.ts';
import { type LookupOutcome, writeOnce, type WriteOutcome } from '../writeOnce.ts';
import { blobHash, hasCarriageReturns } from './action.ts';
import { readFile, type Seen } from './check.ts';
import { type CommitDraft, commitRequest } from './draft.ts';

export type Sent =
  | WriteOutcome<CommitDetail>
  /** `changed` are files modified since the check. */
  | { readonly kind: 'refused'; readonly cause: unknown; readonly changed: readonly string[] };

/**
 * C2, once. After a lost answer, searches a commit with this message and these files. Throws if nothing was sent because of
 * the network.
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
      () => check(client, draft, seen),
    );
  } catch (cause) {
    if (isCancelled(cause) || !isRefusal(cause)) throw cause;
    return { kind: 'refused', cause, changed: await changedSince(client, draft, seen, signal) };
  }
};

const isRefusal = (error: unknown): boolean =>
  requestErrorFacts(error, 'refused', 'forbidden', 'insufficientScope', 'notFound') !== undefined;

/** The server doesn't name the file. */
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
    // report the refusal only
  }
  return changed;
};

const check = async (client: Client, draft: CommitDraft, seen: Seen): Promise<LookupOutcome<CommitDetail>> => {
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
    if (requestErrorFacts(error, 'notFound')) return undefined;
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

const maxCompared = 10;

const hasOurFiles = async (client: Client, { project, actions }: CommitDraft, sha: string): Promise<boolean> => {
  for (const { kind, path, content } of actions.slice(0, maxCompared)) {
    const file = await readFile(client, project, path, sha, new AbortController().signal);
    if ((kind === 'delete') !== (file === undefined)) return false;
    if (file === undefined || content === undefined || hasCarriageReturns(content)) continue;
    if (blobHash(content, file.blob) !== file.blob) return false;
  }
  return true;
};

/** Others may have committed meanwhile on an existing branch. */
const isOurs = (commit: Commit, { message, author, start }: CommitDraft, onTop: string | undefined): boolean =>
  commit.message.trimEnd() === message.trimEnd() &&
  (author === undefined || (commit.author_name === author.name && commit.author_email === author.email)) &&
  commit.parent_ids.length === (onTop === undefined ? 0 : 1) &&
  (start === undefined || onTop === undefined || commit.parent_ids[0] === onTop);
