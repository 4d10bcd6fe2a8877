import type { CommitsArea, EagerCommitsArea } from './area.ts';
import { commitSubject } from './chooseCommit.ts';
import { CommentTexts } from './comments/commentTexts.ts';
import { CommentThreads } from './comments/commentThreads.ts';
import { CommitConversations } from './comments/conversations.ts';
import { FileVersions } from '../kit/pages/fileVersions.ts';
import { MessageDrafts } from './pick/messageDrafts.ts';
import { openMessage, writtenMessage } from './pick/messageEditor.ts';
import { NamedFilters } from './list/namedFilters.ts';
import { CommitPages } from './commitPage/page.ts';
import { commitHandlers } from './commitPage/pageIntents.ts';
import { revert } from './pick/pickFlow.ts';
import { placeOfSubject } from './subject.ts';

/** Creates the dependencies of commands and pages; sends no request. */
export const createCommitParts = (eager: EagerCommitsArea, backports: CommitsArea['backports']): CommitsArea => {
  const { context, project, unsentTexts, own } = eager;
  const memento = context.workspaceState;
  const commentTexts = new CommentTexts(unsentTexts);
  const conversations = own(new CommitConversations({ ...eager, texts: commentTexts }));
  const commitPages = own(
    new CommitPages(eager, { conversations, texts: commentTexts, handlersOf: (load) => commitHandlers(area, load) }),
  );
  const area: CommitsArea = {
    ...eager,
    backports,
    namedFilters: new NamedFilters(project, memento),
    files: new FileVersions(eager.accounts, eager.clients),
    messageDrafts: new MessageDrafts(memento),
    messages: {
      open: (draft) => openMessage(area, draft),
      written: () => writtenMessage(area),
      close: (uri) => area.messageDrafts.close(uri),
    },
    conversations,
    commentTexts,
    commentThreads: own(new CommentThreads({ ...eager, conversations, texts: commentTexts })),
    commitPages,
    subjectOf: (argument, title) => commitSubject(area, argument, title),
    read: (subject) => eager.details.read(placeOfSubject(subject), {}),
    revert: (subject) => revert(area, subject),
  };
  return area;
};

export { commitCommands } from './commands.ts';
export { followLink } from './links/links.ts';
