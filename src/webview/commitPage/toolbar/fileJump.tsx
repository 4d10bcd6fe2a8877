import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DiffFile } from '../../diff/diffFile.ts';
import { ChangeIcon, DiffStats } from '../diff/fileHeader.tsx';
import { Icon } from '../../elements/icon.tsx';
import { SafePath } from '../../elements/safeText.tsx';
import { filterPaths } from './fileFilter.ts';
import { t } from '../../elements/texts.ts';

const listed = 100;
const roomForPanel = 340;

export interface FileJumpProps {
  readonly files: readonly DiffFile[];
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onJump: (fileIndex: number) => void;
}

/** Button with a filterable list of files. */
export function FileJump(props: FileJumpProps): VNode {
  const { isOpen, onOpen } = props;
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const isAbove = isOpen && opensAbove(button.current);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event): void => {
      const isInside =
        event.target instanceof Node &&
        (panel.current?.contains(event.target) || button.current?.contains(event.target));
      if (!isInside) onOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);
  return (
    <div class="fileJump">
      <button
        ref={button}
        type="button"
        class="button quietButton"
        title={t('Go to file (f)')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <Icon name="list-filter" /> <span>{t('Go to File')}</span>
      </button>
      {isOpen && (
        <div ref={panel} class={isAbove ? 'panel above' : 'panel'} role="dialog" aria-label={t('Go to file')}>
          <Chooser
            files={props.files}
            onJump={props.onJump}
            onCancel={() => {
              onOpen(false);
              button.current?.focus();
            }}
          />
        </div>
      )}
    </div>
  );
}

/** Too little room below, and more above. */
function opensAbove(button: HTMLElement | null): boolean {
  if (!button) return false;
  const { top, bottom } = button.getBoundingClientRect();
  const below = window.innerHeight - bottom;
  return below < roomForPanel && top > below;
}

function Chooser(props: {
  readonly files: readonly DiffFile[];
  readonly onJump: (fileIndex: number) => void;
  readonly onCancel: () => void;
}): VNode {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const paths = useMemo(() => props.files.map((file) => file.path), [props.files]);
  const found = useMemo(() => filterPaths(paths, query), [paths, query]);
  const shown = found.slice(0, listed);
  const current = Math.min(chosen, shown.length - 1);

  useEffect(() => input.current?.focus(), []);
  useEffect(() => list.current?.children[current]?.scrollIntoView({ block: 'nearest' }), [current]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && shown.length > 0) setChosen((current + step + shown.length) % shown.length);
    else if (event.key === 'Enter') jump(shown[current]);
    else if (event.key === 'Escape') props.onCancel();
    else return;
    event.preventDefault();
  };
  const jump = (fileIndex: number | undefined): void => {
    if (fileIndex !== undefined) props.onJump(fileIndex);
  };

  return (
    <>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={t('Filter the changed files')}
        aria-controls="fileChoices"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-activedescendant={current < 0 ? undefined : `fileChoice${current}`}
        placeholder={t('Filter by name or path')}
        spellcheck={false}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id="fileChoices" role="listbox" aria-label={t('Changed files')}>
        {shown.map((fileIndex, index) => {
          const file = props.files[fileIndex];
          return (
            file && (
              <li
                key={fileIndex}
                id={`fileChoice${index}`}
                role="option"
                aria-selected={index === current}
                onClick={() => jump(fileIndex)}
              >
                <ChangeIcon file={file} />
                <SafePath path={file.path} />
                <DiffStats additions={file.additions} deletions={file.deletions} />
              </li>
            )
          );
        })}
      </ul>
      <p class="quiet" role="status">
        {found.length === 0
          ? t('No file matches')
          : found.length > listed
            ? t('{0} more: type to narrow down', found.length - listed)
            : ''}
      </p>
    </>
  );
}
