import { createHash } from 'node:crypto';
import type { getRawFile } from '../../wire/projects.ts';
import type { compareRefs, getFile, getMergeBase } from '../../wire/repositoryFiles.ts';
import { countCommits, lastCommitOf, mergeBase } from '../git/ancestry.ts';
import type { getCommitSequence } from '../../wire/commits.ts';
import { changesBetween } from '../git/diff.ts';
import { listCommitHashes } from '../git/history.ts';
import { findCommit, readCommit } from '../git/repository.ts';
import { fileMode } from '../git/treeFiles.ts';
import { ok, openCode, type Handler, type RequestContext } from '../handling.ts';
import { badParameters, notFound, refusal } from '../refusals.ts';
import { diffRecord } from './commitDiffs.ts';
import { commitRecord } from './commitRecord.ts';
import { openCommit } from './commits.ts';

const looksBinary = (content: Buffer): boolean => content.subarray(0, 8000).includes(0);

/** Throws 400 on path traversal. */
const checkFilePath = (path: string): void => {
  if (path.split('/').includes('..')) throw badParameters(['file_path should be a valid file path']);
};

/** Default ref is the default branch; throws 404 for a missing commit or file. */
const openFile = async (
  visit: RequestContext,
  { file_path: path, ref }: { readonly file_path: string; readonly ref?: string | undefined },
) => {
  const { project, repository } = openCode(visit);
  checkFilePath(path);
  const commit = await openCommit(repository, ref ?? project.defaultBranch);
  const blob = await repository.objects.contents(`${commit.sha}:${path}`);
  if (blob?.type !== 'blob') throw notFound('File');
  const [mode, last] = await Promise.all([
    fileMode(repository, commit.sha, path),
    lastCommitOf(repository, commit.sha, path),
  ]);
  const facts = {
    file_name: path.slice(path.lastIndexOf('/') + 1),
    file_path: path,
    size: blob.size,
    encoding: 'base64',
    content_sha256: createHash('sha256').update(blob.content).digest('hex'),
    ref: ref ?? '',
    blob_id: blob.sha,
    commit_id: commit.sha,
    last_commit_id: last ?? commit.sha,
    execute_filemode: mode === '100755',
  };
  return { content: blob.content, facts };
};

type FileFacts = Awaited<ReturnType<typeof openFile>>['facts'];

/** File metadata as `X-Gitlab-*` headers; UTF-8 is sent unencoded. */
const factHeaders = (facts: FileFacts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      `x-gitlab-${name.replaceAll('_', '-')}`,
      Buffer.from(String(value).replace(/[\0-\x1f\x7f]/g, encodeURIComponent)).toString('latin1'),
    ]),
  );

/** R5. Content unchanged. */
export const handleGetRawFile: Handler<typeof getRawFile> = async (visit) => {
  openCode(visit);
  const { content, facts } = await openFile(visit, visit.parameters());
  const name = encodeURIComponent(facts.file_name);
  return {
    kind: 'bytes',
    headers: {
      'content-type': looksBinary(content) ? 'application/octet-stream' : 'text/plain; charset=utf-8',
      'content-disposition': `inline; filename="${name}"; filename*=UTF-8''${name}`,
      'x-content-type-options': 'nosniff',
      ...factHeaders(facts),
    },
    body: content,
  };
};

/** R6. */
export const handleGetFile: Handler<typeof getFile> = async (visit) => {
  openCode(visit);
  const { content, facts } = await openFile(visit, visit.parameters());
  return { ...ok({ ...facts, content: content.toString('base64') }), headers: factHeaders(facts) };
};

/** R8. Commits oldest first; diff from the merge base, or from `from` with `straight`. */
export const handleCompareRefs: Handler<typeof compareRefs> = async (visit) => {
  const { project, repository } = openCode(visit);
  const { from, to, straight = false } = visit.parameters();
  const [start, end] = await Promise.all([findCommit(repository, from), findCommit(repository, to)]);
  if (start === undefined || end === undefined) throw notFound('Ref');
  const ancestor = straight ? start.sha : ((await mergeBase(repository, start.sha, end.sha)) ?? start.sha);
  const hashes = await listCommitHashes(repository, {
    revision: `${start.sha}..${end.sha}`,
    all: false,
    firstParent: false,
    topological: false,
    skip: 0,
    most: 1000,
  });
  const commits = await Promise.all(
    hashes.toReversed().map(async (sha) => commitRecord(visit, project, await readCommit(repository, sha))),
  );
  const changes = await changesBetween(repository, ancestor, end.sha, visit.diffLimits);
  const dots = straight ? '..' : '...';
  return ok({
    commit: commits.at(-1) ?? null,
    commits,
    diffs: changes.map((change) => diffRecord(change)),
    compare_timeout: false,
    compare_same_ref: from === to,
    web_url: `${visit.url}/${project.path}/-/compare/${encodeURIComponent(from)}${dots}${encodeURIComponent(to)}`,
  });
};

/** R10. Unknown ref 400, unrelated histories 404. */
export const handleGetMergeBase: Handler<typeof getMergeBase> = async (visit) => {
  const { project, repository } = openCode(visit);
  const { refs } = visit.parameters();
  if (refs.length < 2) throw refusal(400, 'Provide at least 2 refs, you provided 1');
  const commits = await Promise.all(refs.map((ref) => findCommit(repository, ref)));
  const missing = refs.filter((_, index) => commits[index] === undefined);
  if (missing.length > 0) throw refusal(400, `Could not find ref: ${missing.join(', ')}`);
  const [first, ...others] = commits.flatMap((commit) => commit?.sha ?? []);
  if (first === undefined) throw notFound('Merge Base');
  let base: string | undefined = first;
  for (const other of others) base = base && (await mergeBase(repository, base, other));
  if (base === undefined) throw notFound('Merge Base');
  return ok(commitRecord(visit, project, await readCommit(repository, base)));
};

/** C4b. Counts both sides of merges unless `first_parent` is set. */
export const handleGetCommitSequence: Handler<typeof getCommitSequence> = async (visit) => {
  const { repository } = openCode(visit);
  const { sha: revision, first_parent: firstParent = false } = visit.parameters();
  const { sha } = await openCommit(repository, revision);
  return ok({ count: await countCommits(repository, sha, { firstParent }) });
};
