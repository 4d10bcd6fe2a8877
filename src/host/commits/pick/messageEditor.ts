import * as vscode from '../../vscode.ts';
import { dryRun } from '../../../model/pick/pick.ts';
import type { CommitsArea } from '../area.ts';
import { explain } from '../../kit/words/explain.ts';
import { type MessageDraft, messageScheme, type WrittenMessage } from './messageDrafts.ts';
import { applyWithProgress, movedNote } from './applyPick.ts';
import { offerNextStep, reportApplied } from './pickReport.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { pickRefusalMessage } from '../../kit/words/pickMessages.ts';
import { projectOf } from '../../kit/requireProject.ts';
import { saveDocument } from '../../kit/pages/saveDocument.ts';
import { call } from '../../kit/areaCommands.ts';

/** Opens a message in an editor. `applyMessage` sends that of a cherry-pick, the board area that of a resolution. */
export const openMessage = async (area: CommitsArea, draft: MessageDraft): Promise<void> => {
  const uri = await area.messageDrafts.open(draft);
  const document = await vscode.workspace.openTextDocument(uri);
  // in VS Code's own git message language its Commit button would close the editor and send nothing
  const isResolution = draft.resolvedOn !== undefined;
  const language = isResolution ? 'graft-resolution-message' : 'graft-commit-message';
  await vscode.languages.setTextDocumentLanguage(document, language);
  await vscode.window.showTextDocument(document, { preview: false });
};

/** Saves and returns the focused message; otherwise explains and returns undefined. */
export const writtenMessage = async (area: CommitsArea): Promise<WrittenMessage | undefined> => {
  const document = vscode.window.activeTextEditor?.document;
  const draft = document && area.messageDrafts.get(document.uri);
  if (!document || !draft) {
    explainOpenFirst();
    return undefined;
  }
  const message = document.getText().trim();
  if (message === '') {
    const words = vscode.l10n.t('The message is empty. Enter a message, or discard it.');
    void vscode.window.showErrorMessage(words);
    return undefined;
  }
  // an unsaved document stays open
  return (await saveDocument(document)) ? { uri: document.uri, draft, message } : undefined;
};

/** Cherry-picks with the focused message, which is kept until the server accepts it. */
export const applyMessage = async (area: CommitsArea): Promise<void> => {
  const { t } = vscode.l10n;
  const written = await writtenMessage(area);
  if (written === undefined) return;
  const { uri, draft, message } = written;
  // the keybinding may fire for a resolution, too
  if (draft.resolvedOn !== undefined) return void (await call('graft.board.commitMessage'));
  const open = await projectOf(area, { account: draft.account, project: draft.pick.project });
  if (!open) {
    void vscode.window.showErrorMessage(
      t('The account of this cherry-pick has been removed. Add it again; the message is saved.'),
    );
    return;
  }
  const applied = await applyWithProgress({ open }, draft.pick, { tip: draft.tip, message });
  if (applied === undefined) return;
  if (applied.kind === 'moved') {
    await checkAgain(area, open, written, applied.tip);
    return;
  }
  if (applied.kind === 'applied') await area.messageDrafts.close(uri);
  await reportApplied(area, open, draft.pick, applied, message);
};

export const discardMessage = async (area: CommitsArea): Promise<void> => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme === messageScheme) await area.messageDrafts.close(uri);
  else explainOpenFirst();
};

const explainOpenFirst = (): void => {
  void vscode.window.showInformationMessage(vscode.l10n.t('Open the message of a cherry-pick or a resolution first.'));
};

/** Repeats the dry run after the branch moved; applies only when the user confirms. */
const checkAgain = async (
  area: CommitsArea,
  open: OpenProject,
  { uri, draft, message }: WrittenMessage,
  tip: string,
): Promise<void> => {
  const { t } = vscode.l10n;
  const note = movedNote(draft.pick, draft.tip, tip);
  try {
    const answer = await dryRun(open.client, draft.pick, new AbortController().signal);
    if (answer.kind !== 'clean') {
      const { label, detail } = pickRefusalMessage(answer, draft.pick);
      const words = [note, `${label}.`, detail].filter(Boolean).join(' ');
      await offerNextStep({ area, open, pick: draft.pick, message }, answer, words);
      return;
    }
    await area.messageDrafts.moveTip(uri, answer.tip);
    const again = t('Cherry-Pick');
    const chosen = await vscode.window.showWarningMessage(`${note} ${t('It still applies cleanly.')}`, again);
    if (chosen !== again) return;
    await vscode.window.showTextDocument(uri);
    await applyMessage(area);
  } catch (error) {
    area.log.error('The dry run could not be repeated.', error);
    void vscode.window.showErrorMessage(`${note} ${explain(error)}`);
  }
};
