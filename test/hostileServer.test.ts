import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { withLocalMerge } from '../src/host/board/resolving/localMerge.ts';
import { withScratchIndex } from '../src/host/composer/scratchIndex.ts';
import { readCloneHistory, refsInClone } from '../src/host/kit/git/cloneHistory.ts';
import { readPatches } from '../src/host/kit/git/clonePatches.ts';
import { fetchCommits, tryMerge } from '../src/host/kit/git/mergeTree.ts';
import { gitRunner, gitFirstLine, runGit } from '../src/host/shell/git.ts';
import { canFastForward, fastForward, hasCommit } from '../src/model/composer/fastForward.ts';
import { createCommit } from '../src/wire/commitWriting.ts';
import { getMergeRequest, listMergeRequestVersions } from '../src/wire/mergeRequestReview.ts';
import { listBranches } from '../src/wire/projects.ts';
import { answerJson, connect } from './client/connect.ts';
import { loopback } from './client/loopback.ts';
import { payloadText } from './support/fixtures.ts';
import { git } from './support/git.ts';
import { hostileTexts } from './support/servers/hostileTexts.ts';
import { temporaryFolder } from './support/paths.ts';

const { signal } = new AbortController();

const filled = (value: unknown, text: string, hash: string): unknown => {
  if (typeof value === 'string') return /^[0-9a-f]{8,64}$/.test(value) ? hash : text;
  if (Array.isArray(value)) return value.map((each) => filled(each, text, hash));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, text, hash)]));
};

describe('git, whatever a server answers', function () {
  this.timeout(60_000);
  const net = loopback();
  const root = temporaryFolder('hostile-server');
  const [folder, server] = [path.join(root, 'clone'), path.join(root, 'server')];
  const clone = { folder, gitPath: 'git' };
  const { TMPDIR } = process.env;
  const commit = (at: string, title: string): string => {
    git(at, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', title);
    return git(at, 'rev-parse', 'HEAD');
  };

  git(root, 'init', '--quiet', '--initial-branch=main', server);
  const tip = commit(server, 'Begin');
  git(root, 'clone', '--quiet', server, folder);
  git(folder, 'switch', '--quiet', '-c', 'mine');
  commit(folder, 'Not pushed');
  git(folder, 'switch', '--quiet', 'main');
  git(server, 'switch', '--quiet', '-c', 'evil');
  commit(server, 'Evil');

  before(() => {
    process.env['TMPDIR'] = path.join(root, 'temporary');
    mkdirSync(path.join(root, 'temporary'));
  });
  after(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
    rmSync(root, { recursive: true, force: true });
  });

  /** All files with their content, refs and config included. */
  const disk = (): ReadonlyMap<string, string> =>
    new Map(
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => path.join(parentPath, name))
        .map((file) => [path.relative(root, file), readFileSync(file, 'latin1')]),
    );

  const run = gitRunner(clone);
  const none = async () => undefined;
  const ref = (sha: string) => ({ name: 'main', sha, date: '' });
  const all = async (works: readonly (() => Promise<unknown>)[]): Promise<void> => {
    for (const work of works) await work().catch(() => undefined);
  };

  const useHash = (sha: string): Promise<void> =>
    all([
      // Backport Queue, Missing on a Branch
      () => refsInClone(clone, [ref(tip), ref(sha)], signal),
      () => readCloneHistory(clone, ref(tip), ref(sha), signal),
      () => readPatches(clone, [sha], { signal }),
      // conflicts of the board
      () => withLocalMerge(clone, { action: 'cherryPick', commit: tip, tip: sha }, signal, none),
      () => withLocalMerge(clone, { action: 'revert', commit: sha, tip }, signal, none),
      () => fetchCommits(clone, 'origin', [sha], signal),
      () => tryMerge(clone, [tip, sha], signal),
      // composer
      () => hasCommit(run, sha),
      () => withScratchIndex(run, (scratch) => canFastForward(run, sha, scratch)),
      () => fastForward(run, sha, []),
      // blame of working files
      () => runGit(clone, ['diff', '--unified=0'], { revisions: [sha], paths: ['a'] }),
    ]);

  /** Passes a ref name to git as views and commands do. */
  const useName = (name: string): Promise<void> =>
    all([
      () => fetchCommits(clone, name, [tip], signal),
      () => gitFirstLine(clone, ['rev-parse', '--verify'], { revisions: [`refs/remotes/origin/${name}`] }),
      () => gitFirstLine(clone, ['for-each-ref'], { revisions: [`refs/heads/${name}`] }),
      () => gitFirstLine(clone, ['rev-list', '--count'], { revisions: [`refs/heads/${name}...${tip}`] }),
      () => runGit(clone, ['diff', '--unified=0'], { revisions: [tip], paths: [name] }),
      () => runGit(clone, ['add'], { paths: [name] }),
      () => runGit(clone, ['add', '--pathspec-from-file=-', '--pathspec-file-nul'], { input: { paths: [name] } }),
    ]);

  for (const text of hostileTexts(root, tip))
    it(`touches nothing when it is ${JSON.stringify(text.replaceAll(root, '…').replaceAll(tip, '…'))}`, async () => {
      const before = disk();
      for (const hash of [text, tip]) {
        const { origin } = await net.serve(({ method, target }, response) => {
          const file = /branches|versions|commits/.exec(target)?.[0] ?? 'request';
          const payload = {
            branches: 'listBranches.18.json',
            versions: 'listMergeRequestVersions.18.json',
            commits: 'createCommit.18.json',
            request: 'getMergeRequest.15.json',
          }[file];
          const status = method === 'POST' ? 201 : 200;
          answerJson(response, filled(JSON.parse(payloadText(payload ?? '')), text, hash), { status });
        });
        const { client } = connect(net, origin);
        const place = { id: 1, merge_request_iid: 1 };
        const made = { id: 1, branch: 'main', commit_message: 'x', actions: [] };
        // tried although the client refuses it: git is the second line of defence
        const refused = (error: Error): readonly string[] => {
          assert.match(error.message, /not a full SHA/);
          return [text];
        };
        const hashes = [
          await client.send(listBranches, { id: 1 }).then(({ items }) => items.map((each) => each.commit.id), refused),
          await client
            .send(listMergeRequestVersions, place)
            .then(({ items }) => items.map(({ head_commit_sha: head }) => head ?? ''), refused),
          await client.send(createCommit, made).then(({ id }) => [id], refused),
        ].flat();
        for (const read of new Set(hashes)) if (read !== tip) await useHash(read);
        const name = hash === tip ? (await client.send(getMergeRequest, place)).source_branch : text;
        await useName(name);
      }
      assert.deepEqual(disk(), before);
    });
});
