import type { FromJobPage, JobPageState } from '../../messages/jobPage.ts';
import { isColumn, type TableView, usualView } from './failedRows.ts';

interface EditorApi {
  postMessage(message: FromJobPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The extension as the page sees it. */
export interface Host {
  readonly post: (message: FromJobPage) => void;
  /** How the reader left the table of parts that failed, if the page showed this job before. */
  readonly table: TableView;
  readonly keepTable: (table: TableView) => void;
}

/** Connects to the extension. To be called once a page. */
export function connectHost(): Host {
  const api = acquireVsCodeApi();
  const subject = readSubject(document.body.dataset['state']);
  const kept = api.getState();
  const table = isRecord(kept) && kept['job'] === subject?.job ? readTable(kept['table']) : usualView;
  const keepTable = (next: TableView): void => {
    if (subject) api.setState({ ...subject, table: next });
  };
  keepTable(table);
  return { post: (message) => api.postMessage(message), table, keepTable };
}

function readSubject(json: string | undefined): JobPageState | undefined {
  if (json === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) && typeof value['job'] === 'string' ? { job: value['job'] } : undefined;
  } catch {
    return undefined;
  }
}

function readTable(value: unknown): TableView {
  if (!isRecord(value)) return usualView;
  const { filter, kind, sort, direction } = value;
  return {
    filter: typeof filter === 'string' ? filter : '',
    kind: typeof kind === 'string' ? kind : undefined,
    sort: isColumn(sort) ? sort : undefined,
    direction: direction === 'descending' ? 'descending' : 'ascending',
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
