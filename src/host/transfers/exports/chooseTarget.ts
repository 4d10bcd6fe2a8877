import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from '../../vscode.ts';
import {
  readUploadAddress,
  type NoUploadAddress,
  type UploadAddress,
} from '../../../model/transfers/jobs/uploadAddress.ts';
import type { Job } from '../../../model/transfers/jobs/job.ts';
import { askText } from '../../kit/questions/askText.ts';
import { visible } from '../../kit/words/format.ts';
import { spanText } from '../messages.ts';

/** Default file name, neither on disk nor used by a job. */
export const freeFile = (subjectPath: string, jobs: readonly Job[] = []): string => {
  const name = `${subjectPath.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')}_export`;
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
  // beside the workspace folder, so that it isn't part of it
  const beside = folder === undefined ? os.homedir() : path.dirname(folder);
  for (let count = 1; ; count += 1) {
    const file = path.join(beside, `${name}${count === 1 ? '' : `-${count}`}.tar.gz`);
    if (!existsSync(file) && jobs.every((job) => job.file?.path !== file)) return file;
  }
};

/**
 * Save dialog that rejects a folder without write access right away, as the export may take an hour. Undefined when
 * closed.
 */
export const chooseFile = async (subjectPath: string): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const chosen = await vscode.window.showSaveDialog({
    title: t('Save Archive As'),
    saveLabel: t('Save Archive'),
    defaultUri: vscode.Uri.file(freeFile(subjectPath)),
    filters: { [t('Archives')]: ['tar.gz', 'tgz', 'gz'] },
  });
  if (chosen === undefined) return undefined;
  if (chosen.scheme !== 'file') throw new Error(t('An archive can only be saved to the local file system.'));
  await checkWritable(chosen.fsPath);
  return chosen.fsPath;
};

/** Throws a user-facing error if the folder isn't writable. */
export const checkWritable = async (file: string): Promise<void> => {
  const probe = `${file}.${randomUUID()}.part`;
  try {
    await (await open(probe, 'wx')).close();
  } catch (error) {
    const { t } = vscode.l10n;
    const why = (error as NodeJS.ErrnoException).code ?? '';
    throw new Error(t('Cannot write to {0} ({1}). Choose another folder.', path.dirname(file), why), { cause: error });
  } finally {
    await rm(probe, { force: true });
  }
};

/** Upload by the server. */
export interface UploadChoice {
  readonly address: UploadAddress;
  readonly method: 'PUT' | 'POST';
}

/** Asks for an upload URL, masked and never stored. Undefined when closed. */
export const chooseUpload = async (): Promise<UploadChoice | undefined> => {
  const { t } = vscode.l10n;
  const read = (text: string): UploadAddress | NoUploadAddress => readUploadAddress(text, Date.now());
  const url = await askText({
    title: t('Upload URL'),
    prompt: t('A pre-signed URL of an object storage. Anyone with this URL can write there, so Graft doesn’t save it.'),
    value: '',
    placeholder: 'https://',
    isSecret: true,
    problem: (text) => {
      const address = read(text);
      return address.kind === 'address' ? undefined : noUploadMessage(address.why);
    },
  });
  const address = url === undefined ? undefined : read(url);
  if (address?.kind !== 'address') return undefined;
  const picked = await vscode.window.showQuickPick(
    [
      { label: 'PUT', description: t('used by most pre-signed URLs'), method: 'PUT' as const },
      { label: 'POST', description: t('if the URL was signed for POST'), method: 'POST' as const },
    ],
    { title: t('Upload Method'), placeHolder: visible(address.shown), ignoreFocusOut: true },
  );
  return picked && { address, method: picked.method };
};

const noUploadMessage = (why: NoUploadAddress['why']): string => {
  const { t } = vscode.l10n;
  switch (why) {
    case 'empty':
      return t('Enter the URL.');
    case 'invalid':
      return t('Enter a valid URL.');
    case 'scheme':
      return t('The URL must start with https://.');
    case 'unencrypted':
      return t('The URL must start with https://. Without encryption the archive could be read in transit.');
    case 'credentials':
      return t('The URL must not contain a user name or password.');
    case 'expired':
      return t('The URL has expired. Create a new one.');
  }
};

export const uploadWarnings = ({ address }: UploadChoice, nowMs: number): readonly string[] => {
  const { t } = vscode.l10n;
  return [
    ...(address.signsContentType === false
      ? []
      : [
          t(
            'The server uploads with the header “Content-Type: application/gzip”. If the URL was signed with another content type, the storage rejects the upload.',
          ),
        ]),
    address.expiresAtMs === undefined
      ? t('The URL must stay valid until the export has finished.')
      : t(
          'The URL is valid for another {0}. The export must finish before then.',
          spanText(address.expiresAtMs - nowMs),
        ),
  ];
};
