import * as vscode from '../../vscode.ts';
import { explain } from '../../kit/words/explain.ts';
import { shortSha, visible } from '../../kit/words/format.ts';
import type { BoardArea } from '../area.ts';
import type { BranchPick } from './localMerge.ts';

/** Opens VS Code's merge editor; on failure logs the reason and returns false. */
export const openMergeEditor = async (
  log: BoardArea['log'],
  { action, sha, branch }: BranchPick,
  { base, ours, theirs, output }: Readonly<Record<'base' | 'ours' | 'theirs' | 'output', vscode.Uri>>,
): Promise<boolean> => {
  const { t } = vscode.l10n;
  const input2 =
    action === 'revert'
      ? { title: t('Parent of {0}', shortSha(sha)), description: t('without the commit') }
      : { title: shortSha(sha), description: t('with the commit') };
  try {
    await vscode.commands.executeCommand('_open.mergeEditor', {
      base,
      input1: { uri: ours, title: visible(branch), description: t('on the branch') },
      input2: { uri: theirs, ...input2 },
      output,
    });
    return true;
  } catch (error) {
    log.info(`The merge editor was not opened: ${explain(error)}`);
    return false;
  }
};
