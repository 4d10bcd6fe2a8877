import { t } from '../elements/texts.ts';

const titleLength = 50;
const lineLength = 72;

/** Length of the summary, or the first problem. */
export function lengthRemark(text: string): { readonly isLong: boolean; readonly words: string } {
  const lines = text.split('\n');
  const summary = [...(lines[0] ?? '')].length;
  if (summary > lineLength)
    return { isLong: true, words: t('Summary: {0} characters. Most tools cut it at 72.', summary) };
  if (lines.length > 1 && lines[1] !== '') {
    return { isLong: true, words: t('Leave the second line empty: it separates the summary from the rest.') };
  }
  const long = lines.findIndex((line, index) => index > 1 && [...line].length > lineLength && !/^\S+$/.test(line));
  if (long > 0) return { isLong: true, words: t('Line {0} is longer than {1} characters.', long + 1, lineLength) };
  return { isLong: summary > titleLength, words: t('Summary: {0} of {1} characters.', summary, titleLength) };
}
