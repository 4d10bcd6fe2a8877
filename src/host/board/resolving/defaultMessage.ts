import * as vscode from '../../vscode.ts';
import { resolutionMessage } from '../../../model/composer/resolution.ts';
import { type CommitDetail, listCommitMergeRequests } from '../../../wire/commits.ts';
import { saveDocument } from '../../kit/pages/saveDocument.ts';
import type { BoardArea } from '../area.ts';
import type { ConflictPick } from './conflictPick.ts';
import { messageUri } from './resolve.ts';

/** Commit message: the resolution's draft, else the board's, else the server's default. */
export const messageOf = async (area: BoardArea, commit: CommitDetail, pick: ConflictPick): Promise<string> => {
  const uri = messageUri(area, pick);
  const editor = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (editor?.isDirty === true) await saveDocument(editor);
  return (
    area.messageDrafts.get(uri)?.message.trim() ||
    pick.session?.board.sentMessage(pick.sha) ||
    resolutionMessage(pick.action, commit, await mergedBy(area, pick, commit))
  );
};

/** C13: merge request of a merge commit; undefined when it can't be read. */
const mergedBy = async (
  { log }: BoardArea,
  { action, open: { client, project } }: ConflictPick,
  { id, parent_ids: parents }: CommitDetail,
): Promise<number | undefined> => {
  if (action !== 'revert' || parents.length < 2) return undefined;
  try {
    const { items } = await client.send(listCommitMergeRequests, { id: project.id, sha: id, per_page: 100 });
    return items.find(({ merge_commit_sha: merge }) => merge === id)?.iid;
  } catch (error) {
    // falls back to the commit
    log.error('The merge request of a merge could not be read.', error);
    return undefined;
  }
};
