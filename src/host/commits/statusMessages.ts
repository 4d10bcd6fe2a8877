import * as vscode from '../vscode.ts';
import type { ReportProblem, StatusReport } from '../../model/commits/commitStatus.ts';
import type { CommitStatus } from '../../wire/commits.ts';
import { visible } from '../kit/format.ts';

/** What is wrong with what was typed, as a sentence. */
export const reportProblemMessage = (problem: ReportProblem | undefined): string | undefined => {
  const { t } = vscode.l10n;
  switch (problem) {
    case undefined:
      return undefined;
    case 'notHttp':
      return t('The address must begin with https:// or http://.');
    case 'tooLong':
      return t('At most 255 characters.');
    case 'notPercent':
      return t('The coverage is a number from 0 to 100.');
    case 'empty':
      return t('Write a name.');
  }
};

/** A status in a line: state and whatever it says besides. */
export const statusLine = (status: CommitStatus): string =>
  [
    status.status,
    status.ref == null ? undefined : visible(status.ref),
    status.coverage == null ? undefined : `${status.coverage} %`,
    status.description == null || status.description === '' ? undefined : `“${visible(status.description)}”`,
    status.target_url == null ? undefined : visible(status.target_url),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');

/** What a report changes, in words: before and after. */
export const changeMessage = (report: StatusReport, before: CommitStatus | undefined): string => {
  const { t } = vscode.l10n;
  const parts = [
    step(t('state'), before?.status, report.state),
    step(t('ref'), before?.ref, report.ref),
    step(t('link'), before?.target_url, report.targetUrl),
    step(t('description'), before?.description, report.description),
    step(t('coverage'), before?.coverage, report.coverage),
  ].filter((part) => part !== undefined);
  return before === undefined ? t('New: {0}', parts.join(', ')) : parts.join(', ');
};

const step = (
  what: string,
  before: string | number | null | undefined,
  after: string | number | undefined,
): string | undefined => {
  if (after === undefined || after === '') return undefined;
  if (before == null || before === '') return `${what} ${visible(String(after))}`;
  return String(before) === String(after)
    ? undefined
    : `${what} ${visible(String(before))} → ${visible(String(after))}`;
};
