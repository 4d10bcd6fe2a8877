import { many, t } from '../elements/texts.ts';

export interface HunkRow {
  readonly kind: 'hunk';
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** Text after the second `@@`, usually the function. */
  readonly section: string;
}

/** Numbers are 1-based; undefined on the side without the line. */
export interface LineRow {
  readonly kind: 'line';
  readonly sign: ' ' | '+' | '-';
  readonly oldNumber: number | undefined;
  readonly newNumber: number | undefined;
  /** Without sign and line feed, but with a carriage return. */
  readonly text: string;
  /** Changed only in whitespace and shown as unchanged. */
  readonly hidden?: true;
}

/** A message between lines. */
export interface NoteRow {
  readonly kind: 'note';
  readonly text: string;
}

export type DiffRow = HunkRow | LineRow | NoteRow;

export interface ParsedDiff {
  readonly rows: readonly DiffRow[];
  readonly additions: number;
  readonly deletions: number;
}

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)/;

/**
 * Parses one file's diff from its first `@@`. Headers count the lines of hunks, so `--- a/x` in a hunk is a removed
 * line. A truncated diff ends with a note.
 */
export function parseDiff(diff: string): ParsedDiff {
  const rows: DiffRow[] = [];
  let additions = 0;
  let deletions = 0;
  let oldNumber = 0;
  let newNumber = 0;
  let oldLeft = 0;
  let newLeft = 0;
  let strayLines = 0;

  const endHunk = (): void => {
    if (oldLeft > 0 || newLeft > 0)
      rows.push({ kind: 'note', text: t('The diff is cut here: the server sent no more of it.') });
    oldLeft = newLeft = 0;
  };

  for (let start = 0; start < diff.length;) {
    const found = diff.indexOf('\n', start);
    const end = found === -1 ? diff.length : found;
    const sign = diff[start];
    const inOld = oldLeft > 0;
    const inNew = newLeft > 0;

    if (sign === '+' && inNew) {
      rows.push({ kind: 'line', sign, oldNumber: undefined, newNumber, text: diff.slice(start + 1, end) });
      additions++;
      newNumber++;
      newLeft--;
    } else if (sign === '-' && inOld) {
      rows.push({ kind: 'line', sign, oldNumber, newNumber: undefined, text: diff.slice(start + 1, end) });
      deletions++;
      oldNumber++;
      oldLeft--;
    } else if (inOld && inNew && (sign === ' ' || isBlank(diff, start, end))) {
      // an empty line whose leading space was trimmed
      rows.push({
        kind: 'line',
        sign: ' ',
        oldNumber,
        newNumber,
        text: sign === ' ' ? diff.slice(start + 1, end) : '',
      });
      oldNumber++;
      newNumber++;
      oldLeft--;
      newLeft--;
    } else if (sign === '\\' && rows.length > 0) {
      rows.push({ kind: 'note', text: t('No newline at end of file') });
    } else {
      const header = sign === '@' ? hunkHeader.exec(diff.slice(start, end)) : null;
      if (header) {
        endHunk();
        const hunk = readHunk(header);
        rows.push(hunk);
        oldNumber = hunk.oldStart;
        newNumber = hunk.newStart;
        oldLeft = hunk.oldCount;
        newLeft = hunk.newCount;
      } else if (rows.length > 0 && !isBlank(diff, start, end)) {
        strayLines++;
      }
    }
    start = end + 1;
  }
  endHunk();
  if (strayLines > 0) rows.push({ kind: 'note', text: strayNote(strayLines) });
  if (rows.length === 0 && diff.trim() !== '')
    rows.push({ kind: 'note', text: t('This diff cannot be shown as text.') });
  return { rows, additions, deletions };
}

function readHunk(header: RegExpExecArray): HunkRow {
  const [, oldStart, oldCount = '1', newStart, newCount = '1', section = ''] = header;
  return {
    kind: 'hunk',
    oldStart: Number(oldStart),
    oldCount: Number(oldCount),
    newStart: Number(newStart),
    newCount: Number(newCount),
    section: section.trimEnd(),
  };
}

function isBlank(text: string, start: number, end: number): boolean {
  return start === end || (end === start + 1 && text[start] === '\r');
}

function strayNote(count: number): string {
  return many(count, '{0} line outside its hunk is not shown.', '{0} lines outside their hunks are not shown.');
}
