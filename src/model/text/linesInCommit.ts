/** 1-based, by a diff without context. Undefined if a line in the range was changed. */
export const linesInCommit = (
  diff: string,
  { first, last }: { readonly first: number; readonly last: number },
): { readonly first: number; readonly last: number } | undefined => {
  const hunks = [...diff.matchAll(/^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map(
    ([, removed = '1', start = '', added = '1']) => ({
      removed: Number(removed),
      start: Number(start),
      added: Number(added),
    }),
  );
  const lineInCommit = (line: number): number | undefined => {
    let moved = 0;
    for (const { removed, start, added } of hunks) {
      // without additions, the start is the previous line
      if (line < start + Math.max(added, 1)) {
        if (added > 0 && line >= start) return undefined;
        break;
      }
      moved += removed - added;
    }
    return line + moved;
  };
  const [from, to] = [lineInCommit(first), lineInCommit(last)];
  return from !== undefined && to !== undefined && to - from === last - first ? { first: from, last: to } : undefined;
};
