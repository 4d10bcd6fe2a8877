import type { Uri } from '../vscode.ts';
import type { CommitDetail } from '../../wire/commits.ts';
import type { ConflictView, ResolutionView } from '../../messages/board.ts';
import type { TryInClone } from '../../model/pick/asking.ts';
import type { CommitPick } from '../../model/pick/pick.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';
import type { CommitChanges } from './changes.ts';
import type { CommentTexts } from './comments/commentTexts.ts';
import type { CommentThreads } from './comments/commentThreads.ts';
import type { CommitConversations } from './comments/conversations.ts';
import type { CommitDetails } from './details.ts';
import type { CommitFacts } from './commitPage/facts.ts';
import type { LivePipelines } from './list/livePipelines.ts';
import type { FileVersions } from '../kit/pages/fileVersions.ts';
import type { MessageDraft, MessageDrafts, WrittenMessage } from './pick/messageDrafts.ts';
import type { NamedFilters } from './list/namedFilters.ts';
import type { CommitPages } from './commitPage/page.ts';
import type { CommitSubject } from './subject.ts';
import type { CommitsView } from './list/view.ts';

/** Part of the area created at activation: the Commits view and its dependencies. */
export interface EagerCommitsArea extends Shell {
  readonly details: CommitDetails;
  readonly facts: CommitFacts;
  readonly changes: CommitChanges;
  readonly commits: CommitsView;
  /** Polls running pipelines; loaded with the first one. */
  readonly pipelines: () => Promise<LivePipelines>;
}

/** A pick onto a branch; `tip` is the branch's SHA at the dry run. */
export interface BackportPlace {
  readonly open: OpenProject;
  readonly action: CommitPick['action'];
  readonly sha: string;
  readonly branch: string;
  readonly tip: string;
}

/** Board features for a single pick. */
export interface Backports {
  /** The user's push access, with the deciding rule. */
  readonly rightsOf: (open: OpenProject, branch: string, signal: AbortSignal) => Promise<string>;
  /** Dry run in the clone, if the server refuses one. */
  readonly tryInClone: (open: OpenProject) => TryInClone;
  readonly conflictOf: (place: BackportPlace, signal: AbortSignal) => Promise<ConflictView>;
  /** Evidence of the commit on the branch, with its SHA there. */
  readonly presenceOf: (
    place: BackportPlace,
    signal: AbortSignal,
  ) => Promise<{ readonly words: string; readonly as: string | undefined }>;
  readonly openConflict: (place: BackportPlace, path: string) => Promise<void>;
  /** Asks, then fetches the objects needed to list conflicts. */
  readonly fetchFor: (place: BackportPlace) => Promise<void>;
  /** Resolves the conflict in the editor, file by file, up to the commit. */
  readonly resolve: (place: BackportPlace) => Promise<void>;
  readonly resolutionOf: (place: BackportPlace) => ResolutionView | undefined;
  /** Asks, then discards the resolution. */
  readonly discard: (place: BackportPlace) => Promise<void>;
  /** Creates a merge request for the branch `source` with the resolution. */
  readonly createMergeRequest: (place: BackportPlace, source: string) => Promise<void>;
}

export interface MessageEditors {
  readonly open: (draft: MessageDraft) => Promise<void>;
  /** Saves and returns the focused message; otherwise explains and returns undefined. */
  readonly written: () => Promise<WrittenMessage | undefined>;
  /** Closes the editor and discards the message. */
  readonly close: (uri: Uri) => Promise<void>;
}

/** Dependencies of the commands and pages of commits. */
export interface CommitsArea extends EagerCommitsArea {
  readonly namedFilters: NamedFilters;
  readonly files: FileVersions;
  readonly messageDrafts: MessageDrafts;
  readonly messages: MessageEditors;
  /** Loaded on first use. */
  readonly backports: () => Promise<Backports>;
  readonly conversations: CommitConversations;
  readonly commentTexts: CommentTexts;
  readonly commentThreads: CommentThreads;
  readonly commitPages: CommitPages;
  /** The command's commit, or one the user chooses. */
  readonly subjectOf: (argument: unknown, title: string) => Promise<CommitSubject | undefined>;
  readonly read: (subject: CommitSubject) => Promise<CommitDetail>;
  /** Asks for the branch, shows the dry run, confirms, then reverts. */
  readonly revert: (subject: CommitSubject) => Promise<void>;
}
