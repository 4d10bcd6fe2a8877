import type { FailedRelationView, JobTransferView, JobView, ToJobPage } from '../../messages/jobPage.ts';

/** What the page knows. */
export interface PageState {
  readonly job: JobView | undefined;
  readonly transfer: JobTransferView | undefined;
  readonly failed: readonly FailedRelationView[];
  readonly isLooking: boolean;
  readonly isGone: boolean;
}

/** Before the first message. */
export const initialState: PageState = {
  job: undefined,
  transfer: undefined,
  failed: [],
  isLooking: false,
  isGone: false,
};

/** Whether something is a message for this page. */
export const isToJobPage = (data: unknown): data is ToJobPage =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  ['job', 'transfer', 'failed', 'looking', 'gone'].includes(String(data.type));

/** The state after a message. */
export const receive = (before: PageState, message: ToJobPage): PageState => {
  switch (message.type) {
    case 'job':
      return { ...before, job: message.job, isGone: false };
    case 'transfer':
      return { ...before, transfer: message.transfer };
    case 'failed':
      return { ...before, failed: message.relations };
    case 'looking':
      return { ...before, isLooking: message.isLooking };
    case 'gone':
      return { ...before, isGone: true };
  }
};
