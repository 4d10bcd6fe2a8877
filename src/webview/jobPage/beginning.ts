/** Limits of the collapsed message. */
const first = { letters: 240, lines: 4 };

/** The whole text if little would be cut. */
export function beginning(text: string): string {
  const lines = text.split('\n', first.lines + 1);
  const byLines = lines.length > first.lines ? lines.slice(0, first.lines).join('\n') : text;
  if (byLines.length <= first.letters * 1.25) return byLines;
  // not within a surrogate pair
  const cut = byLines.slice(0, first.letters);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
