import type { ProtectedBranch } from '../../wire/protectedBranches.ts';
import type { SigningKey } from '../git/sshSignature.ts';
import type { Administration } from './administrationRecords.ts';
import type { IssueState } from './issueRecords.ts';
import type { LocalRepository } from './localRepository.ts';
import type {
  Group,
  Membership,
  MergeRequestState,
  Person,
  Pipeline,
  SquashOption,
  Token,
  Visibility,
} from './records.ts';
import type { ReviewState } from './reviewRecords.ts';

/** Name and address of a person who writes commits. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

/** Answers the hash of an earlier commit by the key its plan gave it. */
export type HashOf = (key: string) => string;

/** A file mode as git knows it. */
export type FileMode = '100644' | '100755' | '120000';

/** One commit as data. Files not named stay as they are in the first parent. */
export interface CommitPlan {
  /** Name by which other plans and tests refer to this commit. */
  readonly key?: string;
  /** The branch it goes to; `main` when left out. */
  readonly branch?: string;
  /** Where a branch starts that does not exist yet: a branch or the key of a commit. */
  readonly from?: string;
  /** A branch or the key of a commit that is merged; paths changed on both sides must be given. */
  readonly merge?: string;
  /** The message, or a function that builds it from hashes of earlier commits. */
  readonly message: string | ((hashOf: HashOf) => string);
  readonly author?: Author;
  readonly committer?: Author;
  /** `2026-03-02T09:14:05+01:00`; an hour after the commit before it when left out. */
  readonly date?: string;
  /** When it was committed, if not when it was written. */
  readonly committedOn?: string;
  /** Whole files by path; null deletes. */
  readonly files?: Readonly<Record<string, string | Uint8Array | null>>;
  /** Replacements in files that exist; each old text must be there exactly once. */
  readonly edits?: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  /** New path by old path; done before `edits`, which use new paths. */
  readonly renames?: Readonly<Record<string, string>>;
  readonly modes?: Readonly<Record<string, FileMode>>;
  readonly signWith?: SigningKey;
  /** A signature made elsewhere, armoured: it fits the commit only as long as everything in it stays the same. */
  readonly signature?: string;
}

/** A tag; with a message it is an annotated one. */
export interface TagPlan {
  readonly name: string;
  readonly on: string;
  readonly message?: string;
}

/** What an import of plans gave: hashes by key, the tips of branches, and every commit in the order of the plans. */
export interface ImportedHistory {
  readonly hashOf: HashOf;
  readonly commits: readonly { readonly sha: string; readonly plan: CommitPlan; readonly seconds: number }[];
}

/** What happened around commits; computed once their hashes are known. */
export interface Aftermath {
  readonly mergeRequests?: readonly MergeRequestState[];
  readonly pipelines?: readonly Pipeline[];
  readonly review?: ReviewState;
  readonly landmarks?: Readonly<Record<string, string>>;
}

/** A project with its history as data. */
export interface ProjectPlan {
  readonly id: number;
  readonly path: string;
  readonly name?: string;
  readonly description?: string;
  readonly visibility?: Visibility;
  readonly isArchived?: boolean;
  /** Number of the project this one is a fork of. */
  readonly forkedFromId?: number;
  readonly formerPaths?: readonly string[];
  readonly createdAt?: string;
  readonly members?: readonly Membership[];
  readonly squashOption?: SquashOption;
  readonly rules?: readonly ProtectedBranch[];
  readonly issues?: readonly IssueState[];
  readonly commits: readonly CommitPlan[];
  /** Repository whose copy the project serves; there are no `commits` then. */
  readonly source?: LocalRepository;
  readonly tags?: readonly TagPlan[];
  readonly aftermath?: (history: ImportedHistory) => Aftermath;
}

/** A whole world as data. */
export interface WorldPlan {
  readonly people: readonly Person[];
  readonly tokens: readonly Token[];
  readonly groups: readonly Group[];
  /** Deploy keys, roles and iterations, which lie around the day the world is made. */
  readonly administration?: (today: Date) => Administration;
  readonly projects: readonly ProjectPlan[];
  /** Certificates of trusted authorities, as PEM. */
  readonly authorities?: readonly string[];
}
