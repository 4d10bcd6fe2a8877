import * as vscode from '../../vscode.ts';
import type { FailedRelationView } from '../../../messages/jobPage.ts';

/** Not translated, as programs read them. */
const columns = ['Relation', 'Source', 'Message', 'Class', 'Line', 'Time'] as const;

const cellsOf = (relation: FailedRelationView): readonly string[] => [
  relation.key,
  relation.source,
  relation.message,
  relation.exceptionClass,
  relation.line === undefined ? '' : String(relation.line),
  relation.atMs === undefined ? '' : new Date(relation.atMs).toISOString(),
];

/** Escapes text from a server for a cell of a Markdown table. */
export const markdownCell = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>|#~!&]/g, String.raw`\$&`)
    .replace(/\r\n|[\n\r\u2028\u2029]/g, ' ')
    .trim();

export const failedMarkdown = (relations: readonly FailedRelationView[]): string => {
  const { t } = vscode.l10n;
  const heads = [t('Relation'), t('Source'), t('Message'), t('Class'), t('Line'), t('Time')];
  return [heads, columns.map(() => '---'), ...relations.map((relation) => cellsOf(relation).map(markdownCell))]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
};

/** Prevents formula injection: a spreadsheet takes the cell as text. */
const csvCell = (text: string): string => {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** With a header, by RFC 4180. */
export const failedCsv = (relations: readonly FailedRelationView[]): string =>
  [columns, ...relations.map(cellsOf)].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
