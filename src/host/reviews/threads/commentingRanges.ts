import * as vscode from '../../vscode.ts';
import { mayWrite } from '../../../model/account.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import { placeKey } from '../../../model/reviews/drafts.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import type { Clients } from '../../shell/clients.ts';
import { mayHave } from '../../kit/readCapabilities.ts';
import type { Log } from '../../shell/log.ts';
import type { ReviewFile } from '../files/reviewFileSystem.ts';
import type { ShownLines } from '../files/shownLines.ts';
import { call } from '../../kit/areaCommands.ts';

interface Deps {
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly log: Log;
  /** The change of a document; undefined when the merge request has a newer version. */
  readonly changeOf: (file: ReviewFile) => Promise<FileChange | undefined>;
  /** Draws the threads of a document; undefined for those of others. */
  readonly shownIn: (document: vscode.TextDocument) => Promise<Shown | undefined>;
  /** Called with each answer: `takesFile` if the whole file can be commented on. */
  readonly answered: (document: vscode.TextDocument, takesFile: boolean) => void;
}

export interface Shown extends ShownLines {
  readonly file: ReviewFile;
}

/**
 * Offers the lines for comments that a document shares with its version, if that has a diff; explains once per version
 * when they are outdated.
 */
export const commentingRanges = (deps: Deps): vscode.CommentingRangeProvider => {
  const reportedMoved = new Set<string>();
  const rangesOf = async (document: vscode.TextDocument): Promise<vscode.CommentingRanges | undefined> => {
    try {
      const shown = await deps.shownIn(document);
      const account = shown && deps.accounts.get(shown.file.account);
      if (shown === undefined || account === undefined || mayWrite(account) === false) return undefined;
      const { file, isOnDisk, runs } = shown;
      const change = await deps.changeOf(file);
      if (change === undefined) {
        const key = `${placeKey(file)} ${file.refs.headSha}`;
        if (!isOnDisk && !reportedMoved.has(key)) reportMoved(file);
        reportedMoved.add(key);
        return undefined;
      }
      const lines = change.diff === '' ? [] : runs;
      const ranges = lines.map(({ other, count }) => new vscode.Range(other - 1, 0, other + count - 2, 0));
      const mainSide = change.kind === 'deleted' ? 'old' : 'new';
      // tried when the release is unknown
      const enableFileComments = file.side === mainSide && (await mayHave(deps, account, '16.4'));
      return { enableFileComments, ranges };
    } catch (error) {
      deps.log.error('The lines that can be commented on could not be read.', error);
      return undefined;
    }
  };
  return {
    async provideCommentingRanges(document) {
      const ranges = await rangesOf(document);
      deps.answered(document, ranges?.enableFileComments === true);
      return ranges;
    },
  };
};

const reportMoved = (file: ReviewFile): void => {
  const { t } = vscode.l10n;
  const open = t('Open Latest Changes');
  void vscode.window
    .showInformationMessage(
      t('!{0} has changed since you opened this file. Comments go to the latest version.', file.iid),
      open,
    )
    .then((answer) => {
      if (answer === open) void call('graft.reviews.openFile', file);
    });
};
