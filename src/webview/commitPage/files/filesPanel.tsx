import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DiffFile } from '../../diff/diffFile.ts';
import { Icon, IconButton } from '../../elements/icon.tsx';
import { pageLocale } from '../../elements/dates.ts';
import { SafeText } from '../../elements/safeText.tsx';
import { visibleString } from '../../elements/visibleText.ts';
import { changedLines, changeWord, DiffStats } from '../diff/fileHeader.tsx';
import { filterPaths } from '../toolbar/fileFilter.ts';
import { fileTree, type TreeEntry } from './fileTree.ts';
import { grouped, t } from '../../elements/texts.ts';

const entryHeight = 24;
const spare = 10;

const letters = { added: 'A', deleted: 'D', renamed: 'R', modified: 'M' } as const;

export interface FilesPanelProps {
  readonly files: readonly DiffFile[];
  /** The file being read. */
  readonly current: number | undefined;
  readonly onJump: (fileIndex: number) => void;
  readonly onClose: () => void;
}

/** Filterable tree of files; only visible entries are rendered. */
export function FilesPanel({ files, current, onJump, onClose }: FilesPanelProps): VNode {
  const [query, setQuery] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(800);
  const paths = useMemo(() => files.map((file) => file.path), [files]);
  const found = useMemo(() => filterPaths(paths, query), [paths, query]);
  const entries = useMemo(() => fileTree(paths, found, folded), [paths, found, folded]);
  const active = Math.min(chosen, entries.length - 1);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const reveal = (index: number): void => {
    const element = list.current;
    if (!element || index < 0) return;
    const start = index * entryHeight;
    if (start < element.scrollTop) element.scrollTop = start;
    else if (start + entryHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = start + entryHeight - element.clientHeight;
    }
  };
  useEffect(() => {
    const index = entries.findIndex((entry) => entry.kind === 'file' && entry.fileIndex === current);
    if (index >= 0 && !list.current?.contains(document.activeElement)) {
      setChosen(index);
      reveal(index);
    }
  }, [current, entries]);

  const fold = (path: string): void =>
    setFolded((before) => {
      const after = new Set(before);
      if (!after.delete(path)) after.add(path);
      return after;
    });
  const act = (entry: TreeEntry | undefined): void => {
    if (entry?.kind === 'file') onJump(entry.fileIndex);
    else if (entry) fold(entry.path);
  };
  const choose = (index: number): void => {
    const next = Math.min(Math.max(index, 0), entries.length - 1);
    setChosen(next);
    reveal(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const entry = entries[active];
    const page = Math.max(1, Math.floor(height / entryHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: entries.length - 1,
    };
    const step = steps[event.key];
    const isFolded = entry?.kind === 'folder' && folded.has(entry.path);
    if (step !== undefined) choose(step);
    else if (event.key === 'Enter' || event.key === ' ') act(entry);
    else if (entry?.kind === 'folder' && event.key === (isFolded ? 'ArrowRight' : 'ArrowLeft')) fold(entry.path);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const first = Math.max(0, Math.floor(top / entryHeight) - spare);
  const last = Math.min(entries.length, Math.ceil((top + height) / entryHeight) + spare);
  return (
    <aside class="filesPanel" aria-label={t('Files of this commit')}>
      <div class="filesTop">
        <input
          type="text"
          aria-label={t('Filter the files')}
          placeholder={t('Filter files')}
          spellcheck={false}
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') list.current?.focus();
            else if (event.key === 'Escape' && query !== '') setQuery('');
            else if (event.key === 'Enter') act(entries.find(({ kind }) => kind === 'file'));
            else return;
            event.preventDefault();
          }}
        />
        <IconButton icon="close" label={t('Hide the list of files (b)')} onClick={onClose} />
      </div>
      <div
        ref={list}
        class="filesList"
        role="tree"
        aria-label={t('Changed files')}
        tabIndex={0}
        aria-activedescendant={active < 0 ? undefined : `filesEntry${active}`}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
      >
        <div class="filesAll" role="none" style={{ height: `${entries.length * entryHeight}px` }}>
          {entries.slice(first, last).map((entry, offset) => {
            const index = first + offset;
            const file = entry.kind === 'file' ? files[entry.fileIndex] : undefined;
            return (
              <div
                key={entry.kind === 'file' ? entry.fileIndex : entry.path}
                id={`filesEntry${index}`}
                class={`filesEntry ${entry.kind}${index === active ? ' chosen' : ''}`}
                role="treeitem"
                aria-level={entry.depth + 1}
                aria-selected={entry.kind === 'file' && entry.fileIndex === current}
                aria-expanded={entry.kind === 'folder' ? !folded.has(entry.path) : undefined}
                aria-label={file ? entryLabel(file) : visibleString(entry.path, 'name')}
                title={visibleString(file?.path ?? entry.path, 'name')}
                style={{ top: `${index * entryHeight}px`, '--depth': String(entry.depth) }}
                onClick={() => {
                  setChosen(index);
                  act(entry);
                }}
              >
                {file ? <FileEntry file={file} /> : <FolderEntry entry={entry} isFolded={folded.has(entry.path)} />}
              </div>
            );
          })}
        </div>
      </div>
      <p class="filesEnd quiet" role="status">
        {found.length === 0
          ? t('No file matches')
          : found.length < files.length
            ? shownOf(found.length, files.length)
            : ''}
      </p>
    </aside>
  );
}

function FolderEntry({ entry, isFolded }: { readonly entry: TreeEntry; readonly isFolded: boolean }): VNode {
  return (
    <>
      <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} />
      <span class="entryName">
        <bdi>
          <SafeText text={entry.name} role="name" />
        </bdi>
      </span>
    </>
  );
}

function FileEntry({ file }: { readonly file: DiffFile }): VNode {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  return (
    <>
      <span class="entryName">
        <bdi>
          <SafeText text={name} role="name" />
        </bdi>
      </span>
      <DiffStats additions={file.additions} deletions={file.deletions} />
      <span class={`letter change ${file.view.change}`}>{letters[file.view.change]}</span>
    </>
  );
}

function entryLabel(file: DiffFile): string {
  const word = changeWord(file).toLocaleLowerCase(pageLocale());
  return `${visibleString(file.path, 'name')}, ${word}, ${changedLines(file)}`;
}

function shownOf(count: number, all: number): string {
  return t('{0} of {1} files', grouped(count), grouped(all));
}
