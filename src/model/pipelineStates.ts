/** GitLab's statuses of pipelines and jobs. */
const statuses = {
  /** Without `manual` and `canceling`, which do not lead to success by themselves. */
  underWay: 'created waiting_for_resource preparing waiting_for_callback pending running scheduled'.split(' '),
  ended: ['success', 'failed', 'canceled', 'skipped'],
};

/** False for unknown statuses. A retry still changes a final one. */
export const hasEnded = (status: string | null | undefined): boolean => statuses.ended.includes(status ?? '');

/** True if success can follow without a person; false for unknown statuses. */
export const isUnderWay = (status: string | null | undefined): boolean => statuses.underWay.includes(status ?? '');
