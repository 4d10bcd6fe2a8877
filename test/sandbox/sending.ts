import { type Answer, answerOf, type As, type Driven, tokenOf } from './driving.ts';

/** Paths are below `/api/v4`. */
export const send = async <Body = unknown>(
  { sandbox }: Driven,
  method: string,
  path: string,
  {
    as = 'maintainer',
    body,
    headers = {},
  }: { readonly as?: As; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer<Body>> => {
  const token = tokenOf(sandbox, as);
  const response = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { 'private-token': token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answerOf(response);
};

/** Administrator. */
export const root = 'root';

/** A user in no group. */
export const neighbour = 'neighbour';
