import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ConversationView, textKey, type ThreadPlaceView, type ThreadView } from '../../messages/conversation.ts';
import type { PendingView } from '../../messages/review.ts';
import type { ConversationAction, ConversationState } from '../conversation/conversationState.ts';
import { TextField, type TextHandlers } from '../conversation/textField.tsx';
import { ThreadWithReply } from '../conversation/threadWithReply.tsx';
import { Icon } from '../elements/icon.tsx';
import { Failure, Loading, NotRefreshed } from '../elements/part.tsx';
import { SafePath, SafeText } from '../elements/safeText.tsx';
import { many, t } from '../elements/texts.ts';
import { visibleString } from '../elements/visibleText.ts';
import { MarkdownText } from '../markdown/markdownText.tsx';
import type { MarkdownPlaces } from '../markdown/markdownTree.ts';
import { useGrowing } from './growing.ts';
import type { Host } from './host.ts';
import { Reactions } from './reactions.tsx';

interface Props {
  readonly state: ConversationState;
  readonly hands: TextHandlers;
  readonly dispatch: (action: ConversationAction) => void;
  readonly post: Host['post'];
  readonly pending: readonly PendingView[];
  /** Reveals a draft in the review. */
  readonly onPending: (id: number) => void;
}

/** Below {@link Threads}, once they are loaded. */
type Loaded = Props & { readonly view: ConversationView };

/** Threads and comments; resolved threads are collapsed. */
export function Threads(props: Props): VNode {
  const { state, post } = props;
  const { view } = state;
  const retry = (): void => post({ type: 'refreshConversation' });
  const what = t('threads');
  if (view.state === 'loading') return <Loading text={t('Loading {0}…', what)} />;
  if (view.state === 'failed') return <Failure failure={view.failure} what={what} onRetry={retry} />;
  const loaded = { ...props, view: view.value };
  const { threads } = view.value;
  const resolved = threads.filter(({ resolution }) => resolution === 'resolved');
  const others = threads.filter(({ resolution }) => resolution !== 'resolved');
  return (
    <>
      <NotRefreshed failure={state.refreshFailure} what={what} onRetry={retry} />
      {threads.length === 0 && <p class="quiet">{t('No comments yet')}</p>}
      <Gradually threads={others} {...loaded} />
      {resolved.length > 0 && (
        <details class="resolvedThreads">
          <summary>{many(resolved.length, '{0} resolved thread', '{0} resolved threads')}</summary>
          <Gradually threads={resolved} {...loaded} />
        </details>
      )}
      {props.pending
        .filter(({ thread }) => thread === undefined)
        .map((draft) => (
          <div key={draft.id} class="threadBox">
            <Pending draft={draft} places={view.value.places} onEdit={props.onPending} />
          </div>
        ))}
      {[...state.texts.values()].map((text) => {
        const { place } = text;
        if (place.kind !== 'line' || view.value.readOnly !== undefined) return undefined;
        return (
          <TextField
            key={textKey(place)}
            text={text}
            label={t('Comment on {0}', visibleString(place.newPath, 'name'))}
            placeholder={t('Comment on {0}…', visibleString(place.newPath, 'name'))}
            sendLabel={t('Comment Now')}
            isForReview
            places={view.value.places}
            handlers={props.hands}
          />
        );
      })}
      <NewComment {...loaded} />
    </>
  );
}

/** In the first frame; more than fit on a screen. */
const firstThreads = 5;

/** Page size when scrolling to the end. */
const threadsAtOnce = 30;

/** Renders more threads when their end comes near; thousands at once would block the page. */
function Gradually({ threads, ...props }: Loaded & { readonly threads: readonly ThreadView[] }): VNode {
  const [further, setFurther] = useState(0);
  const count = useGrowing(firstThreads, Math.min(threadsAtOnce, threads.length)) + further;
  const end = useRef<HTMLButtonElement>(null);
  const left = threads.length - count;
  const more = (): void => setFurther(further + threadsAtOnce);
  useEffect(() => {
    if (end.current === null) return undefined;
    const isNear = ([entry]: readonly IntersectionObserverEntry[]): void => void (entry?.isIntersecting && more());
    const watch = new IntersectionObserver(isNear, { root: document, rootMargin: '100%' });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [count, left > 0]);
  return (
    <>
      {threads.slice(0, count).map((thread) => (
        <Thread key={thread.id} thread={thread} {...props} />
      ))}
      {left > 0 && (
        <button type="button" class="link" ref={end} onClick={more}>
          {many(left, '{0} more thread', '{0} more threads')}
        </button>
      )}
    </>
  );
}

function NewComment({ state, hands, dispatch, view }: Loaded): VNode {
  const text = state.texts.get('commit');
  if (view.readOnly !== undefined) {
    return (
      <p class="quiet">
        <Icon name="lock" /> {view.readOnly}
      </p>
    );
  }
  return text ? (
    <TextField
      text={text}
      label={t('Comment on the merge request')}
      placeholder={t('Comment on the merge request as a whole…')}
      sendLabel={t('Comment Now')}
      isForReview
      places={view.places}
      handlers={hands}
    />
  ) : (
    <button
      type="button"
      class="button newComment"
      onClick={() => dispatch({ type: 'open', place: { kind: 'commit' }, text: '' })}
    >
      <Icon name="comment" /> {t('Comment on the merge request')}
    </button>
  );
}

/** A draft, visible only to its author. */
function Pending(props: {
  readonly draft: PendingView;
  readonly places: MarkdownPlaces;
  readonly onEdit: (id: number) => void;
}): VNode {
  const { draft, places } = props;
  return (
    <div class="pending">
      <p class="remarkHead">
        <span class="tag">{t('Pending')}</span>
        <span class="quiet">
          <SafeText text={draft.place} role="line" />
        </span>
        <button type="button" class="link" onClick={() => props.onEdit(draft.id)}>
          {t('Edit')}
        </button>
      </p>
      <MarkdownText text={draft.text} places={places} />
    </div>
  );
}

function Thread({
  thread,
  state,
  hands,
  dispatch,
  post,
  view,
  ...drafts
}: Loaded & { readonly thread: ThreadView }): VNode {
  const { places, readOnly, offered } = view;
  const isResolved = thread.resolution === 'resolved';
  const above = (
    <p class="threadPlace">
      {thread.place && (
        <button
          type="button"
          class="link"
          title={t('Show in diff editor')}
          onClick={() => post({ type: 'openThread', id: thread.id })}
        >
          <SafePath path={thread.place.newPath} />
          {lineOf(thread.place)}
        </button>
      )}
      {thread.place?.isInThisDiff === false && <span class="tag">{t('Outdated')}</span>}
      <span class="filler" />
      {thread.hasSuggestion && readOnly === undefined && (
        <button type="button" class="link" onClick={() => post({ type: 'applySuggestion', id: thread.id })}>
          <Icon name="git-commit" /> {t('Apply Suggestion…')}
        </button>
      )}
      {thread.resolution !== undefined && readOnly === undefined && (
        <button
          type="button"
          class="link"
          onClick={() => post({ type: 'resolve', id: thread.id, resolved: !isResolved })}
        >
          <Icon name={isResolved ? 'issue-reopened' : 'pass'} /> {isResolved ? t('Reopen thread') : t('Resolve thread')}
        </button>
      )}
    </p>
  );
  return (
    <div class="requestThread" tabIndex={-1}>
      <ThreadWithReply
        thread={thread}
        above={above}
        below={(note) => (
          <>
            <Reactions note={note} offered={offered} post={post} />
            {note === thread.notes.at(-1) &&
              drafts.pending
                .filter((draft) => draft.thread === thread.id)
                .map((draft) => <Pending key={draft.id} draft={draft} places={places} onEdit={drafts.onPending} />)}
          </>
        )}
        isForReview
        state={state}
        hands={hands}
        dispatch={dispatch}
        places={places}
        readOnly={readOnly}
      />
    </div>
  );
}

/** Empty for comments on the whole file. */
const lineOf = ({ oldLine, newLine }: ThreadPlaceView): string => {
  const line = newLine ?? oldLine;
  return line === undefined ? '' : `:${line}`;
};
