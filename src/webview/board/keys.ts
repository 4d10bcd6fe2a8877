import { useLayoutEffect, useRef } from 'preact/hooks';
import type { GridPlace } from './gridPlace.ts';

export type GridKey =
  | { readonly does: 'move'; readonly to: GridPlace }
  | { readonly does: 'choose' | 'chooseRow' | 'chooseColumn' | 'chooseAll' | 'open' | 'test' | 'testOpen' }
  | { readonly does: 'apply' | 'request' | 'message' | 'remove' | 'keys' | 'moveUp' | 'moveDown' };

const pageRows = 10;

/** Undefined for unhandled keys. */
export const gridKey = (
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  at: GridPlace,
  size: { readonly rows: number; readonly columns: number },
): GridKey | undefined => {
  const withControl = event.ctrlKey || event.metaKey;
  const onHeader = at.row === -1 || at.column === -1;
  if (event.altKey) {
    if (withControl || at.column !== -1) return undefined;
    return event.key === 'ArrowUp' ? { does: 'moveUp' } : event.key === 'ArrowDown' ? { does: 'moveDown' } : undefined;
  }
  const to = target(event.key, withControl, at, size);
  if (to) return { does: 'move', to };
  if (withControl) return event.key === 'a' ? { does: 'chooseAll' } : undefined;
  switch (event.key) {
    case ' ':
      return { does: at.row === -1 ? 'chooseColumn' : at.column === -1 ? 'chooseRow' : 'choose' };
    case 'Enter':
      return { does: 'open' };
    case 'r':
      return { does: 'test' };
    case 't':
      return { does: 'testOpen' };
    case 'a':
      return { does: 'apply' };
    case 'p':
      return { does: 'request' };
    case 'm':
      return { does: 'message' };
    case 'Delete':
    case 'Backspace':
      return onHeader ? { does: 'remove' } : undefined;
    case '?':
      return { does: 'keys' };
    default:
      return undefined;
  }
};

const target = (
  key: string,
  withControl: boolean,
  { row, column }: GridPlace,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): GridPlace | undefined => {
  const place = (wantedRow: number, wantedColumn: number): GridPlace => {
    const next = {
      row: Math.max(-1, Math.min(rows - 1, wantedRow)),
      column: Math.max(-1, Math.min(columns - 1, wantedColumn)),
    };
    // the corner has no cell
    return next.row === -1 && next.column === -1 ? { row, column } : next;
  };
  switch (key) {
    case 'ArrowUp':
      return withControl ? undefined : place(row - 1, column);
    case 'ArrowDown':
      return withControl ? undefined : place(row + 1, column);
    case 'ArrowLeft':
      return withControl ? undefined : place(row, column - 1);
    case 'ArrowRight':
      return withControl ? undefined : place(row, column + 1);
    case 'Home':
      return place(withControl ? 0 : row, 0);
    case 'End':
      return place(withControl ? rows - 1 : row, columns - 1);
    case 'PageUp':
      return place(Math.max(row - pageRows, 0), column);
    case 'PageDown':
      return place(row + pageRows, column);
    default:
      return undefined;
  }
};

/** Handles keys while nothing is focused. */
export function useUnfocusedKeys(handle: (event: KeyboardEvent) => void): void {
  const latest = useRef(handle);
  latest.current = handle;
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isUnfocused = event.target === document.body || (event.target as Element).matches('main');
      if (isUnfocused && !event.defaultPrevented) latest.current(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
