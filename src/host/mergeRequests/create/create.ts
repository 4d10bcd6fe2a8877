import * as vscode from '../../vscode.ts';
import { createMergeRequestOnce, readBranch } from '../../../model/newMergeRequest.ts';
import {
  partsOfText,
  proposedText,
  readServerBranch,
  readTargetProject,
} from '../../../model/mergeRequests/creating.ts';
import type { WriteOutcome } from '../../../model/writeOnce.ts';
import { cloneOf } from '../../kit/git/clone.ts';
import { confirmDiscard } from '../../kit/questions/confirmDiscard.ts';
import { explain } from '../../kit/words/explain.ts';
import { visible } from '../../kit/words/format.ts';
import { lostWriteMessage } from '../../kit/words/lostWrites.ts';
import { cancellable, shownIfSlow } from '../../kit/progress.ts';
import { requireProject } from '../../kit/requireProject.ts';
import { confirmAndSend, type Sent } from '../../kit/questions/summary.ts';
import { requireWriting } from '../../kit/questions/sendSteps.ts';
import { showChanges } from '../../kit/pages/showChange.ts';
import { withGitErrors } from '../../shell/git.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { MergeRequestsArea } from '../area.ts';
import { type Answers, changeForm, formSummary, type Part, type Subject, titleOf, toPush } from './form.ts';
import { type Form, formScheme } from './forms.ts';
import { gitUri, headOf, type OwnBranch, type OwnChanges, readApart, readOwnChanges } from './ownBranch.ts';
import { call } from '../../kit/areaCommands.ts';

/**
 * Creates a merge request from the checked-out branch, after a review of everything to be sent. Input is stored until
 * then. Pushes missing commits first, through VS Code's Git.
 */
export const createFromBranch = async (area: MergeRequestsArea): Promise<void> => {
  const { t } = vscode.l10n;
  const open = await requireProject(area);
  if (open === undefined) return;
  requireWriting(open.account);
  const branch = await ownBranch(area, open);
  if (branch === undefined) {
    const words = t('No branch of {0} is checked out here.', visible(open.project.path_with_namespace));
    void vscode.window.showInformationMessage(words);
    return;
  }
  const inFront = formInFront(area);
  if (inFront !== undefined && inFront.edits === undefined && inFront.source !== branch.name) {
    const words = t('Check out {0} first: this is the merge request of that branch.', visible(inFront.source));
    void vscode.window.showInformationMessage(words);
    return;
  }
  const answers = await readForm(area, open, branch);
  if (answers === undefined) return;
  const { into, server } = answers.subject;
  const [there] = server.open.filter(({ target_branch: target }) => target === answers.form.target);
  if (there !== undefined) {
    area.mergeRequestPages.show({ open: into, request: there });
    const words = t('!{0} already asks to merge {1} into {2}.', there.iid, branch.name, there.target_branch);
    void vscode.window.showInformationMessage(visible(words));
    return;
  }
  await fillIn(area, answers);
};

/** Discards the new merge request in the active editor. */
export const discardForm = async (area: MergeRequestsArea): Promise<void> => {
  const { t } = vscode.l10n;
  const form = formInFront(area);
  if (form === undefined) {
    void vscode.window.showInformationMessage(t('Open the text of a new merge request first.'));
    return;
  }
  const question =
    form.edits === undefined ? t('Discard this merge request? It was not created.') : t('Discard your changes?');
  if (await confirmDiscard(form.text, question)) await area.forms.discard(form);
};

/** Form of the active editor. */
export const formInFront = ({ forms }: Pick<MergeRequestsArea, 'forms'>): Form | undefined => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === formScheme ? forms.at(uri) : undefined;
};

const ownBranch = async (area: MergeRequestsArea, open: OpenProject): Promise<OwnBranch | undefined> => {
  const checkedOut = await area.currentBranch.of(open);
  if (checkedOut?.remote === undefined) return undefined;
  const { root, remote, name } = checkedOut;
  const clone = { root, ...(await area.repositories.git(root)) };
  return { clone, remote, name, head: await headOf(clone) };
};

const readForm = (area: MergeRequestsArea, open: OpenProject, branch: OwnBranch): Promise<Answers | undefined> => {
  const title = vscode.l10n.t('Reading the branch {0}…', visible(branch.name));
  return cancellable(title, (signal) => read(area, open, branch, signal));
};

const read = async (
  { context, forms, repositories }: MergeRequestsArea,
  open: OpenProject,
  branch: OwnBranch,
  signal: AbortSignal,
): Promise<Answers> => {
  const { account, client } = open;
  const name = { account: account.id, project: open.project.id, source: branch.name };
  const known = forms.get(name);
  client.stopSharing();
  const project = await readTargetProject(client, open.project, known?.into, signal);
  const into = project.id === open.project.id ? open : { account, client, project, remote: undefined };
  const target = known?.target || (project.default_branch ?? 'main');
  const squash = ['always', 'default_on'].includes(project.squash_option ?? '');
  const [server, changes] = await Promise.all([
    readServerBranch(client, open.project, project, branch.name, signal),
    changesInto({ repositories, into, branch }, target, signal),
  ]);
  const apart = server.tip === undefined ? undefined : await readApart(branch, server.tip, signal);
  const me = { id: account.userId, username: account.username, name: account.name };
  const begun = known && { ...known, target, ...(known.target === '' ? { squash } : {}) };
  const form = begun ?? {
    ...name,
    target,
    text: proposedText(branch.name, changes?.commits ?? [], server.description),
    isDraft: false,
    labels: [],
    assignees: server.isDeveloper ? [me] : [],
    reviewers: [],
    squash,
    removesSource: true,
    changedAtMs: Date.now(),
  };
  const subject = { open, into, memento: context.workspaceState, branch, server, apart };
  return { subject, form: await forms.withTyped(form), changes };
};

/** The clone may have the target project's commits from another remote. */
const changesInto = async (
  { repositories, into, branch }: Pick<Subject, 'into' | 'branch'> & Pick<MergeRequestsArea, 'repositories'>,
  target: string,
  signal?: AbortSignal,
): Promise<OwnChanges | undefined> => {
  const there = into.remote === undefined ? await cloneOf(repositories, into) : into;
  const remote = there?.root?.toString() === branch.clone.root.toString() ? there.remote : undefined;
  return remote === undefined ? undefined : readOwnChanges(branch, remote, target, signal);
};

const fillIn = (area: MergeRequestsArea, first: Answers): Promise<void> =>
  confirmAndSend<Answers, Part>(area, first, {
    show: formSummary,
    change: async (answers, part) => {
      const { subject } = answers;
      if (part === 'text') return write(area, answers);
      if (part === 'changes') return compare(answers);
      const form = await changeForm(answers, part);
      if (form !== answers.form) await area.forms.keep(form);
      if (form.target === answers.form.target) return { ...answers, form };
      if (part === 'into') return readForm(area, subject.open, subject.branch);
      return { subject, form, changes: await changesInto({ ...area, ...subject }, form.target) };
    },
    send: ({ subject, form }) => send(area, subject, form),
  });

/** Closes the list and opens title and description in an editor, whose button returns to it. */
const write = async ({ forms }: MergeRequestsArea, { form }: Answers): Promise<undefined> => {
  await forms.keep(form);
  await forms.edit(form);
};

/** Closes the list and compares the branches, file by file. */
const compare = async (answers: Answers): Promise<Answers | undefined> => {
  const { t } = vscode.l10n;
  const { subject, form, changes } = answers;
  if (changes === undefined) return answers;
  const { clone, name } = subject.branch;
  const { base, files } = changes;
  await showChanges(
    `${visible(form.target)}…${visible(name)}`,
    files.map(({ status, path }) => ({
      left: status === 'A' ? undefined : gitUri(clone.root, path, base),
      right: status === 'D' ? undefined : gitUri(clone.root, path, 'HEAD'),
    })),
  );
  const back = t('Create Merge Request…');
  const words = t('These are the changes of {0}. Nothing was sent.', visible(name));
  void vscode.window.showInformationMessage(words, back).then((answer) => {
    if (answer === back) void call('graft.mergeRequests.create');
  });
  return undefined;
};

const send = async (area: MergeRequestsArea, subject: Subject, form: Form): Promise<Sent> => {
  const { t } = vscode.l10n;
  const { open, into, branch, server } = subject;
  if ((await headOf(branch.clone)) !== branch.head) {
    const words = t('Nothing was sent: {0} has other commits now. Begin again.', visible(branch.name));
    void vscode.window.showWarningMessage(words);
    return 'left';
  }
  if (toPush(subject) !== 0) await push(area, subject);
  const { description } = partsOfText(form.text);
  const details = {
    title: titleOf(form),
    description,
    labels: form.labels,
    milestoneId: form.milestone?.id,
    assigneeIds: form.assignees.map(({ id }) => id),
    reviewerIds: form.reviewers.map(({ id }) => id),
    squash: form.squash,
    removesSource: form.removesSource,
  };
  const isCollaborative = server.mayCollaborate ? form.isCollaborative !== false : undefined;
  const other = into === open ? {} : { into: { project: into.project.id, isCollaborative } };
  const place = { client: open.client, project: open.project.id, ...other };
  const written = await shownIfSlow(t('Creating the merge request…'), () =>
    createMergeRequestOnce(place, { source: form.source, target: form.target, details }),
  );
  if (written.kind !== 'done') return reportLost(area, written);
  const { iid, webUrl } = written.value;
  area.log.info(`Merge request !${iid} of ${form.source} into ${form.target}.`);
  await area.forms.discard(form);
  area.mergeRequestPages.show({ open: into, request: { iid, title: details.title, web_url: webUrl ?? null } });
  if (written.confirmed === 'found') {
    const words = t('The connection dropped; !{0} is confirmed on the server.', iid);
    void vscode.window.showInformationMessage(words);
  }
  await area.reviews.view.created();
  return 'done';
};

/** Pushes the branch. A failed push counts as done if the server has the commit. */
const push = async ({ pushOffer, repositories }: MergeRequestsArea, { open, branch }: Subject): Promise<void> => {
  const { t } = vscode.l10n;
  const { clone, remote, name, head } = branch;
  pushOffer.ignore(name);
  try {
    const pushing = () => withGitErrors('push', repositories.push(clone.root, remote, name));
    await shownIfSlow(t('Pushing {0}…', visible(name)), pushing);
  } catch (error) {
    const place = { client: open.client, project: open.project.id };
    const there = await readBranch(place, name).catch(() => undefined);
    if (there?.commit.id === head) return;
    throw new Error(t('No merge request was created: {0}', explain(error)), { cause: error });
  }
};

const reportLost = async (
  { log }: MergeRequestsArea,
  lost: Exclude<WriteOutcome<unknown>, { readonly kind: 'done' }>,
): Promise<Sent> => {
  log.error('The answer to a new merge request was lost.', lost.cause);
  const change = vscode.l10n.t('Change…');
  const words = lostWriteMessage('mergeRequest', lost);
  const answer = await vscode.window.showWarningMessage(words, ...(lost.kind === 'notDone' ? [change] : []));
  if (lost.kind === 'unknown') return 'unclear';
  return answer === change ? 'change' : 'left';
};
