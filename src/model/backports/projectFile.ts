/** Where a project says which branches its merge requests go to, and what merge requests of cherry-picks look like. */
export const projectFilePath = '.gitlab/graft.yml';

/** Largest file that is parsed, in bytes. */
export const largestProjectFile = 64 * 1024;

/** What {@link projectFilePath} says. */
export interface ProjectFile {
  /** Undefined where the file has no `backports`. */
  readonly backports: BackportRules | undefined;
  readonly mergeRequests: RequestChoices;
}

/** Which merge requests are wanted on which branches. */
export interface BackportRules {
  /** Branches by label, in the order of the file. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** Branches by title of a milestone, in the order of the file. */
  readonly milestones: ReadonlyMap<string, readonly string[]>;
  /** A merge request with one of these labels needs no backport. */
  readonly notNeeded: readonly string[];
  /** How many days back merged merge requests are read. */
  readonly sinceDays: number;
}

/** What the file says of merge requests of cherry-picks; what it leaves out is left to the user's settings of the same names. */
export interface RequestChoices {
  readonly branch?: string;
  readonly title?: string;
  readonly description?: string;
  readonly labels?: readonly string[];
  readonly removeSourceBranch?: boolean;
  readonly squash?: boolean;
  readonly assignToMe?: boolean;
  readonly commentOnOriginal?: boolean;
}

/** What a key of the file has to be. */
export type ExpectedValue =
  | 'mapping'
  | 'name'
  | 'branch'
  | 'branches'
  | 'label'
  | 'labels'
  | 'text'
  | 'filledText'
  | 'flag'
  | 'period';

/** Why the file cannot be used, and where. */
export type FileProblem = {
  /** The first line is 1. */
  readonly line: number;
  /** The first column is 1. */
  readonly column: number;
  /** The keys that lead there, such as `backports.labels.backport::2.0`; empty for the file as a whole. */
  readonly key: string;
} & (
  | { readonly kind: 'expected'; readonly expected: ExpectedValue }
  | { readonly kind: 'unknownKey'; readonly known: readonly string[] }
  | { readonly kind: 'duplicateKey' }
  /** Aliases and tags of YAML are not taken. */
  | { readonly kind: 'alias' | 'tag' | 'severalDocuments' | 'tooLarge' }
  /** Further problems, which are not told one by one. */
  | { readonly kind: 'more' }
  /** It is no YAML; `reason` is the parser's, in English. */
  | { readonly kind: 'syntax'; readonly reason: string }
);

/** The file as its text says it, or what is wrong with it, by line. */
export type ParsedProjectFile =
  | { readonly kind: 'read'; readonly file: ProjectFile }
  | { readonly kind: 'bad'; readonly problems: readonly FileProblem[] };

/** What a project has: no file, one that cannot be used, or one that can. */
export type ProjectFileReading =
  | { readonly kind: 'absent' }
  /** `commit` is the commit at the tip of the default branch the file was read at, `blob` the hash of its content. */
  | (ParsedProjectFile & { readonly commit: string; readonly blob: string });
