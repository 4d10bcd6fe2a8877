import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import type { ReviewPlace } from '../../../src/model/reviews/drafts.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import type { DraftNote } from '../../../src/wire/draftNotes.ts';
import type { MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import type { Discussion } from '../../../src/wire/notes.ts';
import { connect, type ConnectOptions } from '../../client/connect.ts';
import { type Loopback, loopback } from '../../client/loopback.ts';
import { ask } from '../../sandbox/transfer/asking.ts';
import { type Driven, orchard, withSandbox } from '../../sandbox/driving.ts';
import { forgetRequestsAt, requestsAt, setFaultsAt } from '../../support/servers/sandboxControl.ts';

export const request = `${orchard}/merge_requests/5`;

/** Added by it, with more than twenty lines. */
export const file = 'src/ripening/forecast.ts';

export interface Reviewing {
  readonly run: () => Driven;
  readonly servers: Loopback;
  readonly place: (options?: { readonly url?: string; readonly connect?: ConnectOptions }) => ReviewPlace;
  readonly client: () => Client;
  /** Creates a draft, or changes that of `path`. */
  readonly write: (json: object, path?: string) => Promise<DraftNote>;
  readonly remove: (id: number) => Promise<unknown>;
  readonly onLine: (line: number, note: string) => Promise<DraftNote>;
  readonly position: (line: number) => Promise<object>;
  readonly drafts: () => Promise<DraftNote[]>;
  readonly threads: () => Promise<Discussion[]>;
  readonly thread: (body: string) => Promise<Discussion>;
  /** Comments with exactly this text. */
  readonly count: (body: string) => Promise<number>;
  readonly setFaults: (...faults: FaultRequest[]) => Promise<unknown>;
  /** Requests received, such as `PUT …/publish`. */
  readonly writes: () => Promise<string[]>;
}

/** Call inside `describe`; removes the reviewer's drafts before each test. */
export const reviewing = (): Reviewing => {
  const run = withSandbox({ faults: true });
  const servers = loopback();
  let projectId = 0;
  const send = async <Body>(method: string, path: string, json?: object, as = 'developer'): Promise<Body> => {
    const answer = await ask<Body>(run(), method, path, { as, ...(json === undefined ? {} : { json }) });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.status === 204 ? (undefined as Body) : answer.json;
  };
  const drafts = (): Promise<DraftNote[]> => send('GET', `${request}/draft_notes`);
  const threads = (): Promise<Discussion[]> => send('GET', `${request}/discussions?per_page=100`);
  const position = async (line: number): Promise<object> => ({
    ...(await send<MergeRequestDetail>('GET', request)).diff_refs,
    position_type: 'text',
    old_path: file,
    new_path: file,
    new_line: line,
  });
  const write = (json: object, path = ''): Promise<DraftNote> =>
    send(path === '' ? 'POST' : 'PUT', `${request}/draft_notes${path}`, json);
  const remove = (id: number): Promise<unknown> => send('DELETE', `${request}/draft_notes/${id}`);
  const place: Reviewing['place'] = ({ url = run().sandbox.url, connect: options = {} } = {}) => ({
    client: connect(servers, url, { token: run().sandbox.tokens.developer, ...options }).client,
    account: 'the reviewer',
    project: projectId,
    iid: 5,
  });

  before(async () => {
    projectId = (await send<{ id: number }>('GET', orchard)).id;
  });

  beforeEach(async () => {
    await setFaultsAt(run().sandbox.url, []);
    for (const { id } of await drafts()) await remove(id);
    await forgetRequestsAt(run().sandbox.url);
  });

  return {
    run,
    servers,
    place,
    client: () => place().client,
    write,
    remove,
    onLine: async (line, note) => write({ note, position: await position(line) }),
    position,
    drafts,
    threads,
    thread: (body) => send('POST', `${request}/discussions`, { body }, 'maintainer'),
    count: async (body) => (await threads()).flatMap(({ notes }) => notes).filter((note) => note.body === body).length,
    setFaults: (...faults) => setFaultsAt(run().sandbox.url, faults),
    writes: async () =>
      (await requestsAt(run().sandbox.url))
        .filter(({ method, path }) => method !== 'GET' && path.includes('publish'))
        .map(({ method, path }) => `${method} ${path.replace(/.*\/draft_notes/, '')}`),
  };
};
