import * as vscode from '../vscode.ts';
import type { ConnectionFacts, IgnoredSetting } from '../../client/connectionFacts.ts';
import { networkErrorCode, type RequestErrorFacts } from '../../client/errors.ts';
import { visibleLabel } from '../visible.ts';
import { certificateWanted, clientCertificateFault } from './clientCertificateMessages.ts';
import { certificateSentence } from './certificateMessages.ts';
import { pageSentence } from './pageMessages.ts';

const { t } = vscode.l10n;

/**
 * The failed step, the host, and what to do; undefined where the failure says enough. Also names unreadable parts of
 * settings.
 */
export const connectionSentence = (facts: RequestErrorFacts): string | undefined => {
  const { connection, detail = '' } = facts;
  if (connection === undefined) return pageSentence(facts);
  const sentence = sentenceOf(connection, detail) ?? throughProxy(facts, connection);
  if (sentence === undefined) return undefined;
  return [sentence, ...(connection.unread ?? []).map(unreadSentence)].join(' ');
};

/** For a part of a setting that is ignored. */
export const unreadSentence = ({ name, text, fault }: IgnoredSetting): string => {
  if (fault === undefined) return t('“{0}” in {1} is not a host, an address or a range, and was ignored.', text, name);
  return fault === ''
    ? t('“{0}” in {1} is not the absolute path of a file with certificates, and was ignored.', text, name)
    : t('“{0}” in {1} can’t be read, and was ignored: {2}.', text, name, fault);
};

const sentenceOf = (connection: ConnectionFacts, detail: string): string | undefined => {
  const { step, host, problem, server, reason = '' } = connection;
  const { host: proxy = '', source = '' } = connection.proxy ?? {};
  const isProxy = step === 'proxyTls' || step === 'connect' || (connection.proxy !== undefined && host === proxy);
  switch (problem) {
    case 'unreadableSetting':
      return reason === ''
        ? t('{0} can’t be sent to a proxy. Correct the setting.', source)
        : t('“{0}” in {1} is not the URL of a proxy. Write it like http://proxy.example.com:8080.', reason, source);
    case 'unknownName':
      if (isProxy) return t('No proxy named “{0}” was found. Check {1} and your network.', host, source);
      return connection.proxy === undefined
        ? t('No server named “{0}” was found. Check the URL and your network.', host)
        : t('No server named “{0}” was found. If only the proxy knows it, write socks5h:// in {1}.', host, source);
    case 'refused':
    case 'noRoute':
      return isProxy
        ? t('The proxy {0} can’t be reached: {1}. Check {2} and your network.', host, detail, source)
        : t('{0} can’t be reached ({1}). Check your network.', host, networkErrorCode(detail));
    case 'silent':
      return silent(connection, isProxy);
    case 'closed':
      return closed(connection, detail);
    case 'cutOff':
      return connection.proxy === undefined
        ? t('{0} closed the connection before its response was complete.', host)
        : t('The connection to {0} through the proxy {1} was closed before the response was complete.', host, proxy);
    case 'credentialsWanted':
      if (step === 'connect' && wantsKerberos.test(reason)) return kerberosFailed(connection);
      return /basic/i.test(reason) || reason === ''
        ? t('The proxy {0} requires a user name and password: {1} Add them to {2}.', host, reasonOf(connection), source)
        : t('The proxy {0} requires a kind of sign-in that Graft does not support: {1}', host, reasonOf(connection));
    case 'credentialsRejected':
      if (step === 'connect' && wantsKerberos.test(reason)) return kerberosFailed(connection);
      return t(
        'The proxy {0} rejects the user name or password: {1} Check {2} and http.proxyAuthorization.',
        host,
        reasonOf(connection),
        source,
      );
    case 'denied':
      return t('The proxy {0} refuses to connect to {1}: {2}', host, server, reasonOf(connection));
    case 'noWayOn':
      return t(
        'The proxy {0} can’t reach {1}: {2} If {1} needs no proxy, add it to http.noProxy.',
        host,
        server,
        reasonOf(connection),
      );
    case 'noTls':
      if (step === 'proxyTls')
        return t('The proxy {0} does not use TLS. Its address in {1} must not begin with https://.', host, source);
      return connection.proxy === undefined
        ? t('{0} does not answer over https. If the server has no encryption, write its address with http://.', host)
        : t('{0} does not answer over https, or the proxy {1} answers in its place.', host, proxy);
    case 'tlsWanted':
      return isProxy
        ? t('The proxy {0} expects TLS. Write its address in {1} with https://.', host, source)
        : t('{0} expects TLS. Write its address with https://.', host);
    case 'tlsVersion':
      return t('{0} supports neither TLS 1.2 nor TLS 1.3.', host);
    case 'handshake':
      return t('The TLS handshake with {0} failed ({1}).', host, networkErrorCode(detail));
    case 'clientCertificateWanted':
      return isProxy
        ? t('The proxy {0} requires a client certificate, which Graft does not support.', host)
        : certificateWanted(host, connection.clientCertificate?.file, networkErrorCode(detail));
    case 'clientCertificate':
      return [
        clientCertificateFault(connection.clientCertificate ?? { file: '' }),
        t('Choose another one with “Client Certificate…”.'),
      ].join(' ');
    case 'http2Only':
      return t('{0} only supports HTTP/2, and Graft uses HTTP/1.1.', host);
    case 'notHttp':
      return step === 'connect' ? t('{0} doesn’t respond like an HTTP proxy. Check {1}.', host, source) : undefined;
    case 'notSocks':
      return t('{0} doesn’t respond like a SOCKS 5 proxy. Check {1}.', host, source);
    case 'broken':
      return undefined;
    default:
      return certificateSentence(connection, detail);
  }
};

/** Only VS Code can sign in with these. */
const wantsKerberos = /^(?!.*\bbasic\b).*\b(?:negotiate|kerberos)\b/i;

const kerberosFailed = (connection: ConnectionFacts): string =>
  t(
    'The proxy {0} requires Kerberos, and VS Code could not sign in: {1} Check your ticket and http.proxyKerberosServicePrincipal.',
    connection.host,
    reasonOf(connection),
  );

const silent = ({ step, host, server, proxy }: ConnectionFacts, isProxy: boolean): string | undefined => {
  switch (step) {
    case 'proxy':
      return t('VS Code did not say in time which proxy leads to {0}. Set graft.network.proxy.', server);
    case 'name':
    case 'tcp':
      return isProxy
        ? t('The proxy {0} did not respond in time. Check {1} and your network.', host, proxy?.source ?? '')
        : t('{0} did not respond in time. Check your network.', host);
    case 'connect':
      return t('The proxy {0} did not respond in time when asked to connect to {1}.', host, server);
    case 'proxyTls':
      return t('The proxy {0} did not respond in time to the TLS handshake.', host);
    case 'serverTls':
      return t('{0} did not respond in time to the TLS handshake.', host);
    default:
      return undefined;
  }
};

const closed = ({ step, host, server, proxy }: ConnectionFacts, detail: string): string | undefined => {
  switch (step) {
    case 'name':
    case 'tcp':
      return t('{0} can’t be reached ({1}). Check your network.', host, networkErrorCode(detail));
    case 'connect':
      return t(
        'The proxy {0} closed the connection when asked to connect to {1}. If it expects TLS, write its address in {2} with https://.',
        host,
        server,
        proxy?.source ?? '',
      );
    case 'proxyTls':
      return t('The proxy {0} closed the connection during the TLS handshake.', host);
    case 'serverTls':
      return proxy === undefined
        ? t('{0} closed the connection during the TLS handshake.', host)
        : t('The connection to {0} through the proxy {1} was closed during the TLS handshake.', host, proxy.host);
    default:
      return undefined;
  }
};

/** For a failure that the proxy may have caused. */
const throughProxy = ({ failure, detail = '' }: RequestErrorFacts, connection: ConnectionFacts): string | undefined => {
  const { host, proxy } = connection;
  if (proxy === undefined || failure !== 'unreachable') return undefined;
  return t('The connection to {0} through the proxy {1} failed: {2}.', host, proxy.host, detail);
};

const reasonOf = ({ reason, status }: ConnectionFacts): string =>
  `${t('“{0}”', visibleLabel(reason ?? t('no reason given')))}${status === undefined ? '' : ` (${status})`}.`;
