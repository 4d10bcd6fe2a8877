import type { downloadGroupExport, exportGroup, importGroup } from '../../wire/groupTransfer.ts';
import { openOwnGroup, requireUser, type Handler } from '../handling.ts';
import { forbidden, notFound, refusal } from '../refusals.ts';
import { limitAction } from '../rateLimits.ts';
import { beginExport } from '../transfer/exports.ts';
import { beginGroupImport } from '../transfer/groupImports.ts';
import { isPathName } from '../transfer/places.ts';
import { canSeeGroup, ownsGroup } from '../world/groupAccess.ts';
import { downloadReply } from './downloads.ts';
import { archiveFile } from './uploadedArchive.ts';

const accepted = { kind: 'json', status: 202, body: { message: '202 Accepted' } } as const;

/** G1. For Owners; ignored while an export is running. */
export const handleExportGroup: Handler<typeof exportGroup> = async (visit) => {
  const { group, person } = openOwnGroup(visit);
  limitAction(visit, 'group_export');
  visit.parameters();
  const wanted = { kind: 'group', subjectId: group.id, personId: person.id } as const;
  await beginExport(visit.transfers, { ...wanted, description: null, upload: null });
  return accepted;
};

/** G2. The caller's own export only. */
export const handleDownloadGroupExport: Handler<typeof downloadGroupExport> = async (visit) => {
  const { group, person } = openOwnGroup(visit);
  limitAction(visit, 'group_download_export', group.id);
  visit.parameters();
  return downloadReply(visit, { kind: 'group', subjectId: group.id, personId: person.id, path: group.path });
};

/** G3. A subgroup requires the Owner role in its parent. Creates the group at once, its content later. */
export const handleImportGroup: Handler<typeof importGroup> = async (visit) => {
  const person = requireUser(visit);
  limitAction(visit, 'group_import');
  const { name, path, file, parent_id: parentId } = visit.parameters();
  const { world, transfers } = visit;
  const parent = parentId === undefined ? undefined : world.state.groups.find(({ id }) => id === parentId);
  if (parentId !== undefined && (parent === undefined || !canSeeGroup(world, person, parent))) throw notFound('Group');
  if (parent !== undefined && !ownsGroup(world, person, parent)) throw forbidden();
  const archive = archiveFile(file, 'group');
  if (!isPathName(path)) {
    throw refusal(400, "Failed to save group {:path=>[\"can contain only letters, digits, '_', '-' and '.'.\"]}");
  }
  const upload = await transfers.keepUpload(archive);
  const group = await beginGroupImport(transfers, { name, path, parent, person, file: upload });
  if (group === undefined) {
    await transfers.dropUpload(upload);
    throw refusal(400, 'Failed to save group {:path=>["has already been taken"]}');
  }
  return accepted;
};
