import type { RefObject, VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { DiffAdditions } from './diff/additions.ts';
import { DiffList } from './diff/diffList.tsx';
import { usePainting } from './diff/painting.ts';
import { SideScroll } from './diff/sideScroll.tsx';
import type { Find } from './find/find.ts';
import type { Host } from './host.ts';
import { Icon } from '../elements/icon.tsx';
import { useLate } from '../elements/late.ts';
import { Failure, Loading } from '../elements/part.tsx';
import { areFilesLeftOut } from './leftOut.ts';
import type { PageState } from './pageState.ts';
import { rowActionsOf, useKeys, type CommandParts } from './reading/commands.ts';
import type { Reader } from './reading/reader.ts';
import type { View } from './reading/viewOptions.ts';
import { Toolbar } from './toolbar/toolbar.tsx';
import { grouped, t } from '../elements/texts.ts';

export interface ChangesProps {
  readonly state: PageState;
  readonly host: Host;
  readonly reader: Reader;
  readonly view: View;
  readonly find: Find;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly listElement: RefObject<HTMLDivElement | null>;
  readonly onRetry: () => void;
  /** Rows and actions of other parts of the page. */
  readonly additions: DiffAdditions;
}

/** Toolbar, diffs and progress. */
export function Changes(props: ChangesProps): VNode {
  const { state, host, reader, view, find, scroller, listElement, additions } = props;
  const [isJumping, setJumping] = useState(false);
  const threads = useMemo(
    () => [...additions.rows.values()].flat().filter(({ what }) => what === 'thread').length,
    [additions.rows],
  );
  const [areKeysShown, setKeysShown] = useState(false);
  const { list, metrics, rows } = reader;
  const painting = usePainting(list, rows.drawn);
  const parts: CommandParts = {
    ...{ reader, find, view, host, scroller },
    showFileJump: () => setJumping(list.count > 0),
    showKeys: () => setKeysShown(true),
  };
  useKeys(parts);
  const columns = useMemo(() => list.files.reduce((most, file) => Math.max(most, file.columns), 0), [list]);
  const actions = rowActionsOf(parts);
  const keys = useLate(areKeysShown, () => import('./reading/commitKeys.tsx'));
  return (
    <section
      class="changes"
      aria-label={t('Changed files')}
      style={{ '--row': `${metrics.row}px`, '--file': `${metrics.file}px`, '--toolbar': `${metrics.toolbar}px` }}
    >
      <Toolbar
        files={reader.files}
        progress={state.progress}
        stats={state.commit?.stats}
        threads={threads}
        view={view}
        find={find}
        isJumping={isJumping}
        onJumping={setJumping}
        onJump={(fileIndex) => {
          setJumping(false);
          reader.jumpTo(fileIndex);
        }}
        onNextFile={() => reader.goToFile(1)}
        onPreviousFile={() => reader.goToFile(-1)}
        onNextThread={() => reader.goToThread(1)}
        onCollapseAll={() => reader.setAllCollapsed(true)}
        onExpandAll={() => reader.setAllCollapsed(false)}
        onShowKeys={() => setKeysShown(true)}
      />
      {list.count > 0 && (
        <DiffList
          list={list}
          rows={rows}
          collapsed={reader.collapsed.paths}
          active={reader.active}
          isComplete={state.progress === 'complete'}
          mode={view.mode}
          additions={additions}
          images={state.images}
          onLoadImages={(file) => host.post({ type: 'loadImages', newPath: file.view.newPath })}
          painting={painting}
          find={find}
          element={listElement}
          onFocusRow={reader.focused}
          onAction={(action, index, side) => actions[action](index, side)}
        />
      )}
      {list.count > 0 && view.mode === 'split' && <SideScroll list={listElement} columns={columns} />}
      <FilesEnd state={state} onRetry={props.onRetry} onCancel={() => host.post({ type: 'stop', what: 'files' })} />
      {areKeysShown && keys && <keys.CommitKeys onClose={() => setKeysShown(false)} />}
    </section>
  );
}

/** Progress, failure, or a note on missing files. */
function FilesEnd(props: {
  readonly state: PageState;
  readonly onRetry: () => void;
  readonly onCancel: () => void;
}): VNode {
  const { progress, files, commit } = props.state;
  const soFar = files.length === 0 ? t('Loading files…') : t('Loading files… {0} so far', grouped(files.length));
  return (
    <div class="filesEnd" role="status">
      {progress === 'loading' && <Loading text={soFar} what={t('files')} onCancel={props.onCancel} />}
      {typeof progress === 'object' && <Failure failure={progress} what={t('files')} onRetry={props.onRetry} />}
      {progress === 'complete' && files.length === 0 && <span class="quiet">{t('This commit changes no files')}</span>}
      {progress === 'complete' && areFilesLeftOut(files, commit?.stats) && (
        <span class="words">
          <Icon name="warning" class="warning" />{' '}
          {t('The server lists no more than these {0} files of so large a commit.', grouped(files.length))}{' '}
          <span class="quiet">{t('git show --stat {0} in a clone names all of them.', commit?.shortSha ?? '')}</span>
        </span>
      )}
    </div>
  );
}
