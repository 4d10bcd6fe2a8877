import * as vscode from '../vscode.ts';
import { readBranch } from '../../model/newMergeRequest.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { cloneOf } from '../kit/git/clone.ts';
import { fetchCommits, tryMerge } from '../kit/git/mergeTree.ts';
import { cancellable } from '../kit/progress.ts';
import { explain } from '../kit/words/explain.ts';
import { shortSha, visible } from '../kit/words/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';

/** Either `files` or the reason that they are unknown; `fetch` brings commits that the clone lacks. */
export interface Conflicts {
  readonly files?: readonly string[];
  readonly why?: string;
  readonly fetch?: () => Promise<unknown>;
}

/** Files in conflict by a merge in the clone, as the server does not report them; else why they are unknown. */
export const readConflicts = async (
  { repositories, log }: Pick<Shell, 'repositories' | 'log'>,
  open: OpenProject,
  { iid, sha, target_branch: target }: MergeRequestDetail,
  signal: AbortSignal,
): Promise<Conflicts> => {
  const { t } = vscode.l10n;
  const own = visible(open.project.path_with_namespace);
  try {
    const clone = await cloneOf(repositories, open);
    if (clone === undefined)
      return {
        why: t('Open a clone of {0} to see which files are in conflict. The server does not report them.', own),
      };
    const tip = (await readBranch({ client: open.client, project: open.project.id }, target, signal))?.commit.id;
    if (tip === undefined || sha == null) return { why: t('{0} no longer exists.', visible(target)) };
    const merge = await tryMerge(clone, [sha, tip], signal);
    if (merge.kind === 'tooOld')
      return { why: t('Listing the files requires git 2.38 or newer. This is {0}.', merge.version) };
    if (merge.kind === 'conflict') return { files: merge.files.map((file) => file.path) };
    if (merge.kind === 'clean')
      return { why: t('The clone has no conflict on {0}. The server merges differently.', shortSha(tip)) };
    const { remote } = clone;
    const why = t('The clone does not have {0}.', merge.commits.map(shortSha).join(', '));
    if (remote === undefined) return { why };
    const fetch = (stop: AbortSignal): Promise<void> => fetchCommits(clone, remote, merge.commits, stop);
    return { why, fetch: () => cancellable(t('Fetching from {0}…', remote), fetch) };
  } catch (error) {
    signal.throwIfAborted();
    log.error(`The files in conflict of !${iid} could not be found.`, error);
    return { why: explain(error) };
  }
};
