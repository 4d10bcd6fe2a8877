import * as vscode from '../../vscode.ts';
import { versionAfter } from '../../../model/composer/resolution.ts';
import { shortSha, visible } from '../../kit/words/format.ts';
import { showChanges } from '../../kit/pages/showChange.ts';
import type { BoardArea } from '../area.ts';
import { versionsOf } from './conflictDocuments.ts';
import { closeResult, resultSide } from './resolvedFileSystem.ts';
import type { ReadyResolution } from './questions.ts';

/** Shows the result as diffs: for each file against the branch's version and against the commit's. */
export const showResult = async (
  { boards: { documents } }: Pick<BoardArea, 'boards'>,
  { resolution, merge }: Pick<ReadyResolution, 'resolution' | 'merge'>,
): Promise<void> => {
  const { t } = vscode.l10n;
  const { action, sha, branch, files } = resolution;
  const of = versionsOf(resolution);
  const other = action === 'revert' ? t('before the commit → result') : t('commit → result');
  const sides = [
    { name: 'branch', version: 'ours', folder: t('branch → result') },
    { name: 'commit', version: 'theirs', folder: other },
  ] as const;
  const differences = merge.conflicts.flatMap((conflict) => {
    const file = files.find(({ path }) => path === conflict.path);
    const after = file && versionAfter(conflict, file);
    return sides.flatMap(({ name, version, folder }) => {
      const before = conflict[version];
      // VS Code shows only the path as title, so the folder names the sides
      const put = (side: string, content: Uint8Array | undefined): vscode.Uri | undefined =>
        content && documents.put(of, side, `${folder}/${conflict.path}`, Buffer.from(content));
      const [original, modified] = [put(name, before?.content), put(resultSide, after?.content)];
      return original === undefined && modified === undefined ? [] : [{ left: original, right: modified }];
    });
  });
  await closeResult(resolution);
  const title = t('Resolution: {0}', t('{0} on {1}', shortSha(sha), visible(branch)));
  await showChanges(title, differences);
};
