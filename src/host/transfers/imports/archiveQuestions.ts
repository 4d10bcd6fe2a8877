import path from 'node:path';
import * as vscode from '../../vscode.ts';
import { type Account, instanceName } from '../../../model/account.ts';
import { pathFromName } from '../../../model/transfers/imports/pathRules.ts';
import { fits, readSizeLimit, type SizeLimit } from '../../../model/transfers/imports/sizeLimit.ts';
import type { Release } from '../../../model/release.ts';
import type { TransfersArea } from '../area.ts';
import type { Job } from '../../../model/transfers/jobs/job.ts';
import { bytesText, visible } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import type { ChosenArchive } from './archiveFile.ts';
import { archiveSummary, limitMessage, releaseWarning } from './archiveMessages.ts';
import type { SummaryRow } from '../../kit/questions/summary.ts';

/** The job of a row, to be repeated. */
export const givenJob = (area: TransfersArea, argument: unknown): Job | undefined => {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { kind, id } = argument as { kind?: unknown; id?: unknown };
  return kind === 'job' && typeof id === 'string' ? area.jobs.get(id) : undefined;
};

/** The server's size limit. Undefined when cancelled or, after a message, if the archive exceeds it. */
export const checkedLimit = async (
  area: TransfersArea,
  account: Account,
  { check, name }: ChosenArchive,
): Promise<SizeLimit | undefined> => {
  const { t } = vscode.l10n;
  const server = instanceName(account.baseUrl);
  const limit = await cancellable(t('Checking the size limit of {0}…', server), (signal) =>
    readSizeLimit(area.clients.of(account), { signal }),
  );
  if (limit === undefined || fits(limit, check.sizeBytes) !== false) return limit;
  void vscode.window.showErrorMessage(
    t('Nothing was sent: {0} has {1}. {2}', name, bytesText(check.sizeBytes), limitMessage(limit, server)),
  );
  return undefined;
};

export const archiveRemarks = (
  { check }: ChosenArchive,
  {
    limit,
    release,
    server,
  }: { readonly limit: SizeLimit; readonly release: Release | undefined; readonly server: string },
): { readonly warnings: readonly string[]; readonly notes: readonly string[] } => {
  const words = releaseWarning(check.facts.gitlabVersion, release);
  return { warnings: words === undefined ? [] : [words], notes: [limitMessage(limit, server)] };
};

export const archiveRow = ({ check, name }: ChosenArchive): SummaryRow<'file'> => ({
  part: 'file',
  icon: 'file-zip',
  label: vscode.l10n.t('Archive'),
  value: name,
  detail:
    check.read === 'head'
      ? vscode.l10n.t('{0}. Select to verify the whole archive first.', archiveSummary(check))
      : archiveSummary(check),
});

/** Name and path from the archive, else from the file name. */
export const proposalOf = ({ check, file }: Pick<ChosenArchive, 'check' | 'file'>): { name: string; path: string } => {
  const { facts } = check;
  const plain = nameInFile(path.basename(file));
  const last = facts.path?.slice(facts.path.lastIndexOf('/') + 1);
  return { name: facts.name ?? last ?? plain, path: last ?? pathFromName(plain) };
};

/** Strips GitLab's additions, as in `2026-11-21_09-00-000_acme_rocket_export.tar.gz`. */
export const nameInFile = (file: string): string =>
  visible(
    file
      .replace(/\.(?:tar\.gz|tgz|gz)$/i, '')
      .replace(/^\d{4}-\d\d-\d\d_\d\d-\d\d-\d{2,4}_/, '')
      .replace(/_export$/, ''),
  );
