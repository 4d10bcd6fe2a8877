import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { checkedRef } from '../../../model/git/git.ts';
import { branchRef, shownRef } from '../../../wire/refName.ts';
import { getMergeRequest } from '../../../wire/mergeRequestReview.ts';
import { cloneOf } from '../../kit/git/clone.ts';
import { shortSha, visible } from '../../kit/words/format.ts';
import { cancellable, orCancelled, shownIfSlow } from '../../kit/progress.ts';
import { withGitErrors, type GitFolder, gitFirstLine, gitOutput, runGit, setGitConfig } from '../../shell/git.ts';
import { shaped, stored } from '../../shell/storedValue.ts';
import type { ReviewsArea } from '../area.ts';
import { reviewSubject } from '../chooseReview.ts';
import { mergeRequestBranch } from '../../kit/git/ofBranch.ts';
import { offerGoBack, previousBranchKey } from './previousBranch.ts';
import type { ReviewSubject } from '../subject.ts';
import { call } from '../../kit/areaCommands.ts';

/** Branch to go back to after checking out a merge request. */
const previousSchema = v.object({
  root: v.string(),
  /** Branch of the merge request. */
  branch: v.string(),
  /** Branch, or SHA if HEAD was detached. */
  back: v.string(),
  /** Commit of the stash that was made for it. */
  stash: v.optional(v.string()),
});

const previousOf = ({ context }: ReviewsArea) =>
  stored(context.workspaceState, previousBranchKey, shaped(previousSchema));

const putPrevious = async (area: ReviewsArea, value?: v.InferOutput<typeof previousSchema>): Promise<void> => {
  await previousOf(area).put(value);
  offerGoBack(area.context.workspaceState);
};

/** Planned checkout. */
interface Plan {
  /** Local branch. */
  readonly name: string;
  readonly isThere: boolean;
  readonly detail: string;
  /** Branch or SHA to go back to. */
  readonly back: string;
  readonly clone: GitFolder & { readonly root: vscode.Uri };
  readonly carryOut: (stash: string | undefined) => Promise<void>;
}

/**
 * Checks out the source branch after a preview; if the remote lacks it, GitLab's `merge-requests/<iid>/head` under the
 * branch name from its documentation. Needs a clean working tree, and only ever fast-forwards a local branch.
 */
export const checkOutBranch = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await reviewSubject(area, argument, t('Check out the branch of which merge request?'));
  const plan = subject && (await checkOut(area, subject));
  if (plan === undefined) return;
  const { name, back } = plan;
  const goBack = back === name ? [] : [t('Go Back to {0}', nameOf(back))];
  void vscode.window.showInformationMessage(t('Checked out {0}.', visible(name)), ...goBack).then((answer) => {
    if (answer !== undefined) void call('graft.reviews.goBack');
  });
};

/** Plan that was carried out with the user's consent, on a clean working tree. `merged`: branch that is merged afterwards. */
export const checkOut = async (
  area: ReviewsArea,
  subject: ReviewSubject,
  merged?: string,
): Promise<Plan | undefined> => {
  const { t } = vscode.l10n;
  const { iid } = subject.request;
  const plan = await cancellable(t('Checking out {0}…', `!${iid}`), (signal) => planOf(area, subject, signal));
  if (plan === undefined) return undefined;
  if (typeof plan === 'string') {
    void vscode.window.showWarningMessage(plan);
    return undefined;
  }
  const { isThere, clone, carryOut } = plan;
  const name = visible(plan.name);
  if (isThere && merged === undefined) {
    void vscode.window.showInformationMessage(t('{0} is already checked out.', name));
    return undefined;
  }
  const question = t('Check out {0} of !{1}?', name, iid);
  const merging = merged && t('Fetches {0} and merges it. Nothing is pushed.', visible(merged));
  const [yes, detail] = merging
    ? [t('Check Out and Merge'), `${plan.detail}\n${merging}`]
    : [t('Check Out'), plan.detail];
  if ((await vscode.window.showInformationMessage(question, { modal: true, detail }, yes)) !== yes) return undefined;
  const clean = await confirmClean(clone);
  if (clean === undefined) return undefined;
  if (!isThere) await shownIfSlow(t('Checking out {0}…', name), () => carryOut(clean.stash));
  return plan;
};

/** Checks out the previous branch again; needs a clean working tree. */
export const goBackToBranch = async (area: ReviewsArea): Promise<void> => {
  const { t } = vscode.l10n;
  const known = previousOf(area).get();
  if (known === undefined) {
    void vscode.window.showInformationMessage(t('No merge request is checked out.'));
    return;
  }
  const { back, stash } = known;
  const root = vscode.Uri.parse(known.root);
  const clone = { root, ...(await area.repositories.git(root)) };
  const { code } = await runGit(clone, ['cat-file', '-e'], {
    revisions: [`${isSha(back) ? back : branchRef(back)}^{commit}`],
  });
  if (code !== 0) {
    void vscode.window.showWarningMessage(t('{0} no longer exists.', nameOf(back)));
    return;
  }
  if ((await confirmClean(clone)) === undefined) return;
  await shownIfSlow(t('Checking out {0}…', nameOf(back)), () =>
    withGitErrors('checkout', area.repositories.checkOut(root, back)),
  );
  await putPrevious(area);
  const restore = stash === undefined ? [] : [t('Restore Stashed Changes')];
  void vscode.window.showInformationMessage(t('Checked out {0}.', nameOf(back)), ...restore).then(async (answer) => {
    if (answer === undefined) return;
    // with other stashes on top, Git asks which one
    const isLatest = (await latestStash(clone)) === stash;
    await vscode.commands.executeCommand(isLatest ? 'git.stashPopLatest' : 'git.stashPop', root);
  });
};

/** Fetches the commits without moving a local branch. A string is the reason not to check out. */
const planOf = async (
  area: ReviewsArea,
  { open, request: { iid } }: ReviewSubject,
  signal: AbortSignal,
): Promise<Plan | string> => {
  const { t } = vscode.l10n;
  const { repositories, project } = area;
  const parameters = { id: open.project.id, merge_request_iid: iid };
  const mergeRequest = await open.client.send(getMergeRequest, parameters, { signal });
  const { source_branch: branch, source_project_id: source } = mergeRequest;
  // the current project may be a fork, with the merge request in its parent
  const home = project.open;
  const from = home?.account.id === open.account.id && home.project.id === source ? home : open;
  const clone = await cloneOf(repositories, from);
  const { remote } = clone ?? {};
  if (clone === undefined || remote === undefined) {
    return vscode.workspace.isTrusted
      ? t('No clone of {0} is open in this window.', visible(from.project.path_with_namespace))
      : t('Git is disabled in Restricted Mode. Trust the workspace to check out branches.');
  }
  const { root } = clone;
  /** False when the remote lacks the ref. */
  const fetchRef = async (): Promise<boolean> => {
    for (let isPruned = false; ; isPruned = true) {
      try {
        const fetching = repositories.fetch(root, remote, ref, tracking);
        await withGitErrors('fetch', orCancelled(fetching, signal));
        return true;
      } catch (error) {
        const words = error instanceof Error ? error.message : '';
        if (/find remote ref/.test(words)) return false;
        if (isPruned || !/cannot lock ref/.test(words)) throw error;
        // the server has this branch, so local refs that conflict with its name are gone there
        const { inTheWay } = await refsAround(clone, `refs/remotes/${tracking}`, `refs/remotes/${remote}/`, signal);
        if (inTheWay.length === 0) throw error;
        for (const stale of inTheWay) await gitFirstLine(clone, ['update-ref', '-d'], { signal, revisions: [stale] });
      }
    }
  };
  const isOwn = from.project.id === source;
  let [name, ref, tracking] = [isOwn ? checkedRef(branch) : branch, branchRef(branch), `${remote}/${branch}`];
  let why: string | undefined;
  if (!isOwn || !(await fetchRef())) {
    if (isOwn) why = t('{0} no longer exists.', visible(tracking));
    else if (source == null) why = t('The source fork has been deleted.');
    [name, ref, tracking] = [
      mergeRequestBranch(remote, iid),
      `refs/merge-requests/${iid}/head`,
      `${remote}/merge-requests/${iid}`,
    ];
    if (!(await fetchRef())) return t('GitLab no longer has the commits of !{0}.', iid);
  }
  const tip = await gitFirstLine(clone, ['rev-parse', '--verify'], { signal, revisions: [`refs/remotes/${tracking}`] });
  const { isThere, inTheWay } = await refsAround(clone, branchRef(name), branchRef(''), signal);
  if (inTheWay[0] !== undefined) {
    const other = visible(shownRef(inTheWay[0]));
    return t('The local branch {0} is in the way of {1}. Rename or delete it.', other, visible(name));
  }
  const isNew = !isThere;
  const range = { signal, revisions: [`${branchRef(name)}...${tip}`] };
  const sides = isNew ? '' : await gitFirstLine(clone, ['rev-list', '--left-right', '--count'], range);
  const [ahead = 0, behind = 0] = sides.split('\t').map(Number);
  const canMove = ahead === 0 && behind > 0;
  const current = await gitFirstLine(clone, ['branch', '--show-current'], { signal });
  const head = current || (await gitFirstLine(clone, ['rev-parse', '--verify'], { signal, revisions: ['HEAD'] }));
  const known = previousOf(area).get();
  const before = known?.root === root.toString() && known.branch === head ? known : undefined;
  const back = before?.back ?? head;
  const detail = [
    why,
    isNew
      ? t('Creates the local branch {0} from {1}.', visible(name), visible(tracking))
      : t('Your local branch is {0} ahead of {1} and {2} behind.', ahead, visible(tracking), behind),
    canMove ? t('It is fast-forwarded.') : behind > 0 ? t('It has diverged and is not moved.') : undefined,
    back === name ? undefined : t('You can go back to {0} afterwards.', nameOf(back)),
  ];
  return {
    name,
    isThere: head === name && !canMove,
    detail: detail.filter((each) => each !== undefined).join('\n'),
    back,
    clone,
    async carryOut(stash) {
      if (isNew) {
        // upstream for `git pull`; set before the branch exists, because the Git extension then writes the same file
        await setGitConfig(clone, `branch.${name}.remote`, remote);
        await setGitConfig(clone, `branch.${name}.merge`, ref);
      }
      if (head !== name) {
        await withGitErrors('checkout', repositories.checkOut(root, name, isNew ? tip : undefined));
        await putPrevious(area, { root: root.toString(), branch: name, back, stash: stash ?? before?.stash });
      }
      if (canMove) await gitFirstLine(clone, ['merge', '--ff-only', '--quiet'], { revisions: [tip] });
      await repositories.reread(root);
    },
  };
};

/** Checks for a ref, and for refs below `root` that git can't store beside it: `fix` beside `fix/typo`. */
const refsAround = async (
  clone: GitFolder,
  ref: string,
  root: string,
  signal: AbortSignal,
): Promise<{ readonly isThere: boolean; readonly inTheWay: readonly string[] }> => {
  const top = root + (ref.slice(root.length).split('/', 1)[0] ?? '');
  const printed = await gitOutput(clone, ['for-each-ref', '--format=%(refname)'], { signal, revisions: [top] });
  const refs = printed.toString().split('\n').filter(Boolean);
  return {
    isThere: refs.includes(ref),
    inTheWay: refs.filter((other) => other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`)),
  };
};

const isSha = (head: string): boolean => /^[0-9a-f]{40,}$/.test(head);

const nameOf = (head: string): string => (isSha(head) ? shortSha(head) : visible(head));

/** Undefined without a stash. */
const latestStash = async (clone: GitFolder): Promise<string | undefined> => {
  const { code, stdout } = await runGit(clone, ['rev-parse', '--verify', '--quiet'], { revisions: ['refs/stash'] });
  return code === 0 ? stdout.toString().trim() : undefined;
};

/** Offers VS Code's stash for uncommitted changes. Undefined if the tree isn't clean; `stash` is the commit of a new one. */
const confirmClean = async (clone: Plan['clone']): Promise<{ readonly stash: string | undefined } | undefined> => {
  const { t } = vscode.l10n;
  const isClean = async (): Promise<boolean> =>
    (await gitFirstLine(clone, ['status', '--porcelain', '--untracked-files=no', '--ignore-submodules'])) === '';
  if (await isClean()) return { stash: undefined };
  const stash = t('Stash…');
  const question = t('Commit or stash your changes first.');
  const detail = t('Restore a stash later with “Git: Pop Stash…”.');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, stash)) !== stash) return undefined;
  const before = await latestStash(clone);
  await vscode.commands.executeCommand('git.stash', clone.root);
  const made = await latestStash(clone);
  return (await isClean()) ? { stash: made === before ? undefined : made } : undefined;
};
