export interface Suggestion {
  /** Lines replaced before the commented one. */
  readonly above: number;
  readonly below: number;
  readonly lines: readonly string[];
}

type NotePart =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'suggestion'; readonly source: string } & Suggestion);

/** GitLab's limit per side. */
export const maxAround = 100;

/** Replaces as many lines as given. */
export const suggestionBlock = (lines: readonly string[]): string => {
  const fence = fenceAround(lines);
  // a note is anchored on its last line
  return `${fence}suggestion:-${Math.max(0, lines.length - 1)}+0\n${lines.join('\n')}\n${fence}`;
};

/** Unclosed fence or invalid range. */
export const hasBrokenSuggestion = (note: string): boolean =>
  blocksOf(note).some((block) => /^suggestion(:|\s*$)/.test(block.info) && suggestionIn(block) === undefined);

/** Code block, or a line outside, with empty `info`. */
interface Block {
  readonly lines: readonly string[];
  readonly info: string;
  readonly isClosed: boolean;
}

const blocksOf = (note: string): readonly Block[] => {
  const lines = note.split(/\r\n?|\n/);
  const blocks: Block[] = [];
  for (let at = 0, end = 0; at < lines.length; at = end) {
    end = at + 1;
    const [, run, rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)/s.exec(lines[at] ?? '') ?? [];
    // a backtick in the info string makes it inline code
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

/** Suggestions nested in other code blocks stay text. */
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

/** Characters; many suggestions could each show 200 lines. */
const maxShown = 200_000;

/**
 * Shows suggestions as diffs of the lines around `line`. `linesAt` is 1-based, inclusive. Keeps the source if unknown or
 * too long.
 */
export const withSuggestionsShown = (
  note: string,
  line: number | undefined,
  linesAt: (first: number, last: number) => readonly string[] | undefined,
): string => {
  let left = maxShown;
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

/** Longer than any fence within, also behind a diff sign. */
const fenceAround = (lines: readonly string[]): string =>
  '`'.repeat(lines.reduce((most, line) => Math.max(most, /^[-+]?\s*(`{3,})/.exec(line)?.[1]?.length ?? 0), 2) + 1);
