/** 1-based. */
export interface SideLine {
  readonly side: 'old' | 'new';
  readonly line: number;
}

export type DiffLineKind =
  | { readonly kind: 'changed'; readonly oldLine: number | undefined; readonly newLine: number | undefined }
  | {
      readonly kind: 'context';
      readonly oldLine: number;
      readonly newLine: number;
      /** False beyond the hunks, where numbers are extrapolated. */
      readonly isShown: boolean;
    };

interface DiffLine {
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
}

/** `diff` starts at the first `@@`. */
export const lineInDiff = (diff: string, { side, line }: SideLine): DiffLineKind => {
  let offset = 0;
  for (const entry of linesOf(diff)) {
    const number = side === 'old' ? entry.oldLine : entry.newLine;
    if (number === line) return kindOf(entry);
    if (number !== undefined && number > line) break;
    if (entry.oldLine === undefined) offset += 1;
    if (entry.newLine === undefined) offset -= 1;
  }
  return side === 'old'
    ? { kind: 'context', oldLine: line, newLine: line + offset, isShown: false }
    : { kind: 'context', oldLine: line - offset, newLine: line, isShown: false };
};

const kindOf = ({ oldLine, newLine }: DiffLine): DiffLineKind =>
  oldLine !== undefined && newLine !== undefined
    ? { kind: 'context', oldLine, newLine, isShown: true }
    : { kind: 'changed', oldLine, newLine };

/** Prefers added, then lower lines. */
export const nearestChangedLine = (diff: string, from: SideLine): SideLine | undefined => {
  const start = lineInDiff(diff, from);
  const oldStart = start.oldLine ?? from.line;
  const newStart = start.newLine ?? from.line;
  let best: { readonly line: SideLine; readonly distance: number } | undefined;
  const offer = (line: SideLine, distance: number): void => {
    if (best !== undefined && distance > best.distance) return;
    if (best?.distance === distance && best.line.side === 'new' && line.side === 'old') return;
    best = { line, distance };
  };
  for (const { oldLine, newLine } of linesOf(diff)) {
    if (oldLine === undefined && newLine !== undefined) {
      offer({ side: 'new', line: newLine }, Math.abs(newLine - newStart));
    } else if (newLine === undefined && oldLine !== undefined) {
      offer({ side: 'old', line: oldLine }, Math.abs(oldLine - oldStart));
    }
  }
  return best?.line;
};

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Counted by the hunk headers. */
function* linesOf(diff: string): Generator<DiffLine> {
  let [oldLine, newLine, oldLeft, newLeft] = [0, 0, 0, 0];
  for (const text of diff.split('\n')) {
    const sign = text[0];
    if (sign === '+' && newLeft > 0) {
      yield { oldLine: undefined, newLine };
      [newLine, newLeft] = [newLine + 1, newLeft - 1];
    } else if (sign === '-' && oldLeft > 0) {
      yield { oldLine, newLine: undefined };
      [oldLine, oldLeft] = [oldLine + 1, oldLeft - 1];
    } else if (oldLeft > 0 && newLeft > 0 && (sign === ' ' || text === '')) {
      yield { oldLine, newLine };
      [oldLine, newLine, oldLeft, newLeft] = [oldLine + 1, newLine + 1, oldLeft - 1, newLeft - 1];
    } else {
      const head = hunkHead.exec(text);
      if (head === null) continue;
      [oldLine, newLine] = [Number(head[1]), Number(head[3])];
      [oldLeft, newLeft] = [Number(head[2] ?? 1), Number(head[4] ?? 1)];
    }
  }
}
