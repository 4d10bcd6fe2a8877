import { createHash } from 'node:crypto';
import { catalogue, type OperationName } from '../wire/catalogue.ts';
import type { Operation, ParametersOf } from '../wire/operation.ts';
import { checkScope, recognise, secretOf } from './authentication.ts';
import { jsonResponse, type SandboxRequest, type SandboxResponse } from './exchange.ts';
import type { DiffLimits } from './git/diff.ts';
import type { BytesReply, JsonReply, Visit } from './handling.ts';
import { extraScopes, handlers } from './handlers.ts';
import { pageHeaders, type PageReply } from './pages.ts';
import { badParameters, Refusal } from './refusals.ts';
import { findRoute, type Route } from './routes.ts';
import { checkParameters, type RawParameters } from './validation.ts';
import type { World } from './world/world.ts';

/** What the API serves, and under which address it prints itself. */
export interface Instance {
  readonly world: World;
  /** Address with the relative path, without a final slash. */
  readonly url: string;
  readonly diffLimits: DiffLimits;
  readonly now: () => Date;
  /** Aborted when the sandbox closes: nothing that waits goes on then. */
  readonly closing: AbortSignal;
  /** Told about errors that are nobody's fault but the sandbox's. */
  readonly onError: (error: unknown) => void;
}

type AnyReply = JsonReply<unknown> | PageReply<unknown> | BytesReply;
type AnyHandler = (visit: Visit) => Promise<AnyReply>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fromForm = (form: URLSearchParams): RawParameters => Object.fromEntries(form);

/** Reads a JSON or form body; anything but an object of JSON is refused with 400. */
const bodyParameters = (request: SandboxRequest): RawParameters => {
  if (request.body.length === 0) return {};
  const text = Buffer.from(request.body).toString('utf8');
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('application/x-www-form-urlencoded')) return fromForm(new URLSearchParams(text));
  if (!type.startsWith('application/json')) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badParameters(['message body does not match declared format']);
  }
  return isRecord(value) ? value : {};
};

const render = (reply: AnyReply, address: URL): SandboxResponse => {
  if (reply.kind === 'bytes') return { status: 200, headers: reply.headers, body: reply.body };
  if (reply.kind === 'page') return jsonResponse(200, reply.items, pageHeaders(reply, address));
  return jsonResponse(reply.status, reply.body);
};

/** Adds the `ETag` of a read answer and turns it into 304 when the client has it already. */
const conditional = (request: SandboxRequest, response: SandboxResponse): SandboxResponse => {
  if (response.status !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) return response;
  const etag = `W/"${createHash('md5').update(response.body).digest('hex')}"`;
  const headers = { ...response.headers, etag, 'cache-control': 'max-age=0, private, must-revalidate' };
  const known = (request.headers['if-none-match'] ?? '').split(/\s*,\s*/);
  return known.includes(etag) ? { status: 304, headers, body: '' } : { ...response, headers };
};

const visitOf = (
  instance: Instance,
  request: SandboxRequest,
  target: string,
  name: OperationName,
  path: Readonly<Record<string, string>>,
): Visit => {
  const { world, url, diffLimits, now } = instance;
  const { searchParams } = new URL(target, 'http://sandbox');
  const caller = recognise(world, secretOf(request, searchParams), now());
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  checkScope(caller, { isRead, extra: extraScopes[name] ?? [] });
  const operation: Operation = catalogue[name];
  const parameters = (): ParametersOf<Operation> =>
    checkParameters(operation, { ...fromForm(searchParams), ...bodyParameters(request), ...path });
  return { ...caller, world, url, target, path, isRead, diffLimits, now, parameters };
};

/**
 * Answers a request below `/api/v4`; `target` is its path and query from there on. Recognises the caller first, then
 * leaves the order of checks to the handler. Never throws: an error of the sandbox itself is a 500.
 */
export const answerApi = async (
  instance: Instance,
  request: SandboxRequest,
  target: string,
  route: Route = findRoute(request.method, target.split('?')[0] ?? ''),
): Promise<SandboxResponse> => {
  try {
    if (route.kind === 'unknown') return jsonResponse(404, { error: '404 Not Found' });
    if (route.kind === 'otherVerb') {
      return jsonResponse(405, { error: '405 Not Allowed' }, { allow: route.allowed.join(', ') });
    }
    const visit = visitOf(instance, request, target, route.name, route.path);
    const reply = await (handlers[route.name] as AnyHandler)(visit);
    return conditional(request, render(reply, new URL(`${instance.url}/api/v4${target}`)));
  } catch (error) {
    if (error instanceof Refusal) return error.response;
    instance.onError(error);
    return jsonResponse(500, { message: '500 Internal Server Error' });
  }
};
