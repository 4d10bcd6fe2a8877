import { type Answer, answerOf, type As, type Driven, tokenOf } from '../driving.ts';

export interface Sent {
  readonly json?: unknown;
  readonly form?: readonly (readonly [string, string])[];
  readonly as?: As;
}

/** `form` is sent urlencoded, in its order. */
export const ask = async <Body = unknown>(
  { sandbox }: Driven,
  method: string,
  path: string,
  { json, form, as = 'maintainer' }: Sent = {},
): Promise<Answer<Body>> => {
  const token = tokenOf(sandbox, as);
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  if (json !== undefined) headers['content-type'] = 'application/json';
  if (form !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded';
  const body =
    form === undefined
      ? json === undefined
        ? null
        : JSON.stringify(json)
      : form.map((field) => field.map(encodeURIComponent).join('=')).join('&');
  return answerOf(await fetch(`${sandbox.url}/api/v4${path}`, { method, headers, body, redirect: 'manual' }));
};
