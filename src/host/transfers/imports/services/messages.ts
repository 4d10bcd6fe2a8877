import * as vscode from '../../../vscode.ts';
import { requestErrorFacts, type RequestErrorFacts } from '../../../../client/errors.ts';
import type { BitbucketState } from '../../../../model/transfers/imports/services/bitbucket.ts';
import type { ImportedProject } from '../../../../wire/externalImport.ts';
import { GithubRefusal } from '../../../../model/transfers/imports/services/githubReading.ts';
import {
  cancelRefusal,
  type ImportService,
  serviceRefusal,
} from '../../../../model/transfers/imports/services/serviceRefusal.ts';
import { explain } from '../../../kit/words/explain.ts';
import { visible } from '../../../kit/words/format.ts';
import { spanText } from '../../messages.ts';

/** The server's message with the status, as one sentence. */
const quoted = (words: string | undefined, status: number | undefined): string => {
  const serverWords = visible(words ?? vscode.l10n.t('no reason given'));
  const code = status === undefined || serverWords.startsWith(String(status)) ? '' : ` (${status})`;
  return `${vscode.l10n.t('“{0}”', serverWords)}${code}.`;
};

/** Repository, destination and state of a canceled import, in the server's terms. */
export const canceledMessage = (project: ImportedProject): string => {
  const { import_source: source, full_name: fullName, full_path: path, name } = project;
  const state = project.human_import_status_name ?? project.import_status ?? vscode.l10n.t('unknown');
  const target = path?.replace(/^\//, '') ?? fullName ?? name;
  return visible(
    source === undefined || source === null
      ? vscode.l10n.t('{0}: {1}', target, state)
      : vscode.l10n.t('{0} into {1}: {2}', source, target, state),
  );
};

export const serviceName = (service: ImportService): string =>
  service === 'bitbucketServer' ? 'Bitbucket Server' : service === 'bitbucket' ? 'Bitbucket Cloud' : 'GitHub';

/** GitHub's refusal and what to do; other errors as usual. */
export const lookupMessage = (error: unknown, host: string): string => {
  const { t } = vscode.l10n;
  if (!(error instanceof GithubRefusal)) return explain(error);
  const serverWords = quoted(error.words, error.status);
  switch (error.kind) {
    case 'token':
      return t('{0} rejects the token: {1} Copy it again, or create a new one.', host, serverWords);
    case 'scope':
      return t('{0}: {1} The token requires the scope {2}.', host, serverWords, error.neededScopes.join(t(' or ')));
    case 'signOn':
      return t(
        '{0}: {1} The organization uses single sign-on. Authorize the token for it in your GitHub token settings.',
        host,
        serverWords,
      );
    case 'forbidden':
      return t('{0} doesn’t allow this: {1} The token may lack a permission.', host, serverWords);
    case 'missing':
      return t('{0} has no such repository, or the token has no access to it: {1}', host, serverWords);
    case 'rateLimited':
      return error.waitMs === undefined
        ? t('{0} limits requests: {1} Try again later.', host, serverWords)
        : t('{0} limits requests: {1} Try again in {2}.', host, serverWords, spanText(error.waitMs));
    case 'serverError':
      return t('{0} returned an error: {1} Try again later.', host, serverWords);
    case 'notGithub':
      return t('{0} doesn’t respond like GitHub ({1}). Check the URL.', host, error.status);
    case 'other':
      return t('{0} rejected this: {1}', host, serverWords);
  }
};

/** Undefined if the repository was found. */
export const bitbucketMessage = (state: BitbucketState, host: string): string | undefined => {
  const { t } = vscode.l10n;
  switch (state.kind) {
    case 'found':
      return undefined;
    case 'credential':
      return t('{0} rejects the user name or token: {1}', host, quoted(state.words, state.status));
    case 'forbidden':
      return t('This user can’t read the repository on {0}: {1}', host, quoted(state.words, state.status));
    case 'missing':
      return t(
        '{0} has no such repository, or the token has no access to it: {1}',
        host,
        quoted(state.words, state.status),
      );
    case 'notBitbucket':
      return t('{0} doesn’t respond like Bitbucket Server ({1}). Check the URL.', host, state.status);
    case 'other':
      return t('{0} rejected this: {1}', host, quoted(state.words, state.status));
  }
};

/** Reason for refusing an import, and what to do. */
export const serviceRefusalMessage = (service: ImportService, error: unknown, gitlab: string): string => {
  const { t } = vscode.l10n;
  const facts = requestErrorFacts(error);
  if (facts === undefined || facts.outcome !== 'answered') return explain(error);
  const there = serviceName(service);
  const serverWords = quoted(facts.serverMessage ?? facts.detail, facts.status);
  switch (serviceRefusal(service, facts)) {
    case 'sourceDisabled':
      return t(
        'Imports from {1} are disabled on {0}: {2} An administrator can enable them under Settings > General > Import and export settings.',
        gitlab,
        there,
        serverWords,
      );
    case 'snippetsForbidden':
      return t('You can’t create snippets on {0}: {1}', gitlab, serverWords);
    case 'notInRelease':
      return service === 'bitbucket'
        ? t('{0} doesn’t support this. Importing from Bitbucket Cloud requires GitLab 17.0 or later.', gitlab)
        : service === 'gists'
          ? t(
              '{0} doesn’t import gists: {1} Before GitLab 15.11 an administrator has to enable it.',
              gitlab,
              serverWords,
            )
          : t('{0} doesn’t support this import: {1}', gitlab, serverWords);
    case 'credential':
      return t('{1} rejected {0}: {2} Check the token and its scopes.', gitlab, there, serverWords);
    case 'rateLimitThere':
      return service === 'github'
        ? t(
            '{0} limits requests of {1}: {2} Try again in a few minutes, or add tokens of other users under More Options.',
            there,
            gitlab,
            serverWords,
          )
        : t('{0} limits requests of {1}: {2} Try again in a few minutes.', there, gitlab, serverWords);
    case 'rateLimitHere':
      return limitMessage(facts, gitlab, serverWords);
    case 'namespaceMissing':
      return t('{0} doesn’t find the destination group: {1} Choose another one.', gitlab, serverWords);
    case 'namespaceRights':
      return t('You can’t import there: {0} Requires Maintainer in the group.', serverWords);
    case 'pathTaken':
      return t('The path is taken: {0} Choose another one.', serverWords);
    case 'repositoryMissing':
      return t(
        '{0} doesn’t find the repository on {1}: {2} The token may have no access to it.',
        gitlab,
        there,
        serverWords,
      );
    case 'repositoryTooLarge':
      return t('{0} rejects the repository: {1}', gitlab, serverWords);
    case 'address':
      return t('{0} rejects the server URL: {1}', gitlab, serverWords);
    case 'serviceError':
      return t('{0} can’t read from {1}: {2} An administrator may have to allow the URL.', gitlab, there, serverWords);
    case 'busy':
      return t('{0} is already running this import: {1} Wait for the email with the result.', gitlab, serverWords);
    case 'other':
      return explain(error);
  }
};

const limitMessage = ({ retryAfterMs }: RequestErrorFacts, gitlab: string, serverWords: string): string =>
  retryAfterMs === undefined
    ? vscode.l10n.t('{0} limits requests: {1} Nothing was started. Try again in a minute.', gitlab, serverWords)
    : vscode.l10n.t(
        '{0} limits requests: {1} Nothing was started. Try again in {2}.',
        gitlab,
        serverWords,
        spanText(retryAfterMs),
      );

/** Reason for refusing a cancellation. */
export const cancelMessage = (error: unknown, gitlab: string): string => {
  const { t } = vscode.l10n;
  const facts = requestErrorFacts(error);
  if (facts === undefined || facts.outcome !== 'answered') return explain(error);
  const serverWords = quoted(facts.serverMessage ?? facts.detail, facts.status);
  switch (cancelRefusal(facts)) {
    case 'ended':
      return t('No import to cancel: {0}', serverWords);
    case 'notOwner':
      return t('Only Owners of the project can cancel its import: {0}', serverWords);
    case 'notImported':
      return t('{0} has no import from GitHub into this project: {1}', gitlab, serverWords);
    case 'notVisible':
      return t('The project no longer exists, or you have no access to it: {0}', serverWords);
    case 'notInRelease':
      return t('{0} doesn’t support this. Canceling imports requires GitLab 15.5 or later.', gitlab);
    case 'other':
      return explain(error);
  }
};
