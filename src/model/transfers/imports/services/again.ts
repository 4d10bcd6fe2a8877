import * as v from 'valibot';
import type { WantedImport } from './begin.ts';
import { type GithubOptions, optionalStages } from './githubOptions.ts';
import { type GithubServer, publicGithub } from './githubServer.ts';

const timeoutStrategy = v.optional(v.picklist(['optimistic', 'pessimistic']));

const githubAgain = v.object({
  /** Undefined for the public service. */
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

/** What of an import is remembered, so that it can be asked for again: everything but the credentials. */
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

/** What is kept as JSON has no members that are undefined. */
const withoutUndefined = (record: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** An import from GitHub that was asked for before. */
export interface RememberedGithub {
  readonly server: GithubServer;
  readonly repositoryId: number;
  readonly options: GithubOptions;
}

/** Reads what was remembered of an import from GitHub; undefined when it cannot be read. */
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

/** Reads what was remembered of an import from Bitbucket Server; undefined when it cannot be read. */
export const readRememberedServer = (remembered: unknown): v.InferOutput<typeof bitbucketServerAgain> | undefined => {
  const read = v.safeParse(bitbucketServerAgain, remembered);
  return read.success ? read.output : undefined;
};

/** Reads what was remembered of an import from Bitbucket Cloud; undefined when it cannot be read. */
export const readRememberedCloud = (remembered: unknown): v.InferOutput<typeof bitbucketAgain> | undefined => {
  const read = v.safeParse(bitbucketAgain, remembered);
  return read.success ? read.output : undefined;
};
