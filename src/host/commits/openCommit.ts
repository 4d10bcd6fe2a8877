import * as vscode from 'vscode';
import type { ChangedFile, FileChange } from '../../model/fileChange.ts';
import type { CommitDetail } from '../../wire/commits.ts';
import type { App } from '../app.ts';
import { basename, shortSha, visibleLabel } from '../format.ts';
import { cancellable } from '../progress.ts';
import type { OpenProject } from '../project/currentProject.ts';
import { fileVersionUri } from './fileVersions.ts';
import { commitLink, followLink } from './links.ts';
import { changeWords, type ComparedFileItem, type FileItem, pathOf } from './rows.ts';
import { chooseCommit, type CommitSubject, commitSubject, givenSubject, placeOfSubject } from './subject.ts';

/** Opens the page of a commit; a link, given or pasted, may lead to a file and line in it. */
export const openCommit = async (app: App, argument: unknown): Promise<void> => {
  if (argument instanceof vscode.Uri) return followLink(app, argument);
  const given = givenSubject(argument);
  const chosen = given
    ? { subject: given, at: undefined }
    : await chooseCommit(app, vscode.l10n.t('Open which commit?'));
  if (chosen) app.commitPages.show(chosen.subject, chosen.at);
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
    const { left, right } = openVersions(subject.open, change, {
      left: commit.parent_ids[0],
      right: commit.id,
      of: commit.id,
    });
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
  if (isComparedFile(argument)) return openComparedFile(argument);
  const { t } = vscode.l10n;
  const subject = await commitSubject(app, argument, t('Open a file of which commit?'));
  const read = subject && (await withFiles(app, subject));
  if (!subject || !read) return;
  const items = read.changes.map((change) => ({
    label: visibleLabel(pathOf(change)),
    description: visibleLabel(changeWords(change)),
    change,
  }));
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

const isComparedFile = (argument: unknown): argument is ComparedFileItem =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === 'comparedFile';

const withFiles = (
  app: App,
  subject: CommitSubject,
): Promise<{ readonly commit: CommitDetail; readonly changes: readonly FileChange[] } | undefined> =>
  cancellable(vscode.l10n.t('Reading the files of {0}…', shortSha(subject.sha)), async (signal) => {
    const place = placeOfSubject(subject);
    const [commit, changes] = await Promise.all([app.details.read(place, { signal }), app.changes.all(place, signal)]);
    return { commit, changes };
  });

const openDiff = async (
  { open }: CommitSubject,
  commit: { readonly id: string; readonly parent_ids: readonly string[] },
  change: ChangedFile,
  line: number | undefined,
): Promise<void> => {
  const shas = { left: commit.parent_ids[0], right: commit.id, of: commit.id };
  await showDiff(open, change, shas, { title: `${basename(pathOf(change))} (${shortSha(commit.id)})`, line });
};

const openComparedFile = async ({ place, change }: ComparedFileItem): Promise<void> => {
  const { open, leftSha: left, toSha: right } = place;
  const title = `${basename(pathOf(change))} (${shortSha(left)} ↔ ${shortSha(right)})`;
  await showDiff(open, change, { left, right }, { title, line: undefined });
};

const showDiff = async (
  open: OpenProject,
  change: ChangedFile,
  shas: { readonly left: string | undefined; readonly right: string; readonly of?: string },
  { title, line }: { readonly title: string; readonly line: number | undefined },
): Promise<void> => {
  const { left, right } = openVersions(open, change, shas);
  const empty = fileVersionUri({ ...fileOf(open), path: pathOf(change), ref: undefined });
  const selection = line === undefined ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.commands.executeCommand('vscode.diff', left ?? empty, right ?? empty, title, {
    preview: true,
    ...(selection ? { selection } : {}),
  });
};

/** The two versions of a changed file, between two commits; undefined on the side where it does not exist. */
export const openVersions = (
  open: OpenProject,
  change: ChangedFile,
  { left, right, of }: { readonly left: string | undefined; readonly right: string; readonly of?: string },
): { readonly left: vscode.Uri | undefined; readonly right: vscode.Uri | undefined } => {
  const file = fileOf(open);
  return {
    left:
      change.kind === 'added' || left === undefined
        ? undefined
        : fileVersionUri({ ...file, path: change.oldPath, ref: left, of }),
    right: change.kind === 'deleted' ? undefined : fileVersionUri({ ...file, path: change.newPath, ref: right, of }),
  };
};

const fileOf = ({ account, project }: OpenProject): { readonly account: string; readonly project: number } => ({
  account: account.id,
  project: project.id,
});

/** Opens a commit in the browser. */
export const browseCommit = async (app: App, argument: unknown): Promise<void> => {
  const link = await webLink(app, argument, vscode.l10n.t('Open which commit in the browser?'));
  if (link !== undefined) await openInBrowser(link);
};

/** Copies the address of a commit. */
export const copyLink = async (app: App, argument: unknown): Promise<void> => {
  const link = await webLink(app, argument, vscode.l10n.t('Copy the link to which commit?'));
  if (link === undefined) return;
  await vscode.env.clipboard.writeText(link);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Link copied'), 2_000);
};

/** Copies the link that opens a commit in this editor. */
export const copyEditorLink = async (app: App, argument: unknown): Promise<void> => {
  const subject = await commitSubject(app, argument, vscode.l10n.t('Copy the link to which commit?'));
  if (!subject) return;
  await vscode.env.clipboard.writeText(commitLink(subject.open, subject.sha));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Link copied'), 2_000);
};

/** Copies the full hash of a commit. */
export const copySha = async (app: App, argument: unknown): Promise<void> => {
  const subject = await commitSubject(app, argument, vscode.l10n.t('Copy the hash of which commit?'));
  if (!subject) return;
  await vscode.env.clipboard.writeText(subject.sha);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) {0} copied', shortSha(subject.sha)), 2_000);
};

const webLink = async (app: App, argument: unknown, title: string): Promise<string | undefined> => {
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
