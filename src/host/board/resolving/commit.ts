import * as vscode from '../../vscode.ts';
import { lacksScope, requestErrorFacts } from '../../../client/errors.ts';
import type { Step, StepOutcome } from '../../../model/board/applying.ts';
import {
  hasMarks,
  isDone,
  type Resolution,
  resolvedActions,
  unsendablePaths,
} from '../../../model/composer/resolution.ts';
import { seeServer } from '../../../model/composer/check.ts';
import type { CommitDraft } from '../../../model/composer/draft.ts';
import { sendCommit, type Sent } from '../../../model/composer/send.ts';
import { readTarget } from '../../../model/pick/pick.ts';
import { getBranch } from '../../../wire/projects.ts';
import { shortSha, visible } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import { isBusy } from '../applyFlow.ts';
import type { BoardArea } from '../area.ts';
import { mayGoElsewhere } from '../../kit/words/pickMessages.ts';
import { stepMessage } from '../reportMessages.ts';
import { createWithoutBoard } from '../mergeRequests/withoutBoard.ts';
import { createForBranch } from '../mergeRequests/createFlow.ts';
import { type ConflictPick, resolutionName } from './conflictPick.ts';
import { closeEditors } from './resolvedFileSystem.ts';
import { nameOf } from './savedResolutions.ts';
import { messageOf } from './defaultMessage.ts';
import { askNewBranch, askWhere, confirmCommit, type ReadyResolution } from './questions.ts';
import { showResult } from './result.ts';
import { keepResolution, messageName, messageUri, resolutionOf, readResolution, postResolution } from './resolve.ts';

/** Limit for reading each file's last commit, which makes the server refuse if the file changed meanwhile. */
const maxGuarded = 20;

/** Answers known from the message editor or a previous attempt. */
export interface GivenCommit {
  /** Target branch. */
  readonly where: string;
  readonly message: string;
  /** Asks again only if the resolution has changed since. */
  readonly isConfirmed?: boolean;
  /** Creates a merge request for the branch afterwards. */
  readonly requestsMerge?: boolean;
}

/**
 * Commits a resolution once: tries it on the current tip, shows the result and sends it on confirmation. Reads the branch
 * after a lost response.
 */
export const commitResolution = async (area: BoardArea, pick: ConflictPick, given?: GivenCommit): Promise<void> => {
  if (isBusy(appliedOn(area, pick))) return;
  const ready = await readyNow(area, pick);
  if (ready === undefined) return;
  const { open, sha } = pick;
  const { tip, actions } = ready;
  const confirmed = `${nameOf(resolutionName(pick))} ${tip}`;
  const isConfirmed = given?.isConfirmed === true && area.boards.confirmed === confirmed;
  const commit = await area.read({ open, sha });
  if (!isConfirmed) await showResult(area, ready);
  const where = given?.where ?? (await askWhere(ready, pick));
  if (where === undefined) return;
  const message = given?.message ?? (await messageOf(area, commit, pick));
  const draft: CommitDraft = {
    project: open.project.id,
    branch: where,
    start: where === pick.branch ? undefined : { kind: 'sha', sha: tip },
    startProject: undefined,
    message,
    // a revert isn't the original author's work
    author: pick.action === 'revert' ? undefined : { name: commit.author_name, email: commit.author_email },
    force: false,
    stats: false,
    actions,
    accepted: [],
  };
  if (!isConfirmed) {
    const answer = await confirmCommit(draft, pick, ready);
    if (answer === 'edit') {
      area.boards.confirmed = confirmed;
      return area.messages.open({ ...messageName(pick), message, tip, resolvedOn: where });
    }
    if (answer !== 'create') return;
  }
  if (isBusy(appliedOn(area, pick))) return;
  await send(area, { pick, draft, tip, title: commit.title, requestsMerge: given?.requestsMerge === true });
};

const appliedOn = ({ boards }: BoardArea, { session }: ConflictPick) => session ?? boards.apart;

/** Tries the resolution on the current tip; explains and returns undefined when it can't be committed. */
const readyNow = async (area: BoardArea, pick: ConflictPick): Promise<ReadyResolution | undefined> => {
  const { t } = vscode.l10n;
  const show = (words: string): undefined => void vscode.window.showInformationMessage(words);
  const branch = visible(pick.branch);
  const before = resolutionOf(area, pick);
  if (before === undefined) {
    const commit = shortSha(pick.sha);
    return show(t('Nothing is resolved of {0} on {1}. Resolve its conflicts first.', commit, branch));
  }
  if (!(await area.boards.resolved.save(before))) return undefined;
  const open = resolutionOf(area, pick)?.files.find((file) => !isDone(file));
  if (open !== undefined) {
    const path = visible(open.path);
    return show(
      hasMarks(open.text ?? '') ? t('{0} still has conflict marks.', path) : t('{0} is not resolved yet.', path),
    );
  }
  const { client, project } = pick.open;
  const tried = await cancellable(t('Trying the resolution on {0}…', branch), async (signal) => {
    const target = await readTarget(client, { project: project.id, sha: pick.sha, branch: pick.branch }, signal);
    if (target === undefined) return 'missing';
    return { target, ...(await readResolution(area, { ...pick, tip: target.commit.id }, signal)) };
  });
  if (tried === undefined) return undefined;
  if (tried === 'missing') return show(t('There is no branch {0}.', branch));
  const { target, merge, resolution } = tried;
  const { id: tip } = target.commit;
  const board = pick.session?.board;
  const column = board?.column(pick.branch);
  if (column?.kind === 'read' && column.tip !== tip) {
    board?.setColumn(pick.branch, { ...column, tip, readAtMs: Date.now() });
  }
  const names = (paths: readonly string[]): string => paths.map(visible).join(', ');
  const left = resolution.files.filter((file) => !isDone(file)).map(({ path }) => path);
  if (left.length > 0) {
    const words = t('{0} has moved to {1}. Check {2} again.', branch, shortSha(tip), names(left));
    if (board !== undefined) return show(words);
    // without a board no page lists the files
    const resolve = t('Resolve…');
    const answer = await vscode.window.showInformationMessage(words, resolve);
    if (answer === resolve) await area.boards.singlePick.resolve({ ...pick, tip });
    return undefined;
  }
  const unsendable = unsendablePaths(merge, resolution.files);
  if (unsendable.length > 0) {
    return show(
      t('The server’s interface cannot write symbolic links and submodules: {0}. Use git.', names(unsendable)),
    );
  }
  const actions = resolvedActions(merge, resolution.files);
  if (actions.length === 0) return show(t('There is nothing to commit: {0} would stay as it is.', branch));
  return { tip, canPush: target.can_push !== false, hasMoved: before.tip !== tip, actions, resolution, merge };
};

interface Sending {
  readonly pick: ConflictPick;
  readonly draft: CommitDraft;
  readonly tip: string;
  readonly title: string;
  readonly requestsMerge: boolean;
}

const send = async (area: BoardArea, sending: Sending): Promise<void> => {
  const { t } = vscode.l10n;
  const { pick, draft, tip, title, requestsMerge } = sending;
  const { session, action, sha } = pick;
  const { client } = pick.open;
  const id = Date.now();
  const step = (outcome: StepOutcome): Step => ({ branch: draft.branch, sha, title, outcome });
  const report = (outcome: StepOutcome, isRunning: boolean): void =>
    session?.setReport({ id, action, steps: [step(outcome)], isRunning, undone: [] });
  const applied = appliedOn(area, pick);
  applied.applying = new AbortController();
  let outcome: StepOutcome = { kind: 'notTried', why: 'cancelled' };
  let made: Extract<Sent, { kind: 'done' }> | undefined;
  report({ kind: 'applying' }, true);
  try {
    const sent = await cancellable(t('Committing the resolution…'), async (signal): Promise<Sent | StepOutcome> => {
      // the check needs the current tip
      client.stopSharing();
      const guarded = draft.actions.length > maxGuarded ? { ...draft, actions: [] } : draft;
      const seen = await seeServer(client, guarded, { signal });
      // a new branch still at the tip can be used as it is
      if (draft.start !== undefined && seen.branch?.commit.id === tip) {
        const there = { ...draft, start: undefined };
        return sendCommit(client, there, await seeServer(client, there, { signal }), signal);
      }
      if (draft.start !== undefined && seen.branch !== undefined) {
        const words = t('There is a branch {0} already.', visible(draft.branch));
        return { kind: 'failed', cause: new Error(words) };
      }
      if (seen.base !== tip) return { kind: 'moved', from: tip, to: seen.base ?? '' };
      return sendCommit(client, draft, seen, signal);
    });
    if (sent !== undefined) outcome = outcomeOf(sent);
    if (sent?.kind === 'done') made = sent;
  } catch (cause) {
    outcome = { kind: 'failed', cause };
  } finally {
    applied.applying = undefined;
    report(outcome, false);
  }
  if (made !== undefined) return finish(area, sending, made);
  if ('cause' in outcome) area.log.error(`A resolution was not committed: ${outcome.kind}.`, outcome.cause);
  const { word, detail } = stepMessage(step(outcome), action);
  const mergeRequest = t('Create Merge Request…');
  const canRequest = outcome.kind === 'refused' && draft.start === undefined && mayGoElsewhere(outcome.refusal);
  const again = t('Try Again…');
  // tries, shows and asks again; a refused name is asked for again
  const isRefused = outcome.kind === 'refused' || outcome.kind === 'failed';
  const canTryAgain = ['moved', 'notApplied'].includes(outcome.kind) || (isRefused && draft.start !== undefined);
  const answer = await vscode.window.showWarningMessage(
    `${word}: ${detail}`,
    ...(canRequest ? [mergeRequest] : canTryAgain ? [again] : []),
  );
  if (answer === again) {
    const where = isRefused ? await askNewBranch(pick) : draft.branch;
    if (where !== undefined) await commitResolution(area, pick, { where, message: draft.message, requestsMerge });
    return;
  }
  if (answer !== mergeRequest) return;
  const where = await askNewBranch(pick);
  if (where === undefined) return;
  await commitResolution(area, pick, { where, message: draft.message, requestsMerge: true });
};

const outcomeOf = (sent: Sent | StepOutcome): StepOutcome => {
  switch (sent.kind) {
    case 'done':
      return { kind: 'created', sha: sent.value.id, webUrl: sent.value.web_url, confirmed: sent.confirmed };
    case 'notDone':
      return { kind: 'notApplied', cause: sent.cause };
    case 'refused': {
      if (!('cause' in sent)) return sent;
      const facts = requestErrorFacts(sent.cause);
      const kind =
        facts?.failure === 'forbidden' ? 'forbidden' : facts && lacksScope(facts) ? 'missingScope' : 'refused';
      const refusal = { kind, words: facts?.serverMessage, status: facts?.status } as const;
      return { kind: 'refused', sent: true, refusal };
    }
    default:
      return sent;
  }
};

/** Stores the resolution for reuse, cleans up and reports the commit. */
const finish = async (
  area: BoardArea,
  { pick, draft, title, requestsMerge }: Sending,
  { value: commit, confirmed }: Extract<Sent, { kind: 'done' }>,
): Promise<void> => {
  const { t } = vscode.l10n;
  const { resolutions } = area.boards;
  area.boards.lastMerge = undefined;
  const resolution = resolutionOf(area, pick);
  if (resolution !== undefined) {
    await resolutions.remember(resolution);
    await closeEditors(resolution);
    await rest(area, pick, resolution, draft);
  }
  await area.messages.close(messageUri(area, pick));
  const isOwn = draft.start === undefined;
  const outcome = { kind: 'created', sha: commit.id, webUrl: commit.web_url, confirmed: 'answered' } as const;
  if (isOwn) pick.session?.standAt([{ branch: draft.branch, sha: pick.sha, title, outcome }]);
  void area.commits.refresh();
  const committed = t('Committed on {0} as {1}.', visible(draft.branch), shortSha(commit.id));
  const lost = t('The connection dropped, but the commit is on the branch. It was not sent again.');
  const message = confirmed === 'found' ? `${committed} ${lost}` : committed;
  area.log.info(message);
  if (requestsMerge) return createMergeRequest(area, pick, draft.branch);
  const show = t('Open Commit');
  const mergeRequest = t('Create Merge Request');
  const answer = await vscode.window.showInformationMessage(message, ...(isOwn ? [show] : [mergeRequest, show]));
  if (answer === show) area.commitPages.show({ open: pick.open, sha: commit.id });
  if (answer === mergeRequest) await createMergeRequest(area, pick, draft.branch);
};

/** Forgets the resolution; for a commit on a new branch keeps that branch's name. */
const rest = async (
  area: BoardArea,
  pick: ConflictPick,
  resolution: Resolution,
  { branch, start }: CommitDraft,
): Promise<void> => {
  if (start !== undefined) {
    await keepResolution(area, pick, { ...resolution, files: [], madeOn: branch });
    return;
  }
  await area.boards.resolutions.delete(nameOf(resolution));
  postResolution(area, pick);
};

/** Creates a merge request from the resolution's branch to its target. */
export const createMergeRequest = async (area: BoardArea, pick: ConflictPick, source: string): Promise<void> => {
  const { session, open, action, sha, branch: target } = pick;
  const { title } = await area.read({ open, sha });
  const wanted = { open, source, target, of: { action, sha, title } };
  if (session === undefined) return createWithoutBoard(area, wanted);
  const { commit } = await open.client.send(getBranch, { id: open.project.id, branch: source });
  const outcome = { kind: 'created', sha: commit.id, webUrl: commit.web_url, confirmed: 'answered' } as const;
  const picked: Step = { branch: source, sha, title: commit.title, outcome };
  await createForBranch(area, session, { ...wanted, picked });
};
