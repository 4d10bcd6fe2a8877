export type DesignEvent = 'CREATION' | 'MODIFICATION' | 'DELETION';

/** `events` by file name. */
export interface DesignVersionState {
  readonly id: number;
  readonly sha: string;
  readonly createdAt: string;
  readonly events: Readonly<Record<string, DesignEvent>>;
}

export interface DesignState {
  readonly id: number;
  readonly filename: string;
}

/** `versions` of the designs are newest first. */
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
  readonly iterationId?: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly designs: readonly DesignState[];
  readonly versions: readonly DesignVersionState[];
}
