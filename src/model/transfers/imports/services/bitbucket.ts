import * as v from 'valibot';
import { readErrorBody } from '../../../../client/errorBody.ts';
import { type OtherService, readOtherService } from '../../../../client/otherService.ts';
import { parseUrl, type ParsedUrl } from '../../../typedUrl.ts';
import { withoutSecrets } from './secrets.ts';

export type TypedBitbucket =
  | {
      readonly kind: 'server';
      /** Without trailing slash; may have a path. */
      readonly url: string;
      readonly repository: { readonly projectKey: string; readonly slug: string } | undefined;
    }
  | { readonly kind: 'cloud' }
  | Extract<ParsedUrl, { kind: 'invalid' }>;

export const readBitbucketAddress = (typed: string): TypedBitbucket => {
  const read = parseUrl(typed);
  if (read.kind === 'invalid') return read;
  const { url } = read;
  if (/^(?:www\.|api\.)?bitbucket\.org$/i.test(url.hostname)) return { kind: 'cloud' };
  const page = /^(.*?)\/(?:projects|users)\/([^/]+)\/repos\/([^/]+)/.exec(url.pathname);
  const clone = /^(.*?)\/scm\/([^/]+)\/([^/]+?)(?:\.git)?\/?$/.exec(url.pathname);
  const [, below = url.pathname, key, slug] = page ?? clone ?? [];
  const owner = page !== null && url.pathname.includes('/users/') ? `~${key ?? ''}` : key;
  return {
    kind: 'server',
    url: `${url.origin}${below.replace(/\/(?:rest\/api[^]*|dashboard\/?|projects\/?)$/, '').replace(/(?<!\/)\/+$/, '')}`,
    repository:
      owner === undefined || slug === undefined ? undefined : { projectKey: owner.toUpperCase(), slug: decoded(slug) },
  };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** `workspace/repository`, or an address. */
export const readCloudRepository = (typed: string): string | undefined => {
  const text = typed
    .trim()
    .replace(/^(?:https?:\/\/(?:[^/@]+@)?(?:www\.)?bitbucket\.org\/|git@bitbucket\.org:)/i, '')
    .replace(/\.git$/, '');
  const [, workspace, name] = /^([\w.-]+)\/([\w.-]+)(?:\/.*)?$/.exec(text) ?? [];
  return workspace === undefined || name === undefined ? undefined : `${workspace}/${name}`;
};

export interface BitbucketRepository {
  readonly projectKey: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
}

/** The importing server may see something else. */
export type BitbucketState =
  | { readonly kind: 'found'; readonly repository: BitbucketRepository }
  | {
      readonly kind: 'credential' | 'forbidden' | 'missing' | 'notBitbucket' | 'other';
      readonly status: number;
      readonly words: string | undefined;
    };

const repositoryRecord = v.object({
  slug: v.string(),
  name: v.optional(v.string(), ''),
  description: v.nullish(v.string()),
  project: v.object({ key: v.string() }),
});

/** Uses the import's credentials. Throws a `RequestError` without an answer. */
export const pollBitbucket = async (
  {
    url,
    username,
    token,
    ...deps
  }: { readonly url: string; readonly username: string; readonly token: string } & Pick<
    OtherService,
    'transport' | 'record' | 'secrets'
  >,
  { projectKey, slug }: { readonly projectKey: string; readonly slug: string },
  options: { readonly signal?: AbortSignal } = {},
): Promise<BitbucketState> => {
  const service: OtherService = {
    ...deps,
    name: 'Bitbucket',
    baseUrl: `${url}/rest/api/1.0`,
    secret: token,
    authorization: (secret) => `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`,
    accept: 'application/json',
  };
  const path = `/projects/${encodeURIComponent(projectKey)}/repos/${encodeURIComponent(slug)}`;
  const { status, body } = await readOtherService(service, path, options);
  const read = v.safeParse(repositoryRecord, body);
  if (status === 200 && read.success) {
    const { project, name, description, slug: ownSlug } = read.output;
    return {
      kind: 'found',
      repository: { projectKey: project.key, slug: ownSlug, name: name || ownSlug, description: description ?? '' },
    };
  }
  const serverWords = body === undefined ? undefined : wordsOf(body);
  const words = serverWords === undefined ? undefined : withoutSecrets(serverWords, [token]);
  if (status === 401) return { kind: 'credential', status, words };
  if (status === 403) return { kind: 'forbidden', status, words };
  if (status === 404 && words !== undefined) return { kind: 'missing', status, words };
  return { kind: body === undefined || status === 200 || status === 404 ? 'notBitbucket' : 'other', status, words };
};

/** Bitbucket uses `errors: [{message}]`, gateways `message`. */
const wordsOf = (body: unknown): string | undefined => readErrorBody(body).message;
