import * as v from 'valibot';
import type { WantedImport } from './requestImport.ts';
import { type GithubOptions, optionalStages } from './githubOptions.ts';
import { type GithubServer, publicGithub } from './githubServer.ts';

const timeoutStrategy = v.optional(v.picklist(['optimistic', 'pessimistic']));

const githubAgain = v.object({
  /** Undefined for github.com. */
  webUrl: v.optional(v.pipe(v.string(), v.url())),
  repositoryId: v.number(),
  stages: v.array(v.picklist(optionalStages)),
  timeoutStrategy,
  paginationLimit: v.optional(v.number()),
});

const bitbucketServerAgain = v.object({
  url: v.pipe(v.string(), v.url()),
  username: v.string(),
  projectKey: v.string(),
  repository: v.string(),
  timeoutStrategy,
});

const bitbucketAgain = v.object({ username: v.string(), repositoryPath: v.string() });

/** Without credentials. */
export const rememberedOf = (wanted: WantedImport): unknown => {
  switch (wanted.service) {
    case 'github': {
      const { server, repositoryId, options } = wanted;
      return {
        ...(server.kind === 'public' ? {} : { webUrl: server.webUrl }),
        repositoryId,
        ...withoutUndefined({ ...options, stages: [...options.stages] }),
      };
    }
    case 'bitbucketServer': {
      const { url, username, projectKey, repository, timeoutStrategy: strategy } = wanted;
      return { url, username, projectKey, repository, ...withoutUndefined({ timeoutStrategy: strategy }) };
    }
    case 'bitbucket':
      return { username: wanted.username, repositoryPath: wanted.repositoryPath };
  }
};

/** JSON can't represent them. */
const withoutUndefined = (record: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

export interface RememberedGithub {
  readonly server: GithubServer;
  readonly repositoryId: number;
  readonly options: GithubOptions;
}

export const readRememberedGithub = (remembered: unknown): RememberedGithub | undefined => {
  const read = v.safeParse(githubAgain, remembered);
  if (!read.success) return undefined;
  const { webUrl, repositoryId, stages, timeoutStrategy: strategy, paginationLimit } = read.output;
  return {
    server: webUrl === undefined ? publicGithub : { kind: 'enterprise', webUrl },
    repositoryId,
    options: { stages, timeoutStrategy: strategy, paginationLimit },
  };
};

export const readRememberedServer = (remembered: unknown): v.InferOutput<typeof bitbucketServerAgain> | undefined => {
  const read = v.safeParse(bitbucketServerAgain, remembered);
  return read.success ? read.output : undefined;
};

export const readRememberedCloud = (remembered: unknown): v.InferOutput<typeof bitbucketAgain> | undefined => {
  const read = v.safeParse(bitbucketAgain, remembered);
  return read.success ? read.output : undefined;
};
