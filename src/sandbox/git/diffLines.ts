import { createHash } from 'node:crypto';

/** A line of a diff. Counters say where both versions stand; only the side a line belongs to has it under that number. */
export interface DiffLine {
  /** `null` for a line both versions have. */
  readonly type: 'new' | 'old' | null;
  readonly oldCounter: number;
  readonly newCounter: number;
}

/** The lines of a patch (hunks only), in order. */
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

/** The name the service gives a line of a diff: SHA-1 of the path and both counters. */
export const lineCode = (path: string, { oldCounter, newCounter }: Omit<DiffLine, 'type'>): string =>
  `${createHash('sha1').update(path).digest('hex')}_${oldCounter}_${newCounter}`;

/** The added (`new`) or removed (`old`) line with a number of its own side; a line both versions have never matches. */
export const changedLine = (text: string, type: 'new' | 'old', line: number): DiffLine | undefined =>
  diffLines(text).find(
    (candidate) => candidate.type === type && (type === 'new' ? candidate.newCounter : candidate.oldCounter) === line,
  );

/**
 * The line with these numbers: a new one alone is an added line, an old one alone a removed line, both together a line
 * both versions have. The latter may lie outside the hunks, as long as both numbers mean the same line.
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

/** The number of an old line in the new version, where a patch leaves it as it is; undefined where it does not. */
export const lineAfter = (text: string, line: number): number | undefined => {
  const lines = diffLines(text);
  if (lines.some(({ type, oldCounter }) => type === 'old' && oldCounter === line)) return undefined;
  const gained = lines.filter(({ type, oldCounter }) => type === 'new' && oldCounter <= line).length;
  const lost = lines.filter(({ type, oldCounter }) => type === 'old' && oldCounter < line).length;
  return line + gained - lost;
};

/** The number of a new line in the old version; undefined for one that was added. */
export const lineBefore = (text: string, line: number): number | undefined => {
  const lines = diffLines(text);
  if (lines.some(({ type, newCounter }) => type === 'new' && newCounter === line)) return undefined;
  const gained = lines.filter(({ type, newCounter }) => type === 'new' && newCounter < line).length;
  const lost = lines.filter(({ type, newCounter }) => type === 'old' && newCounter <= line).length;
  return line + lost - gained;
};
