/** How far a job that writes an archive is. */
export type ExportState = 'queued' | 'started' | 'finished' | 'failed';

/** An export of a group or project for one person; a new one takes the place of the one before. */
export interface ExportJob {
  readonly id: number;
  readonly kind: 'project' | 'group';
  readonly subjectId: number;
  readonly personId: number;
  readonly state: ExportState;
  /** File name of the archive that can be had, below `transfers/exports`; while a new one is made, the one before. */
  readonly file: string | null;
  /** Replaces the description of the project inside the archive. */
  readonly description: string | null;
  readonly upload: { readonly url: string; readonly method: 'PUT' | 'POST' } | null;
}

/** How far an import is. */
export type ImportState = 'scheduled' | 'started' | 'finished' | 'failed' | 'canceled';

/** Something of an archive that could not be saved. */
export interface FailedRelation {
  readonly id: number;
  readonly created_at: string;
  readonly exception_class: string;
  readonly exception_message: string;
  readonly source: string;
  readonly relation_name: string;
  readonly line_number: number;
}

/** Where the content of an import comes from. Names of files are below `transfers/uploads`. */
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

/** Counters of an import from GitHub by kind of object. */
export interface ImportStats {
  readonly fetched: Readonly<Record<string, number>>;
  readonly imported: Readonly<Record<string, number>>;
}

/** The import that made a project. */
export interface ImportJob {
  readonly projectId: number;
  readonly personId: number;
  readonly type: 'gitlab_project' | 'git' | 'github' | 'bitbucket_server' | 'bitbucket';
  readonly state: ImportState;
  readonly correlationId: string;
  readonly error: string | null;
  readonly failedRelations: readonly FailedRelation[];
  readonly stats: ImportStats | null;
  /** Taken away when the import ends: it may hold credentials. */
  readonly source: ImportSource | null;
  /** Name of the repository at the other service, such as `owner/name`. */
  readonly importSource: string | null;
  /** The project this one takes the place of, when it was asked to overwrite it. */
  readonly replacesId: number | null;
  /** The name the project gets at the end; while it replaces another one it has a name of its own. */
  readonly finalPath: string;
  readonly overrides: Readonly<Record<string, unknown>>;
}

/** An import of one relation into a project that is there already. */
export interface RelationImportJob {
  readonly id: number;
  readonly projectId: number;
  readonly relation: string;
  readonly state: 'created' | 'started' | 'finished' | 'failed';
  readonly file: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An import of an archive into a group. */
export interface GroupImportJob {
  readonly groupId: number;
  readonly personId: number;
  readonly state: ImportState;
  readonly error: string | null;
  readonly file: string | null;
}

/** An import of a user's gists. */
export interface GistImportJob {
  readonly personId: number;
  readonly state: 'started' | 'finished' | 'failed';
  readonly api: string;
  /** Taken away when the import ends. */
  readonly token: string | null;
  readonly failed: readonly string[];
}

/** A personal snippet. */
export interface Snippet {
  readonly id: number;
  readonly personId: number;
  readonly title: string;
  readonly visibility: 'private' | 'public';
  readonly files: readonly { readonly name: string; readonly content: string }[];
}

/** Exports and imports, at work and ended. */
export interface TransferState {
  readonly lastId: number;
  readonly exports: readonly ExportJob[];
  readonly imports: readonly ImportJob[];
  readonly relationImports: readonly RelationImportJob[];
  readonly groupImports: readonly GroupImportJob[];
  readonly gistImports: readonly GistImportJob[];
  readonly snippets: readonly Snippet[];
}

/** What a world without exports and imports has. */
export const noTransfers: TransferState = {
  lastId: 0,
  exports: [],
  imports: [],
  relationImports: [],
  groupImports: [],
  gistImports: [],
  snippets: [],
};

/** A label of a group or project. */
export interface Label {
  readonly title: string;
  readonly color: string;
  readonly description: string | null;
}

/** A milestone of a group or project; dates are `YYYY-MM-DD`. */
export interface Milestone {
  readonly iid: number;
  readonly title: string;
  readonly description: string;
  readonly state: 'active' | 'closed';
  readonly startDate: string | null;
  readonly dueDate: string | null;
}

/** A board of a group: its lists, each of one label. */
export interface Board {
  readonly name: string;
  readonly lists: readonly { readonly label: string; readonly position: number }[];
}

/** A badge of a group or project. */
export interface Badge {
  readonly name: string;
  readonly linkUrl: string;
  readonly imageUrl: string;
}

/** What a group or project plans with: what an archive carries besides people and code. */
export interface PlanningContent {
  readonly labels: readonly Label[];
  readonly milestones: readonly Milestone[];
  readonly boards: readonly Board[];
  readonly badges: readonly Badge[];
}

/** The content of a group or project that has none. */
export const noPlanning: PlanningContent = { labels: [], milestones: [], boards: [], badges: [] };
