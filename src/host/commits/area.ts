import type { Uri } from '../vscode.ts';
import type { CommitDetail } from '../../wire/commits.ts';
import type { ConflictView, ResolutionView } from '../../messages/board.ts';
import type { TryInClone } from '../../model/board/asking.ts';
import type { CommitPick } from '../../model/pick.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';
import type { CommitChanges } from './changes.ts';
import type { CommentTexts } from './commentTexts.ts';
import type { CommentThreads } from './commentThreads.ts';
import type { CommitConversations } from './conversations.ts';
import type { CommitDetails } from './details.ts';
import type { CommitFacts } from './facts.ts';
import type { LivePipelines } from './livePipelines.ts';
import type { FileVersions } from '../kit/fileVersions.ts';
import type { MessageDraft, MessageDrafts, WrittenMessage } from './messageDrafts.ts';
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

/** A pick onto a branch; `tip` is where the branch stood. */
export interface BackportPlace {
  readonly open: OpenProject;
  readonly action: CommitPick['action'];
  readonly sha: string;
  readonly branch: string;
  readonly tip: string;
}

/** What boards know and do of a pick onto a branch, apart from its dry run. */
export interface Backports {
  /** Whether I may push to the branch, and by which rule. */
  readonly rightsOf: (open: OpenProject, branch: string, signal: AbortSignal) => Promise<string>;
  /** Tries a pick where the server refuses a dry run. */
  readonly tryInClone: (open: OpenProject) => TryInClone;
  /** The files in conflict as the clone has them. */
  readonly conflictOf: (place: BackportPlace, signal: AbortSignal) => Promise<ConflictView>;
  /** How it is known that the commit is there already, and the hash it has there. */
  readonly presenceOf: (
    place: BackportPlace,
    signal: AbortSignal,
  ) => Promise<{ readonly words: string; readonly as: string | undefined }>;
  /** Opens a file in conflict three ways. */
  readonly openConflict: (place: BackportPlace, path: string) => Promise<void>;
  /** Fetches what the clone lacks to name the files in conflict, after asking. */
  readonly fetchFor: (place: BackportPlace) => Promise<void>;
  /** Begins to resolve the conflict in the editor, and leads from file to file to the commit. */
  readonly resolve: (place: BackportPlace) => Promise<void>;
  /** What was decided of it so far. */
  readonly resolutionOf: (place: BackportPlace) => ResolutionView | undefined;
  /** Forgets what was decided, after asking. */
  readonly discard: (place: BackportPlace) => Promise<void>;
  /** Asks to merge a branch on which its resolution was committed. */
  readonly requestMerge: (place: BackportPlace, source: string) => Promise<void>;
}

/** The editors of messages that are being written. */
export interface MessageEditors {
  readonly open: (draft: MessageDraft) => Promise<void>;
  /** The message of the editor that has the focus, saved; undefined, after saying why, where there is none to send. */
  readonly written: () => Promise<WrittenMessage | undefined>;
  /** Closes the editor of a message and forgets the message. */
  readonly close: (uri: Uri) => Promise<void>;
}

/** What commands and pages on commits work with. */
export interface CommitsArea extends CommitsShown {
  readonly namedFilters: NamedFilters;
  readonly files: FileVersions;
  readonly messageDrafts: MessageDrafts;
  readonly messages: MessageEditors;
  /** Loads the boards' part in a single pick. */
  readonly backports: () => Promise<Backports>;
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
