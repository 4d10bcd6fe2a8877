import type { Client } from '../../../../client/client.ts';
import { requestErrorFacts } from '../../../../client/errors.ts';
import {
  type ImportedProject,
  importFromBitbucket,
  importFromBitbucketServer,
  importFromGithub,
  importGithubGists,
} from '../../../../wire/externalImport.ts';
import type { ParametersOf } from '../../../../wire/operation.ts';
import { getProjectImport, type ProjectImport } from '../../../../wire/projectTransfer.ts';
import type { AccountCapabilities } from '../../../accountCapabilities.ts';
import { isAtLeast, type Release } from '../../../release.ts';
import { type LookupOutcome, type WriteOutcome, writeOnce } from '../../../writeOnce.ts';
import { type GithubOptions, hasOption, stagesForWire } from './githubOptions.ts';
import { type GithubServer, githubHostname } from './githubServer.ts';
import { type AskedPlace, type Landing, landingOf } from './landing.ts';
import { errorWithoutSecrets } from './secrets.ts';

export interface ImportAccount {
  readonly client: Client;
  readonly capabilities: AccountCapabilities;
}

/** Tokens are in memory only. */
export interface WantedGithub {
  readonly service: 'github';
  readonly server: GithubServer;
  readonly token: string;
  readonly additionalTokens: readonly string[];
  readonly repositoryId: number;
  readonly asked: AskedPlace;
  readonly options: GithubOptions;
}

export interface WantedBitbucketServer {
  readonly service: 'bitbucketServer';
  readonly url: string;
  readonly username: string;
  readonly token: string;
  readonly projectKey: string;
  readonly repository: string;
  readonly asked: AskedPlace;
  readonly timeoutStrategy: GithubOptions['timeoutStrategy'];
}

export interface WantedBitbucket {
  readonly service: 'bitbucket';
  readonly username: string;
  readonly password: string;
  /** `workspace/repository`. */
  readonly repositoryPath: string;
  readonly asked: AskedPlace;
}

export type WantedImport = WantedGithub | WantedBitbucketServer | WantedBitbucket;

export interface StartedImport extends Landing {
  readonly projectId: number;
  readonly status: string;
}

export const importTypes: Readonly<Record<WantedImport['service'], string>> = {
  github: 'github',
  bitbucketServer: 'bitbucket_server',
  bitbucket: 'bitbucket',
};

/** These releases ignore the requested name for Bitbucket Server. */
export const keepsBitbucketPath = (release: Release | undefined): boolean =>
  release !== undefined && isAtLeast(release, '15.1') && !isAtLeast(release, '16.10');

/** Once. After a lost answer, checks `mayLandAt`, which must have been free. Throws refusals without credentials. */
export const requestServiceImport = async (
  { client, capabilities }: ImportAccount,
  wanted: WantedImport,
  mayLandAt: readonly string[],
): Promise<WriteOutcome<StartedImport>> => {
  const { release } = capabilities.known;
  const { namespace } = wanted.asked;
  const started = ({ full_path: fullPath, id, import_status: status }: ImportedProject): StartedImport => ({
    ...landingOf(fullPath, wanted.asked, client.baseUrl),
    projectId: id,
    status: status ?? 'scheduled',
  });
  const write = async (): Promise<StartedImport> => {
    switch (wanted.service) {
      case 'github':
        return started(await capabilities.send(importFromGithub, githubParameters(wanted, release), namespace));
      case 'bitbucketServer':
        return started(
          await capabilities.send(
            importFromBitbucketServer,
            {
              bitbucket_server_url: wanted.url,
              bitbucket_server_username: wanted.username,
              personal_access_token: wanted.token,
              bitbucket_server_project: wanted.projectKey,
              bitbucket_server_repo: wanted.repository,
              new_name: wanted.asked.path,
              // documented name; servers read `new_namespace`
              target_namespace: namespace,
              new_namespace: namespace,
              ...(wanted.timeoutStrategy === undefined ? {} : { timeout_strategy: wanted.timeoutStrategy }),
            },
            namespace,
          ),
        );
      case 'bitbucket':
        return started(
          await capabilities.send(
            importFromBitbucket,
            {
              bitbucket_username: wanted.username,
              bitbucket_app_password: wanted.password,
              repo_path: wanted.repositoryPath,
              target_namespace: namespace,
              new_name: wanted.asked.path,
            },
            namespace,
          ),
        );
    }
  };
  const check = async (): Promise<LookupOutcome<StartedImport>> => {
    const found = await findStartedImport(client, importTypes[wanted.service], mayLandAt);
    if (found === undefined) return 'absent';
    const { path_with_namespace: path, id, import_status: status } = found;
    return { found: { ...landingOf(`/${path}`, wanted.asked, new URL(client.baseUrl).origin), projectId: id, status } };
  };
  try {
    const written = await writeOnce(write, check);
    return written.kind === 'done'
      ? written
      : { ...written, cause: errorWithoutSecrets(written.cause, secretsOf(wanted)) };
  } catch (error) {
    throw errorWithoutSecrets(error, secretsOf(wanted));
  }
};

const githubParameters = (
  { server, token, additionalTokens, repositoryId, asked, options }: WantedGithub,
  release: Release | undefined,
): ParametersOf<typeof importFromGithub> => {
  const hostname = githubHostname(server, release);
  const stages = stagesForWire(options, release);
  const { timeoutStrategy, paginationLimit } = options;
  return {
    personal_access_token: token,
    repo_id: repositoryId,
    new_name: asked.path,
    target_namespace: asked.namespace,
    ...(hostname === undefined ? {} : { github_hostname: hostname }),
    ...(stages === undefined ? {} : { optional_stages: stages }),
    ...(timeoutStrategy !== undefined && hasOption(release, 'timeoutStrategy')
      ? { timeout_strategy: timeoutStrategy }
      : {}),
    ...(paginationLimit !== undefined && hasOption(release, 'paginationLimit')
      ? { pagination_limit: paginationLimit }
      : {}),
    ...(additionalTokens.length > 0 && hasOption(release, 'additionalTokens')
      ? { additional_access_tokens: [...additionalTokens] }
      : {}),
  };
};

export const secretsOf = (wanted: WantedImport): readonly string[] => {
  switch (wanted.service) {
    case 'github':
      return [wanted.token, ...wanted.additionalTokens];
    case 'bitbucketServer':
      return [wanted.token];
    case 'bitbucket':
      return [wanted.password];
  }
};

export const findStartedImport = async (
  client: Client,
  type: string,
  paths: readonly string[],
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<ProjectImport | undefined> => {
  for (const id of paths) {
    try {
      const found = await client.send(getProjectImport, { id }, { signal });
      if (found.import_type === type) return found;
    } catch (error) {
      if (requestErrorFacts(error, 'notFound') === undefined) throw error;
    }
  }
  return undefined;
};

/** H3, once. A lost answer stays unknown. Throws refusals without the token. */
export const requestGistImport = async (
  { capabilities }: ImportAccount,
  token: string,
): Promise<WriteOutcome<undefined>> => {
  try {
    const written = await writeOnce(
      () => capabilities.send(importGithubGists, { personal_access_token: token }, ''),
      async () => 'unclear',
    );
    return written.kind === 'done' ? written : { ...written, cause: errorWithoutSecrets(written.cause, [token]) };
  } catch (error) {
    throw errorWithoutSecrets(error, [token]);
  }
};
