import * as vscode from '../vscode.ts';
import type { Readiness, ReadinessCheck } from '../../model/backports/readiness.ts';
import { askText } from '../kit/questions/askText.ts';
import { visibleLabel } from '../kit/words/format.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { openMergeRequest } from '../kit/openMergeRequest.ts';
import { pickRow } from '../kit/questions/pickRow.ts';
import { cancellable } from '../kit/progress.ts';
import { requireProject } from '../kit/requireProject.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { BackportsArea } from './area.ts';
import { showChangelog } from './changelogs.ts';
import { checkedAtMessage, checkMessage, checkName, readinessMessage } from './readinessMessages.ts';
import { checkIcon } from './readinessRows.ts';
import { call, showView } from '../kit/areaCommands.ts';

export interface BranchSubject {
  readonly open: OpenProject;
  readonly branch: string;
}

/**
 * Shows the release readiness of a branch; choosing a check opens its subject. Asks for the branch when called from the
 * palette.
 */
export const checkReadiness = async (area: BackportsArea, row: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await branchSubject(area, row, t('Release Readiness'));
  if (subject === undefined) return;
  const { open, branch } = subject;
  const readiness = await cancellable(t('Checking {0}…', branch), (signal) =>
    area.backports.readinesses.read(open, branch, signal),
  );
  if (readiness === undefined) return;
  const chosen = await pickRow(checkRows(readiness), {
    title: t('Release Readiness: {0}', visibleLabel(branch)),
    placeholder: `${readinessMessage(readiness)} · ${checkedAtMessage(readiness)}`,
  });
  if (chosen) await openCheck(area, open, readiness, chosen.check);
};

/** Branch of a row, or one the user chooses from the queue or enters. */
export const branchSubject = async (
  area: BackportsArea,
  row: unknown,
  title: string,
): Promise<BranchSubject | undefined> => {
  const { t } = vscode.l10n;
  if (isBranchRow(row)) {
    const { branch } = row;
    return { open: row.open, branch: typeof branch === 'string' ? branch : branch.branch };
  }
  const open = await requireProject(area);
  if (open === undefined) return undefined;
  const names = area.backports.queues.of(open).queue?.branches.map((each) => each.branch) ?? [];
  const branch =
    names.length > 0
      ? (
          await pickRow(
            names.map((name) => ({ label: visibleLabel(name), name })),
            { title, placeholder: t('Which branch?') },
          )
        )?.name
      : await askText({
          title,
          prompt: t('Name of the branch'),
          value: '',
          placeholder: 'release/1.0',
          problem: (text) => (text === '' ? t('Enter the name of a branch.') : undefined),
        });
  return branch === undefined ? undefined : { open, branch };
};

const isBranchRow = (
  row: unknown,
): row is { readonly open: OpenProject; readonly branch: string | { branch: string } } =>
  typeof row === 'object' && row !== null && 'open' in row && 'branch' in row;

const checkRows = (readiness: Readiness) =>
  readiness.checks.map((check) => ({
    label: `$(${checkIcon(check)[0]}) ${checkName(check.name)}`,
    detail: visibleLabel(checkMessage(check, readiness)),
    check,
  }));

/** Opens the subject of a check in Graft or in the browser. */
export const openCheck = async (
  { backports }: BackportsArea,
  open: OpenProject,
  { branch, tip }: Readiness,
  check: ReadinessCheck,
): Promise<void> => {
  const { web_url: project } = open.project;
  switch (check.name) {
    case 'queue':
      await call('graft.backports.show');
      return;
    case 'requests': {
      const only = 'requests' in check && check.requests.length === 1 ? check.requests[0] : undefined;
      const list = `${project}/-/merge_requests?state=opened&target_branch=${encodeURIComponent(branch)}`;
      await (only ? openMergeRequest(open, only) : openInBrowser(list));
      return;
    }
    case 'pipeline':
      await openInBrowser(('link' in check ? check.link : undefined) ?? `${project}/-/commit/${tip}/pipelines`);
      return;
    case 'protection':
      await showView('graft.protectedBranches');
      return;
    case 'changelog':
      await showChangelog(backports.changelogs, open, branch);
  }
};
