import * as vscode from '../../vscode.ts';
import type { ArchiveCheck } from '../../../model/transfers/imports/archive.ts';
import type { SizeLimit } from '../../../model/transfers/imports/sizeLimit.ts';
import { isSince, readRelease, type Release } from '../../../model/release.ts';
import { bytesText } from '../../kit/format.ts';

/** Why a file cannot be imported by any server, in a sentence. */
export const flawMessage = (name: string, { flaw, resembles }: Extract<ArchiveCheck, { kind: 'unfit' }>): string => {
  const { t } = vscode.l10n;
  switch (flaw) {
    case 'empty':
      return t('{0} has no bytes at all.', name);
    case 'notGzip':
      return resembles === undefined
        ? t('{0} is not compressed with gzip. Exports of GitLab are, and end in .tar.gz.', name)
        : t('{0} looks like {1}. Exports of GitLab are compressed with gzip and end in .tar.gz.', name, resembles);
    case 'truncated':
      return t('{0} ends in the middle: a part of it was not downloaded or copied. Get it again.', name);
    case 'damaged':
      return t('{0} is damaged: some of its bytes are not those that were written. Get it again.', name);
    case 'notTar':
      return t('{0} is compressed with gzip, but what is in it is no archive of files.', name);
    case 'notExport':
      return t('{0} is an archive, but no export of GitLab: it holds neither a project nor a group.', name);
  }
};

/** What is known of a file, in a few words: `12 MB, written by GitLab 18.1.1-ee, read to its end`. */
export const archiveSummary = (look: Extract<ArchiveCheck, { kind: 'export' }>): string => {
  const { t } = vscode.l10n;
  const { facts, read, sizeBytes } = look;
  return [
    bytesText(sizeBytes),
    ...(facts.gitlabVersion === undefined ? [] : [t('written by GitLab {0}', facts.gitlabVersion)]),
    read === 'whole' ? t('read to its end: whole') : t('only its beginning was read'),
  ].join(', ');
};

/** What should be known of the release an archive comes from; undefined when it fits or nobody knows. */
export const releaseWarning = (archive: string | undefined, server: Release | undefined): string | undefined => {
  const { t } = vscode.l10n;
  const from = archive === undefined ? undefined : readRelease(archive);
  if (from === undefined || server === undefined) return undefined;
  const [one, other] = [from, server].map(([major, minor]) => `${major}.${minor}`);
  if (!isSince(server, `${from[0]}.${from[1]}`))
    return t(
      'The archive was written by GitLab {0}, this server is the older {1}: parts of it may not be imported.',
      one ?? '',
      other ?? '',
    );
  const isNear = from[0] === server[0] ? server[1] - from[1] <= 2 : from[0] + 1 === server[0] && server[1] <= 1;
  return isNear
    ? undefined
    : t(
        'The archive was written by GitLab {0}, this server is {1}. Archives of the two releases before a server’s own are sure to work; of older ones parts may be missing.',
        one ?? '',
        other ?? '',
      );
};

/** What is known of the largest archive a server takes. */
export const limitMessage = (limit: SizeLimit, server: string): string => {
  const { t } = vscode.l10n;
  switch (limit.kind) {
    case 'none':
      return t('{0} takes archives of any size.', server);
    case 'unknown':
      return t('How large an archive {0} takes is told to administrators only.', server);
    case 'bytes':
      return limit.from === 'settings'
        ? t('{0} takes archives up to {1}.', server, bytesText(limit.bytes))
        : t('GitLab.com takes archives up to {0}.', bytesText(limit.bytes));
  }
};
