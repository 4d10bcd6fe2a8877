import * as vscode from 'vscode';
import type { FileChange } from '../../model/fileChange.ts';
import type { CommitDetail } from '../../wire/commits.ts';
import type { App } from '../app.ts';
import { basename, shortSha } from '../format.ts';
import { changeWords, type FileItem } from './rows.ts';
import { fileVersionUri } from './fileVersions.ts';
import { type CommitSubject, commitSubject, placeOfSubject } from './subject.ts';

/** Opens the page of a commit. */
export const openCommit = async (app: App, argument: unknown): Promise<void> => {
  const subject = await commitSubject(app, argument, vscode.l10n.t('Open which commit?'));
  if (subject) app.commitPages.show(subject);
};

/** Opens all files of a commit in one editor. */
export const openAllChanges = async (app: App, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await commitSubject(app, argument, t('Open the changes of which commit?'));
  if (!subject) return;
  const read = await withFiles(app, subject);
  if (!read) return;
  const { commit, changes } = read;
  if (changes.length === 0) {
    void vscode.window.showInformationMessage(t('This commit changes no files.'));
    return;
  }
  const resources = changes.map((change) => {
    const { left, right } = versions(subject, commit, change);
    return [right ?? left, left, right];
  });
  await vscode.commands.executeCommand('vscode.changes', `${shortSha(commit.id)} ${commit.title}`, resources);
};

/** Opens one file of a commit in the diff editor; from the palette, asks which. */
export const openFile = async (app: App, argument: unknown): Promise<void> => {
  if (isFileItem(argument)) {
    const { open, commit } = argument.parent;
    await openDiff({ open, sha: commit.id }, commit, argument.change, undefined);
    return;
  }
  const { t } = vscode.l10n;
  const subject = await commitSubject(app, argument, t('Open a file of which commit?'));
  const read = subject && (await withFiles(app, subject));
  if (!subject || !read) return;
  const items = read.changes.map((change) => ({ label: change.newPath, description: changeWords(change), change }));
  const title = t('Files of {0}', shortSha(read.commit.id));
  const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: t('Open which file?') });
  if (chosen) await openDiff(subject, read.commit, chosen.change, undefined);
};

/** Opens a file of a commit by its path; `line` is 1-based on the new side. */
export const openFileAt = async (
  app: App,
  subject: CommitSubject,
  path: string,
  line: number | undefined,
): Promise<void> => {
  const read = await withFiles(app, subject);
  const change = read?.changes.find(({ newPath }) => newPath === path);
  if (read && change) await openDiff(subject, read.commit, change, line);
};

const isFileItem = (argument: unknown): argument is FileItem =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === 'file';

const withFiles = (
  app: App,
  subject: CommitSubject,
): Thenable<{ readonly commit: CommitDetail; readonly changes: readonly FileChange[] } | undefined> => {
  const title = vscode.l10n.t('Reading the files of {0}…', shortSha(subject.sha));
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, async (_, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    const place = placeOfSubject(subject);
    try {
      const [commit, changes] = await Promise.all([
        app.details.read(place, { signal: abort.signal }),
        app.changes.all(place, abort.signal),
      ]);
      return { commit, changes };
    } catch (error) {
      if (abort.signal.aborted) return undefined;
      throw error;
    }
  });
};

const openDiff = async (
  subject: CommitSubject,
  commit: { readonly id: string; readonly parent_ids: readonly string[] },
  change: FileChange,
  line: number | undefined,
): Promise<void> => {
  const { left, right } = versions(subject, commit, change);
  const empty = fileVersionUri({ ...fileOf(subject), path: change.newPath, ref: undefined });
  const title = `${basename(change.newPath)} (${shortSha(commit.id)})`;
  const selection = line === undefined ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.commands.executeCommand('vscode.diff', left ?? empty, right ?? empty, title, {
    preview: true,
    ...(selection ? { selection } : {}),
  });
};

/** The two versions of a file; undefined on the side where it does not exist. */
const versions = (
  subject: CommitSubject,
  commit: { readonly id: string; readonly parent_ids: readonly string[] },
  change: FileChange,
): { readonly left: vscode.Uri | undefined; readonly right: vscode.Uri | undefined } => {
  const [parent] = commit.parent_ids;
  const file = fileOf(subject);
  const hasLeft = change.kind !== 'added' && parent !== undefined;
  return {
    left: hasLeft ? fileVersionUri({ ...file, path: change.oldPath, ref: parent }) : undefined,
    right: change.kind === 'deleted' ? undefined : fileVersionUri({ ...file, path: change.newPath, ref: commit.id }),
  };
};

const fileOf = ({ open }: CommitSubject): { readonly account: string; readonly project: number } => ({
  account: open.account.id,
  project: open.project.id,
});

/** Opens a commit in the browser. */
export const browseCommit = async (app: App, argument: unknown): Promise<void> => {
  const link = await commitLink(app, argument, vscode.l10n.t('Open which commit in the browser?'));
  if (link !== undefined) await openInBrowser(link);
};

/** Copies the address of a commit. */
export const copyLink = async (app: App, argument: unknown): Promise<void> => {
  const link = await commitLink(app, argument, vscode.l10n.t('Copy the link to which commit?'));
  if (link === undefined) return;
  await vscode.env.clipboard.writeText(link);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Link copied'), 2_000);
};

/** Copies the full hash of a commit. */
export const copySha = async (app: App, argument: unknown): Promise<void> => {
  const subject = await commitSubject(app, argument, vscode.l10n.t('Copy the hash of which commit?'));
  if (!subject) return;
  await vscode.env.clipboard.writeText(subject.sha);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) {0} copied', shortSha(subject.sha)), 2_000);
};

const commitLink = async (app: App, argument: unknown, title: string): Promise<string | undefined> => {
  const subject = await commitSubject(app, argument, title);
  return subject && `${subject.open.project.web_url}/-/commit/${subject.sha}`;
};

/** Opens a page of the server; an address of any other kind is refused. */
export const openInBrowser = async (address: string): Promise<void> => {
  if (!/^https?:\/\//i.test(address)) {
    throw new Error(vscode.l10n.t('The server gave an address that is not a web page: {0}', address.slice(0, 200)));
  }
  await vscode.env.openExternal(vscode.Uri.parse(address));
};
