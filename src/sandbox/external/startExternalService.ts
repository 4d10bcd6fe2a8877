import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseForeign } from '../admission.ts';
import { endGitBelow } from '../git/command.ts';
import { serveRepository } from '../git/httpBackend.ts';
import { bitbucketCloudAnswer, bitbucketServerAnswer } from './bitbucketAnswers.ts';
import { githubAnswer, type ExternalAnswer } from './githubAnswers.ts';
import { readService, serviceFile, type HostedService } from './hosted.ts';
import { createSampleService } from './sampleService.ts';

export interface RunningExternalService {
  /** Base of all APIs: GitHub `/api/v3`, Bitbucket Server `/rest`, Bitbucket Cloud `/2.0`. */
  readonly url: string;
  readonly token: string;
  readonly username: string;
  /** Tokens of other users with full access. */
  readonly furtherTokens: readonly string[];
  /** While on, API requests with `token` are answered 429. */
  readonly limitRate: (state: 'on' | 'off') => void;
  /** Method and path of every request, in order. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

const secretsOf = (header: string | undefined): readonly string[] => {
  const [, scheme = '', value = ''] = /^(\w+)\s+(\S.*)$/.exec(header ?? '') ?? [];
  if (scheme.toLowerCase() !== 'basic') return [value];
  const [name = '', ...rest] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return [name, rest.join(':')];
};

/** Each further token belongs to another user. */
const loginOf = ({ username, users, furtherTokens = [] }: HostedService, secrets: readonly string[]): string => {
  const others = users.filter(({ login }) => login !== username);
  const index = furtherTokens.findIndex((token) => secrets.includes(token));
  return others[index]?.login ?? username;
};

const answerOf = (service: HostedService, url: string, target: string, secrets: readonly string[]): ExternalAnswer => {
  const { pathname, searchParams } = new URL(target, 'http://outside');
  if (pathname.startsWith('/api/v3/'))
    return githubAnswer(service, url, {
      path: pathname.slice('/api/v3'.length),
      query: searchParams,
      login: loginOf(service, secrets),
    });
  if (pathname.startsWith('/rest/api/1.0/')) {
    return bitbucketServerAnswer(service, url, pathname.slice('/rest/api/1.0'.length));
  }
  if (pathname.startsWith('/2.0/')) return bitbucketCloudAnswer(service, url, pathname.slice('/2.0'.length));
  return { status: 404, body: { message: 'Not Found' } };
};

/**
 * Starts a fake GitHub, Bitbucket Server and Bitbucket Cloud on a free port of the loopback. Its folder holds
 * `service.json` and `repositories`, created as a sample if missing; without a folder the sample is temporary.
 */
export const startExternalService = async (
  options: { readonly folder?: string } = {},
): Promise<RunningExternalService> => {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'graft-outside-')));
  if (!existsSync(join(folder, serviceFile))) await createSampleService(folder);
  const requests: string[] = [];
  let isLimited = false;
  let url = '';
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (refuseForeign(incoming, response)) return;
    const target = incoming.url ?? '/';
    requests.push(`${incoming.method ?? 'GET'} ${target}`);
    const service = await readService(folder);
    const secrets = secretsOf(incoming.headers.authorization);
    const isKnown = [service.token, ...(service.furtherTokens ?? [])].some((token) => secrets.includes(token));
    const send = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    if (!isKnown) return send(401, { message: 'Bad credentials' }, { 'www-authenticate': 'Basic realm="outside"' });
    const repository = /^(?:\/scm)?\/([^/]+)\/([^/]+)\.git\/(info\/refs|git-upload-pack)(?:\?(.*))?$/.exec(target);
    if (repository !== null) {
      const [, owner = '', name = '', rest = '', query = ''] = repository;
      const hosted = service.repositories.find(
        (candidate) => candidate.owner.toLowerCase() === owner.toLowerCase() && candidate.name === name,
      );
      if (hosted === undefined) return send(404, { message: 'Not Found' });
      const path = `/${hosted.owner}/${hosted.name}.git/${rest}`;
      return serveRepository({ root: join(folder, 'repositories'), path, query, user: '' }, incoming, response);
    }
    if (isLimited && secrets.includes(service.token))
      return send(429, { message: 'API rate limit exceeded' }, { 'retry-after': '60' });
    const { status, body } = answerOf(service, url, target, secrets);
    // GitHub reports the token's scopes
    const { scopes } = service;
    return send(
      status,
      body,
      target.startsWith('/api/v3/') && scopes !== undefined ? { 'x-oauth-scopes': scopes.join(', ') } : {},
    );
  };
  const server = createServer((incoming, response) => {
    // client disconnected, or a test broke the files
    respond(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { token, furtherTokens = [], username } = await readService(folder);
  return {
    url,
    token,
    furtherTokens,
    username,
    limitRate: (state) => {
      isLimited = state === 'on';
    },
    requests,
    close: async () => {
      await new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      });
      endGitBelow(folder);
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
