import * as vscode from '../../vscode.ts';
import { requestFailure } from '../../../client/errors.ts';
import type { CellPlace } from '../../../messages/board.ts';
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
import { readTarget } from '../../../model/pick.ts';
import type { CommitDetail } from '../../../wire/commits.ts';
import { getBranch } from '../../../wire/projects.ts';
import { shortSha, visible } from '../../kit/format.ts';
import { cancellable } from '../../kit/progress.ts';
import { isBusy } from '../applyFlow.ts';
import type { BoardArea } from '../area.ts';
import { mayGoElsewhere } from '../../kit/pickMessages.ts';
import { stepMessage } from '../reportMessages.ts';
import { requestBranch } from '../requestFlow.ts';
import type { BoardSession } from '../session.ts';
import { closeEditors, saveEditors } from './files.ts';
import { nameOf } from './kept.ts';
import { askNewBranch, askWhere, confirmCommit, type Settled } from './questions.ts';
import { keepResolution, messageName, messageUri, resolutionOf, settle, tellResolution } from './resolve.ts';

/** Files whose last commit is asked for, so that the server refuses where someone has changed one meanwhile. */
const mostGuarded = 20;

/** What was said of a commit before: by its message's editor, or after the server has refused it. */
export interface GivenCommit {
  /** The branch it goes to. */
  readonly where: string;
  readonly message: string;
  /** Where the branch stood when it was confirmed; undefined where it was not. */
  readonly confirmedAt?: string;
  /** A merge request of its branch is to follow. */
  readonly requestsMerge?: boolean;
}

/**
 * Makes the commit of a resolution on the server, once: tried on the branch where it stands now, shown, and sent when
 * that is confirmed. After a lost answer the branch is looked at.
 */
export const commitResolution = async (
  area: BoardArea,
  session: BoardSession,
  place: CellPlace,
  given?: GivenCommit,
): Promise<void> => {
  if (isBusy(session)) return;
  const settled = await settleNow(area, session, place);
  if (settled === undefined) return;
  const commit = await area.read({ open: session.open, sha: place.sha });
  const where = given?.where ?? (await askWhere(settled, place));
  if (where === undefined) return;
  const { tip, actions } = settled;
  const message = given?.message ?? (await messageOf(area, session, commit, place));
  const draft: CommitDraft = {
    project: session.open.project.id,
    branch: where,
    start: where === place.branch ? undefined : { kind: 'sha', sha: tip },
    startProject: undefined,
    message,
    author: { name: commit.author_name, email: commit.author_email },
    force: false,
    stats: false,
    actions,
    accepted: [],
  };
  if (given?.confirmedAt !== tip) {
    const answer = await confirmCommit(draft, place, settled);
    if (answer === 'edit')
      return area.messages.open({ ...messageName(session, place), message, tip, resolvedOn: where });
    if (answer !== 'create') return;
  }
  if (isBusy(session)) return;
  await send(area, session, { place, draft, tip, title: commit.title, requestsMerge: given?.requestsMerge === true });
};

/** As it was written for this resolution, else for the commit on the board, else as a cherry-pick's. */
const messageOf = async (
  area: BoardArea,
  session: BoardSession,
  commit: CommitDetail,
  place: CellPlace,
): Promise<string> => {
  const uri = messageUri(area, session, place);
  const editor = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (editor?.isDirty === true) await editor.save();
  return (
    area.messageDrafts.get(uri)?.message.trim() ||
    session.board.sentMessage(place.sha) ||
    `${commit.message.trimEnd()}\n\n(cherry picked from commit ${commit.id})`
  );
};

/** Tries the resolution on the branch as it is now; undefined where something is in the way, which has been said. */
const settleNow = async (area: BoardArea, session: BoardSession, place: CellPlace): Promise<Settled | undefined> => {
  const { t } = vscode.l10n;
  const say = (words: string): undefined => void vscode.window.showInformationMessage(words);
  const before = resolutionOf(area, session, place);
  if (before === undefined) {
    const [commit, branch] = [shortSha(place.sha), visible(place.branch)];
    return say(t('Nothing is resolved of {0} on {1}. Resolve its conflicts first.', commit, branch));
  }
  if (!(await saveEditors(before))) return undefined;
  const open = resolutionOf(area, session, place)?.files.find((file) => !isDone(file));
  if (open !== undefined) {
    const path = visible(open.path);
    return say(
      hasMarks(open.text ?? '') ? t('{0} still has conflict marks.', path) : t('{0} is not resolved yet.', path),
    );
  }
  const branch = visible(place.branch);
  const { client, project } = session.open;
  const tried = await cancellable(t('Trying the resolution on {0}…', branch), async (signal) => {
    const target = await readTarget(client, { project: project.id, ...place }, signal);
    if (target === undefined) return 'missing';
    return { target, ...(await settle(area, session, { place, tip: target.commit.id }, signal)) };
  });
  if (tried === undefined) return undefined;
  if (tried === 'missing') return say(t('There is no branch {0}.', branch));
  const { target, merge, resolution } = tried;
  const { id: tip } = target.commit;
  const column = session.board.column(place.branch);
  if (column.kind === 'read' && column.tip !== tip) {
    session.board.setColumn(place.branch, { ...column, tip, readAtMs: Date.now() });
  }
  const names = (paths: readonly string[]): string => paths.map(visible).join(', ');
  const left = resolution.files.filter((file) => !isDone(file)).map(({ path }) => path);
  if (left.length > 0) return say(t('{0} has moved to {1}. Check {2} again.', branch, shortSha(tip), names(left)));
  const unsendable = unsendablePaths(merge, resolution.files);
  if (unsendable.length > 0) {
    return say(
      t('The server’s interface cannot write symbolic links and submodules: {0}. Use git.', names(unsendable)),
    );
  }
  const actions = resolvedActions(merge, resolution.files);
  if (actions.length === 0) return say(t('There is nothing to commit: {0} would stay as it is.', branch));
  return { tip, canPush: target.can_push !== false, hasMoved: before.tip !== tip, actions };
};

interface Sending {
  readonly place: CellPlace;
  readonly draft: CommitDraft;
  readonly tip: string;
  readonly title: string;
  readonly requestsMerge: boolean;
}

const send = async (area: BoardArea, session: BoardSession, sending: Sending): Promise<void> => {
  const { t } = vscode.l10n;
  const { place, draft, tip, title } = sending;
  const { client } = session.open;
  const id = Date.now();
  const report = (outcome: StepOutcome, isRunning: boolean): void =>
    session.setReport({
      id,
      action: 'cherryPick',
      steps: [{ branch: draft.branch, sha: place.sha, title, outcome }],
      isRunning,
      undone: [],
    });
  session.applying = new AbortController();
  let outcome: StepOutcome = { kind: 'notTried', why: 'cancelled' };
  let made: CommitDetail | undefined;
  report({ kind: 'applying' }, true);
  try {
    const sent = await cancellable(t('Committing the resolution…'), async (signal): Promise<Sent | StepOutcome> => {
      // where it stood a moment ago is no ground for a change
      client.beginAnew();
      const guarded = draft.actions.length > mostGuarded ? { ...draft, actions: [] } : draft;
      const seen = await seeServer(client, guarded, { signal });
      // one that was made for this, and has nothing of its own yet, is as good as a new one
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
    if (sent?.kind === 'done') made = sent.value;
  } catch (cause) {
    outcome = { kind: 'failed', cause };
  } finally {
    session.applying = undefined;
    report(outcome, false);
  }
  if (made !== undefined) return finish(area, session, sending, made);
  if ('cause' in outcome) area.log.error(`A resolution was not committed: ${outcome.kind}.`, outcome.cause);
  const { word, detail } = stepMessage({ branch: draft.branch, sha: place.sha, title, outcome }, 'cherryPick');
  const request = t('Create Merge Request…');
  const canRequest = outcome.kind === 'refused' && draft.start === undefined && mayGoElsewhere(outcome.refusal);
  const answer = await vscode.window.showWarningMessage(`${word}: ${detail}`, ...(canRequest ? [request] : []));
  if (answer !== request) return;
  const where = await askNewBranch(place);
  if (where === undefined) return;
  await commitResolution(area, session, place, { where, message: draft.message, requestsMerge: true });
};

const outcomeOf = (sent: Sent | StepOutcome): StepOutcome => {
  switch (sent.kind) {
    case 'done':
      return { kind: 'created', sha: sent.value.id, webUrl: sent.value.web_url, confirmed: sent.confirmed };
    case 'notDone':
      return { kind: 'notApplied', cause: sent.cause };
    case 'refused': {
      if (!('cause' in sent)) return sent;
      const facts = requestFailure(sent.cause);
      const kind =
        facts?.failure === 'forbidden'
          ? 'forbidden'
          : facts?.failure === 'insufficientScope'
            ? 'missingScope'
            : 'refused';
      const refusal = { kind, words: facts?.serverMessage, status: facts?.status } as const;
      return { kind: 'refused', sent: true, refusal };
    }
    default:
      return sent;
  }
};

/** Remembers how it was resolved for other branches, and says where the commit is. */
const finish = async (
  area: BoardArea,
  session: BoardSession,
  { place, draft, title, requestsMerge }: Sending,
  commit: CommitDetail,
): Promise<void> => {
  const { t } = vscode.l10n;
  const { resolutions } = area.boards;
  const resolution = resolutionOf(area, session, place);
  if (resolution !== undefined) {
    await resolutions.remember(resolution);
    await closeEditors(resolution);
    await rest(area, session, resolution, draft);
  }
  await area.messages.close(messageUri(area, session, place));
  const isOwn = draft.start === undefined;
  const outcome = { kind: 'created', sha: commit.id, webUrl: commit.web_url, confirmed: 'answered' } as const;
  if (isOwn) session.standAt([{ branch: draft.branch, sha: place.sha, title, outcome }]);
  void area.commits.refresh();
  const said = t('Committed on {0} as {1}.', visible(draft.branch), shortSha(commit.id));
  area.log.info(said);
  if (requestsMerge) return requestMerge(area, session, place, draft.branch);
  const show = t('Open Commit');
  const request = t('Create Merge Request');
  const answer = await vscode.window.showInformationMessage(said, ...(isOwn ? [show] : [request, show]));
  if (answer === show) area.commitPages.show({ open: session.open, sha: commit.id });
  if (answer === request) await requestMerge(area, session, place, draft.branch);
};

/** On the branch itself it is over; of a branch that was made for it the name stays. */
const rest = async (
  area: BoardArea,
  session: BoardSession,
  resolution: Resolution,
  { branch, start }: CommitDraft,
): Promise<void> => {
  if (start !== undefined) {
    await keepResolution(area, session, { ...resolution, files: [], madeOn: branch });
    return;
  }
  await area.boards.resolutions.forget(nameOf(resolution));
  tellResolution(area, session, resolution);
};

/** Asks to merge the branch of a resolution into the one it is for, in the words of its commit. */
export const requestMerge = async (
  area: BoardArea,
  session: BoardSession,
  place: CellPlace,
  source: string,
): Promise<void> => {
  const { client, project } = session.open;
  const { commit } = await client.send(getBranch, { id: project.id, branch: source });
  const outcome = { kind: 'created', sha: commit.id, webUrl: commit.web_url, confirmed: 'answered' } as const;
  const picked: Step = { branch: source, sha: place.sha, title: commit.title, outcome };
  await requestBranch(area, session, { source, target: place.branch, message: commit.message, picked });
};
