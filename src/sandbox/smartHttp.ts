import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { recognise, type Caller } from './authentication.ts';
import { startGit } from './git/command.ts';
import { canPushCode, canReadCode, canSee } from './world/access.ts';
import type { ProjectState } from './world/records.ts';
import type { World } from './world/world.ts';

/** A request of git itself: which repository, and the path git's own server program understands. */
export interface GitAddress {
  readonly projectPath: string;
  readonly service: string;
  readonly query: string;
}

/** Recognises the three addresses git uses for a repository; undefined for anything else. */
export const gitAddress = (target: string): GitAddress | undefined => {
  const [path = '', query = ''] = target.split('?', 2);
  const found = /^\/(.+?)\.git\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(path);
  if (found === null) return undefined;
  return { projectPath: found[1] ?? '', service: found[2] ?? '', query };
};

const basicSecret = (header: string | undefined): string | undefined => {
  const encoded = /^Basic\s+(.+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return rest.join(':');
};

const end = (response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers });
  response.end(`${text}\n`);
};

/** Reads the headers a CGI program prints before its body. */
const parseCgiHeaders = (text: string): { readonly status: number; readonly headers: Record<string, string> } => {
  const headers: Record<string, string> = {};
  let status = 200;
  for (const line of text.split(/\r?\n/)) {
    const [name = '', ...rest] = line.split(':');
    const value = rest.join(':').trim();
    if (name.toLowerCase() === 'status') status = Number(value.slice(0, 3));
    else if (name !== '') headers[name] = value;
  }
  return { status, headers };
};

const serve = (
  world: World,
  project: ProjectState,
  { service, query }: GitAddress,
  caller: Caller,
  incoming: IncomingMessage,
  response: ServerResponse,
): void => {
  const child = startGit(undefined, ['http-backend'], {
    GIT_PROJECT_ROOT: join(world.directory, 'repositories'),
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_PROTOCOL: String(incoming.headers['git-protocol'] ?? ''),
    PATH_INFO: `/${project.directory}/${service}`,
    QUERY_STRING: query,
    REQUEST_METHOD: incoming.method ?? 'GET',
    CONTENT_TYPE: incoming.headers['content-type'] ?? '',
    HTTP_CONTENT_ENCODING: incoming.headers['content-encoding'] ?? '',
    ...(incoming.headers['content-length'] === undefined ? {} : { CONTENT_LENGTH: incoming.headers['content-length'] }),
    REMOTE_USER: caller.person?.username ?? '',
    REMOTE_ADDR: incoming.socket.remoteAddress ?? '',
  });
  let head: Buffer | undefined = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    if (head === undefined) {
      if (!response.write(chunk)) child.stdout.pause();
      return;
    }
    head = Buffer.concat([head, chunk]);
    const split = head.indexOf('\r\n\r\n');
    if (split === -1) return;
    const { status, headers } = parseCgiHeaders(head.toString('latin1', 0, split));
    response.writeHead(status, headers);
    response.write(head.subarray(split + 4));
    head = undefined;
  });
  response.on('drain', () => child.stdout.resume());
  child.stderr.resume();
  child.stdin.on('error', () => undefined);
  child.on('error', () => end(response, 500, 'git could not be started'));
  child.on('close', () =>
    head === undefined ? response.end() : end(response, 500, 'git http-backend gave no answer'),
  );
  response.on('close', () => child.kill('SIGKILL'));
  incoming.pipe(child.stdin);
};

/**
 * Serves clone, fetch and push over `git http-backend`. The token is the password of basic authentication (any user
 * name); pushing needs the developer role, the rules of protected branches are not asked.
 */
export const serveGit = (
  world: World,
  address: GitAddress,
  incoming: IncomingMessage,
  response: ServerResponse,
): void => {
  const secret = basicSecret(incoming.headers.authorization);
  let caller: Caller;
  try {
    caller = recognise(world, secret, new Date());
  } catch {
    end(response, 401, 'HTTP Basic: Access denied', { 'www-authenticate': 'Basic realm="GitLab"' });
    return;
  }
  const { projectPath, service, query } = address;
  const project = world.state.projects.find(
    ({ path, formerPaths }) => path === projectPath || formerPaths.includes(projectPath),
  );
  const { person } = caller;
  if (project === undefined || !canSee(world, person, project)) {
    if (person === undefined) end(response, 401, 'Sign in', { 'www-authenticate': 'Basic realm="GitLab"' });
    else
      end(
        response,
        404,
        "The project you were looking for could not be found or you don't have permission to view it.",
      );
    return;
  }
  const isPush = service === 'git-receive-pack' || query.includes('service=git-receive-pack');
  if (isPush && person === undefined) {
    end(response, 401, 'Sign in', { 'www-authenticate': 'Basic realm="GitLab"' });
    return;
  }
  const mayWrite = canPushCode(world, person, project) && caller.token?.scopes.includes('api') === true;
  if (isPush ? !mayWrite : !canReadCode(world, person, project)) {
    end(
      response,
      403,
      `You are not allowed to ${isPush ? 'push' : 'download'} code ${isPush ? 'to' : 'from'} this project.`,
    );
    return;
  }
  serve(world, project, address, caller, incoming, response);
};
