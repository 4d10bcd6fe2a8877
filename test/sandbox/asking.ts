import type { Answer, As, Driven } from './driving.ts';

/** What a request carries besides its address: JSON, or a body of another kind with its type. */
export interface Sent {
  readonly json?: unknown;
  readonly form?: readonly (readonly [string, string])[];
  readonly as?: As;
}

/** Sends a request of any method with plain fetch; `form` is sent urlencoded, its fields in their order. */
export const ask = async <Body = unknown>(
  { sandbox }: Driven,
  method: string,
  path: string,
  { json, form, as = 'maintainer' }: Sent = {},
): Promise<Answer<Body>> => {
  const token = as in sandbox.tokens ? sandbox.tokens[as as keyof typeof sandbox.tokens] : as;
  const headers: Record<string, string> = as === 'nobody' ? {} : { authorization: `Bearer ${token}` };
  if (json !== undefined) headers['content-type'] = 'application/json';
  if (form !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded';
  const body =
    form === undefined
      ? json === undefined
        ? null
        : JSON.stringify(json)
      : form.map((field) => field.map(encodeURIComponent).join('=')).join('&');
  const response = await fetch(`${sandbox.url}/api/v4${path}`, { method, headers, body, redirect: 'manual' });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(text) as Body;
    },
  };
};
