import { createHash } from 'node:crypto';
import { graphqlHeaders } from '../../wire/graphql.ts';
import { documentSpelling } from '../../wire/spelling.ts';
import type { SandboxRequest } from '../exchange.ts';
import type { World } from '../world/world.ts';

const documentHeader = documentSpelling(graphqlHeaders.resourceEtag).toLowerCase();

/** Resource named in the polling header; undefined for kinds without ETag. */
const resourceOf = ({ headers }: SandboxRequest): string | undefined => {
  const named = headers[graphqlHeaders.resourceEtag] ?? headers[documentHeader];
  return named !== undefined && /^(?:pipelines\/id\/\d+|pipelines\/sha\/[0-9a-f]{7,40})$/.test(named)
    ? named
    : undefined;
};

const stateOf = (world: World, resource: string): unknown => {
  const [, kind, key = ''] = resource.split('/');
  return world.state.projects.flatMap(({ id, pipelines }) =>
    pipelines
      .filter((pipeline) => (kind === 'id' ? pipeline.id === Number(key) : pipeline.sha.startsWith(key)))
      .map((pipeline) => [id, pipeline]),
  );
};

/**
 * ETag of the polled resource. It depends on the resource alone, not on query or caller, and is compared before
 * authentication, as in GitLab.
 */
export const polledEtag = (world: World, path: string, request: SandboxRequest): string | undefined => {
  const resource = resourceOf(request);
  if (resource === undefined) return undefined;
  const content = JSON.stringify([`${path}:${resource}`, stateOf(world, resource)]);
  return `W/"${createHash('md5').update(content).digest('hex')}"`;
};
