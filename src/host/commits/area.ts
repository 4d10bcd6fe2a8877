import type { CommitDetail } from '../../wire/commits.ts';
import type { Shell } from '../shell/shell.ts';
import type { CommitChanges } from './changes.ts';
import type { CommentTexts } from './commentTexts.ts';
import type { CommentThreads } from './commentThreads.ts';
import type { CommitConversations } from './conversations.ts';
import type { CommitDetails } from './details.ts';
import type { CommitFacts } from './facts.ts';
import type { LivePipelines } from './livePipelines.ts';
import type { FileVersions } from '../kit/fileVersions.ts';
import type { MessageDrafts } from './messageDrafts.ts';
import type { NamedFilters } from './namedFilters.ts';
import type { CommitPages } from './page.ts';
import type { CommitSubject } from './subject.ts';
import type { CommitsView } from './view.ts';

/** What the Commits view works with; there from the beginning. */
export interface CommitsShown extends Shell {
  readonly details: CommitDetails;
  readonly facts: CommitFacts;
  readonly changes: CommitChanges;
  readonly commits: CommitsView;
  /** What hears of pipelines that change; loaded with the first that may. */
  readonly pipelines: () => Promise<LivePipelines>;
}

/** What commands and pages on commits work with. */
export interface CommitsArea extends CommitsShown {
  readonly namedFilters: NamedFilters;
  readonly files: FileVersions;
  readonly messageDrafts: MessageDrafts;
  readonly conversations: CommitConversations;
  readonly commentTexts: CommentTexts;
  readonly commentThreads: CommentThreads;
  readonly commitPages: CommitPages;
  /** The commit a command was called on, or the one the user chooses. */
  readonly subjectOf: (argument: unknown, title: string) => Promise<CommitSubject | undefined>;
  /** The commit of a subject, remembered. */
  readonly read: (subject: CommitSubject) => Promise<CommitDetail>;
  /** Reverts a commit: asks for the branch, shows the dry run, then asks. */
  readonly revert: (subject: CommitSubject) => Promise<void>;
}
