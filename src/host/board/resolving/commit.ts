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
import type { FileAction } from '../../../model/composer/fileAction.ts';
import { sendCommit, type Sent } from '../../../model/composer/send.ts';
import { readTarget } from '../../../model/pick.ts';
import type { CommitDetail } from '../../../wire/commits.ts';
import { getBranch } from '../../../wire/projects.ts';
import { askText } from '../../kit/askText.ts';
import { shortSha, visible } from '../../kit/format.ts';
import { cancellable } from '../../kit/progress.ts';
import { isBusy } from '../applyFlow.ts';
import type { BoardArea } from '../area.ts';
import { stepMessage } from '../reportMessages.ts';
import { requestBranch } from '../requestFlow.ts';
import type { BoardSession } from '../session.ts';
import { closeEditors, saveEditors } from './files.ts';
import { nameOf } from './kept.ts';
import { keepResolution, resolutionOf, settle, tellResolution } from './resolve.ts';

/** Files whose last commit is asked for, so that the server refuses where someone has changed one meanwhile. */
const mostGuarded = 20;

/**
 * Makes the commit of a resolution on the server, once: tried on the branch where it stands now, shown, and sent when
 * that is confirmed. After a lost answer the branch is looked at.
 */
export const commitResolution = async (area: BoardArea, session: BoardSession, place: CellPlace): Promise<void> => {
  if (isBusy(session)) return;
  const settled = await settleNow(area, session, place);
  if (settled === undefined) return;
  const commit = await area.read({ open: session.open, sha: place.sha });
  const where = await askWhere(settled, place);
  if (where === undefined) return;
  const { tip, actions } = settled;
  const message =
    session.board.sentMessage(place.sha) ?? `${commit.message.trimEnd()}\n\n(cherry picked from commit ${commit.id})`;
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
  if (!(await confirm(session, draft, place, settled)) || isBusy(session)) return;
  await send(area, session, { place, draft, tip, title: commit.title });
};

interface Settled {
  readonly tip: string;
  readonly canPush: boolean;
  readonly hasMoved: boolean;
  readonly actions: readonly FileAction[];
}

/** Tries the resolution on the branch as it is now; undefined where something is in the way, which has been said. */
const settleNow = async (area: BoardArea, session: BoardSession, place: CellPlace): Promise<Settled | undefined> => {
  const { t } = vscode.l10n;
  const say = (words: string): undefined => void vscode.window.showInformationMessage(words);
  const before = resolutionOf(area, session, place);
  if (before === undefined || !(await saveEditors(before))) return undefined;
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

/** The branch the commit is to go to; undefined when the user goes back. */
const askWhere = async ({ canPush, tip }: Settled, { sha, branch }: CellPlace): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const rows = [
    { label: t('Commit on a new branch'), description: t('begins at {0}', shortSha(tip)), isNew: true },
    ...(canPush ? [{ label: t('Commit on {0}', visible(branch)), isNew: false }] : []),
  ];
  const title = t('Commit Resolution');
  const row = await vscode.window.showQuickPick(rows, {
    title,
    placeHolder: t('Where is the commit to go? Nothing is sent before you confirm it.'),
  });
  if (row === undefined) return undefined;
  if (!row.isNew) return branch;
  return askText({
    title,
    prompt: t('Name of the new branch'),
    value: `cherry-pick-${shortSha(sha)}-${branch.replaceAll('/', '-')}`,
    problem: (name) => (name === '' || name === branch ? t('Enter the name of a new branch.') : undefined),
  });
};

/** A dialog shows about so many lines. */
const mostLines = 10;

const confirm = async (
  session: BoardSession,
  { branch, start, message, author, actions }: CommitDraft,
  place: CellPlace,
  { tip, hasMoved }: Settled,
): Promise<boolean> => {
  const { t } = vscode.l10n;
  const lines = actions.map(actionLine);
  const detail = [
    start === undefined
      ? t('Branch: {0}, now at {1}', visible(branch), shortSha(tip))
      : t('New branch: {0}, from {1} at {2}', visible(branch), visible(place.branch), shortSha(tip)),
    ...(hasMoved ? [t('The branch has moved since. The resolution holds on its new tip.')] : []),
    t('Author: {0}', `${visible(author?.name ?? '')} <${visible(author?.email ?? '')}>`),
    '',
    ...lines.slice(0, mostLines),
    ...(lines.length > mostLines ? [t('{0} more files', lines.length - mostLines)] : []),
    '',
    ...message.split('\n').map(visible).slice(0, mostLines),
  ].join('\n');
  const create = t('Create Commit');
  const edit = t('Edit Message');
  const question = t('Commit the resolution of {0} on the server?', shortSha(place.sha));
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, create, edit);
  if (answer === edit) {
    if (!session.board.messages.has(place.sha)) session.board.setMessage(place.sha, message);
    void vscode.window.showInformationMessage(
      t('Edit the message beside the board. Then commit the resolution again.'),
    );
  }
  return answer === create;
};

const actionLine = ({ kind, path }: FileAction): string => {
  const { t } = vscode.l10n;
  const name = visible(path);
  switch (kind) {
    case 'create':
      return t('Creates {0}', name);
    case 'delete':
      return t('Deletes {0}', name);
    case 'chmod':
      return t('Changes the mode of {0}', name);
    default:
      return t('Updates {0}', name);
  }
};

interface Sending {
  readonly place: CellPlace;
  readonly draft: CommitDraft;
  readonly tip: string;
  readonly title: string;
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
  void vscode.window.showWarningMessage(`${word}: ${detail}`);
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
      const refusal = { kind: 'refused', words: facts?.serverMessage, status: facts?.status } as const;
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
  { place, draft, title }: Sending,
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
  const isOwn = draft.start === undefined;
  const outcome = { kind: 'created', sha: commit.id, webUrl: commit.web_url, confirmed: 'answered' } as const;
  if (isOwn) session.standAt([{ branch: draft.branch, sha: place.sha, title, outcome }]);
  void area.commits.refresh();
  const said = t('Committed on {0} as {1}.', visible(draft.branch), shortSha(commit.id));
  area.log.info(said);
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
