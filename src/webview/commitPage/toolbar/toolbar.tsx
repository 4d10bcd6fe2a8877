import type { VNode } from 'preact';
import type { CommitView } from '../../../messages/commitPage.ts';
import { Badge } from '../../elements/badge.tsx';
import type { DiffFile } from '../../diff/diffFile.ts';
import { DiffStats } from '../diff/fileHeader.tsx';
import type { Find } from '../find/find.ts';
import { Icon, IconButton } from '../../elements/icon.tsx';
import { areFilesLeftOut } from '../leftOut.ts';
import type { FilesProgress } from '../pageState.ts';
import type { View } from '../reading/viewOptions.ts';
import { FileJump } from './fileJump.tsx';
import { many, t } from '../../elements/texts.ts';

export interface ToolbarProps {
  readonly files: readonly DiffFile[];
  readonly progress: FilesProgress;
  readonly stats: CommitView['stats'];
  /** Threads on lines. */
  readonly threads: number;
  readonly view: View;
  readonly find: Find;
  readonly isJumping: boolean;
  readonly onJumping: (isJumping: boolean) => void;
  readonly onJump: (fileIndex: number) => void;
  readonly onNextFile: () => void;
  readonly onPreviousFile: () => void;
  readonly onNextThread: () => void;
  readonly onCollapseAll: () => void;
  readonly onExpandAll: () => void;
  readonly onShowKeys: () => void;
}

export function Toolbar(props: ToolbarProps): VNode {
  const { files, progress, find } = props;
  const hasFiles = files.length > 0;
  return (
    <div class="toolbar">
      <h2>{fileCount(files.length, progress)}</h2>
      <Totals files={files} progress={progress} stats={props.stats} />
      {props.threads > 0 && (
        <button type="button" class="link" title={t('Next comment (t)')} onClick={props.onNextThread}>
          <Icon name="comment" /> {many(props.threads, '{0} comment', '{0} comments')}
        </button>
      )}
      {progress === 'loading' && <Icon name="loading" class="codicon-modifier-spin quiet" />}
      {(typeof progress === 'object' || (progress === 'complete' && areFilesLeftOut(files, props.stats))) && (
        <Badge icon="warning" tone="warning">
          {t('incomplete')}
        </Badge>
      )}
      <HiddenChanges files={files} view={props.view} />
      <span class="filler" />
      {hasFiles && (
        <>
          <FileJump files={files} isOpen={props.isJumping} onOpen={props.onJumping} onJump={props.onJump} />
          <IconButton icon="arrow-up" label={t('Previous file (p)')} onClick={props.onPreviousFile} />
          <IconButton icon="arrow-down" label={t('Next file (n)')} onClick={props.onNextFile} />
          <IconButton icon="collapse-all" label={t('Collapse all files')} onClick={props.onCollapseAll} />
          <IconButton icon="expand-all" label={t('Expand all files')} onClick={props.onExpandAll} />
          <Switches view={props.view} />
          <IconButton icon="search" label={t('Find in the commit (Ctrl+F)')} onClick={find.open} />
        </>
      )}
      <IconButton icon="keyboard" label={t('Keyboard shortcuts (?)')} onClick={props.onShowKeys} />
    </div>
  );
}

function Switches({ view }: { readonly view: View }): VNode {
  const { wanted, isNarrow, change } = view;
  return (
    <>
      <IconButton
        icon="split-horizontal"
        label={isNarrow ? t('Side by side: the page is too narrow for it') : t('Side by side (s)')}
        pressed={wanted.mode === 'split'}
        onClick={() => change({ mode: wanted.mode === 'split' ? 'unified' : 'split' })}
      />
      <IconButton
        icon="whitespace"
        label={t('Hide whitespace-only changes (w)')}
        pressed={wanted.hideWhitespace}
        onClick={() => change({ hideWhitespace: !wanted.hideWhitespace })}
      />
      <IconButton
        icon="list-tree"
        label={t('List of files (b)')}
        pressed={wanted.showFiles}
        onClick={() => change({ showFiles: !wanted.showFiles })}
      />
    </>
  );
}

function HiddenChanges({ files, view }: { readonly files: readonly DiffFile[]; readonly view: View }): VNode | null {
  if (!view.wanted.hideWhitespace) return null;
  const hidden = files.reduce((sum, file) => sum + (file.hiddenChanges ?? 0), 0);
  const words =
    hidden === 0
      ? t('No whitespace-only changes')
      : many(hidden, '{0} whitespace-only change hidden', '{0} whitespace-only changes hidden');
  return <span class="quiet hiddenChanges">{words}</span>;
}

/** The commit's own counts, else the sum once all files have arrived. */
function Totals({ files, progress, stats }: Pick<ToolbarProps, 'files' | 'progress' | 'stats'>): VNode | null {
  if (stats) return <DiffStats additions={stats.additions} deletions={stats.deletions} />;
  if (progress !== 'complete' || files.some((file) => file.view.note !== undefined)) return null;
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return <DiffStats additions={additions} deletions={deletions} />;
}

function fileCount(count: number, progress: FilesProgress): string {
  if (count === 0) return progress === 'complete' ? t('No changed files') : t('Changed files');
  return progress === 'complete'
    ? many(count, '{0} changed file', '{0} changed files')
    : many(count, '{0} changed file so far', '{0} changed files so far');
}
