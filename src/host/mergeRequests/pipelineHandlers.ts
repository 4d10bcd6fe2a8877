import type { FromMergeRequestPage } from '../../messages/mergeRequestPage.ts';
import type { Handlers } from '../../messages/page.ts';
import { call } from '../kit/areaCommands.ts';
import type { ReviewSubject } from '../reviews/area.ts';
import type { ReadState } from './partReaders.ts';

/** Handlers of the page's pipelines, whose project may be a fork; `changed` after one was started again. */
export const pipelineHandlers = (
  open: ReviewSubject['open'],
  state: Pick<ReadState, 'pipelines'>,
  changed: () => Promise<void>,
): Pick<Handlers<FromMergeRequestPage>, 'openPipeline' | 'openJob' | 'retryJob'> => ({
  openPipeline: ({ id }) => {
    const owner = state.pipelines.find((each) => each.id === id)?.project_id;
    return call('graft.pipelines.open', { open, page: { kind: 'pipeline', id }, owner });
  },
  openJob: ({ id }) => {
    const owner = state.pipelines[0]?.project_id;
    return call('graft.pipelines.open', { open, page: { kind: 'job', id }, owner });
  },
  retryJob: async ({ id }) => {
    const project = state.pipelines[0]?.project_id ?? open.project.id;
    await call('graft.pipelines.retryJob', { open, project, job: { id } });
    await changed();
  },
});
