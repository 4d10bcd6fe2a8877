import { rowIndexOf } from '../diff/diffList.tsx';
import { rowStep } from './keys.ts';
import type { Reader } from './reader.ts';

/** Keyboard navigation of the focused row, like VS Code's trees; returns whether the key was handled. */
export function pressOnRow(event: KeyboardEvent, reader: Reader): boolean {
  if (event.key === 'Escape' && leaveExtra(event.target)) return true;
  const index = isRow(event.target) ? rowIndexOf(event.target) : undefined;
  if (index === undefined) return false;
  const { list, navigation, collapsed } = reader;
  const placed = list.at(index);
  const header = list.headers[list.fileAt(index)];
  if (!placed || header === undefined) return false;
  const isHeader = placed.rowIndex < 0;
  const isCollapsed = collapsed.paths.has(placed.file.path);

  const step = rowStep(event);
  if (step) {
    const page = navigation.linesPerScreen();
    const to = {
      up: index - 1,
      down: index + 1,
      pageUp: index - page,
      pageDown: index + page,
      first: 0,
      last: list.count - 1,
    };
    navigation.moveTo(Math.min(Math.max(to[step], 0), list.count - 1));
    return true;
  }
  switch (event.key) {
    case 'Enter':
      if (isHeader) reader.toggle(index);
      else if (placed.row.kind === 'extra') enterExtra(event.target);
      else reader.open(index, 'atLine');
      return true;
    case ' ':
      if (isHeader) reader.toggle(index);
      return isHeader;
    case 'ArrowLeft':
      if (isHeader && !isCollapsed) reader.toggle(index);
      return isHeader;
    case 'ArrowRight':
      if (isHeader && isCollapsed) reader.toggle(index);
      return isHeader;
    default:
      return false;
  }
}

function isRow(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.dataset['index'] !== undefined;
}

/** Focuses the first control of an extra row. */
function enterExtra(row: EventTarget | null): void {
  if (!(row instanceof HTMLElement)) return;
  row.querySelector<HTMLElement>('textarea, input, select, button, a[href], [tabindex="0"]')?.focus();
}

/** Moves the focus from a control back to its extra row. */
function leaveExtra(target: EventTarget | null): boolean {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-extra]') : null;
  if (!row || row === target) return false;
  row.focus({ preventScroll: true });
  return true;
}
