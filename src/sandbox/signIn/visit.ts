import type { Instance } from '../api.ts';
import type { SandboxRequest } from '../exchange.ts';
import type { SignIn } from './signIn.ts';

export interface SignInContext extends Pick<Instance, 'world' | 'url' | 'now'> {
  readonly signIn: SignIn;
  readonly request: SandboxRequest;
  readonly isPost: boolean;
  /** Body parameters override those of the query. */
  readonly given: URLSearchParams;
}

/** Expects a form body. */
export const contextOf = (
  { world, url, now }: Instance,
  signIn: SignIn,
  request: SandboxRequest,
  query: string,
): SignInContext => {
  const given = new URLSearchParams(query);
  const isPost = request.method === 'POST';
  const body = isPost ? [...new URLSearchParams(Buffer.from(request.body).toString('utf8'))] : [];
  for (const [name] of body) given.delete(name);
  for (const [name, value] of body) given.append(name, value);
  return { world, url, now, signIn, request, isPost, given };
};
