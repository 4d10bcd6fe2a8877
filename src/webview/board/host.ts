import type { BoardPageState, FromBoardPage } from '../../messages/board.ts';

interface EditorApi {
  postMessage(message: FromBoardPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** What the page itself keeps over a reload. */
export interface PageMemory {
  /** Chosen cells, as `sha branch`. */
  readonly chosen: readonly string[];
  readonly onlyConflicts: boolean;
}

/** The extension as the page sees it. */
export interface Host {
  readonly post: (message: FromBoardPage) => void;
  /** How the reader left this board, if the page showed it before. */
  readonly memory: PageMemory;
  readonly keep: (memory: PageMemory) => void;
}

/** Connects to the extension. To be called once a page. */
export function connectHost(): Host {
  const api = acquireVsCodeApi();
  const subject = readSubject(document.body.dataset['state']);
  const kept = api.getState();
  const memory = isRecord(kept) && kept['board'] === subject?.board ? readMemory(kept['memory']) : undefined;
  const keep = (next: PageMemory): void => {
    if (subject) api.setState({ ...subject, memory: next });
  };
  keep(memory ?? nothing);
  return { post: (message) => api.postMessage(message), memory: memory ?? nothing, keep };
}

const nothing: PageMemory = { chosen: [], onlyConflicts: false };

function readSubject(json: string | undefined): BoardPageState | undefined {
  if (json === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) && typeof value['board'] === 'string' ? (value as unknown as BoardPageState) : undefined;
  } catch {
    return undefined;
  }
}

function readMemory(value: unknown): PageMemory | undefined {
  if (!isRecord(value) || !Array.isArray(value['chosen'])) return undefined;
  return {
    chosen: value['chosen'].filter((each) => typeof each === 'string'),
    onlyConflicts: value['onlyConflicts'] === true,
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
