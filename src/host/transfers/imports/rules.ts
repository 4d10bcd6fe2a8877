import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import type { OverrideReport } from '../../../model/transfers/imports/overrides.ts';
import { readImport } from '../../../model/transfers/imports/gitImport.ts';
import {
  changeByArchiveImport,
  pollProjectImport,
  projectImportDetails,
} from '../../../model/transfers/imports/projectImportJob.ts';
import { pollRelationImport, relationImportDetails } from '../../../model/transfers/imports/relationImport.ts';
import {
  type GroupImportState,
  groupImportDetails,
  pollGroupImport,
} from '../../../model/transfers/imports/groupImport.ts';
import { failedFor, type Job, type JobChange } from '../../../model/transfers/jobs/job.ts';
import { statePace } from '../../../model/transfers/jobs/pace.ts';
import { visible } from '../../kit/words/format.ts';
import { commandOf } from '../kinds.ts';
import { neverStarted } from '../messages.ts';
import type { EndingAction, JobKindRules } from '../rules.ts';

const endingActions = (job: Job): readonly EndingAction[] => {
  const { t } = vscode.l10n;
  if (job.phase === 'succeeded' && job.subject.webUrl !== undefined)
    return [{ title: t('Open in Browser'), command: 'graft.transfers.openJobInBrowser' }];
  return job.phase === 'succeeded' ? [] : [{ title: t('Import Again…'), command: commandOf(job) }];
};

const never = (why: 'notSent' | 'neverCame'): JobChange => {
  const words = vscode.l10n.t('Nothing was created. The upload was not completed.');
  return failedFor(why === 'notSent' ? words : neverStarted());
};

const withReason = (change: JobChange): JobChange =>
  change.phase === 'failed' && change.error === undefined
    ? { ...change, error: { words: vscode.l10n.t('The server gives no reason.') } }
    : change;

const detailsLost = (): JobChange => {
  const words = vscode.l10n.t('The saved data of this import can’t be read.');
  return failedFor(words);
};

const projectRules: JobKindRules = {
  pace: statePace,
  endingActions,
  async poll(job, how) {
    const details = v.safeParse(projectImportDetails, job.details);
    if (!details.success) return detailsLost();
    const seen = await pollProjectImport(job, details.output, how, Date.now());
    if (seen.kind === 'notYet') return { phase: 'unclear' };
    if (seen.kind === 'never') return never(seen.why);
    const { change, overrides } = seen;
    if (overrides === undefined) return withReason(change);
    const words = notTakenMessage(overrides);
    return {
      ...change,
      details: { ...details.output, notTaken: [...overrides.notTaken], untold: [...overrides.untold] },
      ...(words === undefined ? {} : { state: { state: change.state?.state ?? 'finished', words } }),
    };
  },
};

const notTakenMessage = ({ notTaken, untold }: OverrideReport): string | undefined => {
  const { t } = vscode.l10n;
  const parts = [
    ...notTaken.map(({ key, wanted, got }) => t('{0} is “{2}” instead of “{1}”', key, String(wanted), visible(got))),
    ...(untold.length === 0 ? [] : [t('{0} is not reported', untold.join(', '))]),
  ];
  return parts.length === 0 ? undefined : t('Some settings were not applied: {0}.', parts.join('; '));
};

/** Warns about overrides that the server silently ignored. */
export const reportNotApplied = (job: Job): void => {
  const details = v.safeParse(projectImportDetails, job.details);
  if (job.kind !== 'projectImport' || job.phase !== 'succeeded' || !details.success) return;
  const { notTaken = [], untold = [] } = details.output;
  const words = notTakenMessage({ notTaken, untold });
  if (words !== undefined) void vscode.window.showWarningMessage(`${visible(job.subject.path)}: ${words}`);
};

const relationRules: JobKindRules = {
  pace: statePace,
  endingActions,
  async poll(job, how) {
    const details = v.safeParse(relationImportDetails, job.details);
    if (!details.success) return detailsLost();
    const seen = await pollRelationImport(job, details.output, how, Date.now());
    if (seen.kind === 'notYet') return { phase: 'unclear' };
    if (seen.kind === 'never') return never(seen.why);
    const change = { ...seen.change, details: { ...details.output, tracker: seen.tracker } };
    if (change.phase !== 'succeeded' && change.phase !== 'failed') return change;
    if (job.subject.id === undefined) return withReason(change);
    // the relation import itself doesn't report failures
    const { failedRelations } = changeByArchiveImport(await readImport(how.client, job.subject.id, how), job.baseUrl);
    return withReason({ ...change, ...(failedRelations === undefined ? {} : { failedRelations }) });
  },
};

const gitRules: JobKindRules = {
  pace: statePace,
  endingActions,
  async poll(job, how) {
    const { id } = job.subject;
    if (id === undefined) return detailsLost();
    const found = await readImport(how.client, id, how);
    if (found.import_status !== 'none') return withReason(changeByArchiveImport(found, job.baseUrl));
    return job.phase === 'unclear' && Date.now() - job.startedAtMs > 5 * 60_000 ? never('neverCame') : {};
  },
};

const groupRules: JobKindRules = {
  pace: statePace,
  endingActions,
  async poll(job, how) {
    const details = v.safeParse(groupImportDetails, job.details);
    if (!details.success) return detailsLost();
    const seen = await pollGroupImport(job, details.output, how, Date.now());
    if (seen.kind === 'notYet') return {};
    if (seen.kind === 'never') {
      if (seen.why === 'notSent') return never('notSent');
      const words = vscode.l10n.t(
        'The server accepted the archive, but the group {0} has not been created. The reason is in the server logs.',
        visible(job.subject.path),
      );
      return failedFor(words);
    }
    return groupChange(job, seen, details.output.groups ?? 0);
  },
};

/** Wait for subgroups; after it, their number is reported. */
const groupsWithinMs = 60 * 60_000;

const groupChange = (job: Job, seen: Extract<GroupImportState, { kind: 'there' }>, expected: number): JobChange => {
  const { t } = vscode.l10n;
  const { group, groups = 1, content } = seen;
  const subject = {
    type: 'group' as const,
    path: group.full_path,
    id: group.id,
    ...(typeof group.web_url === 'string' ? { webUrl: group.web_url } : {}),
  };
  if (content === 'all')
    return {
      phase: 'succeeded',
      subject,
      state: { state: 'finished', words: t('All {0} groups of the archive have been created.', expected) },
    };
  if (content === 'untold') {
    const words = t(
      'The group has been created. The server doesn’t report when its labels, milestones, boards and members are complete.',
    );
    return { phase: 'succeeded', subject, state: { state: 'finished', words } };
  }
  if (Date.now() - job.startedAtMs < groupsWithinMs)
    return {
      phase: 'running',
      subject,
      state: { state: 'started', words: t('{0} of {1} groups created', groups, expected) },
    };
  const words = t(
    'Only {0} of {1} groups were created within an hour. The server doesn’t report whether more will follow.',
    groups,
    expected,
  );
  return { ...failedFor(words), subject };
};

export const importRules = {
  projectImport: projectRules,
  relationImport: relationRules,
  gitImport: gitRules,
  groupImport: groupRules,
};
