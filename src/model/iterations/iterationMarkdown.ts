import type { IterationIssue, IterationIssues } from './iterationWork.ts';

/** Localized contents. */
export interface StandUp {
  /** Title or dates. */
  readonly name: string;
  readonly webUrl: string | null | undefined;
  /** Such as dates and days left. */
  readonly facts: readonly string[];
  /** Undefined if unreadable. */
  readonly work: IterationIssues | undefined;
  readonly words: {
    readonly mine: string;
    readonly others: string;
    readonly nothing: string;
    readonly unknown: string;
    readonly cut: string;
  };
}

export const plainMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>|~$]/g, '\\$&')
    // references and mentions in GitLab
    .replace(/(^|\W)([@#!%&])(?=\w)/g, '$1\\$2');

const link = (text: string, address: string | null | undefined): string =>
  address != null && /^https?:\/\/[^\s()<>]+$/i.test(address) ? `[${text}](${address})` : text;

const line = (issue: IterationIssue): string => {
  const people = issue.isOwn ? [] : issue.assignees.map(({ name }) => plainMarkdown(name));
  const who = people.length === 0 ? '' : ` — ${people.join(', ')}`;
  return `- [${issue.isOpen ? ' ' : 'x'}] ${link(plainMarkdown(issue.reference), issue.webUrl)} ${plainMarkdown(issue.title)}${who}`;
};

/** The user's own issues first. */
export const standUpMarkdown = ({ name, webUrl, facts, work, words }: StandUp): string => {
  const heading = `## ${link(plainMarkdown(name), webUrl)}`;
  const about = facts.length === 0 ? [] : ['', facts.map(plainMarkdown).join(' · ')];
  if (work === undefined) return [heading, ...about, '', words.unknown, ''].join('\n');
  if (work.issues.length === 0) return [heading, ...about, '', words.nothing, ''].join('\n');
  const part = (title: string, issues: readonly IterationIssue[]): string[] =>
    issues.length === 0 ? [] : ['', `### ${title}`, '', ...issues.map(line)];
  return [
    heading,
    ...about,
    ...part(
      words.mine,
      work.issues.filter(({ isOwn }) => isOwn),
    ),
    ...part(
      words.others,
      work.issues.filter(({ isOwn }) => !isOwn),
    ),
    ...(work.isCut ? ['', words.cut] : []),
    '',
  ].join('\n');
};
