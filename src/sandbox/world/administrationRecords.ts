export interface DeployKey {
  readonly id: number;
  readonly title: string;
  /** Creator. */
  readonly personId: number;
  /** Projects it may push to. */
  readonly projectIds: readonly number[];
}

/** Extends the base role. */
export interface MemberRoleState {
  readonly id: number;
  /** Top-level group; null for the instance. */
  readonly groupId: number | null;
  readonly name: string;
  readonly description: string | null;
  readonly baseLevel: number;
  /** Such as `read_code`. */
  readonly permissions: readonly string[];
}

/** Dates are `YYYY-MM-DD`, both inclusive; the state derives from them. */
export interface IterationState {
  readonly id: number;
  /** Unique in the group. */
  readonly iid: number;
  /** Unique in the cadence. */
  readonly sequence: number;
  readonly title: string | null;
  readonly description: string | null;
  readonly startDate: string;
  readonly dueDate: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface CadenceCore {
  readonly id: number;
  readonly groupId: number;
  readonly title: string;
  readonly description: string | null;
}

export interface ManualCadence extends CadenceCore {
  readonly kind: 'manual';
  readonly iterations: readonly IterationState[];
}

/** Generates untitled iterations, some ahead of time. */
export interface AutomaticCadence extends CadenceCore {
  readonly kind: 'automatic';
  readonly startsOn: string;
  readonly weeks: number;
  /** Iterations after the current one. */
  readonly ahead: number;
}

export type Cadence = ManualCadence | AutomaticCadence;

/** Missing parts are empty. */
export interface Administration {
  readonly deployKeys?: readonly DeployKey[];
  readonly memberRoles?: readonly MemberRoleState[];
  readonly cadences?: readonly Cadence[];
}
