import type { ComponentChild, VNode } from 'preact';
import type { NoteView, TextPlace, ThreadView } from '../../messages/conversation.ts';
import { textKey } from '../../messages/conversation.ts';
import { Icon, IconButton } from '../elements/icon.tsx';
import type { MarkdownPlaces } from '../markdown/markdownTree.ts';
import type { ConversationAction, ConversationState } from './conversationState.ts';
import { TextField, type TextHandlers } from './textField.tsx';
import { type OwnParts, ThreadBox } from './thread.tsx';
import { t } from '../elements/texts.ts';

export interface ConversationParts {
  readonly state: ConversationState;
  readonly hands: TextHandlers;
  readonly places: MarkdownPlaces;
  readonly dispatch: (action: ConversationAction) => void;
  readonly readOnly: string | undefined;
}

export function ThreadWithReply(
  props: ConversationParts & {
    readonly thread: ThreadView;
    readonly above?: ComponentChild;
    readonly below?: ((note: NoteView) => ComponentChild) | undefined;
    /** Replies can be added to the review instead. */
    readonly isForReview?: boolean;
  },
): VNode {
  const { thread, state, dispatch, places } = props;
  const place: TextPlace = { kind: 'thread', id: thread.id };
  const text = state.texts.get(textKey(place));
  const [first] = thread.notes;
  const own = (note: NoteView): OwnParts | undefined => {
    if (!note.canChange || props.readOnly !== undefined) return undefined;
    const at = { kind: 'note', thread: thread.id, id: Number(note.id), base: note.body } as const;
    const change = state.texts.get(textKey(at));
    const label = t('Edit comment');
    if (change) {
      const field = (
        <TextField
          text={change}
          label={label}
          placeholder={label}
          sendLabel={t('Save')}
          places={places}
          handlers={props.hands}
        />
      );
      return { field };
    }
    const tools = (
      <>
        <IconButton icon="edit" label={label} onClick={() => dispatch({ type: 'open', place: at, text: note.body })} />
        <IconButton icon="trash" label={t('Delete comment')} onClick={() => props.hands.onDelete(at)} />
      </>
    );
    return { tools };
  };
  return (
    <ThreadBox thread={thread} places={places} above={props.above} own={own} below={props.below}>
      {text ? (
        <TextField
          text={text}
          label={first ? t('Reply to {0}', first.author) : t('Reply to the comment')}
          placeholder={t('Reply…')}
          sendLabel={props.isForReview ? t('Comment Now') : t('Reply')}
          isForReview={props.isForReview}
          places={places}
          handlers={props.hands}
        />
      ) : (
        props.readOnly === undefined && (
          <div class="threadFoot">
            {thread.canReply ? (
              <button type="button" class="link" onClick={() => dispatch({ type: 'open', place, text: '' })}>
                <Icon name="reply" /> {t('Reply')}
              </button>
            ) : (
              first &&
              !first.isSystem && (
                <button
                  type="button"
                  class="link"
                  title={t('Plain comments do not accept replies')}
                  onClick={() => dispatch({ type: 'open', place: { kind: 'commit' }, text: quoted(first.body) })}
                >
                  <Icon name="quote" /> {t('Quote in a new thread')}
                </button>
              )
            )}
          </div>
        )
      )}
    </ThreadBox>
  );
}

const quoted = (text: string): string => `${text.replaceAll(/^/gm, '> ')}\n\n`;
