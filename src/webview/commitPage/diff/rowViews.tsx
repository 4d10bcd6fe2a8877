import type { ComponentChild, VNode } from 'preact';
import { visibleString } from '../../elements/visibleText.ts';
import { drawnCharacters, type DiffFile } from '../../diff/diffFile.ts';
import { LineText } from '../../diff/lineText.tsx';
import type { DiffRow, HunkRow, LineRow } from '../../diff/parseDiff.ts';

/** What a row of a diff is drawn as, inside the element that places it. */
export function RowContent({ row, file }: { readonly row: DiffRow; readonly file: DiffFile }): ComponentChild {
  switch (row.kind) {
    case 'line':
      return <LineContent row={row} file={file} />;
    case 'hunk':
      return (
        <>
          <span class="gutter" role="gridcell">
            <span class="fold">⋯</span>
          </span>
          <span class="code" role="gridcell">
            <span class="range">{hunkRange(row)}</span>
            {row.section !== '' && (
              <span class="section">
                <LineText text={row.section} showReturn={false} />
              </span>
            )}
          </span>
        </>
      );
    case 'note':
      return (
        <span class="noteText" role="gridcell" title={row.text}>
          {row.text}
          {file.view.note !== undefined && (
            <button type="button" class="more" tabIndex={-1} data-action="open">
              Open the file
            </button>
          )}
        </span>
      );
  }
}

/** What a screen reader says of a row. */
export function rowLabel(row: DiffRow): string | undefined {
  if (row.kind !== 'line') return undefined;
  const text = visibleString(row.text.slice(0, drawnCharacters).trimEnd(), 'line') || 'blank';
  switch (row.sign) {
    case '+':
      return `Line ${row.newNumber} added: ${text}`;
    case '-':
      return `Line ${row.oldNumber} deleted: ${text}`;
    case ' ':
      return `Line ${row.newNumber}: ${text}`;
  }
}

function LineContent({ row, file }: { readonly row: LineRow; readonly file: DiffFile }): VNode {
  return (
    <>
      <span class="gutter" role="gridcell">
        <span class="number" data-action="openLine">
          {row.oldNumber}
        </span>
        <span class="number" data-action="openLine">
          {row.newNumber}
        </span>
        <span class="sign">{row.sign}</span>
      </span>
      <span class="code" role="gridcell">
        <LineText text={row.text} showReturn={file.mixedLineEnds} />
      </span>
    </>
  );
}

function hunkRange({ oldStart, oldCount, newStart, newCount }: HunkRow): string {
  return `@@ -${oldStart},${oldCount} +${newStart},${newCount} @@`;
}
