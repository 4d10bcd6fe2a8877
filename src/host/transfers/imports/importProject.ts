import * as vscode from '../../vscode.ts';
import { instanceName } from '../../../model/account.ts';
import { UnsentFields } from '../../kit/pages/unsentFields.ts';
import type { TransfersArea } from '../area.ts';
import { type ChosenArchive, checkedWhole } from './archiveFile.ts';
import { archiveRemarks, archiveRow, proposalOf } from './archiveQuestions.ts';
import { askArchive } from './askArchive.ts';
import { importFrom, type ProjectOrigin } from './projectWizard.ts';

/** Imports a project from a local archive (X4). */
export const importProject = async (area: TransfersArea, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Import Project');
  const answers = await askArchive(area, argument, { title, of: 'project' });
  if (answers === undefined) return;
  const { account, capabilities, limit } = answers;
  const known = { limit, release: capabilities.known.release, server: instanceName(account.baseUrl) };
  const originOf = (archive: ChosenArchive): ProjectOrigin => ({
    archive: { kind: 'file', file: archive.upload },
    row: archiveRow(archive),
    ...archiveRemarks(archive, known),
    source: undefined,
    file: { path: archive.file, sizeBytes: archive.upload.size },
    askAgain: async () => originOf(await checkedWhole(archive)),
  });
  const { archive } = answers;
  await importFrom(
    {
      ...answers,
      area,
      title,
      texts: new UnsentFields(area.unsentTexts, account.id, `imports ${account.id} project ${archive.name}`),
      proposal: proposalOf(archive),
      takes: 'everything',
      does: t('The archive is uploaded, then the server creates the project.'),
    },
    originOf(archive),
  );
};
