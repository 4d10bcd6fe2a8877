import type { RequestErrorFacts } from './errors.ts';

/** The words of a failed request without the token: a server or a proxy may repeat the headers of a request in them. */
export const withoutToken = <Facts extends Pick<RequestErrorFacts, 'serverMessage' | 'detail'>>(
  facts: Facts,
  token: string | undefined,
): Facts =>
  token === undefined || token === ''
    ? facts
    : {
        ...facts,
        serverMessage: facts.serverMessage?.replaceAll(token, '[token]'),
        detail: facts.detail?.replaceAll(token, '[token]'),
      };
