import { createHash } from 'node:crypto';

/** An added or removed line has its number in its own version only; the other counter is the next line there. */
export interface DiffLine {
  /** `null` for an unchanged line. */
  readonly type: 'new' | 'old' | null;
  readonly oldCounter: number;
  readonly newCounter: number;
}

export const diffLines = (text: string): readonly DiffLine[] => {
  const lines: DiffLine[] = [];
  let oldCounter = 0;
  let newCounter = 0;
  for (const line of text.split('\n')) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (head !== null) {
      [oldCounter, newCounter] = [Number(head[1]), Number(head[2])];
      continue;
    }
    const mark = line[0];
    if (mark === '+') lines.push({ type: 'new', oldCounter, newCounter });
    else if (mark === '-') lines.push({ type: 'old', oldCounter, newCounter });
    else if (mark === ' ') lines.push({ type: null, oldCounter, newCounter });
    if (mark === '-' || mark === ' ') oldCounter += 1;
    if (mark === '+' || mark === ' ') newCounter += 1;
  }
  return lines;
};

/** The API's `line_code`: SHA-1 of the path, and both counters. */
export const lineCode = (path: string, { oldCounter, newCounter }: Omit<DiffLine, 'type'>): string =>
  `${createHash('sha1').update(path).digest('hex')}_${oldCounter}_${newCounter}`;

/** Added (`new`) or removed (`old`) line by its number; never an unchanged line. */
export const changedLine = (text: string, type: 'new' | 'old', line: number): DiffLine | undefined =>
  diffLines(text).find(
    (candidate) => candidate.type === type && (type === 'new' ? candidate.newCounter : candidate.oldCounter) === line,
  );

/**
 * New number alone: an added line; old alone: a removed one; both: an unchanged line, outside the hunks if the two
 * correspond.
 */
export const lineAt = (text: string, oldLine: number | null, newLine: number | null): DiffLine | undefined => {
  if (oldLine === null) return newLine === null ? undefined : changedLine(text, 'new', newLine);
  if (newLine === null) return changedLine(text, 'old', oldLine);
  const lines = diffLines(text);
  const within = lines.find(({ oldCounter, newCounter }) => oldCounter === oldLine && newCounter === newLine);
  if (within !== undefined) return within.type === null ? within : undefined;
  const inHunk = lines.some(
    ({ type, oldCounter, newCounter }) =>
      (type !== 'new' && oldCounter === oldLine) || (type !== 'old' && newCounter === newLine),
  );
  if (inHunk || oldLine < 1 || newLine < 1) return undefined;
  const gained = lines.filter(({ type, newCounter }) => type === 'new' && newCounter < newLine).length;
  const lost = lines.filter(({ type, oldCounter }) => type === 'old' && oldCounter < oldLine).length;
  return newLine - oldLine === gained - lost ? { type: null, oldCounter: oldLine, newCounter: newLine } : undefined;
};

/** Maps an old line number to the new version; undefined for a removed line. */
export const lineAfter = (text: string, line: number): number | undefined => {
  const lines = diffLines(text);
  if (lines.some(({ type, oldCounter }) => type === 'old' && oldCounter === line)) return undefined;
  const gained = lines.filter(({ type, oldCounter }) => type === 'new' && oldCounter <= line).length;
  const lost = lines.filter(({ type, oldCounter }) => type === 'old' && oldCounter < line).length;
  return line + gained - lost;
};

/** Maps a new line number to the old version; undefined for an added line. */
export const lineBefore = (text: string, line: number): number | undefined => {
  const lines = diffLines(text);
  if (lines.some(({ type, newCounter }) => type === 'new' && newCounter === line)) return undefined;
  const gained = lines.filter(({ type, newCounter }) => type === 'new' && newCounter < line).length;
  const lost = lines.filter(({ type, newCounter }) => type === 'old' && newCounter <= line).length;
  return line + lost - gained;
};
