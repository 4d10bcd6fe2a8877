import { Gitlab } from '@gitbeaker/rest';
import type { RunningSandbox } from '../support/startSandbox.ts';

/** The public client, signed in as one user of a sandbox. */
export const gitbeaker = (
  { url, tokens }: Pick<RunningSandbox, 'url' | 'tokens'>,
  as: keyof RunningSandbox['tokens'] = 'maintainer',
): InstanceType<typeof Gitlab<false>> => new Gitlab({ host: url, token: tokens[as] });

/** Status and words of the refusal a request ends in; fails when it succeeds. */
export const refusalOf = async (
  request: Promise<unknown>,
): Promise<{ readonly status: number; readonly words: string }> => {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { response } = (error.cause ?? {}) as { readonly response?: Response };
    if (response === undefined) throw error;
    return { status: response.status, words: error.message };
  }
  throw new Error('the request succeeded');
};

/** The project of the sample world. */
export const project = 'acme/orchard';

/**
 * Sends a request with the public client's own machinery, for the few calls whose address or verb it has wrong: it
 * changes drafts with POST, adds roles to the members of a group, asks `project/…` for iterations, and imports from an
 * object storage at the address of remote imports. The values go into the query of a `get` and into the body of others.
 * Answers the body.
 */
export const sendByHand = async <Body>(
  api: ReturnType<typeof gitbeaker>,
  verb: 'get' | 'post' | 'put',
  path: string,
  values: Readonly<Record<string, string | number | boolean>>,
): Promise<Body> => {
  const { requester } = api.Projects;
  const options = verb === 'get' ? { searchParams: { ...values } } : { body: { ...values } };
  const answer = (await requester[verb](path, options)) as { readonly body: unknown };
  return answer.body as Body;
};
