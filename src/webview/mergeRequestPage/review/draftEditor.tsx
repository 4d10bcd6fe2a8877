import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../elements/icon.tsx';
import type { Editing } from './reviewState.ts';
import { t } from '../../elements/texts.ts';

const keepAfterMs = 300;

export interface DraftEditorProps {
  readonly editing: Editing;
  /** For the label of the field. */
  readonly place: string;
  readonly onKeep: (text: string) => void;
  readonly onSave: (text: string, over: boolean) => void;
  /** Discards unsaved text. */
  readonly onDiscard: (isChanged: boolean) => void;
  /** Closes the editor; unsaved text is preserved. */
  readonly onLeave: (isChanged: boolean) => void;
}

/** The extension saves unsaved text shortly after each change and when the editor closes. */
export function DraftEditor(props: DraftEditorProps): VNode {
  const { editing } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const saved = useSavedText(editing.initial, props.onKeep);
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    fit(area);
    area.focus({ preventScroll: false });
    area.setSelectionRange(area.value.length, area.value.length);
  }, []);
  const text = (): string => field.current?.value ?? editing.initial;
  const save = (over: boolean): void => {
    if (editing.isSaving) return;
    saved.flush();
    props.onSave(text(), over);
  };
  const isChanged = (): boolean => text() !== editing.base;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(false);
    else if (event.key === 'Escape') props.onLeave(isChanged());
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="editor">
      {editing.theirs !== undefined && (
        <Theirs
          theirs={editing.theirs}
          onTake={(theirs) => {
            if (!field.current) return;
            field.current.value = theirs;
            fit(field.current);
            saved.typed(theirs);
            field.current.focus();
          }}
          onOver={() => save(true)}
        />
      )}
      <textarea
        ref={field}
        aria-label={t('Text of the draft: {0}', props.place)}
        aria-describedby={editing.words === undefined ? undefined : 'whyNotSaved'}
        defaultValue={editing.initial}
        rows={3}
        readOnly={editing.isSaving}
        spellcheck
        onInput={(event) => {
          fit(event.currentTarget);
          saved.typed(event.currentTarget.value);
        }}
        onBlur={saved.flush}
        onKeyDown={onKeyDown}
      />
      {editing.words !== undefined && (
        <p class="notSaved" role="alert" id="whyNotSaved">
          <Icon name="warning" class="warning" />
          <span class="words">
            <strong>{t('Unsaved changes.')}</strong> {editing.words}
          </span>
        </p>
      )}
      <div class="buttons">
        <button type="button" class="button primary" disabled={editing.isSaving} onClick={() => save(false)}>
          {editing.isSaving ? t('Saving…') : t('Save')}
        </button>
        <button
          type="button"
          class="button"
          disabled={editing.isSaving}
          onClick={() => {
            const changed = isChanged();
            // Discarded text must not be saved when the field unmounts.
            if (changed) saved.flush();
            else saved.drop();
            props.onDiscard(changed);
          }}
        >
          {t('Cancel')}
        </button>
        <span class="quiet hint">{t('Ctrl+Enter saves. Your text is stored until it is saved on the server.')}</span>
      </div>
    </div>
  );
}

function Theirs(props: {
  readonly theirs: string;
  readonly onTake: (theirs: string) => void;
  readonly onOver: () => void;
}): VNode {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={box} class="theirs" role="alert">
      <p>
        <Icon name="git-compare" class="warning" /> {t('This draft was changed elsewhere. On the server:')}
      </p>
      <blockquote>{props.theirs}</blockquote>
      <div class="buttons">
        <button type="button" class="button" onClick={props.onOver}>
          {t('Overwrite with Mine')}
        </button>
        <button type="button" class="button" onClick={() => props.onTake(props.theirs)}>
          {t('Use Server Version')}
        </button>
      </div>
    </div>
  );
}

/** Grows with its text up to a limit. */
function fit(area: HTMLTextAreaElement): void {
  area.style.height = 'auto';
  area.style.height = `${Math.min(area.scrollHeight + 2, 420)}px`;
}

/** Reports changes while typing, and at once on blur or unmount. */
export function useSavedText(
  initial: string,
  onKeep: (text: string) => void,
): { readonly typed: (text: string) => void; readonly flush: () => void; readonly drop: (to?: string) => void } {
  const state = useRef({ kept: initial, text: initial, timer: 0, onKeep });
  state.current.onKeep = onKeep;
  const flush = (): void => {
    const now = state.current;
    clearTimeout(now.timer);
    now.timer = 0;
    if (now.text === now.kept) return;
    now.kept = now.text;
    now.onKeep(now.text);
  };
  useEffect(() => flush, []);
  return {
    typed(text) {
      const now = state.current;
      now.text = text;
      // Throttled, not debounced: the window may close in the middle of a sentence.
      if (now.timer === 0) now.timer = window.setTimeout(flush, keepAfterMs);
    },
    flush,
    /** Replaces the pending text by what the extension has. */
    drop(to = state.current.kept) {
      clearTimeout(state.current.timer);
      Object.assign(state.current, { kept: to, text: to, timer: 0 });
    },
  };
}
