/** A suggestion in a note: the lines around the commented one it replaces, and what with. */
export interface Suggestion {
  /** How many lines before the commented line are replaced as well. */
  readonly above: number;
  /** How many lines after it. */
  readonly below: number;
  readonly lines: readonly string[];
}

/** A part of a note: text, or a suggestion. */
export type NotePart =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'suggestion'; readonly source: string } & Suggestion);

/** How many lines a suggestion may replace on each side of the commented one. */
export const mostAround = 100;

/** The block that suggests lines in place of as many; the fence is longer than any the lines hold. */
export const suggestionBlock = (lines: readonly string[]): string => {
  const fence = fenceAround(lines);
  // a note stands on its last line: the others lie above
  return `${fence}suggestion:-${Math.max(0, lines.length - 1)}+0\n${lines.join('\n')}\n${fence}`;
};

/** Whether a note holds the beginning of a suggestion that is none: its fence is not closed, or its range cannot be read. */
export const hasBrokenSuggestion = (note: string): boolean =>
  noteParts(note).some((part) => part.kind === 'text' && /^ {0,3}(`{3,}|~{3,})suggestion(:|\s*$)/m.test(part.text));

/** Takes a note apart at its suggestions. */
export const noteParts = (note: string): readonly NotePart[] => {
  const parts: NotePart[] = [];
  let text: string[] = [];
  const flush = (): void => {
    if (text.length > 0) parts.push({ kind: 'text', text: text.join('\n') });
    text = [];
  };
  const lines = note.split(/\r\n?|\n/);
  // where each text stands last: beginnings without an end below them are not searched for one, line by line
  const last = new Map(lines.map((line, at) => [line.trimEnd(), at]));
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, fence, above, below] = /^(`{3,}|~{3,})suggestion(?::-(\d{1,3})\+(\d{1,3}))?\s*$/.exec(line) ?? [];
    if (fence === undefined || (last.get(fence) ?? 0) <= at) {
      text.push(line);
      continue;
    }
    let end = at + 1;
    while (lines[end]?.trimEnd() !== fence) end += 1;
    flush();
    parts.push({
      kind: 'suggestion',
      above: Number(above ?? 0),
      below: Number(below ?? 0),
      lines: lines.slice(at + 1, end),
      source: lines.slice(at, end + 1).join('\n'),
    });
    at = end;
  }
  flush();
  return parts;
};

/** Replaced lines that are shown of a note, in characters: a hundred lines around each of many suggestions are more than it. */
const mostShown = 200_000;

/**
 * A note with each suggestion shown as a diff of the lines it replaces. `linesAt` gives the lines of the new version
 * between two numbers, 1-based and included; `line` is the commented one. Where they are not known, or too many, the
 * block stays.
 */
export const withSuggestionsShown = (
  note: string,
  line: number | undefined,
  linesAt: (first: number, last: number) => readonly string[] | undefined,
): string => {
  let left = mostShown;
  return noteParts(note)
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const old =
        line === undefined || left < 0 ? undefined : linesAt(Math.max(1, line - part.above), line + part.below);
      left -= old?.join('').length ?? 0;
      if (old === undefined || left < 0) return part.source;
      const body = [...old.map((each) => `-${each}`), ...part.lines.map((each) => `+${each}`)];
      const fence = fenceAround(body);
      return `${fence}diff\n${body.join('\n')}\n${fence}`;
    })
    .join('\n');
};

/** A fence that is longer than any in the lines, at the beginning or after a sign. */
const fenceAround = (lines: readonly string[]): string =>
  '`'.repeat(lines.reduce((most, line) => Math.max(most, /^[-+]?\s*(`{3,})/.exec(line)?.[1]?.length ?? 0), 2) + 1);
