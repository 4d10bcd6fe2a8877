/** GitLab's statuses of pipelines and jobs. `paused` ones go on by a person or not at all. */
const phases: Readonly<Record<string, 'underWay' | 'paused' | 'ended'>> = {
  created: 'underWay',
  waiting_for_resource: 'underWay',
  preparing: 'underWay',
  waiting_for_callback: 'underWay',
  pending: 'underWay',
  running: 'underWay',
  scheduled: 'underWay',
  manual: 'paused',
  canceling: 'paused',
  success: 'ended',
  failed: 'ended',
  canceled: 'ended',
  skipped: 'ended',
};

const phaseOf = (status: string | null | undefined) =>
  Object.hasOwn(phases, status ?? '') ? phases[status ?? ''] : '';

/** False for unknown statuses. A retry still changes a final one. */
export const hasEnded = (status: string | null | undefined): boolean => phaseOf(status) === 'ended';

/** True if the status changes without a person; false for unknown ones. */
export const isUnderWay = (status: string | null | undefined): boolean => phaseOf(status) === 'underWay';
