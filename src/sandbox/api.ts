import { createHash } from 'node:crypto';
import { catalogue, type OperationName } from '../wire/catalogue.ts';
import type { Operation, ParametersOf } from '../wire/operation.ts';
import { realSpelling } from '../wire/spelling.ts';
import { actingAs, checkScope, recognise, secretOf } from './authentication.ts';
import { jsonResponse, textResponse, type SandboxRequest, type SandboxResponse } from './exchange.ts';
import type { Edition } from './edition.ts';
import type { DiffLimits } from './git/diff.ts';
import { nestedParameters } from './formParameters.ts';
import type { BytesReply, DownloadReply, JsonReply, NothingReply, HandlerContext } from './handling.ts';
import { extraScopes, handlers } from './handlers.ts';
import { advanceJobs } from './operations/jobRuns.ts';
import { mergeWaiting } from './operations/mergeRequestMerging.ts';
import { pageHeaders, type PageReply } from './pages.ts';
import type { RateLimits } from './rateLimits.ts';
import { malformedBody, Refusal } from './refusals.ts';
import { findRoute, type Route } from './routes.ts';
import type { Transfers } from './transfer/transfers.ts';
import { checkParameters, withoutNul, type RawParameters } from './validation.ts';
import type { SignIn } from './signIn/signIn.ts';
import type { World } from './world/world.ts';

export interface Instance {
  readonly world: World;
  /** Includes the relative path; no trailing slash. */
  readonly url: string;
  readonly diffLimits: DiffLimits;
  readonly edition: Edition;
  readonly limits: RateLimits;
  readonly now: () => Date;
  readonly transfers: Transfers;
  /** Undefined when browser sign-in is off. */
  readonly signIn: SignIn | undefined;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
  /** Called with internal errors of the sandbox. */
  readonly onError: (error: unknown) => void;
}

type AnyReply = JsonReply<unknown> | PageReply<unknown> | BytesReply | DownloadReply | NothingReply;
type AnyHandler = (context: HandlerContext) => Promise<AnyReply>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws 400 for malformed JSON; JSON that is no object counts as empty. */
const bodyParameters = (request: SandboxRequest): RawParameters => {
  if (request.form !== undefined) {
    return { ...nestedParameters(request.form.fields), ...request.form.files };
  }
  if (request.body.length === 0) return {};
  const text = Buffer.from(request.body).toString('utf8');
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('application/x-www-form-urlencoded')) return nestedParameters(new URLSearchParams(text));
  if (!type.startsWith('application/json')) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformedBody();
  }
  return isRecord(value) ? value : {};
};

/** Translates neutral parameter names to real ones. */
const inRealNames = (operation: Operation, raw: RawParameters): RawParameters =>
  Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      Object.hasOwn(operation.parameters, name) ? name : realSpelling(name),
      value,
    ]),
  );

const render = (reply: AnyReply, address: URL): SandboxResponse => {
  if (reply.kind === 'stream') return { status: reply.status, headers: reply.headers, body: '', stream: reply.body };
  if (reply.kind === 'elsewhere')
    return textResponse(302, 'This file is somewhere else.', { location: reply.location });
  if (reply.kind === 'nothing') {
    return reply.body === undefined
      ? { status: reply.status, headers: {}, body: '' }
      : jsonResponse(reply.status, reply.body);
  }
  if (reply.kind === 'bytes') return { status: 200, headers: reply.headers, body: reply.body };
  if (reply.kind === 'page') return jsonResponse(200, reply.items, pageHeaders(reply, address));
  return jsonResponse(reply.status, reply.body, reply.headers);
};

/** Adds an ETag to reads and responds 304 when it matches. */
const conditional = (request: SandboxRequest, response: SandboxResponse): SandboxResponse => {
  if (
    response.stream !== undefined ||
    response.status !== 200 ||
    (request.method !== 'GET' && request.method !== 'HEAD')
  )
    return response;
  const etag = `W/"${createHash('md5').update(response.body).digest('hex')}"`;
  const headers = { ...response.headers, etag, 'cache-control': 'max-age=0, private, must-revalidate' };
  const known = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim());
  return known.includes(etag) ? { status: 304, headers, body: '' } : { ...response, headers };
};

const contextOf = (
  instance: Instance,
  request: SandboxRequest,
  target: string,
  name: OperationName,
  path: Readonly<Record<string, string>>,
): HandlerContext => {
  const { world, url, diffLimits, edition, limits, now, transfers } = instance;
  const { headers } = request;
  const { searchParams } = new URL(target, 'http://sandbox');
  const signedIn = recognise(world, secretOf(request, searchParams), now());
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const operation: Operation = catalogue[name];
  checkScope(signedIn, operation, { isRead, extra: extraScopes[name] ?? [] });
  const caller = actingAs(world, signedIn, request.headers['sudo'] ?? searchParams.get('sudo') ?? undefined);
  const raw = (): RawParameters =>
    inRealNames(operation, { ...nestedParameters(searchParams), ...bodyParameters(request), ...path });
  const parameters = (): ParametersOf<Operation> => checkParameters(operation, withoutNul(raw()), edition);
  const contentType = request.headers['content-type'] ?? '';
  const asked = { ...caller, url, target, path, isRead, headers, contentType, raw, parameters };
  return { ...asked, world, diffLimits, edition, limits, now, transfers };
};

/**
 * Answers `target`, the path and query below `/api/v4`. Authenticates first; the order of further checks is the
 * handler's. Internal errors become 500. Never rejects.
 */
export const answerApi = async (
  instance: Instance,
  request: SandboxRequest,
  target: string,
  route: Route = findRoute(request.method, target.split('?')[0] ?? '', instance.edition),
): Promise<SandboxResponse> => {
  try {
    if (route.kind === 'unknown') return jsonResponse(404, { error: '404 Not Found' });
    if (route.kind === 'otherVerb') {
      return jsonResponse(405, { error: '405 Not Allowed' }, { allow: route.allowed.join(', ') });
    }
    if (await advanceJobs(instance.world, instance.now())) await mergeWaiting(instance);
    const visit = contextOf(instance, request, target, route.name, route.path);
    const reply = await (handlers[route.name] as AnyHandler)(visit);
    if (!visit.isRead) {
      await mergeWaiting(instance);
      instance.world.tellWatchers();
    }
    return conditional(request, render(reply, new URL(`${instance.url}/api/v4${target}`)));
  } catch (error) {
    if (error instanceof Refusal) return error.response;
    instance.onError(error);
    return jsonResponse(500, { message: '500 Internal Server Error' });
  }
};
