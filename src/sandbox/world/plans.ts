import type { ProtectedBranch } from '../../wire/protectedBranches.ts';
import type { SigningKey } from '../git/sshSignature.ts';
import type { Administration } from './administrationRecords.ts';
import type { IssueState } from './issueRecords.ts';
import type { LocalRepository } from './localRepository.ts';
import type {
  Group,
  Membership,
  MergeMethod,
  MergeRequestState,
  Person,
  Pipeline,
  SquashOption,
  Token,
  Visibility,
} from './records.ts';
import type { ReviewState } from './reviewRecords.ts';

export interface Author {
  readonly name: string;
  readonly email: string;
}

/** SHA of an earlier commit by its plan's key. */
export type HashOf = (key: string) => string;

export type FileMode = '100644' | '100755' | '120000';

/** Files that aren't named are those of the first parent. */
export interface CommitPlan {
  /** For other plans and tests. */
  readonly key?: string;
  /** Default `main`. */
  readonly branch?: string;
  /** Start of a new branch: a branch or key. */
  readonly from?: string;
  /** Branch or key to merge; files changed on both sides must be given. */
  readonly merge?: string;
  /** Text, or a function of earlier commits' SHAs. */
  readonly message: string | ((hashOf: HashOf) => string);
  readonly author?: Author;
  readonly committer?: Author;
  /** `2026-03-02T09:14:05+01:00`; default one hour after the previous commit. */
  readonly date?: string;
  /** Default `date`. */
  readonly committedOn?: string;
  /** Content by path; null deletes. */
  readonly files?: Readonly<Record<string, string | Uint8Array | null>>;
  /** Replacements by path; each old text must occur exactly once. */
  readonly edits?: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  /** New path by old path, before `edits`. */
  readonly renames?: Readonly<Record<string, string>>;
  readonly modes?: Readonly<Record<string, FileMode>>;
  readonly signWith?: SigningKey;
  /** Recorded; valid only while the commit stays byte for byte the same. */
  readonly signature?: string;
}

/** Annotated if it has a message. */
export interface TagPlan {
  readonly name: string;
  readonly on: string;
  readonly message?: string;
}

/** `commits` in the order of the plans. */
export interface ImportedHistory {
  readonly hashOf: HashOf;
  readonly commits: readonly { readonly sha: string; readonly plan: CommitPlan; readonly seconds: number }[];
}

/** Data that depends on SHAs. */
export interface Aftermath {
  readonly mergeRequests?: readonly MergeRequestState[];
  readonly pipelines?: readonly Pipeline[];
  readonly review?: ReviewState;
  readonly landmarks?: Readonly<Record<string, string>>;
}

export interface ProjectPlan {
  readonly id: number;
  readonly path: string;
  readonly name?: string;
  readonly description?: string;
  readonly visibility?: Visibility;
  readonly isArchived?: boolean;
  /** Id of a project earlier in the plan. If `commits` is empty, the fork starts with that project's branches. */
  readonly forkedFromId?: number;
  readonly formerPaths?: readonly string[];
  readonly createdAt?: string;
  readonly members?: readonly Membership[];
  readonly squashOption?: SquashOption;
  readonly mergeMethod?: MergeMethod;
  readonly hasMergeTrains?: boolean;
  readonly rules?: readonly ProtectedBranch[];
  readonly issues?: readonly IssueState[];
  readonly commits: readonly CommitPlan[];
  /** Repository to copy, instead of `commits`. */
  readonly source?: LocalRepository;
  readonly tags?: readonly TagPlan[];
  readonly aftermath?: (history: ImportedHistory) => Aftermath;
}

export interface WorldPlan {
  readonly people: readonly Person[];
  readonly tokens: readonly Token[];
  readonly groups: readonly Group[];
  /** Dated relative to `today`, when the world is created. */
  readonly administration?: (today: Date) => Administration;
  readonly projects: readonly ProjectPlan[];
  /** PEM. */
  readonly authorities?: readonly string[];
}
