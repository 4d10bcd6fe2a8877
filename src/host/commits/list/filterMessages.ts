import * as vscode from '../../vscode.ts';
import { activeFilters, authorName, type CommitFilter } from '../../../model/commits/commitFilter.ts';
import { shownRef } from '../../../wire/refName.ts';
import { visible } from '../../kit/words/format.ts';

export const filterNames = (): Readonly<Record<keyof CommitFilter, string>> => {
  const { t } = vscode.l10n;
  return {
    ref: t('Branch, tag or range'),
    message: t('Message'),
    path: t('Path'),
    author: t('Author'),
    since: t('Since'),
    until: t('Until'),
    all: t('All branches'),
    firstParent: t('First parent only'),
    order: t('Topological order'),
    trailers: t('Trailers'),
    follow: t('Follow renames'),
  };
};

/** Short summary for the view's header; empty without a filter. */
export const describeFilter = (filter: CommitFilter): string => {
  const names = filterNames();
  return activeFilters(filter)
    .map((name) => {
      const value = valueWords(filter, name);
      return name === 'ref' ? value : value === '' ? names[name] : `${names[name]}: ${value}`;
    })
    .join(', ');
};

/** Display value of one filter; empty for a switch. */
export const valueWords = (filter: CommitFilter, name: keyof CommitFilter): string => {
  const value = filter[name];
  if (typeof value !== 'string' || name === 'order') return '';
  if (name !== 'author') return visible(name === 'ref' ? shownRef(value) : value);
  const author = authorName(value);
  return author === undefined ? vscode.l10n.t('{0} (regular expression)', visible(value)) : visible(author);
};
