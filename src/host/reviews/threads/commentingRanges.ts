import * as vscode from '../../vscode.ts';
import { mayWrite } from '../../../model/account.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import { placeKey } from '../../../model/reviews/drafts.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import type { Clients } from '../../shell/clients.ts';
import { mayBeAtLeast } from '../../kit/readCapabilities.ts';
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
  /** Shows the threads of a document; undefined if it is not under review. */
  readonly shownIn: (document: vscode.TextDocument) => Promise<ShownFile | undefined>;
  /** Called with each result. `allowsFile`: the file as a whole can be commented on. */
  readonly onProvided: (document: vscode.TextDocument, allowsFile: boolean) => void;
}

export interface ShownFile extends ShownLines {
  readonly file: ReviewFile;
}

/**
 * Allows comments on lines that a document shares with its version in the merge request, if that has a diff.
 * Notifies once per version when the merge request has a newer one.
 */
export const commentingRanges = (deps: Deps): vscode.CommentingRangeProvider => {
  const reportedOutdated = new Set<string>();
  const rangesOf = async (document: vscode.TextDocument): Promise<vscode.CommentingRanges | undefined> => {
    try {
      const shown = await deps.shownIn(document);
      const account = shown && deps.accounts.get(shown.file.account);
      if (shown === undefined || account === undefined || mayWrite(account) === false) return undefined;
      const { file, isOnDisk, runs } = shown;
      const change = await deps.changeOf(file);
      if (change === undefined) {
        const key = `${placeKey(file)} ${file.refs.headSha}`;
        if (!isOnDisk && !reportedOutdated.has(key)) reportOutdated(file);
        reportedOutdated.add(key);
        return undefined;
      }
      const lines = change.diff === '' ? [] : runs;
      const ranges = lines.map(({ other, count }) => new vscode.Range(other - 1, 0, other + count - 2, 0));
      const mainSide = change.kind === 'deleted' ? 'old' : 'new';
      // an unknown release may support them
      const enableFileComments = file.side === mainSide && (await mayBeAtLeast(deps, account, '16.4'));
      return { enableFileComments, ranges };
    } catch (error) {
      deps.log.error('The lines that can be commented on could not be read.', error);
      return undefined;
    }
  };
  return {
    async provideCommentingRanges(document) {
      const ranges = await rangesOf(document);
      deps.onProvided(document, ranges?.enableFileComments === true);
      return ranges;
    },
  };
};

const reportOutdated = (file: ReviewFile): void => {
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
