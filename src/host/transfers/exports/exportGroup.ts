import * as vscode from '../../vscode.ts';
import { instanceName } from '../../../model/account.ts';
import { beginGroupExport } from '../../../model/transfers/exports/groupExport.ts';
import type { ExportDetails } from '../../../model/transfers/exports/projectExport.ts';
import type { Sent } from '../../kit/review.ts';
import type { TransfersArea } from '../area.ts';
import { visible } from '../../kit/format.ts';
import { isUnderWay, seedOf, startJob } from '../startJob.ts';
import { chooseGroupToExport, type ExportSubject } from './chooseSubject.ts';
import { chooseFile } from './chooseTarget.ts';

/** When the archive is asked for first: small groups are exported in seconds, and each ask costs a minute. */
const firstAskMs = 10_000;

/** Exports a group to a file of this computer. */
export const startGroupExport = async (area: TransfersArea): Promise<void> => {
  const chosen = await chooseGroupToExport(area);
  if (chosen === undefined) return;
  if (await isUnderWay(area, seedOf('groupExport', chosen.account, chosen.subject))) return;
  let next: Sent = 'change';
  while (next === 'change') next = await askAndStart(area, chosen);
};

const askAndStart = async (area: TransfersArea, { account, subject }: ExportSubject): Promise<Sent> => {
  const { t } = vscode.l10n;
  const file = await chooseFile(subject.path);
  if (file === undefined) return 'left';
  const yes = t('Export');
  const detail = [
    t('Account: {0} as {1}', instanceName(account.baseUrl), account.username),
    t('Save as: {0}', file),
    t('Your previous export of this group will be replaced.'),
    t(
      'The archive contains the group, its subgroups, members, labels, milestones, boards and epics. Export its projects separately.',
    ),
    t('The server reports no progress. Graft checks for the archive once a minute.'),
  ].join('\n');
  const question = t('Export {0}?', visible(subject.path));
  if ((await vscode.window.showInformationMessage(question, { modal: true, detail }, yes)) !== yes) return 'left';
  const details: Partial<ExportDetails> = { to: 'file' };
  return startJob(area, {
    seed: { ...seedOf('groupExport', account, subject), file: { path: file }, details },
    send: () => beginGroupExport(area.clients.of(account), subject.id),
    begun: () => ({ state: { state: 'asked' }, lookInMs: firstAskMs }),
    unclear: {
      details: { ...details, isUnclear: true },
      state: {
        state: 'answerLost',
        words: t('We can’t tell whether the export started. If it did, the archive will arrive.'),
      },
      lookInMs: firstAskMs,
    },
  });
};
