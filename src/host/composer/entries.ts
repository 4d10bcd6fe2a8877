import * as vscode from '../vscode.ts';
import type { FileAction } from '../../model/composer/fileAction.ts';
import {
  ContentsTooLarge,
  type LocalChange,
  type LocalChanges,
  readChanges,
} from '../../model/composer/workingTree.ts';
import { bytesText } from '../kit/words/format.ts';
import { gitRunner } from '../shell/git.ts';
import type { LocalRepositories } from '../shell/gitExtension.ts';
import { withScratchIndex } from './scratchIndex.ts';
import type { HandAction, Source } from './saved.ts';

/** An action with its origin. */
export interface Entry extends Omit<LocalChange, 'action'> {
  readonly action: FileAction;
  readonly isByHand: boolean;
}

/** Undefined for a manual commit. */
export const readLocal = async (
  repositories: LocalRepositories,
  source: Source,
  signal: AbortSignal,
): Promise<LocalChanges | undefined> => {
  if (source.kind === 'hand' || source.root === undefined) return undefined;
  const git = gitRunner(await repositories.git(vscode.Uri.parse(source.root)));
  const scope = source.kind === 'files' ? { kind: source.kind, paths: source.paths ?? [] } : { kind: source.kind };
  try {
    return await withScratchIndex(git, (scratch) => readChanges(git, scope, scratch, signal));
  } catch (error) {
    throw error instanceof ContentsTooLarge ? new Error(tooLargeMessage(error), { cause: error }) : error;
  }
};

/** Manually added actions, with the content of local files. */
export const readHand = async (hand: readonly HandAction[]): Promise<readonly Entry[]> =>
  Promise.all(
    hand.map(async ({ kind, path, previousPath, executable, base, text, file }) => {
      const typed = text === undefined ? undefined : Buffer.from(text);
      const content = file === undefined ? typed : await vscode.workspace.fs.readFile(vscode.Uri.parse(file));
      const additions = kind === 'create' && text !== undefined ? lineCount(text) : undefined;
      return {
        action: { kind, path, previousPath, executable, base, content },
        filter: undefined,
        additions,
        deletions: additions === undefined ? undefined : 0,
        isByHand: true,
      };
    }),
  );

const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0);

const tooLargeMessage = ({ bytes }: ContentsTooLarge): string =>
  vscode.l10n.t(
    'The changed files have {0} together: too much for one request. Choose fewer files; the server’s limit is unknown.',
    bytesText(bytes),
  );
