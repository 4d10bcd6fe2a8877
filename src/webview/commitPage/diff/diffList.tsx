import type { ComponentChild, RefObject, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { FileHeader, fileLabel } from './fileHeader.tsx';
import type { RowList } from './rowList.ts';
import { RowContent, rowLabel } from './rowViews.tsx';
import type { VirtualRows } from './virtualRows.ts';

/** What can be done with a row by clicking a part of it. */
export type RowAction = 'toggle' | 'open' | 'openLine';

/** What {@link DiffList} shows and whom it tells. */
export interface DiffListProps {
  readonly list: RowList;
  readonly rows: VirtualRows;
  readonly collapsed: ReadonlySet<string>;
  /** The row that Tab leads to. */
  readonly active: number;
  readonly isComplete: boolean;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly onFocusRow: (index: number) => void;
  readonly onAction: (action: RowAction, index: number) => void;
}

/**
 * The diffs of all files. Only rows near the screen exist; those of a file are in a group as tall as the whole file,
 * within which its header sticks to the top of the screen.
 */
export function DiffList(props: DiffListProps): VNode {
  const { list, rows, onFocusRow, onAction } = props;
  const digits = useMemo(
    () => String(list.files.reduce((last, file) => Math.max(last, file.lastLine), 99)).length,
    [list],
  );
  const columns = useMemo(
    () => list.files.reduce((most, file) => (props.collapsed.has(file.path) ? most : Math.max(most, file.columns)), 0),
    [list],
  );
  return (
    <div
      ref={props.element}
      class="diffs"
      role="treegrid"
      aria-label="Changes"
      aria-rowcount={props.isComplete ? list.count : -1}
      style={{ height: `${rows.totalHeight}px`, '--digits': String(digits), '--columns': String(columns) }}
      onFocusIn={(event) => {
        const index = rowIndexOf(event.target);
        if (index !== undefined) onFocusRow(index);
      }}
      onClick={(event) => {
        const index = rowIndexOf(event.target);
        const action = actionOf(event.target);
        if (index !== undefined && action) onAction(action, index);
      }}
    >
      {fileGroups(props)}
    </div>
  );
}

/** The index of the row that an element is in. */
export function rowIndexOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset['index']) : undefined;
}

function actionOf(target: EventTarget | null): RowAction | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null;
  const action = element?.dataset['action'];
  return action === 'toggle' || action === 'open' || action === 'openLine' ? action : undefined;
}

function fileGroups({ list, rows, collapsed, active }: DiffListProps): ComponentChild[] {
  const groups = new Map<number, number[]>();
  for (const index of rows.drawn) {
    const fileIndex = list.fileAt(index);
    const group = groups.get(fileIndex);
    if (group) group.push(index);
    else groups.set(fileIndex, [index]);
  }
  return [...groups].map(([fileIndex, indexes]) => {
    const header = list.headers[fileIndex] ?? 0;
    const top = rows.startOf(header);
    const bottom = rows.startOf(list.headers[fileIndex + 1] ?? list.count);
    const isCollapsed = collapsed.has(list.files[fileIndex]?.path ?? '');
    return (
      <div key={fileIndex} class="file" role="rowgroup" style={{ top: `${top}px`, height: `${bottom - top}px` }}>
        {indexes.map((index) => (
          <Row
            key={list.keyOf(index)}
            list={list}
            index={index}
            top={rows.startOf(index) - top}
            isActive={index === active}
            isCollapsed={isCollapsed}
          />
        ))}
      </div>
    );
  });
}

function Row(props: {
  readonly list: RowList;
  readonly index: number;
  readonly top: number;
  readonly isActive: boolean;
  readonly isCollapsed: boolean;
}): VNode | null {
  const { index, top, isActive, isCollapsed } = props;
  const placed = props.list.at(index);
  const file = placed?.file;
  const row = placed?.row;
  // drawn once a row: scrolling only adds and removes rows
  const content = useMemo(
    () =>
      !file || !row ? null : row.kind === 'file' ? (
        <FileHeader file={file} collapsed={isCollapsed} reachable={isActive} />
      ) : (
        <RowContent row={row} file={file} />
      ),
    [file, row, isCollapsed, row?.kind === 'file' && isActive],
  );
  if (!file || !row) return null;
  const common = { 'data-index': index, tabIndex: isActive ? 0 : -1, role: 'row', 'aria-rowindex': index + 1 } as const;
  if (row.kind === 'file') {
    return (
      <div {...common} class="fileRow" aria-level={1} aria-expanded={!isCollapsed} aria-label={fileLabel(file)}>
        {content}
      </div>
    );
  }
  const kind = row.kind === 'line' ? `line ${lineClasses[row.sign]}` : row.kind;
  return (
    <div {...common} class={`row ${kind}`} aria-level={2} aria-label={rowLabel(row)} style={{ top: `${top}px` }}>
      {content}
    </div>
  );
}

const lineClasses = { '+': 'added', '-': 'deleted', ' ': 'context' } as const;
