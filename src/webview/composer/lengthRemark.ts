const titleLength = 50;
const lineLength = 72;

/** How long the summary is, and the first line that is too long. */
export function lengthRemark(text: string): { readonly isLong: boolean; readonly words: string } {
  const lines = text.split('\n');
  const summary = [...(lines[0] ?? '')].length;
  if (summary > lineLength) return { isLong: true, words: `Summary: ${summary} characters. Most tools cut it at 72.` };
  if (lines.length > 1 && lines[1] !== '') {
    return { isLong: true, words: 'Leave the second line empty: it separates the summary from the rest.' };
  }
  const long = lines.findIndex((line, index) => index > 1 && [...line].length > lineLength && !/^\S+$/.test(line));
  if (long > 0) return { isLong: true, words: `Line ${long + 1} is longer than ${lineLength} characters.` };
  if (summary > titleLength) return { isLong: true, words: `Summary: ${summary} of ${titleLength} characters.` };
  return { isLong: false, words: `Summary: ${summary} of ${titleLength} characters.` };
}
