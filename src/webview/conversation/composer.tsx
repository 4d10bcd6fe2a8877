import type { ComponentChild, VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { IconName } from '../../messages/icons.ts';
import { Icon } from '../elements/icon.tsx';
import type { MarkdownPlaces } from '../markdown/markdownTree.ts';
import { MarkdownText } from '../markdown/markdownText.tsx';
import { t } from '../elements/texts.ts';

/** Extra button. */
export interface ComposerAction {
  readonly label: string;
  readonly icon?: IconName;
  readonly run: () => void;
}

/** Message below the editor. */
export interface ComposerWord {
  readonly tone: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly actions?: readonly ComposerAction[];
}

/** A controlled Markdown editor. */
export interface ComposerProps {
  /** Accessible name, such as `Comment on line 12`. */
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly sendLabel: string;
  readonly onSend: () => void;
  readonly actions?: readonly ComposerAction[];
  readonly onDiscard: () => void;
  /** Escape in an unchanged editor, or Close. */
  readonly onClose: () => void;
  /** Text equals the initial text. */
  readonly isUnchanged?: boolean;
  readonly isSending: boolean;
  readonly words: readonly ComposerWord[];
  /** Focuses on mount. */
  readonly takesFocus?: boolean;
  readonly onFocused?: () => void;
  readonly places: MarkdownPlaces;
}

const tones = { info: 'info', warning: 'warning', error: 'error' } as const;

/** Comment editor with preview. Ctrl+Enter sends; Escape closes it if empty or unchanged. */
export function Composer(props: ComposerProps): VNode {
  const [isPreview, setPreview] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useGrowing(field, props.text, isPreview);
  const isBlank = props.text.trim() === '';
  const isClosable = isBlank || props.isUnchanged === true;
  useLayoutEffect(() => {
    if (props.takesFocus !== true) return;
    field.current?.focus({ preventScroll: true });
    // including the buttons
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [props.takesFocus]);

  const send = (): void => {
    if (!isBlank && !props.isSending) props.onSend();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && isClosable) {
      event.preventDefault();
      event.stopPropagation();
      props.onClose();
    }
  };
  const tab = (label: string, forPreview: boolean): VNode => (
    <button
      type="button"
      role="tab"
      aria-selected={isPreview === forPreview}
      aria-controls={`${id}-field`}
      onClick={() => setPreview(forPreview)}
    >
      {label}
    </button>
  );
  return (
    <div ref={box} class="writer" role="group" aria-label={props.label} onKeyDown={onKeyDown}>
      <div class="writerBox">
        <div class="writerTabs" role="tablist" aria-label={t('Text or preview')}>
          {tab(t('Write'), false)}
          {tab(t('Preview'), true)}
          <span class="filler" />
          <span class="quiet writerHint">Markdown</span>
        </div>
        <div id={`${id}-field`} role="tabpanel">
          {isPreview ? (
            <div class="writerPreview" tabIndex={0}>
              {isBlank ? (
                <span class="quiet">{t('Nothing to preview')}</span>
              ) : (
                <MarkdownText text={props.text} places={props.places} />
              )}
            </div>
          ) : (
            <textarea
              ref={field}
              rows={3}
              aria-label={props.label}
              aria-describedby={props.words.length > 0 ? `${id}-words` : undefined}
              placeholder={props.placeholder}
              value={props.text}
              readOnly={props.isSending}
              onFocus={props.onFocused}
              onInput={(event) => props.onText(event.currentTarget.value)}
            />
          )}
        </div>
      </div>
      <div id={`${id}-words`} role="status">
        {props.words.map((word) => (
          <Word key={word.text} word={word} isSending={props.isSending} />
        ))}
      </div>
      <div class="writerActions">
        <button
          type="button"
          class="button primary"
          disabled={isBlank || props.isSending}
          title={t('{0} (Ctrl+Enter)', props.sendLabel)}
          onClick={send}
        >
          {props.isSending && <Icon name="loading" class="codicon-modifier-spin" />}
          {props.isSending ? t('Sending…') : props.sendLabel}
        </button>
        {(props.actions ?? []).map((action) => (
          <ActionButton key={action.label} action={action} isDisabled={isBlank || props.isSending} />
        ))}
        {isClosable ? (
          <button type="button" class="button" onClick={props.onClose}>
            {t('Close')}
          </button>
        ) : (
          <button type="button" class="button" disabled={props.isSending} onClick={props.onDiscard}>
            {t('Discard')}
          </button>
        )}
      </div>
    </div>
  );
}

function Word({ word, isSending }: { readonly word: ComposerWord; readonly isSending: boolean }): ComponentChild {
  return (
    <div class={`writerWord ${word.tone}`}>
      <Icon name={tones[word.tone]} />
      <div>
        <p class="words">{word.text}</p>
        {word.actions && word.actions.length > 0 && (
          <p class="writerWays">
            {word.actions.map((action) => (
              <ActionButton key={action.label} action={action} isDisabled={isSending} />
            ))}
          </p>
        )}
      </div>
    </div>
  );
}

function ActionButton({
  action,
  isDisabled,
}: {
  readonly action: ComposerAction;
  readonly isDisabled: boolean;
}): VNode {
  return (
    <button type="button" class="button" disabled={isDisabled} onClick={action.run}>
      {action.icon !== undefined && <Icon name={action.icon} />}
      {action.label}
    </button>
  );
}

/** Grows the field with its text, up to the CSS limit. */
function useGrowing(field: { readonly current: HTMLTextAreaElement | null }, text: string, isPreview: boolean): void {
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight + 2}px`;
  }, [text, isPreview]);
}
