import type { VNode } from 'preact';
import { textKey, type ThreadView } from '../../messages/conversation.ts';
import { Icon, IconButton } from '../elements/icon.tsx';
import { Failure, Loading, useUnsaid } from '../elements/part.tsx';
import { SafePath } from '../elements/safeText.tsx';
import type { OpenText } from './conversationState.ts';
import { lineMessage } from './lineComments.ts';
import { asComment, TextField, type TextHandlers } from './textField.tsx';
import { type ConversationParts, ThreadWithReply } from './threadWithReply.tsx';
import { many, rich, t } from '../elements/texts.ts';

/** General threads with an editor, and a summary of the rest. */
export function ConversationSection(
  props: ConversationParts & {
    /** Includes threads on files not shown. */
    readonly threads: readonly ThreadView[];
    readonly total: number;
    /** Unsaved texts on lines of files not shown, and edits of deleted notes. */
    readonly lostTexts: readonly OpenText[];
    readonly onRefresh: () => void;
    readonly onCancel: () => void;
  },
): VNode {
  const { state, threads, hands, dispatch, places } = props;
  const text = state.texts.get('commit');
  const asNew: TextHandlers = { ...hands, onSend: (lost) => hands.onSend(lost, { place: { kind: 'commit' } }) };
  return (
    <section class="conversation" aria-label={t('Comments')}>
      <div class="conversationHead">
        <h2>{t('Comments')}</h2>
        <Summary {...props} />
        <span class="filler" />
        {props.readOnly === undefined && state.view.state === 'ready' && !text && (
          <button
            type="button"
            class="button"
            onClick={() => dispatch({ type: 'open', place: { kind: 'commit' }, text: '' })}
          >
            <Icon name="comment" /> {t('Comment on the commit')}
          </button>
        )}
        <IconButton icon="refresh" label={t('Refresh comments')} onClick={props.onRefresh} />
      </div>
      {props.readOnly !== undefined && (
        <p class="quiet">
          <Icon name="lock" /> {props.readOnly}
        </p>
      )}
      {props.readOnly === undefined && (
        <p class="quiet">{t('Comments go to the commit at once; those of a review begin on its merge request.')}</p>
      )}
      {threads.map((thread) => (
        <ThreadWithReply
          key={thread.id}
          {...props}
          thread={thread}
          above={
            thread.place && (
              <p class="threadPlace quiet">
                {rich(
                  'On {0} of a file this commit does not show: {1}',
                  lineMessage(thread.place),
                  <SafePath path={thread.place.newPath} />,
                )}
              </p>
            )
          }
        />
      ))}
      {text && (
        <TextField
          text={text}
          label={t('Comment on the commit')}
          placeholder={t('Comment on the commit as a whole…')}
          sendLabel={t('Comment')}
          onRefusal={[asComment(text, hands)]}
          places={places}
          handlers={hands}
        />
      )}
      {props.lostTexts.map((lost) => (
        <div key={textKey(lost.place)}>
          <p class="threadPlace quiet">
            {lost.place.kind === 'line'
              ? rich(
                  'Written for {0} of a file this commit does not show: {1}',
                  lineMessage(lost.place),
                  <SafePath path={lost.place.newPath} />,
                )
              : t('The comment you were editing was deleted')}
          </p>
          <TextField
            text={lost}
            label={t('Comment on what is not shown')}
            placeholder={t('Comment…')}
            sendLabel={t('Comment')}
            places={places}
            handlers={lost.place.kind === 'note' ? asNew : hands}
          />
        </div>
      ))}
    </section>
  );
}

function Summary({ state, threads, total, onRefresh, onCancel }: Parameters<typeof ConversationSection>[0]): VNode {
  const unsaid = useUnsaid(state.refreshFailure);
  const failure = state.view.state === 'failed' ? state.view.failure : unsaid;
  if (failure) return <Failure failure={failure} what={t('comments')} onRetry={onRefresh} />;
  if (state.view.state === 'loading' || state.isRefreshing) {
    return <Loading text={t('Loading comments…')} what={t('comments')} onCancel={onCancel} />;
  }
  const onLines = total - threads.length;
  const words =
    total === 0
      ? t('No comments yet')
      : onLines === 0
        ? many(total, '{0} thread', '{0} threads')
        : threads.length === 0
          ? many(onLines, '{0} thread on lines', '{0} threads on lines')
          : many(total, '{0} thread, {1} on lines', '{0} threads, {1} on lines', String(onLines));
  return (
    <span class="quiet" role="status">
      {words}
    </span>
  );
}
