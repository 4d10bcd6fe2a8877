import type { FailedRelationView, JobTransferView, JobView, ToJobPage } from '../../messages/jobPage.ts';
import { reducerOf, type Reducers } from '../elements/host.ts';

export interface PageState {
  readonly job: JobView | undefined;
  readonly transfer: JobTransferView | undefined;
  readonly failed: readonly FailedRelationView[];
  readonly isPolling: boolean;
  readonly isGone: boolean;
}

export const initialState: PageState = {
  job: undefined,
  transfer: undefined,
  failed: [],
  isPolling: false,
  isGone: false,
};

export const received: Reducers<PageState, ToJobPage> = {
  job: (before, { job }) => ({ ...before, job, isGone: false }),
  transfer: (before, { transfer }) => ({ ...before, transfer }),
  failed: (before, { relations }) => ({ ...before, failed: relations }),
  looking: (before, { isPolling }) => ({ ...before, isPolling }),
  gone: (before) => ({ ...before, isGone: true }),
};

export const receive = reducerOf(received);
