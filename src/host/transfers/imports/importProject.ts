import * as vscode from '../../vscode.ts';
import { instanceName } from '../../../model/account.ts';
import { TypedTexts } from '../../kit/pages/typedTexts.ts';
import type { TransfersArea } from '../area.ts';
import { type ChosenArchive, checkedWhole } from './archiveFile.ts';
import { archiveRemarks, archiveRow, proposalOf } from './archiveQuestions.ts';
import { beginImport } from './beginImport.ts';
import { importFrom, type ProjectOrigin } from './projectWizard.ts';

/** Imports a project from a local archive (X4). */
export const importProject = async (area: TransfersArea, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Import Project');
  const begun = await beginImport(area, argument, { title, of: 'project' });
  if (begun === undefined) return;
  const { account, capabilities, limit } = begun;
  const known = { limit, release: capabilities.known.release, server: instanceName(account.baseUrl) };
  const originOf = (archive: ChosenArchive): ProjectOrigin => ({
    archive: { kind: 'file', file: archive.upload },
    row: archiveRow(archive),
    ...archiveRemarks(archive, known),
    source: undefined,
    file: { path: archive.file, sizeBytes: archive.upload.size },
    askAgain: async () => originOf(await checkedWhole(archive)),
  });
  const { archive } = begun;
  await importFrom(
    {
      ...begun,
      area,
      title,
      texts: new TypedTexts(area.keptTexts, account.id, `imports ${account.id} project ${archive.name}`),
      proposal: proposalOf(archive),
      takes: 'everything',
      does: t('The archive is uploaded, then the server creates the project.'),
    },
    originOf(archive),
  );
};
