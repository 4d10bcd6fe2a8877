import * as vscode from '../../vscode.ts';
import { mayWrite } from '../../../model/account.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import { diffLines, runsOn } from '../../../model/reviews/diffLines.ts';
import { placeKey } from '../../../model/reviews/drafts.ts';
import type { AccountStore } from '../../shell/accountStore.ts';
import type { Clients } from '../../shell/clients.ts';
import { mayHave } from '../../kit/readCapabilities.ts';
import type { Log } from '../../shell/log.ts';
import { readReviewFile, type ReviewFile } from '../files/reviewFiles.ts';
import { call } from '../../kit/areaCommands.ts';

interface Deps {
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly log: Log;
  /** The change of a document; undefined when the merge request has a newer version. */
  readonly changeOf: (file: ReviewFile) => Promise<FileChange | undefined>;
  /** Called for each requested document. */
  readonly opened: (document: vscode.TextDocument) => void;
  /** Called with each answer: `takesFile` if the whole file can be commented on. */
  readonly answered: (document: vscode.TextDocument, takesFile: boolean) => void;
}

/** Offers the diff's lines for comments; explains once per version when they are outdated. */
export const commentingRanges = (deps: Deps): vscode.CommentingRangeProvider => {
  const saidMoved = new Set<string>();
  const rangesOf = async (document: vscode.TextDocument): Promise<vscode.CommentingRanges | undefined> => {
    const file = readReviewFile(document.uri);
    const account = file && deps.accounts.get(file.account);
    if (file === undefined || account === undefined || mayWrite(account) === false) return undefined;
    deps.opened(document);
    try {
      const change = await deps.changeOf(file);
      if (change === undefined) {
        const key = `${placeKey(file)} ${file.refs.headSha}`;
        if (!saidMoved.has(key)) sayMoved(file);
        saidMoved.add(key);
        return undefined;
      }
      const ranges = runsOn(diffLines(change.diff), file.side).map(
        ([first, last]) => new vscode.Range(first - 1, 0, last - 1, 0),
      );
      const mainSide = change.kind === 'deleted' ? 'old' : 'new';
      const enableFileComments = file.side === mainSide && (await takesWholeFiles(file.account, deps));
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

/** Comments on whole files need GitLab 16.4; tried when the release is unknown. */
const takesWholeFiles = async (id: string, deps: Deps): Promise<boolean> => {
  const account = deps.accounts.get(id);
  return account !== undefined && mayHave(deps, account, '16.4');
};

const sayMoved = (file: ReviewFile): void => {
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
