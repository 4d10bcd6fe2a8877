import * as vscode from '../../vscode.ts';
import {
  networkErrorCode,
  lacksScope,
  RequestError,
  requestErrorFacts,
  type RequestErrorFacts,
} from '../../../client/errors.ts';
import { GraphqlError, isHiddenFromToken, wordsOf } from '../../../client/graphql/graphqlError.ts';
import type { FailureView } from '../../../messages/page.ts';
import { WithoutEffect } from '../../../model/writeOnce.ts';

/** The cause with the server's message and status, and what to do. */
export const explain = (error: unknown): string => {
  if (error instanceof RequestError) return explainRequest(error.facts);
  if (isHiddenFromToken(error))
    return vscode.l10n.t(
      'The server shows this to no fine-grained token. Sign in with the browser, or with a token that has the scope api.',
    );
  // the message begins with the name of the query, which is for the log
  if (error instanceof GraphqlError) return vscode.l10n.t('The server refused this: “{0}”.', wordsOf(error.problems));
  if (error instanceof WithoutEffect)
    return vscode.l10n.t('The server confirmed the change, but nothing has changed there.');
  return error instanceof Error ? error.message : String(error);
};

/** {@link explain} after the effect of a failed change. */
export const explainFailed = (error: unknown): string => [effectOf(error), explain(error)].filter(Boolean).join(' ');

/** `asOfMs`: epoch time of the data still shown. */
export const failureView = (error: unknown, asOfMs?: number): FailureView => ({
  message: explain(error),
  retryable: true,
  asOfMs,
});

/** Undefined for a read. */
export const effectOf = (error: unknown): string | undefined => {
  const { t } = vscode.l10n;
  const { isChange, outcome, failure, status } = requestErrorFacts(error) ?? {};
  if (isChange !== true) return undefined;
  if (outcome === 'unknown') return t('It is unknown whether this was done. Check on the server before you try again.');
  if (outcome === 'answered') return t('Nothing was changed.');
  // their own messages begin with it
  const isQuoted = failure === 'invalidParameters' || (failure === 'unauthorized' && status === undefined);
  return isQuoted ? undefined : t('Nothing was sent.');
};

const explainRequest = (facts: RequestErrorFacts): string => {
  const { t } = vscode.l10n;
  const server = URL.canParse(facts.address) ? new URL(facts.address).host : facts.address;
  const serverWords = quoted(facts);
  if (facts.sentence !== undefined) return facts.sentence;
  switch (facts.failure) {
    case 'invalidParameters':
      return t('The request was not sent: {0}.', facts.detail ?? '');
    // fallbacks: `openTransport` explains most network errors
    case 'hostNotFound':
    case 'certificate':
    case 'unreachable':
      return t('{0} can’t be reached ({1}). Check your network.', server, networkErrorCode(facts.detail ?? ''));
    case 'timeout':
      return mayBeRepeated(facts)
        ? t('{0} did not answer in time. Try again.', server)
        : t('{0} did not answer in time.', server);
    case 'cancelled':
      return t('Cancelled.');
    case 'unauthorized':
      return facts.status === undefined
        ? t('Nothing was sent to {0}: {1}. Sign in again.', server, facts.detail ?? '')
        : t('{0} rejects the token: {1} Sign in again with a valid token.', server, serverWords);
    case 'insufficientScope':
      return lacksScope(facts)
        ? t(
            'The token lacks permission: {0} This requires the scope {1}. Create a token with it and sign in again.',
            serverWords,
            neededScope(facts),
          )
        : t('The token lacks permission: {0} Create a token that has it and sign in again.', serverWords);
    case 'forbidden':
      return t('{0} denied access: {1} Your role in the project may be too low.', server, serverWords);
    case 'notFound':
      return t('{0} couldn’t find it: {1}', server, serverWords);
    case 'rateLimited':
      return facts.retryAfterMs === undefined
        ? t('{0} limits requests: {1} Try again in a minute.', server, serverWords)
        : t(
            '{0} limits requests: {1} Try again in {2} seconds.',
            server,
            serverWords,
            Math.ceil(facts.retryAfterMs / 1000),
          );
    case 'refused':
      return t('{0} refused this: {1}', server, serverWords);
    case 'serverError':
      return mayBeRepeated(facts)
        ? t('{0} returned an error: {1} Try again later.', server, serverWords)
        : t('{0} returned an error: {1}', server, serverWords);
    case 'redirected':
      return t('{0} redirected the request: {1}. Check the URL of the account.', server, facts.detail ?? '');
    case 'notGitLab':
      return t('{0} doesn’t respond like a GitLab server: {1}. Check the URL.', server, facts.detail ?? '');
    case 'signInNeeded':
      return mayBeRepeated(facts)
        ? t(
            'A web page in front of {0} answered (status {1}). Open {0} in your browser, sign in there, then try again.',
            server,
            facts.status ?? '?',
          )
        : t(
            'A web page in front of {0} answered (status {1}). Open {0} in your browser, sign in there, then check whether the change was made.',
            server,
            facts.status ?? '?',
          );
    case 'tooLarge':
      return t('The response from {0} is too large: {1}.', server, facts.detail ?? '');
    case 'brokenContract':
      return t('{0} sent an unexpected response to {1}: {2}.', server, facts.reference, facts.detail ?? '');
  }
};

/** Never suggests a retry of a change that may have been made. */
const mayBeRepeated = ({ method, outcome }: RequestErrorFacts): boolean => method === 'GET' || outcome !== 'unknown';

const quoted = (facts: RequestErrorFacts): string => {
  const words = facts.serverMessage ?? facts.detail ?? vscode.l10n.t('no reason given');
  const status = facts.status === undefined || words.startsWith(String(facts.status)) ? '' : ` (${facts.status})`;
  return `${vscode.l10n.t('“{0}”', words)}${status}.`;
};

const neededScope = (facts: RequestErrorFacts): string =>
  facts.method === 'GET' && facts.scopes?.includes('read_api') ? 'read_api' : 'api';
