import type { ComponentChild, VNode } from 'preact';
import { Icon } from '../../elements/icon.tsx';
import { visibleString } from '../../elements/visibleText.ts';
import { drawnCharacters, type DiffFile } from '../../diff/diffFile.ts';
import { LineText } from '../../diff/lineText.tsx';
import type { PairRow } from '../../diff/pairRows.ts';
import type { LineHighlights } from '../../diff/paintFile.ts';
import type { Ranges } from '../../diff/ranges.ts';
import type { DiffRow, HunkRow, LineRow } from '../../diff/parseDiff.ts';
import { t } from '../../elements/texts.ts';

export interface RowContentProps {
  readonly row: DiffRow | PairRow;
  readonly file: DiffFile;
  /** Label of the line's action button; none if undefined. */
  readonly lineAction: string | undefined;
  readonly colors: RowColors;
}

export interface RowColors {
  readonly old: LineColors;
  readonly new: LineColors;
}

export interface LineColors {
  readonly paint: LineHighlights | undefined;
  readonly matches: Ranges | undefined;
}

export function RowContent({ row, file, lineAction, colors }: RowContentProps): ComponentChild {
  switch (row.kind) {
    case 'line':
      return <LineContent row={row} file={file} lineAction={lineAction} colors={colors.new} />;
    case 'pair':
      return (
        <>
          <Half row={row.left?.row} side="old" file={file} lineAction={lineAction} colors={colors.old} />
          <Half row={row.right?.row} side="new" file={file} lineAction={lineAction} colors={colors.new} />
        </>
      );
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
          <span class="noteMessage">{row.text}</span>
          {file.isLoading && (
            <button type="button" class="more" tabIndex={-1} data-action="cancelLoad">
              {t('Cancel')}
            </button>
          )}
          {file.view.loadable && !file.isLoading && (
            <button type="button" class="more" tabIndex={-1} data-action="load">
              {t('Load Diff')}
            </button>
          )}
          {file.view.note !== undefined && !file.isLoading && (
            <button type="button" class="more" tabIndex={-1} data-action="open">
              {t('Open File')}
            </button>
          )}
        </span>
      );
  }
}

/** Label for screen readers. */
export function rowLabel(row: DiffRow | PairRow): string | undefined {
  if (row.kind === 'pair') return pairLabel(row);
  return row.kind === 'line' ? lineLabel(row) : undefined;
}

function pairLabel({ left, right }: PairRow): string | undefined {
  if (left && right && left.row === right.row) return lineLabel(left.row);
  return [left, right].flatMap((placed) => (placed ? [lineLabel(placed.row)] : [])).join('; ');
}

function lineLabel(row: LineRow): string {
  const text = visibleString(row.text.slice(0, drawnCharacters).trimEnd(), 'line') || t('blank');
  switch (row.sign) {
    case '+':
      return t('Line {0} added: {1}', row.newNumber ?? '', text);
    case '-':
      return t('Line {0} deleted: {1}', row.oldNumber ?? '', text);
    case ' ':
      return t(row.hidden ? 'Line {0} changed in whitespace: {1}' : 'Line {0}: {1}', row.newNumber ?? '', text);
  }
}

interface LineProps {
  readonly row: LineRow;
  readonly file: DiffFile;
  readonly lineAction: string | undefined;
  readonly colors: LineColors;
}

function LineContent({ row, file, lineAction, colors }: LineProps): VNode {
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
        <LineActionButton label={lineAction} />
      </span>
      <span class="code" role="gridcell">
        <LineText text={row.text} showReturn={file.mixedLineEnds} paint={colors.paint} matches={colors.matches} />
      </span>
    </>
  );
}

/** One side of a side-by-side row. */
function Half(props: {
  readonly row: LineRow | undefined;
  readonly side: 'old' | 'new';
  readonly file: DiffFile;
  readonly lineAction: string | undefined;
  readonly colors: LineColors;
}): VNode {
  const { row, side, file, lineAction, colors } = props;
  if (!row) return <span class={`half ${side} missing`} role="gridcell" />;
  const sign = row.sign === ' ' ? 'context' : row.sign === '+' ? 'added' : 'deleted';
  return (
    <span class={`half ${side} ${sign}`} role="gridcell" data-side={side}>
      <span class="gutter">
        <span class="number" data-action="openLine">
          {side === 'old' ? row.oldNumber : row.newNumber}
        </span>
        <span class="sign">{row.sign}</span>
        <LineActionButton label={lineAction} />
      </span>
      <span class="code">
        <span class="shifted">
          <LineText text={row.text} showReturn={file.mixedLineEnds} paint={colors.paint} matches={colors.matches} />
        </span>
      </span>
    </span>
  );
}

function LineActionButton({ label }: { readonly label: string | undefined }): VNode | null {
  if (label === undefined) return null;
  return (
    <button
      type="button"
      class="lineAction"
      tabIndex={-1}
      data-action="onLine"
      title={`${label} (m)`}
      aria-label={label}
    >
      <Icon name="add" />
    </button>
  );
}

function hunkRange({ oldStart, oldCount, newStart, newCount }: HunkRow): string {
  return `@@ -${oldStart},${oldCount} +${newStart},${newCount} @@`;
}
