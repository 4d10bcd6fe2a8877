import * as vscode from '../../vscode.ts';
import { noteParts } from '../../../model/reviews/suggestion.ts';

/** Limit in characters. */
const maxLength = 100;

/** First line of a note, or of its suggestion. Unescaped. */
export const noteTitle = (note: string): string => {
  const { t } = vscode.l10n;
  for (const part of noteParts(note)) {
    const lines = part.kind === 'text' ? part.text.split('\n') : part.lines;
    const line = lines.find((each) => each.trim() !== '')?.trim();
    if (part.kind === 'text' && line === undefined) continue;
    if (line === undefined) return t('Suggestion: delete these lines');
    return part.kind === 'text' ? cut(line) : t('Suggestion: {0}', cut(line));
  }
  return '';
};

const cut = (line: string): string => (line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line);
