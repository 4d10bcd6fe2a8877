import { Component, type ComponentChild, type RefObject, type VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { DiffAdditions } from './additions.ts';
import type { ImagesView } from '../../../messages/commitPage.ts';
import type { PartView } from '../../../messages/page.ts';
import type { DiffFile } from '../../diff/diffFile.ts';
import type { Find } from '../find/find.ts';
import type { ExtraRow, ViewMode } from './fileLayout.ts';
import { FileHeader, fileLabel } from './fileHeader.tsx';
import { Images } from './images.tsx';
import type { Painting } from './painting.ts';
import type { PlacedRow, RowList } from './rowList.ts';
import { RowContent, rowLabel, type LineColors, type RowColors } from './rowViews.tsx';
import type { VirtualRows } from './virtualRows.ts';
import { t } from '../../elements/texts.ts';

export type RowAction = 'toggle' | 'open' | 'openLine' | 'onLine' | 'load' | 'cancelLoad' | 'copyLink';

export interface DiffListProps {
  readonly list: RowList;
  readonly rows: VirtualRows;
  readonly collapsed: ReadonlySet<string>;
  /** The row in the tab order. */
  readonly active: number;
  readonly isComplete: boolean;
  readonly mode: ViewMode;
  readonly additions: DiffAdditions;
  readonly images: ReadonlyMap<string, PartView<ImagesView>>;
  readonly onLoadImages: (file: DiffFile) => void;
  readonly painting: Painting;
  readonly find: Find;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly onFocusRow: (index: number) => void;
  readonly onAction: (action: RowAction, index: number, side: 'old' | 'new' | undefined) => void;
}

/**
 * Diffs of all files. Only rows near the screen are rendered, in a group as tall as the file, which lets its header
 * stick.
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
      class={`diffs ${props.mode}`}
      role="treegrid"
      aria-label={t('Changes')}
      aria-rowcount={props.isComplete ? list.count : -1}
      style={{ height: `${rows.totalHeight}px`, '--digits': String(digits), '--columns': String(columns) }}
      onFocusIn={(event) => {
        const index = rowIndexOf(event.target);
        if (index !== undefined) onFocusRow(index);
      }}
      onClick={(event) => {
        const index = rowIndexOf(event.target);
        const action = actionOf(event.target);
        if (index !== undefined && action) onAction(action, index, sideOf(event.target));
      }}
    >
      {fileGroups(props)}
    </div>
  );
}

const none: readonly number[] = [];
const noColors: LineColors = { paint: undefined, matches: undefined };

function colorsOf({ list, painting, find }: DiffListProps, index: number): RowColors {
  const placed = list.at(index);
  if (!placed) return { old: noColors, new: noColors };
  const { file, fileIndex, row } = placed;
  const of = (rowIndex: number): LineColors => ({
    paint: painting.of(file, rowIndex),
    matches: find.matchesInRow(fileIndex, rowIndex),
  });
  if (row.kind === 'line') return { old: noColors, new: of(placed.rowIndex) };
  if (row.kind !== 'pair') return { old: noColors, new: noColors };
  return { old: row.left ? of(row.left.index) : noColors, new: row.right ? of(row.right.index) : noColors };
}

export function rowIndexOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset['index']) : undefined;
}

function sideOf(target: EventTarget | null): 'old' | 'new' | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-side]') : null;
  const side = element?.dataset['side'];
  return side === 'old' || side === 'new' ? side : undefined;
}

const rowActions: readonly RowAction[] = ['toggle', 'open', 'openLine', 'onLine', 'load', 'cancelLoad', 'copyLink'];

function actionOf(target: EventTarget | null): RowAction | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null;
  const action = element?.dataset['action'];
  return rowActions.find((each) => each === action);
}

function fileGroups(props: DiffListProps): ComponentChild[] {
  const { list, rows, collapsed, active, additions } = props;
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
        {indexes.map((index) => {
          const extra = list.extraAt(index);
          const file = list.files[fileIndex];
          if (extra && file) {
            return (
              <ExtraRowBox
                key={extra.id}
                row={extra}
                index={index}
                top={rows.startOf(index) - top}
                isActive={index === active}
                measure={rows.measure}
              >
                {extra.what === 'images' ? (
                  <Images
                    file={file}
                    view={props.images.get(file.view.newPath)}
                    onLoad={() => props.onLoadImages(file)}
                  />
                ) : (
                  additions.draw(extra, file)
                )}
              </ExtraRowBox>
            );
          }
          return (
            <Row
              key={list.keyOf(index)}
              list={list}
              index={index}
              top={rows.startOf(index) - top}
              isActive={index === active}
              isCollapsed={isCollapsed}
              lineAction={additions.onLine?.label}
              colors={colorsOf(props, index)}
            />
          );
        })}
      </div>
    );
  });
}

/** Its height is that of its content. */
function ExtraRowBox(props: {
  readonly row: ExtraRow;
  readonly index: number;
  readonly top: number;
  readonly isActive: boolean;
  readonly measure: (element: HTMLElement) => void;
  readonly children: ComponentChild;
}): VNode {
  const { row, index, isActive, measure } = props;
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) measure(element.current);
  }, [index]);
  return (
    <div
      ref={element}
      class={`extra ${row.what}`}
      role="row"
      data-index={index}
      data-extra={row.id}
      tabIndex={isActive ? 0 : -1}
      aria-level={2}
      aria-rowindex={index + 1}
      aria-label={row.label}
      style={{ top: `${props.top}px` }}
    >
      <div class="extraBox" role="gridcell">
        {props.children}
      </div>
    </div>
  );
}

function Row(props: {
  readonly list: RowList;
  readonly index: number;
  readonly top: number;
  readonly isActive: boolean;
  readonly isCollapsed: boolean;
  readonly lineAction: string | undefined;
  readonly colors: RowColors;
}): VNode | null {
  const { list, index, top, isActive, isCollapsed, lineAction, colors } = props;
  const placed = list.at(index);
  const file = placed?.file;
  const row = placed?.row;
  if (!file || !row || row.kind === 'extra') return null;
  const common = { 'data-index': index, tabIndex: isActive ? 0 : -1, role: 'row', 'aria-rowindex': index + 1 } as const;
  if (row.kind === 'file') {
    return (
      <div {...common} class="fileRow" aria-level={1} aria-expanded={!isCollapsed} aria-label={fileLabel(file)}>
        <RowInside file={file} row={row} isActive={isActive} isCollapsed={isCollapsed} />
      </div>
    );
  }
  const kind = row.kind === 'line' ? `line ${lineClasses[row.sign]}` : row.kind;
  return (
    <div {...common} class={`row ${kind}`} aria-level={2} aria-label={rowLabel(row)} style={{ top: `${top}px` }}>
      <RowInside file={file} row={row} lineAction={lineAction} colors={colors} />
    </div>
  );
}

interface RowInsideProps {
  readonly file: DiffFile;
  readonly row: Exclude<PlacedRow['row'], ExtraRow>;
  readonly isActive?: boolean;
  readonly isCollapsed?: boolean;
  readonly lineAction?: string | undefined;
  readonly colors?: RowColors;
}

/**
 * Renders only when its content changes. `useMemo` would do that, too, but memoised elements retain their parents and
 * thus all rows ever drawn.
 */
class RowInside extends Component<RowInsideProps> {
  override shouldComponentUpdate(next: RowInsideProps): boolean {
    const [shown, wanted] = [shownBy(this.props), shownBy(next)];
    return shown.length !== wanted.length || shown.some((part, index) => part !== wanted[index]);
  }

  override render({ file, row, isActive, isCollapsed, lineAction, colors }: RowInsideProps): VNode {
    return row.kind === 'file' ? (
      <FileHeader file={file} collapsed={isCollapsed === true} reachable={isActive === true} />
    ) : (
      <RowContent row={row} file={file} lineAction={lineAction} colors={colors ?? { old: noColors, new: noColors }} />
    );
  }
}

/** Dependencies of the rendering. */
const shownBy = ({ file, row, isActive, isCollapsed, lineAction, colors }: RowInsideProps): readonly unknown[] => [
  ...[file, row, isActive, isCollapsed, lineAction, colors?.old.paint, colors?.new.paint],
  ...[...(colors?.old.matches ?? none), -1, ...(colors?.new.matches ?? none)],
];

const lineClasses = { '+': 'added', '-': 'deleted', ' ': 'context' } as const;
