export type ExportState = 'queued' | 'started' | 'finished' | 'failed';

/** One for each user and subject; a new one replaces it. */
export interface ExportJob {
  readonly id: number;
  readonly kind: 'project' | 'group';
  readonly subjectId: number;
  readonly personId: number;
  readonly state: ExportState;
  /** Below `transfers/exports`; during a new export the previous archive. */
  readonly file: string | null;
  /** Overrides the project description in the archive. */
  readonly description: string | null;
  readonly upload: { readonly url: string; readonly method: 'PUT' | 'POST' } | null;
}

export type ImportState = 'scheduled' | 'started' | 'finished' | 'failed' | 'canceled';

/** Part of an archive that could not be imported. */
export interface FailedRelation {
  readonly id: number;
  readonly created_at: string;
  readonly exception_class: string;
  readonly exception_message: string;
  readonly source: string;
  readonly relation_name: string;
  readonly line_number: number;
}

/** Files are relative to `transfers/uploads`. */
export type ImportSource =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 's3';
      readonly url: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    }
  | { readonly kind: 'git'; readonly url: string; readonly username: string; readonly password: string }
  | {
      readonly kind: 'github';
      readonly api: string;
      readonly token: string;
      readonly furtherTokens?: readonly string[];
      readonly pageSize?: number;
      readonly repositoryId: number;
    }
  | {
      readonly kind: 'bitbucketServer' | 'bitbucket';
      readonly address: string;
      readonly username: string;
      readonly token: string;
      readonly repository: string;
    };

/** GitHub imports only, by kind of object. */
export interface ImportStats {
  readonly fetched: Readonly<Record<string, number>>;
  readonly imported: Readonly<Record<string, number>>;
}

export interface ImportJob {
  readonly projectId: number;
  readonly personId: number;
  readonly type: 'gitlab_project' | 'git' | 'github' | 'bitbucket_server' | 'bitbucket';
  readonly state: ImportState;
  readonly correlationId: string;
  readonly error: string | null;
  readonly failedRelations: readonly FailedRelation[];
  readonly stats: ImportStats | null;
  /** Dropped when the import ends, as it may hold credentials. */
  readonly source: ImportSource | null;
  /** Repository at the other service, such as `owner/name`. */
  readonly importSource: string | null;
  /** Project to overwrite. */
  readonly replacesId: number | null;
  /** Until the end, an import that overwrites has a temporary path. */
  readonly finalPath: string;
  readonly overrides: Readonly<Record<string, unknown>>;
}

/** Import of one relation into an existing project. */
export interface RelationImportJob {
  readonly id: number;
  readonly projectId: number;
  readonly relation: string;
  readonly state: 'created' | 'started' | 'finished' | 'failed';
  readonly file: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface GroupImportJob {
  readonly groupId: number;
  readonly personId: number;
  readonly state: ImportState;
  readonly error: string | null;
  readonly file: string | null;
}

export interface GistImportJob {
  readonly personId: number;
  readonly state: 'started' | 'finished' | 'failed';
  readonly api: string;
  /** Dropped when the import ends. */
  readonly token: string | null;
  readonly failed: readonly string[];
}

export interface Snippet {
  readonly id: number;
  readonly personId: number;
  readonly title: string;
  readonly visibility: 'private' | 'public';
  readonly files: readonly { readonly name: string; readonly content: string }[];
}

/** Running and finished transfers. */
export interface TransferState {
  readonly lastId: number;
  readonly exports: readonly ExportJob[];
  readonly imports: readonly ImportJob[];
  readonly relationImports: readonly RelationImportJob[];
  readonly groupImports: readonly GroupImportJob[];
  readonly gistImports: readonly GistImportJob[];
  readonly snippets: readonly Snippet[];
}

export const noTransfers: TransferState = {
  lastId: 0,
  exports: [],
  imports: [],
  relationImports: [],
  groupImports: [],
  gistImports: [],
  snippets: [],
};

export interface Label {
  readonly title: string;
  readonly color: string;
  readonly description: string | null;
}

/** Dates are `YYYY-MM-DD`. */
export interface Milestone {
  readonly iid: number;
  readonly title: string;
  readonly description: string;
  readonly state: 'active' | 'closed';
  readonly startDate: string | null;
  readonly dueDate: string | null;
}

export interface Board {
  readonly name: string;
  readonly lists: readonly { readonly label: string; readonly position: number }[];
}

export interface Badge {
  readonly name: string;
  readonly linkUrl: string;
  readonly imageUrl: string;
}

export interface PlanningContent {
  readonly labels: readonly Label[];
  readonly milestones: readonly Milestone[];
  readonly boards: readonly Board[];
  readonly badges: readonly Badge[];
}

export const noPlanning: PlanningContent = { labels: [], milestones: [], boards: [], badges: [] };
