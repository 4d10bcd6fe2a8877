import * as vscode from '../../vscode.ts';
import type { FileInConflict, Resolution } from '../../../model/composer/resolution.ts';
import { readProject } from '../../kit/requireProject.ts';
import type { BoardArea } from '../area.ts';
import type { ConflictDocuments } from '../conflictDocuments.ts';
import { readMerge } from './merges.ts';

const nameOfSides = ({ sha, tip }: Pick<Resolution, 'sha' | 'tip'>): string => `${sha} ${tip}`;

/** Gives the versions of a file in conflict addresses that the merge editor can read. */
export const putSides = (
  documents: ConflictDocuments,
  resolution: Pick<Resolution, 'sha' | 'tip'>,
  { path, base, ours, theirs }: FileInConflict,
): Readonly<Record<'base' | 'ours' | 'theirs', vscode.Uri>> => {
  const side = (name: string, version: FileInConflict['base']): vscode.Uri =>
    documents.put(nameOfSides(resolution), name, path, version && Buffer.from(version.content));
  return { base: side('base', base), ours: side('branch', ours), theirs: side('commit', theirs) };
};

/** Reads the versions again that the merge editor of a resolution shows, as after a reload of the window. */
export const recoverSides = async (area: BoardArea, of: string): Promise<void> => {
  const resolution = area.boards.resolutions.all().find((each) => nameOfSides(each) === of);
  if (resolution === undefined) return;
  const account = area.accounts.get(resolution.account);
  if (account === undefined) {
    throw new Error(vscode.l10n.t('The account this board was made with has been removed.'));
  }
  const open = await readProject(area, account, resolution.project);
  const { sha, branch, tip } = resolution;
  const { conflicts } = await readMerge(area, { open, place: { sha, branch }, tip }, new AbortController().signal);
  for (const conflict of conflicts) putSides(area.boards.documents, resolution, conflict);
};
