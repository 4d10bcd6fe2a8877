/** Project file for backport rules and merge request templates. */
export const projectFilePath = '.gitlab/graft.yml';

/** In bytes. */
export const maxProjectFile = 64 * 1024;

export interface ProjectFile {
  /** Undefined without `backports`. */
  readonly backports: BackportRules | undefined;
  readonly mergeRequests: MergeRequestChoices;
}

export interface BackportRules {
  /** In file order. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** By milestone title, in file order. */
  readonly milestones: ReadonlyMap<string, readonly string[]>;
  readonly notNeeded: readonly string[];
  /** Age limit of merged merge requests. */
  readonly sinceDays: number;
}

/** Overrides the user settings of the same names. */
export interface MergeRequestChoices {
  readonly branch?: string;
  readonly title?: string;
  readonly description?: string;
  readonly labels?: readonly string[];
  readonly removeSourceBranch?: boolean;
  readonly squash?: boolean;
  readonly assignToMe?: boolean;
  readonly commentOnOriginal?: boolean;
}

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

export type FileProblem = {
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** Such as `backports.labels.backport::2.0`; empty for the file. */
  readonly key: string;
} & (
  | { readonly kind: 'expected'; readonly expected: ExpectedValue }
  | { readonly kind: 'unknownKey'; readonly known: readonly string[] }
  | { readonly kind: 'duplicateKey' }
  /** Unsupported in YAML: aliases, tags. */
  | { readonly kind: 'alias' | 'tag' | 'severalDocuments' | 'tooLarge' }
  /** Limit reached. */
  | { readonly kind: 'more' }
  /** `reason` is the parser's, in English. */
  | { readonly kind: 'syntax'; readonly reason: string }
);

export type ParsedProjectFile =
  | { readonly kind: 'read'; readonly file: ProjectFile }
  | { readonly kind: 'bad'; readonly problems: readonly FileProblem[] };

export type ProjectFileReading =
  | { readonly kind: 'absent' }
  /** Tip of the default branch, and SHA of the content. */
  | (ParsedProjectFile & { readonly commit: string; readonly blob: string });
