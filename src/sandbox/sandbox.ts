import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { catalogue } from '../wire/catalogue.ts';
import { graphqlEndpoint } from '../wire/graphql.ts';
import { answerApi, type Instance } from './api.ts';
import { ownerOf, secretOf } from './authentication.ts';
import { answerControl, controlPath } from './control.ts';
import { jsonResponse, type Handle, type SandboxRequest, type SandboxResponse } from './exchange.ts';
import { faultResponse, Faults, oauthRoute, type Fault } from './faults.ts';
import { answerGraphql, isGraphqlTarget } from './graphql/answerGraphql.ts';
import { throttled } from './rateLimits.ts';
import { RequestLog, withoutTokens } from './requestLog.ts';
import { findRoute, type Route } from './routes.ts';
import { answerSignInPage, answerSignInProgram } from './signIn/answerSignIn.ts';
import type { JobHolds } from './transfer/jobHolds.ts';
import { serveWebPage, notFoundPage } from './webPages.ts';

const apiPath = '/api/v4';
const silent: SandboxResponse = { status: 0, headers: {}, body: '' };

const withFault = async (
  faults: Faults,
  fault: Fault | undefined,
  closing: AbortSignal,
  answer: () => Promise<SandboxResponse>,
): Promise<SandboxResponse> => {
  if (fault === undefined) return answer();
  if (fault.isHeld) await faults.replaced(closing);
  if (fault.delayMs > 0) await pause(fault.delayMs, undefined, { signal: closing });
  switch (fault.fault) {
    case 'delay':
      return answer();
    case 'status':
      return faultResponse(fault);
    case 'resetBefore':
      return { ...silent, mishap: 'reset' };
    case 'resetAfter':
      await answer();
      return { ...silent, mishap: 'reset' };
    case 'truncate':
      return { ...(await answer()), mishap: 'truncate' };
    case 'hang':
      return { ...silent, mishap: 'hang' };
  }
};

const describeRoute = (route: Route): { readonly operation: string | null; readonly reference: string | null } =>
  route.kind === 'operation'
    ? { operation: route.name, reference: catalogue[route.name].reference }
    : { operation: null, reference: null };

const graphqlRoute = { operation: 'graphql', reference: graphqlEndpoint.reference };

/** Accepts forms for known operations by known users only. */
export const takesForm =
  ({ world, edition }: Pick<Instance, 'world' | 'edition'>, relativePath: string) =>
  (request: SandboxRequest): boolean => {
    const beginning = relativePath + apiPath;
    const target = new URL(request.target, 'http://sandbox');
    return (
      target.pathname.startsWith(`${beginning}/`) &&
      findRoute(request.method, target.pathname.slice(beginning.length), edition).kind === 'operation' &&
      ownerOf(world, secretOf(request, target.searchParams)) !== undefined
    );
  };

/**
 * Builds the handler: REST and GraphQL APIs, web pages, and with `control` the control endpoints. `relativePath` is
 * `''` or such as `/gitlab`.
 */
export const createSandbox = (
  instance: Instance,
  {
    relativePath,
    control,
  }: { readonly relativePath: string; readonly control: { readonly jobs: JobHolds } | undefined },
): Handle => {
  const faults = new Faults();
  const log = new RequestLog();

  /** Applies fault and throttle, then logs the request. */
  const logged = async (
    request: SandboxRequest,
    target: string,
    described: { readonly operation: string | null; readonly reference: string | null },
    fault: Fault | undefined,
    answer: () => Promise<SandboxResponse>,
  ): Promise<SandboxResponse> => {
    const secret = secretOf(request, new URL(target, 'http://sandbox').searchParams);
    const owner = ownerOf(instance.world, secret);
    const write = log.begin();
    const response = await withFault(faults, fault, instance.closing, () => throttled(instance, owner, answer));
    write({
      method: request.method,
      path: withoutTokens(target),
      ...described,
      status: response.status === 0 ? null : response.status,
      hadToken: secret !== undefined,
      owner: owner?.username ?? null,
    });
    return { ...response, headers: { 'x-request-id': randomUUID().replaceAll('-', ''), ...response.headers } };
  };

  const answerRest = (request: SandboxRequest, target: string): Promise<SandboxResponse> => {
    const route = findRoute(request.method, target.split('?')[0] ?? '', instance.edition);
    const fault = route.kind === 'operation' ? faults.take(route.name) : undefined;
    return logged(request, target, describeRoute(route), fault, () => answerApi(instance, request, target, route));
  };

  const answerQuery = (request: SandboxRequest, target: string): Promise<SandboxResponse> =>
    logged(request, target, graphqlRoute, faults.take('graphql'), () => answerGraphql(instance, request, target));

  return async (request) => {
    if (request.target !== relativePath && !request.target.startsWith(`${relativePath}/`)) return notFoundPage();
    const target = request.target.slice(relativePath.length);
    if (target.startsWith(`${apiPath}/`)) return answerRest(request, target.slice(apiPath.length));
    if (isGraphqlTarget(target)) return answerQuery(request, target);
    if (target.startsWith('/api/v3')) {
      return jsonResponse(410, { error: 'API V3 is no longer supported. Use API V4 instead.' });
    }
    if (target.startsWith('/api/')) return jsonResponse(404, { error: '404 Not Found' });
    if (control !== undefined && target.startsWith(controlPath)) {
      const controlled = { faults, log, limits: instance.limits, jobs: control.jobs, signIn: instance.signIn };
      return answerControl(request, target.slice(controlPath.length), controlled);
    }
    const program = answerSignInProgram(instance, request, target);
    if (program !== undefined) return logged(request, target, oauthRoute, faults.take('oauth'), async () => program());
    return answerSignInPage(instance, request, target) ?? serveWebPage(instance, target);
  };
};
