import type * as vscode from '../../vscode.ts';
import type { FileInConflict, Resolution } from '../../../model/composer/resolution.ts';
import type { BoardArea } from '../area.ts';
import { type ConflictDocuments, versionsOf } from './conflictDocuments.ts';
import { projectOfResolution } from './conflictPick.ts';
import { readMerge } from './merges.ts';

/** Stores the versions of a file for the merge editor. */
export const putSides = (
  documents: ConflictDocuments,
  resolution: Pick<Resolution, 'action' | 'sha' | 'tip'>,
  { path, base, ours, theirs }: FileInConflict,
): Readonly<Record<'base' | 'ours' | 'theirs', vscode.Uri>> => {
  const side = (name: string, version: FileInConflict['base']): vscode.Uri =>
    documents.put(versionsOf(resolution), name, path, version && Buffer.from(version.content));
  return { base: side('base', base), ours: side('branch', ours), theirs: side('commit', theirs) };
};

/** Reads the versions of a resolution again after a window reload. */
export const recoverSides = async (area: BoardArea, of: string): Promise<void> => {
  const resolution = area.boards.resolutions.all().find((each) => versionsOf(each) === of);
  if (resolution === undefined) return;
  const open = await projectOfResolution(area, resolution);
  const { conflicts } = await readMerge(area, { open, ...resolution }, new AbortController().signal);
  for (const conflict of conflicts) putSides(area.boards.documents, resolution, conflict);
};
