import path from 'node:path';
import * as vscode from '../../vscode.ts';
import { fileToUpload } from '../../../client/fileToUpload.ts';
import { type ArchiveCheck, checkArchive } from '../../../model/transfers/imports/archive.ts';
import type { UploadFile } from '../../../wire/parameters.ts';
import type { TransfersArea } from '../area.ts';
import { bytesText, visible } from '../../kit/words/format.ts';
import { percentOf } from '../messages.ts';
import { cancellable } from '../../kit/progress.ts';
import { defectMessage } from './archiveMessages.ts';

/** A local archive that can be imported. */
export interface ChosenArchive {
  /** Absolute path. */
  readonly file: string;
  readonly name: string;
  readonly upload: UploadFile;
  readonly check: Extract<ArchiveCheck, { kind: 'export' }>;
}

export interface ArchiveQuestion {
  readonly title: string;
  readonly of: 'project' | 'group';
  /** Absolute path; skips the dialog. */
  readonly preset?: string | undefined;
  /** Command for the other kind of archive; gets the file. */
  readonly otherCommand?: string | undefined;
}

/** Files up to this size are verified at once, in less than a second. */
const quickBytes = 256 * 1024 * 1024;

/**
 * Asks for an archive and checks it; an unfit one is explained with an offer to choose again. Undefined
 * when closed, or when the other command took over.
 */
export const chooseArchive = async (
  area: TransfersArea,
  question: ArchiveQuestion,
): Promise<ChosenArchive | undefined> => {
  const { t } = vscode.l10n;
  let { preset } = question;
  for (;;) {
    const file = preset ?? (await askFile(question));
    preset = undefined;
    if (file === undefined) return undefined;
    const name = visible(path.basename(file));
    const seen = await examined(area, file, name);
    if (seen === undefined) return undefined;
    if ('upload' in seen && seen.check.facts.of === question.of) return seen;
    const other = t('Choose Another File…');
    const instead = question.of === 'project' ? t('Import Group…') : t('Import Project…');
    const isOther = 'upload' in seen && question.otherCommand !== undefined;
    const words = 'upload' in seen ? otherKindMessage(seen) : seen.words;
    const answer = await vscode.window.showErrorMessage(
      t('Nothing was sent. {0}', words),
      ...(isOther ? [instead] : []),
      other,
    );
    if (answer === instead && question.otherCommand !== undefined) {
      await vscode.commands.executeCommand(question.otherCommand, { kind: 'archive', file });
      return undefined;
    }
    if (answer !== other) return undefined;
  }
};

const otherKindMessage = ({ name, check }: ChosenArchive): string =>
  check.facts.of === 'group'
    ? vscode.l10n.t('{0} is the export of a group, not of a project.', name)
    : vscode.l10n.t('{0} is the export of a project, not of a group.', name);

/** Path in a command's argument. */
export const givenFile = (argument: unknown): string | undefined => {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { kind, file } = argument as { kind?: unknown; file?: unknown };
  return kind === 'archive' && typeof file === 'string' ? file : undefined;
};

const askFile = async ({ title }: ArchiveQuestion): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const [uri] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: t('Choose'),
      canSelectMany: false,
      filters: { [t('Exports of GitLab')]: ['gz', 'tgz'], [t('All files')]: ['*'] },
    })) ?? [];
  if (uri === undefined) return undefined;
  if (uri.scheme !== 'file') throw new Error(t('Only local files can be uploaded.'));
  return uri.fsPath;
};

/** Quick check of a file; undefined when cancelled. */
const examined = async (
  area: TransfersArea,
  file: string,
  name: string,
): Promise<ChosenArchive | { readonly words: string } | undefined> => {
  const { t } = vscode.l10n;
  const upload = await openFile(area, file, name);
  if ('words' in upload) return upload;
  const depth = upload.size <= quickBytes ? 'whole' : 'head';
  try {
    let check = await cancellable(t('Checking {0}…', name), (signal) => checkArchive(upload, { signal, depth }));
    if (check?.kind === 'unsure') check = await readWhole(upload, name);
    if (check === undefined) return undefined;
    if (check.kind === 'unfit') {
      area.log.error(
        `${file} cannot be imported.`,
        new Error(`${check.defect}: ${check.detail ?? check.resembles ?? ''}`),
      );
      return { words: defectMessage(name, check) };
    }
    if (check.kind === 'unsure') return { words: t('The content of {0} could not be read.', name) };
    return { file, name, upload, check };
  } catch (error) {
    area.log.error(`${file} could not be read.`, error);
    return { words: t('{0} could not be read: {1}', name, error instanceof Error ? error.message : String(error)) };
  }
};

const openFile = async (
  area: TransfersArea,
  file: string,
  name: string,
): Promise<UploadFile | { readonly words: string }> => {
  try {
    return await fileToUpload(file);
  } catch (error) {
    area.log.error(`${file} could not be opened.`, error);
    const { t } = vscode.l10n;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { words: t('{0} no longer exists.', name) };
    return { words: t('{0} could not be read: {1}', name, error instanceof Error ? error.message : String(error)) };
  }
};

/** Verifies a whole file with cancellable progress; undefined when cancelled. */
const readWhole = (upload: UploadFile, name: string): Promise<ArchiveCheck | undefined> =>
  cancellable(vscode.l10n.t('Verifying {0}…', name), (signal, report) => {
    let percent = 0;
    return checkArchive(upload, {
      signal,
      depth: 'whole',
      progress({ doneBytes, totalBytes }) {
        const now = percentOf(doneBytes, totalBytes);
        if (now === percent) return;
        const message = vscode.l10n.t('{0} of {1}', bytesText(doneBytes), bytesText(totalBytes));
        report({ message, increment: now - percent });
        percent = now;
      },
    });
  });

/** Verifies the whole archive once; returned unchanged when cancelled or, with a message, when unfit. */
export const checkedWhole = async (archive: ChosenArchive): Promise<ChosenArchive> => {
  if (archive.check.read !== 'head') return archive;
  const check = await readWhole(archive.upload, archive.name);
  if (check?.kind === 'export') return { ...archive, check };
  if (check?.kind === 'unfit') {
    const detail = vscode.l10n.t('Nothing was sent. You can continue, but no server can import all of it.');
    void vscode.window.showErrorMessage(defectMessage(archive.name, check), { modal: true, detail });
  }
  return archive;
};
