/** What a version did to a design. */
export type DesignEvent = 'CREATION' | 'MODIFICATION' | 'DELETION';

/** A version of the designs of an issue: which files it changed, and how. */
export interface DesignVersionState {
  readonly id: number;
  readonly sha: string;
  readonly createdAt: string;
  readonly events: Readonly<Record<string, DesignEvent>>;
}

/** A file among the designs of an issue. */
export interface DesignState {
  readonly id: number;
  readonly filename: string;
}

/** An issue. `versions` of its designs are newest first. */
export interface IssueState {
  readonly id: number;
  readonly iid: number;
  readonly title: string;
  readonly description: string;
  readonly state: 'opened' | 'closed';
  readonly isConfidential: boolean;
  readonly authorId: number;
  readonly assigneeIds: readonly number[];
  readonly weight: number | null;
  /** The iteration it is planned for, by its number. */
  readonly iterationId?: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly designs: readonly DesignState[];
  readonly versions: readonly DesignVersionState[];
}
