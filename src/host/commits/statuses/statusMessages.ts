import * as vscode from '../../vscode.ts';
import { type ReportProblem, statusParameters, type StatusReport } from '../../../model/commits/commitStatus.ts';
import type { CommitStatus } from '../../../wire/commits.ts';
import type { MergeRequest } from '../../../wire/mergeRequests.ts';
import { visible } from '../../kit/words/format.ts';

export const reportProblemMessage = (problem: ReportProblem | undefined): string | undefined => {
  const { t } = vscode.l10n;
  switch (problem) {
    case undefined:
      return undefined;
    case 'notHttp':
      return t('Enter a URL that starts with https:// or http://.');
    case 'tooLong':
      return t('At most 255 characters.');
    case 'notPercent':
      return t('Enter a number from 0 to 100.');
    case 'empty':
      return t('Enter a name.');
  }
};

/** For a ref that is both branch and tag: the API accepts only the short name. */
export const tagMessage = (name: string): string =>
  vscode.l10n.t('There is also a tag {0}: the server goes by the name alone, for branch and tag alike.', visible(name));

/** One-line summary of a status. */
export const statusLine = (status: CommitStatus): string =>
  [
    status.status,
    status.ref == null ? undefined : visible(status.ref),
    status.coverage == null ? undefined : `${status.coverage} %`,
    status.description == null || status.description === ''
      ? undefined
      : vscode.l10n.t('“{0}”', visible(status.description)),
    status.target_url == null ? undefined : visible(status.target_url),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');

/** Differences between a report and the previous status. */
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

/** Request parameters, one per line. */
export const sentLines = (report: StatusReport): readonly string[] => {
  const { id: _, ...sent } = statusParameters(report);
  return Object.entries(sent).map(([name, value]) => `    ${name}: ${visible(String(value))}`);
};

/** A merge request shows a status that is on its source branch, in its source project. */
export const showsStatus = (
  { ref, project }: Pick<StatusReport, 'ref' | 'project'>,
  mergeRequest: MergeRequest,
): boolean => mergeRequest.source_branch === ref && (mergeRequest.source_project_id ?? project) === project;

/** One note per open merge request on whether it shows the status. */
export const mergeRequestMessages = (
  { ref, project }: StatusReport,
  mergeRequests: readonly MergeRequest[] | undefined,
): readonly string[] => {
  const { t } = vscode.l10n;
  if (mergeRequests === undefined) return [t('Whether the commit belongs to a merge request could not be read.')];
  return mergeRequests.map((mergeRequest) => {
    const { iid, source_branch: branch, source_project_id: source } = mergeRequest;
    if (source != null && source !== project) {
      return t('The commit belongs to !{0} from another project, which shows only statuses that are set there.', iid);
    }
    return showsStatus({ ref, project }, mergeRequest)
      ? t('The commit belongs to !{0}, which shows the status: {1} is its source branch.', iid, visible(branch))
      : t('The commit belongs to !{0}, which shows the status only on its source branch {1}.', iid, visible(branch));
  });
};
