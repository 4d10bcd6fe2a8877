import * as vscode from '../../vscode.ts';
import type { CompletedStep, TlsFacts } from '../../../client/connectionFacts.ts';
import type { ConnectionActionView, ConnectionStepView } from '../../../messages/connectionPage.ts';
import { isFineGrained } from '../../../model/account.ts';
import type { Check, CheckFacts, CheckName, CheckState, SkipReason } from '../../../model/accounts/connectionCheck.ts';
import { explain } from '../../kit/words/explain.ts';
import { unreadSentence } from '../../shell/connectionMessages.ts';
import { visible } from '../../visible.ts';

const { many, t } = vscode.l10n;

export const checkTitle = (server: string): string => t('Connection to {0}', server);

export const summaryOf = (checks: readonly Check[], isRunning: boolean): string => {
  if (isRunning) return t('Checking the connection…');
  const failed = checks.filter(({ state }) => state === 'failed').length;
  const warnings = checks.filter(({ state }) => state === 'warning').length;
  if (failed > 0) return many(failed, '{0} step failed.', '{0} steps failed.');
  if (checks.some(({ facts }) => facts.skipped === 'cancelled')) return t('Cancelled.');
  if (warnings > 0)
    return many(warnings, 'The connection works, with {0} warning.', 'The connection works, with {0} warnings.');
  return t('The connection works.');
};

export const stepView = (check: Check, actions: readonly ConnectionActionView[]): ConnectionStepView => ({
  ...marks[check.state],
  state: stateName(check.state),
  title: stepName(check.name),
  host: check.host,
  sentence: sentenceOf(check),
  actions,
});

/** Markdown for an issue or administrator, not yet without secrets. */
export const checkReport = (title: string, version: string, checks: readonly Check[]): string =>
  [
    `# ${title}`,
    '',
    `Graft ${version}, VS Code ${vscode.version}, ${process.platform}, ${new Date().toISOString()}`,
    '',
    ...checks.map(
      (check) =>
        `- ${stateName(check.state)} · **${stepName(check.name)}** · ${check.host} · ${visible(sentenceOf(check))}`,
    ),
    '',
  ].join('\n');

const marks = {
  running: { icon: 'loading', tone: 'active' },
  passed: { icon: 'pass', tone: 'good' },
  warning: { icon: 'warning', tone: 'warning' },
  failed: { icon: 'error', tone: 'bad' },
  skipped: { icon: 'circle-slash', tone: 'quiet' },
} as const;

const stateName = (state: CheckState): string =>
  ({ running: t('running'), passed: t('passed'), warning: t('warning'), failed: t('failed'), skipped: t('skipped') })[
    state
  ];

const stepName = (name: CheckName): string =>
  ({
    proxy: t('Proxy'),
    proxyName: t('Name of the proxy'),
    proxyTcp: t('Connection to the proxy'),
    proxyTls: t('TLS of the proxy'),
    connect: t('Way through the proxy'),
    name: t('Name of the server'),
    tcp: t('Connection to the server'),
    serverTls: t('TLS of the server'),
    server: t('Answer'),
    version: t('Version'),
    tier: t('Plan'),
    clock: t('Clock'),
    token: t('Token'),
    header: t('Token header'),
    scopes: t('Scopes'),
    expiry: t('Expiration'),
    writes: t('Changes'),
    idle: t('Idle connections'),
    uploads: t('Largest import'),
    live: t('Live updates'),
    unchanged: t('Unchanged lists'),
  })[name];

const sentenceOf = (check: Check): string => {
  const { name, state, facts } = check;
  const { error, skipped, seen, elsewhere } = facts;
  if (state === 'running') return t('Checking…');
  if (skipped !== undefined) return skipSentence(skipped);
  if (error !== undefined) {
    const why = explain(error);
    if (name === 'live') return t('Not available: {0}. Views are refreshed at intervals.', why);
    if (name === 'writes') return t('Reads get through, but a POST request does not: {0}', why);
    return elsewhere === undefined ? why : [why, t('A GitLab server answers at {0}.', elsewhere)].join(' ');
  }
  return seen === undefined ? factSentence(name, state, facts) : seenSentence(seen);
};

const skipSentence = (reason: SkipReason): string =>
  ({
    notReached: t('Not checked, because a step before it failed.'),
    cancelled: t('Cancelled.'),
    noToken: t('Not checked, because there is no valid token.'),
    notReported: t('The server does not report it.'),
    administratorsOnly: t('Visible to administrators only.'),
    off: t('Switched off in the settings.'),
  })[reason];

const seenSentence = (seen: CompletedStep): string => {
  const { step, host, proxy, exceptedBy, unread = [], address = '', tls, clientCertificate } = seen;
  switch (step) {
    case 'proxy': {
      const sentences = [
        proxy !== undefined
          ? t('{0}, from {1}.', proxy.host, proxy.source)
          : exceptedBy === undefined
            ? t('None.')
            : t('None: {0} excepts this server.', exceptedBy),
        ...unread.map(unreadSentence),
      ];
      return sentences.join(' ');
    }
    case 'name':
      return t('Found at {0}.', address);
    case 'tcp':
      return t('Connected to {0}.', address);
    case 'connect':
      return t('{0} opened a connection to the server.', host);
    default:
      return [
        tls === undefined ? '' : tlsSentence(tls),
        clientCertificate === undefined
          ? ''
          : t('The server is shown the client certificate {0} if it asks for one.', visible(clientCertificate)),
      ]
        .filter(Boolean)
        .join(' ');
  }
};

const tlsSentence = ({ protocol, isTrusted, certificates }: TlsFacts): string => {
  const chain = certificates
    .map(({ subject, validToMs }) => t('{0} (valid until {1})', subject, day(validToMs)))
    .join(' ← ');
  const sentence = t('{0}, certificates: {1}.', protocol, chain);
  return isTrusted ? sentence : [sentence, t('They are not trusted, which http.proxyStrictSSL allows.')].join(' ');
};

const day = (ms: number): string =>
  Number.isNaN(ms) ? '?' : new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium' }).format(ms);

const headerNames = { authorization: 'Authorization', 'private-token': 'PRIVATE-TOKEN' } as const;

const factSentence = (name: CheckName, state: CheckState, facts: CheckFacts): string => {
  switch (name) {
    case 'serverTls':
      return t('Not encrypted: the URL begins with http://.');
    case 'server':
      return t('A GitLab server answers.');
    case 'version':
      return versionSentence(facts);
    case 'tier':
      return facts.plan ?? '';
    case 'clock':
      return clockSentence(state, facts.aheadMs ?? 0);
    case 'token':
      return t('Belongs to {0}.', facts.username ?? '');
    case 'header':
      return headerSentence(state, facts);
    case 'scopes': {
      const scopes = (facts.scopes ?? []).join(', ');
      if (isFineGrained(facts)) return t('Fine-grained: the server checks its permissions with each request.');
      return state === 'passed'
        ? scopes
        : t(
            'The token has the scope {0}, but not api. It is read-only: cherry-pick and revert are not available.',
            scopes || t('none'),
          );
    }
    case 'expiry':
      if (facts.expiresOn === undefined) return t('The token does not expire.');
      return state === 'failed' ? t('The token has expired.') : t('The token expires on {0}.', facts.expiresOn);
    case 'writes':
      return t('A POST request gets through: a query that changes nothing. PUT and DELETE were not tried.');
    case 'idle':
      return idleSentence(state, facts.unusedMs ?? 0);
    case 'uploads':
      return facts.largestImport === 0 ? t('No limit.') : t('{0} MiB', facts.largestImport ?? '?');
    case 'live':
      return t('The server accepts a connection for live updates.');
    case 'unchanged':
      return state === 'passed'
        ? t('The server confirms what has not changed instead of sending it again.')
        : t('Sent in full each time: ETags do not get through.');
    default:
      return '';
  }
};

const versionSentence = ({ version = '', isEnterprise }: CheckFacts): string =>
  isEnterprise === undefined
    ? `GitLab ${version}`
    : isEnterprise
      ? t('GitLab {0}, Enterprise Edition', version)
      : t('GitLab {0}, Community Edition', version);

const clockSentence = (state: CheckState, aheadMs: number): string => {
  if (state === 'passed') return t('Agrees with the server’s.');
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  return aheadMs > 0
    ? t('This computer is {0} min ahead of the server. Certificates and tokens may look expired.', minutes)
    : t('This computer is {0} min behind the server. Certificates may look not yet valid.', minutes);
};

const idleSentence = (state: CheckState, unusedMs: number): string => {
  const seconds = (unusedMs / 1000).toLocaleString(vscode.env.language, { maximumFractionDigits: 1 });
  return state === 'passed'
    ? t('Stay open for {0} s, as long as Graft keeps them for changes.', seconds)
    : t(
        'Closed after {0} s without notice, by the server or by something in front of it. A change that is sent in that moment may get no answer; Graft then looks up what happened before it says so.',
        seconds,
      );
};

const headerSentence = (state: CheckState, { headers = [] }: CheckFacts): string => {
  const [first = 'authorization', second] = headers;
  const other = headerNames[first === 'authorization' ? 'private-token' : 'authorization'];
  if (state === 'failed')
    return t(
      'The token gets through in {0} only: something removes {1}. Sign in again, and Graft sends {0}.',
      headerNames[first],
      other,
    );
  return second === undefined
    ? t('The token gets through in {0}, which Graft sends, and not in {1}.', headerNames[first], other)
    : t('The token gets through in {0} and {1}.', headerNames[first], other);
};
