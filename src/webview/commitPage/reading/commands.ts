import { useEffect, useRef } from 'preact/hooks';
import type { RevealPlace } from '../../../messages/commitPage.ts';
import type { RowAction } from '../diff/diffList.tsx';
import { linePlace } from '../diff/rowList.ts';
import type { Find } from '../find/find.ts';
import type { Host } from '../host.ts';
import { hasLostFocus } from '../../elements/host.ts';
import { keyCommand, type KeyCommand } from './keys.ts';
import type { Reader } from './reader.ts';
import { pressOnRow } from './rowKeys.ts';
import type { View } from './viewOptions.ts';

export interface CommandParts {
  readonly reader: Reader;
  readonly find: Find;
  readonly view: View;
  readonly host: Host;
  readonly scroller: { readonly current: HTMLElement | null };
  readonly showFileJump: () => void;
  readonly showKeys: () => void;
}

export function commandsOf(parts: CommandParts): Readonly<Record<KeyCommand, () => void>> {
  const { reader, find, view, host } = parts;
  const here = (): number => Math.max(0, reader.navigation.current());
  return {
    nextFile: () => reader.goToFile(1),
    previousFile: () => reader.goToFile(-1),
    nextHunk: () => reader.goToHunk(1),
    previousHunk: () => reader.goToHunk(-1),
    nextThread: () => reader.goToThread(1),
    previousThread: () => reader.goToThread(-1),
    actOnLine: () => reader.actOnLine(here()),
    openFile: () => reader.open(here(), 'atStart'),
    toggleFile: () => reader.toggle(here()),
    jumpToFile: parts.showFileJump,
    cherryPick: () => host.post({ type: 'cherryPick' }),
    toggleSplit: () => view.change({ mode: view.wanted.mode === 'split' ? 'unified' : 'split' }),
    toggleWhitespace: () => view.change({ hideWhitespace: !view.wanted.hideWhitespace }),
    toggleFiles: () => view.change({ showFiles: !view.wanted.showFiles }),
    copyLink: () => host.post({ type: 'copyDeepLink', place: placeToLink(reader, reader.navigation.current()) }),
    find: find.open,
    findNext: () => (find.isOpen ? find.step(1) : find.open()),
    findPrevious: () => (find.isOpen ? find.step(-1) : find.open()),
    goBack: () => host.post({ type: 'goBack' }),
    goForward: () => host.post({ type: 'goForward' }),
    showKeys: parts.showKeys,
  };
}

export function rowActionsOf({
  reader,
  host,
}: CommandParts): Readonly<Record<RowAction, (index: number, side?: 'old' | 'new') => void>> {
  const pathOf = (index: number): string => reader.list.at(index)?.file.view.newPath ?? '';
  return {
    toggle: reader.toggle,
    open: (index) => reader.open(index, 'atStart'),
    openLine: (index) => reader.open(index, 'atLine'),
    onLine: reader.actOnLine,
    load: (index) => host.post({ type: 'loadDiff', newPath: pathOf(index) }),
    cancelLoad: (index) => host.post({ type: 'loadDiff', newPath: pathOf(index), cancel: true }),
    copyLink: (index) => host.post({ type: 'copyDeepLink', place: placeToLink(reader, index) }),
  };
}

function placeToLink({ list }: Reader, index: number): RevealPlace | undefined {
  const placed = list.at(index);
  return placed && { path: placed.file.path, ...linePlace(placed.row) };
}

/** Handles shortcuts for any focus in the page. */
export function useKeys(parts: CommandParts): void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const { scroller, reader } = parts;
    // the document doesn't scroll, so scroll keys need the focus in the scroller
    if (hasLostFocus()) scroller.current?.focus({ preventScroll: true });
    const command = keyCommand(event);
    if (command) commandsOf(parts)[command]();
    else if (event.defaultPrevented || event.ctrlKey || !pressOnRow(event, reader)) return;
    event.preventDefault();
  };
  const handler = useRef(onKeyDown);
  handler.current = onKeyDown;
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handler.current(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
