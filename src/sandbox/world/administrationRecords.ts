/** A key a machine pushes with. */
export interface DeployKey {
  readonly id: number;
  readonly title: string;
  /** Who made it. */
  readonly personId: number;
  /** Numbers of the projects it may push to. */
  readonly projectIds: readonly number[];
}

/** A custom role: an ordinary role and what it may do besides. */
export interface MemberRoleState {
  readonly id: number;
  /** The top-level group it belongs to; null when it belongs to the whole instance. */
  readonly groupId: number | null;
  readonly name: string;
  readonly description: string | null;
  readonly baseLevel: number;
  /** Names of the permissions it adds, such as `read_code`. */
  readonly permissions: readonly string[];
}

/** An iteration as it was planned; whether it is over follows from its dates (`YYYY-MM-DD`, both inclusive). */
export interface IterationState {
  readonly id: number;
  /** Counts the iterations of the group. */
  readonly iid: number;
  /** Counts the iterations of the cadence. */
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

/** A series of iterations that someone plans by hand. */
export interface ManualCadence extends CadenceCore {
  readonly kind: 'manual';
  readonly iterations: readonly IterationState[];
}

/** A series that goes on by itself: one iteration after the other without titles, some of them planned ahead. */
export interface AutomaticCadence extends CadenceCore {
  readonly kind: 'automatic';
  /** First day of its first iteration. */
  readonly startsOn: string;
  readonly weeks: number;
  /** How many iterations exist after the current one. */
  readonly ahead: number;
}

/** A series of iterations of a group. */
export type Cadence = ManualCadence | AutomaticCadence;

/** What the service keeps for its administration; a part that is missing is empty. */
export interface Administration {
  readonly deployKeys?: readonly DeployKey[];
  readonly memberRoles?: readonly MemberRoleState[];
  readonly cadences?: readonly Cadence[];
}
