import type { RefObject, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DiffAdditions } from './diff/additions.ts';
import { DiffList, type RowAction } from './diff/diffList.tsx';
import type { Host } from './host.ts';
import { grouped } from '../elements/numbers.ts';
import { Failure, Loading } from '../elements/part.tsx';
import type { PageState } from './pageState.ts';
import { keyCommand, type KeyCommand } from './reading/keys.ts';
import { useReader } from './reading/reader.ts';
import { pressOnRow } from './reading/rowKeys.ts';
import { KeysDialog } from './toolbar/keysDialog.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';

/** What {@link Changes} shows and where it stands. */
export interface ChangesProps {
  readonly state: PageState;
  readonly host: Host;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly head: RefObject<HTMLElement | null>;
  readonly onRetry: () => void;
  /** What other parts of the page add to the diffs. */
  readonly additions: DiffAdditions;
}

/** The lower part of the page: the toolbar, the diffs of all files, and how far they have come. */
export function Changes({ state, host, scroller, head, onRetry, additions }: ChangesProps): VNode {
  const listElement = useRef<HTMLDivElement>(null);
  const [isJumping, setJumping] = useState(false);
  const [areKeysShown, setKeysShown] = useState(false);
  const reader = useReader({ state, host, scroller, head, listElement, additions });
  const { list, metrics } = reader;

  const run: Readonly<Record<KeyCommand, () => void>> = {
    nextFile: () => reader.goToFile(1),
    previousFile: () => reader.goToFile(-1),
    nextHunk: () => reader.goToHunk(1),
    previousHunk: () => reader.goToHunk(-1),
    nextThread: () => reader.goToThread(1),
    previousThread: () => reader.goToThread(-1),
    actOnLine: () => reader.actOnLine(Math.max(0, reader.navigation.current())),
    openFile: () => reader.open(Math.max(0, reader.navigation.current()), 'atStart'),
    toggleFile: () => reader.toggle(Math.max(0, reader.navigation.current())),
    jumpToFile: () => setJumping(list.count > 0),
    cherryPick: () => host.post({ type: 'cherryPick' }),
    showKeys: () => setKeysShown(true),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // the keys that scroll go to what has the focus, and the document itself does not scroll
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
    const command = keyCommand(event);
    if (command) run[command]();
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

  const actions: Readonly<Record<RowAction, (index: number, side?: 'old' | 'new') => void>> = {
    toggle: reader.toggle,
    open: (index) => reader.open(index, 'atStart'),
    openLine: (index) => reader.open(index, 'atLine'),
    onLine: reader.actOnLine,
  };
  return (
    <section
      class="changes"
      aria-label="Changed files"
      style={{ '--row': `${metrics.row}px`, '--file': `${metrics.file}px`, '--toolbar': `${metrics.toolbar}px` }}
    >
      <Toolbar
        files={state.files}
        progress={state.progress}
        stats={state.commit?.stats}
        isJumping={isJumping}
        onJumping={setJumping}
        onJump={(fileIndex) => {
          setJumping(false);
          reader.jumpTo(fileIndex);
        }}
        onNextFile={() => reader.goToFile(1)}
        onPreviousFile={() => reader.goToFile(-1)}
        onCollapseAll={() => reader.setAllCollapsed(true)}
        onExpandAll={() => reader.setAllCollapsed(false)}
        onShowKeys={() => setKeysShown(true)}
      />
      {list.count > 0 && (
        <DiffList
          list={list}
          rows={reader.rows}
          collapsed={reader.collapsed.paths}
          active={reader.active}
          isComplete={state.progress === 'complete'}
          element={listElement}
          onFocusRow={reader.focused}
          additions={additions}
          onAction={(action, index, side) => actions[action](index, side)}
        />
      )}
      <FilesEnd state={state} onRetry={onRetry} />
      {areKeysShown && <KeysDialog onClose={() => setKeysShown(false)} />}
    </section>
  );
}

/** What follows the last file: how many came so far, why there are no more, or that there are none. */
function FilesEnd({ state, onRetry }: { readonly state: PageState; readonly onRetry: () => void }): VNode {
  const { progress, files } = state;
  return (
    <div class="filesEnd" role="status">
      {progress === 'loading' && (
        <Loading text={files.length === 0 ? 'Loading files…' : `Loading files… ${grouped(files.length)} so far`} />
      )}
      {typeof progress === 'object' && <Failure failure={progress} what="files" onRetry={onRetry} />}
      {progress === 'complete' && files.length === 0 && <span class="quiet">This commit changes no files</span>}
    </div>
  );
}
