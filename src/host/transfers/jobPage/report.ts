import * as vscode from '../../vscode.ts';
import type { FailedRelationView, JobView } from '../../../messages/jobPage.ts';
import { failedMarkdown, markdownCell } from './failedTable.ts';

/** A job as Markdown, for an issue or a colleague. */
export const jobReport = (job: JobView, failed: readonly FailedRelationView[]): string => {
  const { t } = vscode.l10n;
  const lines: string[] = [
    `# ${markdownCell(job.title)}`,
    '',
    `**${markdownCell(job.phase.word)}.** ${markdownCell(job.phase.sentence)}`,
    '',
    ...job.facts.map(({ label, value }) => `- ${markdownCell(label)}: ${markdownCell(value)}`),
    `- ${t('Started')}: ${moment(job.startedAtMs)}`,
    ...(job.endedAtMs === undefined ? [] : [`- ${t('Ended')}: ${moment(job.endedAtMs)}`]),
    '',
  ];
  if (job.error) lines.push(`## ${markdownCell(job.error.title)}`, '', fenced(job.error.words), '');
  if (job.counters && job.counters.length > 0) {
    lines.push(
      `## ${t('Imported objects')}`,
      '',
      `| ${t('Kind')} | ${t('Imported')} | ${t('Fetched')} |`,
      '| --- | ---: | ---: |',
      ...job.counters.map(({ name, imported, fetched }) => `| ${markdownCell(name)} | ${imported} | ${fetched} |`),
      '',
    );
  }
  if (failed.length > 0) lines.push(`## ${t('Failed items')}`, '', failedMarkdown(failed));
  lines.push(`## ${t('Timeline')}`, '');
  for (const { atMs, word, words } of job.steps) {
    lines.push(`- ${moment(atMs)}: ${markdownCell(word)}${words === undefined ? '' : `. ${markdownCell(words)}`}`);
  }
  return `${lines.join('\n')}\n`;
};

const moment = (atMs: number): string => new Date(atMs).toISOString();

/** The fence is longer than any run of backticks in the text. */
const fenced = (text: string): string => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
};
