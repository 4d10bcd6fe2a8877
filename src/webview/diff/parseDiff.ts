import { many, t } from '../elements/texts.ts';

/** A run of changed lines with the lines around them. */
export interface HunkRow {
  readonly kind: 'hunk';
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** What follows the second `@@`: usually the function the hunk is in. */
  readonly section: string;
}

/** One line of a hunk. Numbers are 1-based; the side a line is not on has none. */
export interface LineRow {
  readonly kind: 'line';
  readonly sign: ' ' | '+' | '-';
  readonly oldNumber: number | undefined;
  readonly newNumber: number | undefined;
  /** Without the sign and the line feed; a carriage return stays. */
  readonly text: string;
  /** Set on a line shown as unchanged that the commit changes in whitespace alone. */
  readonly hidden?: true;
}

/** A remark between lines, in words. */
export interface NoteRow {
  readonly kind: 'note';
  readonly text: string;
}

/** What a diff is made of, in the order it is shown. */
export type DiffRow = HunkRow | LineRow | NoteRow;

/** A parsed diff. */
export interface ParsedDiff {
  readonly rows: readonly DiffRow[];
  readonly additions: number;
  readonly deletions: number;
}

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)/;

/**
 * Reads the text of one file's diff, from its first `@@` on.
 *
 * How many lines belong to a hunk is what its header says, so `--- a/x` inside a hunk is a removed line `-- a/x`.
 * A diff that was cut in the middle keeps the lines it has, and says that it was cut.
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
      // an empty line whose leading space was trimmed on the way is still a line
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
