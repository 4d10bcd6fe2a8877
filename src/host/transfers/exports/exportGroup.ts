import * as vscode from '../../vscode.ts';
import { instanceName } from '../../../model/account.ts';
import { requestGroupExport } from '../../../model/transfers/exports/groupExport.ts';
import type { ExportDetails } from '../../../model/transfers/exports/projectExport.ts';
import { type Summary, confirmAndSend, type Sent } from '../../kit/questions/summary.ts';
import type { TransfersArea } from '../area.ts';
import { visible } from '../../kit/words/format.ts';
import { isUnderWay, seedOf, startJob } from '../startJob.ts';
import { chooseGroupToExport, type ExportSubject } from './chooseSubject.ts';
import { checkWritable, chooseFile, freeFile } from './chooseTarget.ts';

/** Small groups take seconds, and GitLab allows one download request a minute. */
const firstAskMs = 10_000;

/** Exports a group to a local file. */
export const startGroupExport = async (area: TransfersArea): Promise<void> => {
  const chosen = await chooseGroupToExport(area);
  if (chosen === undefined) return;
  if (await isUnderWay(area, seedOf('groupExport', chosen.account, chosen.subject))) return;
  await confirmAndSend<string, 'where'>(area, freeFile(chosen.subject.path, area.jobs.list()), {
    show: (file) => exportSummary(chosen, file),
    change: async (file) => (await chooseFile(chosen.subject.path)) ?? file,
    send: (file) => start(area, chosen, file),
  });
};

const start = async (area: TransfersArea, { account, subject }: ExportSubject, file: string): Promise<Sent> => {
  const { t } = vscode.l10n;
  await checkWritable(file);
  const details: Partial<ExportDetails> = { to: 'file' };
  return startJob(area, {
    seed: { ...seedOf('groupExport', account, subject), file: { path: file }, details },
    send: () => requestGroupExport(area.clients.of(account), subject.id),
    started: () => ({ state: { state: 'asked' }, pollInMs: firstAskMs }),
    unclear: {
      details: { ...details, isUnclear: true },
      state: {
        state: 'answerLost',
        words: t('We can’t tell whether the export started. If it did, the archive will arrive.'),
      },
      pollInMs: firstAskMs,
    },
  });
};

const exportSummary = ({ account, subject }: ExportSubject, file: string): Summary<'where'> => {
  const { t } = vscode.l10n;
  return {
    title: t('Export {0}', visible(subject.path)),
    start: { label: t('Export'), value: subject.path, icon: 'cloud-download' },
    rows: [{ part: 'where', icon: 'save', label: t('Archive destination'), value: file }],
    warnings: [t('Your previous export of this group will be replaced.')],
    notes: [
      t('Account: {0} as {1}', instanceName(account.baseUrl), account.username),
      t(
        'The archive contains the group, its subgroups, members, labels, milestones, boards and epics. Export its projects separately.',
      ),
      t('The server reports no progress. Graft checks for the archive once a minute.'),
    ],
  };
};
