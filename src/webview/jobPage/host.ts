import type { FromJobPage, JobPageState } from '../../messages/jobPage.ts';
import { type Host as PageHost, type StateCodec, record } from '../elements/host.ts';
import { isColumn, type TableView } from './failedRows.ts';

export type Host = PageHost<FromJobPage, JobPageState, TableView>;

/** UI state of the table of failed relations. */
export const tableMemory: StateCodec<JobPageState, TableView> = {
  read: (stored, subject) => {
    const { filter, kind, sort, direction } = record(stored['job'] === subject?.job ? stored['table'] : undefined);
    return {
      filter: typeof filter === 'string' ? filter : '',
      kind: typeof kind === 'string' ? kind : undefined,
      sort: isColumn(sort) ? sort : undefined,
      direction: direction === 'descending' ? 'descending' : 'ascending',
    };
  },
  write: (table) => ({ table }),
};
