import * as vscode from '../../vscode.ts';
import type { FailedRelationView } from '../../../messages/jobPage.ts';

/** What a program reads them by, in every language. */
const columns = ['Relation', 'Source', 'Message', 'Class', 'Line', 'Time'] as const;

const cellsOf = (relation: FailedRelationView): readonly string[] => [
  relation.key,
  relation.source,
  relation.message,
  relation.exceptionClass,
  relation.line === undefined ? '' : String(relation.line),
  relation.atMs === undefined ? '' : new Date(relation.atMs).toISOString(),
];

/** Text from a server as a cell of a Markdown table: it can neither end the cell nor become a link or a tag. */
export const markdownCell = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>|#~!&]/g, String.raw`\$&`)
    .replace(/\r\n|[\n\r\u2028\u2029]/g, ' ')
    .trim();

/** Parts that failed as a Markdown table. */
export const failedMarkdown = (relations: readonly FailedRelationView[]): string => {
  const { t } = vscode.l10n;
  const heads = [t('Relation'), t('Source'), t('Message'), t('Class'), t('Line'), t('Time')];
  return [heads, columns.map(() => '---'), ...relations.map((relation) => cellsOf(relation).map(markdownCell))]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
};

/** A cell that a spreadsheet takes for text, whatever it begins with. */
const csvCell = (text: string): string => {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** Parts that failed as CSV with a header (RFC 4180). */
export const failedCsv = (relations: readonly FailedRelationView[]): string =>
  [columns, ...relations.map(cellsOf)].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
