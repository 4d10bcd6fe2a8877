import * as vscode from 'vscode';
import { instanceName } from '../../../model/account.ts';
import { beginGroupExport } from '../../../model/jobs/groupExport.ts';
import type { ExportDetails } from '../../../model/jobs/projectExport.ts';
import type { App } from '../../app.ts';
import { visible } from '../../format.ts';
import { beginJob, isUnderWay } from './begin.ts';
import { chooseGroupToExport } from './chooseSubject.ts';
import { chooseFile } from './chooseTarget.ts';

/** When the archive is asked for first: small groups are exported in seconds, and each ask costs a minute. */
const firstAskMs = 10_000;

/** Exports a group to a file of this computer. */
export const startGroupExport = async (app: App): Promise<void> => {
  const { t } = vscode.l10n;
  const chosen = await chooseGroupToExport(app);
  if (chosen === undefined) return;
  const { account, subject } = chosen;
  const seed = { kind: 'groupExport' as const, account: account.id, baseUrl: account.baseUrl, subject };
  if (await isUnderWay(app, seed)) return;
  const file = await chooseFile(subject.path);
  if (file === undefined) return;
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
  if ((await vscode.window.showInformationMessage(question, { modal: true, detail }, yes)) !== yes) return;
  const details: Partial<ExportDetails> = { to: 'file' };
  const job = await beginJob(
    app,
    { ...seed, file: { path: file }, details },
    {
      write: () => beginGroupExport(app.clients.of(account), subject.id),
      unknown: {
        phase: 'unclear',
        details: { ...details, isUnclear: true },
        state: {
          state: 'answerLost',
          words: t('Nobody can tell whether the server has begun. If it has, the archive comes.'),
        },
        lookInMs: firstAskMs,
      },
    },
  );
  if (job?.phase === 'running') await app.jobs.change(job.id, { lookInMs: firstAskMs });
};
