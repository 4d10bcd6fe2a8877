import * as vscode from '../../vscode.ts';
import type { ArchiveCheck } from '../../../model/transfers/imports/archive.ts';
import type { SizeLimit } from '../../../model/transfers/imports/sizeLimit.ts';
import { isAtLeast, readRelease, type Release } from '../../../model/release.ts';
import { bytesText } from '../../kit/words/format.ts';

/** For a file that no server can import. */
export const defectMessage = (
  name: string,
  { defect, resembles }: Extract<ArchiveCheck, { kind: 'unfit' }>,
): string => {
  const { t } = vscode.l10n;
  switch (defect) {
    case 'empty':
      return t('{0} is empty.', name);
    case 'notGzip':
      return resembles === undefined
        ? t('{0} is not a gzip archive. GitLab exports are .tar.gz files.', name)
        : t('{0} looks like {1}. GitLab exports are .tar.gz files.', name, resembles);
    case 'truncated':
      return t('{0} is truncated: it was not downloaded or copied completely. Get it again.', name);
    case 'damaged':
      return t('{0} is corrupt: its checksum is wrong. Get it again.', name);
    case 'notTar':
      return t('{0} is compressed with gzip, but contains no tar archive.', name);
    case 'notExport':
      return t('{0} is not a GitLab export: it contains neither a project nor a group.', name);
  }
};

/** Such as `12 MB, from GitLab 18.1.1-ee, verified`. */
export const archiveSummary = (check: Extract<ArchiveCheck, { kind: 'export' }>): string => {
  const { t } = vscode.l10n;
  const { facts, read, sizeBytes } = check;
  return [
    bytesText(sizeBytes),
    ...(facts.gitlabVersion === undefined ? [] : [t('from GitLab {0}', facts.gitlabVersion)]),
    read === 'whole' ? t('verified') : t('not verified yet'),
  ].join(', ');
};

/** Undefined if the releases fit or one is unknown. */
export const releaseWarning = (archive: string | undefined, server: Release | undefined): string | undefined => {
  const { t } = vscode.l10n;
  const from = archive === undefined ? undefined : readRelease(archive);
  if (from === undefined || server === undefined) return undefined;
  const [one, other] = [from, server].map(([major, minor]) => `${major}.${minor}`);
  if (!isAtLeast(server, `${from[0]}.${from[1]}`))
    return t(
      'The archive is from GitLab {0}, this server runs {1}, which is older. Parts may not be imported.',
      one ?? '',
      other ?? '',
    );
  const isNear = from[0] === server[0] ? server[1] - from[1] <= 2 : from[0] + 1 === server[0] && server[1] <= 1;
  return isNear
    ? undefined
    : t(
        'The archive is from GitLab {0}, this server runs {1}. GitLab supports archives of the two previous minor releases; parts of older ones may be missing.',
        one ?? '',
        other ?? '',
      );
};

export const limitMessage = (limit: SizeLimit, server: string): string => {
  const { t } = vscode.l10n;
  switch (limit.kind) {
    case 'none':
      return t('{0} has no size limit for imports.', server);
    case 'unknown':
      return t('Size limit of {0} unknown (visible to administrators only).', server);
    case 'bytes':
      return limit.from === 'settings'
        ? t('Size limit of {0}: {1}.', server, bytesText(limit.bytes))
        : t('Size limit of GitLab.com: {0}.', bytesText(limit.bytes));
  }
};
