import * as vscode from '../vscode.ts';
import { socketReference } from '../../client/meteredSocket.ts';
import type { Failure, Tally, Traffic } from '../../client/traffic.ts';
import { instanceName } from '../../model/account.ts';
import { catalogue } from '../../wire/catalogue.ts';
import { graphqlEndpoint } from '../../wire/graphql.ts';
import { bytesText, moment, visible } from '../kit/words/format.ts';
import type { AccountStore } from '../shell/accountSecrets.ts';
import type { AccountTraffic } from '../shell/accountTraffic.ts';

export interface Metered {
  readonly traffic: AccountTraffic;
  readonly accounts: Pick<AccountStore, 'get'>;
}

const numberText = (number: number): string => number.toLocaleString(vscode.env.language);

/** Markdown that is also readable as plain text. */
export const requestReport = ({ traffic, accounts }: Metered): string => {
  const { t } = vscode.l10n;
  const ids = traffic
    .accounts()
    .filter((id) => traffic.of(id).tallies.size > 0 || traffic.of(id).waiting > 0)
    .sort((one, other) => Number(one === '') - Number(other === ''));
  const limit = traffic.cap === 0 ? t('no limit') : t('limit: {0} a minute for each account', numberText(traffic.cap));
  const sections = ids.flatMap((id) => {
    const account = accounts.get(id);
    const name = account && t('{0} on {1}', account.username, instanceName(account.baseUrl));
    const other = id === '' ? t('Servers without an account') : t('A removed account');
    return ['', `## ${visible(name ?? other)}`, '', ...sectionOf(traffic.of(id))];
  });
  const nothing = ids.length === 0 ? ['', t('No requests yet.')] : [];
  return [
    `# ${t('Request Meter')}`,
    '',
    t('Requests of this window since {0} · {1}', moment(traffic.sinceMs), limit),
    ...nothing,
    ...sections,
    ...(ids.length === 0 ? [] : ['', ...legend()]),
    '',
  ].join('\n');
};

/** Over all accounts. */
export const requestRate = ({ traffic }: Pick<Metered, 'traffic'>): { lastMinute: number; waiting: number } => {
  const all = traffic.accounts().map((id) => traffic.of(id));
  return {
    lastMinute: all.reduce((sum, { lastMinute }) => sum + lastMinute, 0),
    waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
  };
};

const sectionOf = (traffic: Traffic): readonly string[] => {
  const { t } = vscode.l10n;
  const tallies = [...traffic.tallies].sort(([, one], [, other]) => other.requests - one.requests);
  const sum = (what: keyof Tally): number => tallies.reduce((total, [, tally]) => total + tally[what], 0);
  const columns = ['requests', 'retried', 'joined', 'cached', 'unchanged', 'failed'] as const;
  const cells = (tally: Tally): readonly string[] => [
    ...columns.map((what) => numberText(tally[what])),
    bytesText(tally.receivedBytes),
    bytesText(tally.sentBytes),
  ];
  const lines = [
    [
      t('Last minute: {0}', numberText(traffic.lastMinute)),
      t('waiting: {0}', numberText(traffic.waiting)),
      t('in all: {0}', numberText(sum('requests'))),
      t('received: {0}', bytesText(sum('receivedBytes'))),
      t('sent: {0}', bytesText(sum('sentBytes'))),
    ].join(' · '),
    '',
    ...table(
      [
        t('Operation'),
        t('Requests'),
        t('Retried'),
        t('Joined'),
        t('Cached'),
        '304',
        t('Failed'),
        t('Received'),
        t('Sent'),
      ],
      tallies.map(([reference, tally]) => [operationName(reference), ...cells(tally)]),
    ),
  ];
  if (traffic.queries.size > 0) {
    const queries = [...traffic.queries].sort(([, one], [, other]) => other - one);
    const rows = queries.map(([name, times]) => [name === '' ? t('(no name)') : name, numberText(times)]);
    lines.push('', ...table([t('GraphQL query'), t('Asked')], rows));
  }
  if (traffic.failures.length > 0)
    lines.push('', `### ${t('Last failures')}`, '', ...traffic.failures.flatMap(failureLines));
  return lines;
};

const failureLines = (failure: Failure): readonly string[] => {
  const { t } = vscode.l10n;
  const { atMs, status, reference, method, address, times, requestId } = failure;
  const at = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'medium' }).format(atMs);
  const head = [
    at,
    status === undefined ? t('no answer') : String(status),
    operationName(reference),
    `${method} ${address}`,
    ...(times === 1 ? [] : [t('{0} times', numberText(times))]),
  ];
  const words = failure.serverMessage ?? failure.detail ?? failure.failure;
  const query = failure.failure === 'graphql' && failure.detail !== undefined ? [failure.detail] : [];
  const id = requestId === undefined ? [] : [t('correlation ID {0}', requestId)];
  return [`- ${visible(head.join(' · '))}`, `  ${visible([...query, t('“{0}”', words), ...id].join(' · '))}`];
};

const legend = (): readonly string[] => {
  const { t } = vscode.l10n;
  return [
    t('Retried: sent again after a temporary failure. Only reads are retried.'),
    t('Joined: reads that waited for an equal one under way. Cached: answered from memory without a request.'),
    t('304: nothing has changed on the server. Bytes are those of bodies, as they were sent.'),
  ].map((line) => `> ${line}`);
};

const names: ReadonlyMap<string, string> = new Map([
  ...Object.entries(catalogue).map(([name, { reference }]) => [reference, name] as const),
  [graphqlEndpoint.reference, 'GraphQL'],
]);

const operationName = (reference: string): string =>
  reference === socketReference ? reference : [reference, names.get(reference)].filter(Boolean).join(' ');

/** Columns have equal width; all but the first are numbers. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => {
  const all = [head, ...rows].map((row) => row.map((cell) => visible(cell).replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  const padded = all.map((row) =>
    line(row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))),
  );
  const rule = line(widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)));
  return [padded[0] ?? '', rule, ...padded.slice(1)];
};
