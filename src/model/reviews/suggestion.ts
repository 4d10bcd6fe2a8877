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
  blocksOf(note).some((block) => /^suggestion(:|\s*$)/.test(block.info) && suggestionIn(block) === undefined);

/** A block of code in a note with its fences, or a line outside of them, which has no `info`. */
interface Block {
  readonly lines: readonly string[];
  readonly info: string;
  readonly isClosed: boolean;
}

/** The blocks of a note: a fence ends at one of the same kind that is as long, or with the note. */
const blocksOf = (note: string): readonly Block[] => {
  const lines = note.split(/\r\n?|\n/);
  const blocks: Block[] = [];
  for (let at = 0, end = 0; at < lines.length; at = end) {
    end = at + 1;
    const [, run, rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)/s.exec(lines[at] ?? '') ?? [];
    // what stands between two runs of ` in a line is code within it
    const fence = run?.startsWith('`') === true && rest.includes('`') ? undefined : run;
    const info = fence === undefined ? '' : rest;
    if (fence !== undefined) while (end < lines.length && !isEnd(lines[end] ?? '', fence)) end += 1;
    const isClosed = end < lines.length;
    if (fence !== undefined) end += 1;
    blocks.push({ lines: lines.slice(at, end), info, isClosed });
  }
  return blocks;
};

const isEnd = (line: string, fence: string): boolean => {
  const bare = line.trimEnd().replace(/^ {1,3}/, '');
  return bare.startsWith(fence) && bare === fence.charAt(0).repeat(bare.length);
};

const suggestionIn = ({ lines, info, isClosed }: Block): Suggestion | undefined => {
  const [range, above = 0, below = 0] = /^suggestion(?::-(\d{1,3})\+(\d{1,3}))?\s*$/.exec(info) ?? [];
  if (range === undefined || !isClosed || lines[0]?.startsWith(' ') === true) return undefined;
  return { above: Number(above), below: Number(below), lines: lines.slice(1, -1) };
};

/** Takes a note apart at its suggestions; what looks like one inside another block of code is text. */
export const noteParts = (note: string): readonly NotePart[] => {
  const parts: NotePart[] = [];
  let text: (readonly string[])[] = [];
  const flush = (): void => {
    if (text.length > 0) parts.push({ kind: 'text', text: text.flat().join('\n') });
    text = [];
  };
  for (const block of blocksOf(note)) {
    const suggestion = suggestionIn(block);
    if (suggestion === undefined) text.push(block.lines);
    else {
      flush();
      parts.push({ kind: 'suggestion', ...suggestion, source: block.lines.join('\n') });
    }
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
