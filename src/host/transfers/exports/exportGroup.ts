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
    t('With: {0} as {1}', instanceName(account.baseUrl), account.username),
    t('Saved as: {0}', file),
    t('The server replaces your earlier export of this group.'),
    t(
      'The archive holds the group, its subgroups, members, labels, milestones, boards and epics. Its projects are not part of it: export each of them.',
    ),
    t('The server does not tell how far it is. Graft asks for the archive once a minute until it comes.'),
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
        words: t('Nobody can tell whether the server has begun. If it has, the archive comes.'),
      },
      lookInMs: firstAskMs,
    },
  });
};
