import * as vscode from '../vscode.ts';
import { type ChangedFile, type FileChange, pathOf } from '../../model/fileChange.ts';
import type { CommitDetail } from '../../wire/commits.ts';
import { commitAddress } from '../../messages/webAddresses.ts';
import type { CommitsArea } from './area.ts';
import { changeTitle } from '../kit/words/changeSize.ts';
import { shortSha, visibleLabel } from '../kit/words/format.ts';
import { cancellable } from '../kit/progress.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { showChange, showChanges, type Versions } from '../kit/pages/showChange.ts';
import { fileVersionUri } from '../kit/pages/fileVersions.ts';
import { commitLink, followLink } from './links/links.ts';
import { changeMessage, type ComparedFileItem, type FileItem } from './list/rows.ts';
import { type CommitSubject, givenSubject, placeOfSubject } from './subject.ts';
import { chooseCommit, commitSubject } from './chooseCommit.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { copyAddress } from '../kit/copyAddress.ts';

/** Opens the page of a commit, or follows a VS Code link. */
export const openCommit = async (area: CommitsArea, argument: unknown): Promise<void> => {
  if (argument instanceof vscode.Uri) return followLink(area, argument);
  const given = givenSubject(argument);
  const chosen = given
    ? { subject: given, at: undefined }
    : await chooseCommit(area, vscode.l10n.t('Open which commit?'));
  if (chosen) area.commitPages.show(chosen.subject, chosen.at);
};

export const openAllChanges = async (area: CommitsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await commitSubject(area, argument, t('Open the changes of which commit?'));
  if (!subject) return;
  const read = await withFiles(area, subject);
  if (!read) return;
  const { commit, changes } = read;
  if (changes.length === 0) {
    void vscode.window.showInformationMessage(t('This commit changes no files.'));
    return;
  }
  const shas = { left: commit.parent_ids[0], right: commit.id, of: commit.id };
  const sides = changes.map((change) => openVersions(subject.open, change, shas));
  await showChanges(`${shortSha(commit.id)} ${commit.title}`, sides);
};

/** Opens a file of a commit in the diff editor; asks for it when called from the palette. */
export const openFile = async (area: CommitsArea, argument: unknown): Promise<void> => {
  if (isFileItem(argument)) {
    const { open, commit } = argument.parent;
    await openDiff({ open, sha: commit.id }, commit, argument.change, undefined);
    return;
  }
  if (isComparedFile(argument)) return openComparedFile(argument);
  const { t } = vscode.l10n;
  const subject = await commitSubject(area, argument, t('Open a file of which commit?'));
  const read = subject && (await withFiles(area, subject));
  if (!subject || !read) return;
  const items = read.changes.map((change) => ({
    label: visibleLabel(pathOf(change)),
    description: visibleLabel(changeMessage(change)),
    change,
  }));
  const title = t('Files of {0}', shortSha(read.commit.id));
  const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: t('Open which file?') });
  if (chosen) await openDiff(subject, read.commit, chosen.change, undefined);
};

/** `line` is 1-based, on the new side. */
export const openFileAt = async (
  area: CommitsArea,
  subject: CommitSubject,
  path: string,
  line: number | undefined,
): Promise<void> => {
  const read = await withFiles(area, subject);
  const change = read?.changes.find(({ newPath }) => newPath === path);
  if (read && change) await openDiff(subject, read.commit, change, line);
};

const isFileItem = (argument: unknown): argument is FileItem =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === 'file';

const isComparedFile = (argument: unknown): argument is ComparedFileItem =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === 'comparedFile';

const withFiles = (
  area: CommitsArea,
  subject: CommitSubject,
): Promise<{ readonly commit: CommitDetail; readonly changes: readonly FileChange[] } | undefined> =>
  cancellable(vscode.l10n.t('Reading the files of {0}…', shortSha(subject.sha)), async (signal) => {
    const place = placeOfSubject(subject);
    const [commit, changes] = await Promise.all([
      area.details.read(place, { signal }),
      area.changes.all(place, signal),
    ]);
    return { commit, changes };
  });

const openDiff = async (
  { open }: CommitSubject,
  commit: { readonly id: string; readonly parent_ids: readonly string[] },
  change: ChangedFile,
  line: number | undefined,
): Promise<void> => {
  const shas = { left: commit.parent_ids[0], right: commit.id, of: commit.id };
  const title = changeTitle(change, shortSha(commit.id));
  await showChange(openVersions(open, change, shas), { title, line });
};

const openComparedFile = async ({ place, change }: ComparedFileItem): Promise<void> => {
  const { open, leftSha: left, toSha: right } = place;
  const title = changeTitle(change, `${shortSha(left)} ↔ ${shortSha(right)}`);
  await showChange(openVersions(open, change, { left, right }), { title, line: undefined });
};

/** Both versions of a changed file; undefined on a side where it doesn't exist. */
export const openVersions = (
  open: OpenProject,
  change: ChangedFile,
  { left, right, of }: { readonly left: string | undefined; readonly right: string; readonly of?: string },
): Versions => {
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

export const browseCommit = async (area: CommitsArea, argument: unknown): Promise<void> => {
  const link = await webLink(area, argument, vscode.l10n.t('Open which commit in the browser?'));
  if (link !== undefined) await openInBrowser(link);
};

export const copyLink = async (area: CommitsArea, argument: unknown): Promise<void> => {
  const link = await webLink(area, argument, vscode.l10n.t('Copy the link to which commit?'));
  if (link !== undefined) await copyAddress(link);
};

export const copyEditorLink = async (area: CommitsArea, argument: unknown): Promise<void> => {
  const subject = await commitSubject(area, argument, vscode.l10n.t('Copy the link to which commit?'));
  if (subject) await copyAddress(commitLink(area, subject.open, subject.sha));
};

export const copySha = async (area: CommitsArea, argument: unknown): Promise<void> => {
  const subject = await commitSubject(area, argument, vscode.l10n.t('Copy the SHA of which commit?'));
  if (!subject) return;
  await vscode.env.clipboard.writeText(subject.sha);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) {0} copied', shortSha(subject.sha)), 2_000);
};

const webLink = async (area: CommitsArea, argument: unknown, title: string): Promise<string | undefined> => {
  const subject = await commitSubject(area, argument, title);
  return subject && commitAddress(subject.open.project.web_url, subject.sha);
};
