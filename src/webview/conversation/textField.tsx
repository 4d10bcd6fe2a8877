import type { VNode } from 'preact';
import type { TextPlace, TextState } from '../../messages/conversation.ts';
import { Icon } from '../elements/icon.tsx';
import type { MarkdownPlaces } from '../markdown/markdownTree.ts';
import { Composer, type ComposerAction, type ComposerWord } from './composer.tsx';
import type { OpenText } from './conversationState.ts';
import { t } from '../elements/texts.ts';

/** Editor callbacks. */
export interface TextHandlers {
  readonly onText: (place: TextPlace, text: string) => void;
  readonly onSend: (
    text: OpenText,
    to?: { readonly place?: TextPlace; readonly form?: 'thread' | 'comment' | 'draft' },
  ) => void;
  readonly onFocused: (place: TextPlace) => void;
  readonly onClose: (place: TextPlace) => void;
  readonly onDelete: (note: Extract<TextPlace, { kind: 'note' }>) => void;
}

/** For texts that the server refuses as a thread. */
export const asComment = (text: OpenText, handlers: TextHandlers): ComposerAction => ({
  label: t('Send as a plain comment'),
  run: () => handlers.onSend(text, { form: 'comment' }),
});

/** Editor of an unsaved comment, with its state and remedies. */
export function TextField(props: {
  readonly text: OpenText;
  readonly label: string;
  readonly placeholder: string;
  readonly sendLabel: string;
  /** Can be added to the review instead. */
  readonly isForReview?: boolean | undefined;
  readonly places: MarkdownPlaces;
  readonly handlers: TextHandlers;
  /** Shown before sending. */
  readonly warning?: ComposerWord | undefined;
  /** Alternatives if the server refuses the text here. */
  readonly onRefusal?: readonly ComposerAction[];
}): VNode {
  const { text, handlers } = props;
  const { place, state } = text;
  if (state.kind === 'sent') return <Sent message={state.message} onClose={() => handlers.onClose(place)} />;
  const isUnchanged = place.kind === 'note' && text.text === place.base;
  const discard = (): void => {
    handlers.onText(place, '');
    handlers.onClose(place);
  };
  const words = [...wordsOf(text, props.onRefusal ?? []), ...(props.warning ? [props.warning] : [])];
  return (
    <Composer
      label={props.label}
      placeholder={props.placeholder}
      text={text.text}
      onText={(next) => handlers.onText(place, next)}
      sendLabel={state.kind === 'refused' ? t('Send again') : props.sendLabel}
      onSend={() => handlers.onSend(text)}
      actions={
        props.isForReview
          ? [{ label: t('Add to Review'), icon: 'comment-draft', run: () => handlers.onSend(text, { form: 'draft' }) }]
          : []
      }
      onDiscard={discard}
      onClose={isUnchanged ? discard : () => handlers.onClose(place)}
      isUnchanged={isUnchanged}
      isSending={state.kind === 'sending'}
      words={words}
      takesFocus={text.takesFocus}
      onFocused={() => handlers.onFocused(place)}
      places={props.places}
    />
  );
}

const wordsOf = (text: OpenText, onRefusal: readonly ComposerAction[]): readonly ComposerWord[] => {
  const state: TextState = text.state;
  switch (state.kind) {
    case 'typed':
      return state.isLeftOver && text.text.trim() !== ''
        ? [{ tone: 'info', text: t('Unsaved comment. This is the text you typed here.') }]
        : [];
    case 'refused':
      return [{ tone: 'error', text: t('Unsaved. {0}', state.message), actions: onRefusal }];
    default:
      return [];
  }
};

function Sent({ message, onClose }: { readonly message: string; readonly onClose: () => void }): VNode {
  return (
    <div class="writer sent" role="status">
      <div class="writerWord warning">
        <Icon name="warning" />
        <div>
          <p class="words">{message}</p>
          <p class="writerWays">
            <button type="button" class="button" onClick={onClose}>
              {t('Close')}
            </button>
          </p>
        </div>
      </div>
    </div>
  );
}
