import { type Answer, answerOf, type As, type Driven, tokenOf } from './driving.ts';

/** Sends any verb, with a JSON body when there is one. Paths are below `/api/v4`. */
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

/** The name of the token of the administrator of the sample world. */
export const root = 'root';

/** The name of the token of a user who is in no group of the sample world. */
export const neighbour = 'neighbour';
