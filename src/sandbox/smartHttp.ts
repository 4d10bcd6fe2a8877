import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Instance } from './api.ts';
import { recognise, type Caller } from './authentication.ts';
import { serveRepository } from './git/httpBackend.ts';
import { listBranchRefs } from './git/refs.ts';
import { writeRequestHeads } from './operations/mergeRequestHeads.ts';
import { movedBranches, startPushPipelines } from './operations/pipelineStarts.ts';
import { canPushCode, canReadCode, canSee } from './world/access.ts';
import { updateDefaultBranch } from './world/world.ts';

/** `service` is the path below the repository. */
export interface GitAddress {
  readonly projectPath: string;
  readonly service: string;
  readonly query: string;
}

/** Parses the three URLs of git's smart HTTP protocol. */
export const gitAddress = (target: string): GitAddress | undefined => {
  const [path = '', query = ''] = target.split('?', 2);
  const found = /^\/(.+?)\.git\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(path);
  if (found === null) return undefined;
  return { projectPath: found[1] ?? '', service: found[2] ?? '', query };
};

const basicSecret = (header: string | undefined): string | undefined => {
  const encoded = /^Basic\s+(\S.*)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return rest.join(':');
};

const end = (response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers });
  response.end(`${text}\n`);
};

/**
 * Serves clone, fetch and push. The token is the password, with any username. Pushing requires the Developer role;
 * protected branches are not enforced. Updates merge request refs before a fetch; after a push a missing default branch,
 * and it starts pipelines.
 */
export const serveGit = (
  { world, now, onError }: Pick<Instance, 'world' | 'now' | 'onError'>,
  address: GitAddress,
  incoming: IncomingMessage,
  response: ServerResponse,
): void => {
  const secret = basicSecret(incoming.headers.authorization);
  let caller: Caller;
  try {
    caller = recognise(world, secret, now());
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
  const root = join(world.directory, 'repositories');
  const path = `/${project.directory}/${service}`;
  const serve = (finished?: () => Promise<void>): void =>
    serveRepository({ root, path, query, user: person?.username ?? '' }, incoming, response, finished);
  if (service === 'git-receive-pack' && person !== undefined) {
    const receive = async (): Promise<void> => {
      const before = await listBranchRefs(world.repository(project));
      serve(async () => {
        const starting = { world, project, personId: person.id, now };
        await updateDefaultBranch(world, project)
          .then(async () => startPushPipelines(starting, await movedBranches(starting, before)))
          .catch(onError);
        world.tellWatchers();
      });
    };
    void receive().catch((error: unknown) => {
      onError(error);
      response.destroy();
    });
  } else if (!isPush && service === 'info/refs') {
    void writeRequestHeads(world, project)
      .catch(onError)
      .then(() => serve());
  } else serve();
};
