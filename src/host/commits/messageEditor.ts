import * as vscode from 'vscode';
import { dryRun } from '../../model/pick.ts';
import { getProject } from '../../wire/projects.ts';
import type { App } from '../app.ts';
import { explain } from '../explain.ts';
import { type MessageDraft, messageScheme } from './messageDrafts.ts';
import { applyWithProgress, movedNote } from './pickFlow.ts';
import { reportApplied } from './pickReport.ts';
import { refusalWords } from './pickWords.ts';

/** Opens the message of a cherry-pick in an editor; it is sent by `applyMessage`. */
export const openMessage = async (app: App, draft: MessageDraft): Promise<void> => {
  const uri = await app.messageDrafts.open(draft);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.languages.setTextDocumentLanguage(document, 'git-commit').then(undefined, () => undefined);
  await vscode.window.showTextDocument(document, { preview: false });
};

/** Cherry-picks with the message of the editor that has the focus. The text stays until the server has taken it. */
export const applyMessage = async (app: App): Promise<void> => {
  const { t } = vscode.l10n;
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.uri;
  const draft = uri && app.messageDrafts.get(uri);
  if (!editor || !uri || !draft) {
    sayOpenFirst();
    return;
  }
  const message = editor.document.getText().trim();
  if (message === '') {
    void vscode.window.showErrorMessage(t('The message is empty. Write one, or discard it.'));
    return;
  }
  await editor.document.save();
  const account = app.accounts.get(draft.account);
  if (!account) {
    void vscode.window.showErrorMessage(
      t('The account of this cherry-pick has been removed. Add it again; the message is kept.'),
    );
    return;
  }
  const client = app.clients.of(account);
  const open = { account, client, project: await projectOf(app, draft), remote: undefined };
  const applied = await applyWithProgress({ open }, draft.pick, { tip: draft.tip, message });
  if (applied === undefined) return;
  if (applied.kind === 'moved') {
    await checkAgain(app, uri, draft, applied.tip);
    return;
  }
  if (applied.kind === 'applied') await close(app, uri);
  await reportApplied(app, open, draft.pick, applied);
};

/** Forgets the message of the editor that has the focus. */
export const discardMessage = async (app: App): Promise<void> => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme === messageScheme) await close(app, uri);
  else sayOpenFirst();
};

const sayOpenFirst = (): void => {
  void vscode.window.showInformationMessage(vscode.l10n.t('Open the message of a cherry-pick first.'));
};

/** The branch has moved: the dry run is repeated, and only the user sends after that. */
const checkAgain = async (app: App, uri: vscode.Uri, draft: MessageDraft, tip: string): Promise<void> => {
  const { t } = vscode.l10n;
  const account = app.accounts.get(draft.account);
  if (!account) return;
  const note = movedNote(draft.pick, draft.tip, tip);
  try {
    const answer = await dryRun(app.clients.of(account), draft.pick, new AbortController().signal);
    if (answer.kind !== 'clean') {
      const { label, detail } = refusalWords(answer, draft.pick);
      void vscode.window.showWarningMessage([note, `${label}.`, detail].filter(Boolean).join(' '));
      return;
    }
    await app.messageDrafts.moveTip(uri, answer.tip);
    const again = t('Cherry-Pick');
    const chosen = await vscode.window.showWarningMessage(`${note} ${t('It still applies cleanly.')}`, again);
    if (chosen !== again) return;
    await vscode.window.showTextDocument(uri);
    await applyMessage(app);
  } catch (error) {
    app.log.error('The dry run could not be repeated.', error);
    void vscode.window.showErrorMessage(`${note} ${explain(error)}`);
  }
};

const close = async (app: App, uri: vscode.Uri): Promise<void> => {
  await vscode.window.showTextDocument(uri);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await app.messageDrafts.forget(uri);
};

const projectOf = async (app: App, draft: MessageDraft) => {
  const { open } = app.project;
  if (open?.project.id === draft.pick.project && open.account.id === draft.account) return open.project;
  const account = app.accounts.get(draft.account);
  if (!account) throw new Error(vscode.l10n.t('The account of this cherry-pick has been removed.'));
  return app.clients.of(account).send(getProject, { id: draft.pick.project });
};
