import * as vscode from '../vscode.ts';
import type { RequestErrorFacts } from '../../client/errors.ts';
import { pageProblem } from '../../client/foreignPage.ts';
import { visibleLabel } from '../visible.ts';
import { certificateWanted } from './clientCertificateMessages.ts';

const { t } = vscode.l10n;

/** For a web page that answered instead of GitLab; undefined if nothing identifies its software. */
export const pageSentence = (facts: RequestErrorFacts): string | undefined => {
  const { page, failure, status = '?', method, outcome } = facts;
  const server = new URL(facts.address).host;
  if (page === undefined) return undefined;
  if (page.signIn !== undefined)
    return t(
      '{0} redirected the request to {1}. If you have to sign in there, open {0} in your browser and sign in, then try again; otherwise check the URL of the account.',
      server,
      visibleLabel(page.signIn),
    );
  const { title, server: software, via } = page;
  switch (pageProblem(title)) {
    case 'tlsWanted':
      return t('{0} expects TLS. Write its address with https://.', server);
    case 'clientCertificateWanted':
      return certificateWanted(server);
    case 'clientCertificateRejected':
      return t(
        '{0} rejects the client certificate: “{1}”. Choose another one with “Client Certificate…”.',
        server,
        visibleLabel(title ?? ''),
      );
    default:
  }
  const names = [title && t('“{0}”', title), software, via && t('via {0}', via)].filter(Boolean).join(', ');
  if (names === '') return undefined;
  const by = visibleLabel(names);
  const mayBeRepeated = method === 'GET' || outcome !== 'unknown';
  switch (failure) {
    case 'signInNeeded':
      return mayBeRepeated
        ? t(
            'A web page in front of {0} answered (status {1}): {2}. Open {0} in your browser, sign in there, then try again.',
            server,
            status,
            by,
          )
        : t(
            'A web page in front of {0} answered (status {1}): {2}. Open {0} in your browser, sign in there, then check whether the change was made.',
            server,
            status,
            by,
          );
    case 'serverError':
      return mayBeRepeated
        ? t('A web page in place of {0} returned an error (status {1}): {2}. Try again later.', server, status, by)
        : t('A web page in place of {0} returned an error (status {1}): {2}.', server, status, by);
    case 'notGitLab':
      return t(
        '{0} doesn’t respond like a GitLab server: a web page answered (status {1}): {2}. Check the URL.',
        server,
        status,
        by,
      );
    default:
      return undefined;
  }
};
