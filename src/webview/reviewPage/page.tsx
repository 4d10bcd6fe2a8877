import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { FailureView } from '../../messages/page.ts';
import type { ToReviewPage, Verdict } from '../../messages/reviewPage.ts';
import { hasLostFocus, useMessages } from '../elements/host.ts';
import { Icon } from '../elements/icon.tsx';
import { Loading } from '../elements/part.tsx';
import { draftElementId, type DraftActions } from './draftCard.tsx';
import { DraftList } from './draftList.tsx';
import { Findings } from './findings.tsx';
import { Finish } from './finish.tsx';
import { useFocus } from './focus.ts';
import { ReviewHead } from './head.tsx';
import type { Host } from './host.ts';
import { keyCommand, type KeyCommand } from './keys.ts';
import { LeftTexts } from './leftTexts.tsx';
import { draftsOf, initialState, received, reduce } from './pageState.ts';
import { type Asking, OpenQuestion } from './questions.tsx';
import { Report } from './report.tsx';
import { t } from '../elements/texts.ts';

/** The whole page. The extension decides what is in it; texts that are being typed and questions are its own. */
export function ReviewPage({ host }: { readonly host: Host }): VNode {
  const [state, dispatch] = useReducer(reduce, initialState);
  const [asking, setAsking] = useState<Asking | undefined>(undefined);
  const [chosen, setVerdict] = useState<Verdict>(host.memory.verdict);
  const scroller = useRef<HTMLElement>(null);
  const summary = useRef<HTMLTextAreaElement>(null);
  const { review, editing } = state;
  const drafts = draftsOf(review);
  const verdict = review?.verdicts.find((each) => each.verdict === chosen)?.verdict ?? 'none';
  const focus = useFocus({ host, review, scroller });

  useMessages<ToReviewPage>(received, dispatch, host);
  // a draft that was brought back may be asked for before it has come
  const isRevealable = drafts.some(({ id }) => id === state.reveal?.id);
  useEffect(() => {
    if (state.reveal) focus.show(state.reveal.id);
  }, [state.reveal, isRevealable]);
  useEffect(() => {
    if (state.asked > 0) setAsking({ kind: 'publishAll' });
  }, [state.asked]);

  /** Says why nothing can be published at all, where that is so. */
  const isRefused = (): boolean => {
    const why = review?.findings.find(({ severity }) => severity === 'blocker');
    if (why) dispatch({ type: 'said', words: why.words, tone: 'bad' });
    return why !== undefined;
  };
  /** Says that one has to wait, where that is so. */
  const isSending = (): boolean => {
    if (review?.sending === undefined) return false;
    dispatch({ type: 'said', words: t('Publishing is in progress. Wait until it is done.'), tone: 'bad' });
    return true;
  };
  const isFree = (id: number): boolean => {
    const draft = drafts.find((one) => one.id === id);
    return draft !== undefined && draft.busy === undefined && !isSending();
  };
  const now = useRef({ drafts, isFree, isRefused, editing });
  now.current = { drafts, isFree, isRefused, editing };
  const actions = useMemo(
    (): DraftActions => ({
      edit: (id) => {
        if (!now.current.isFree(id)) return;
        if (now.current.editing.has(id))
          document.querySelector<HTMLElement>(`#${draftElementId(id)} textarea`)?.focus();
        dispatch({ type: 'edit', id });
      },
      remove: (id) => now.current.isFree(id) && setAsking({ kind: 'delete', id }),
      publish: (id) => now.current.isFree(id) && !now.current.isRefused() && setAsking({ kind: 'publish', id }),
      jump: (id) => host.post({ type: 'jump', id }),
      move: (id) => now.current.isFree(id) && host.post({ type: 'move', id }),
      keep: (id, text) => host.post({ type: 'keep', what: id, text }),
      save: (id, text, over) => {
        const open = now.current.editing.get(id);
        const base = (over ? open?.theirs : undefined) ?? open?.base ?? text;
        dispatch({ type: 'saving', id, base });
        host.post({ type: 'save', id, text, base });
      },
      discard: (id, isChanged) => {
        if (isChanged) setAsking({ kind: 'discard', id });
        else {
          host.post({ type: 'forget', id });
          dispatch({ type: 'closeEditor', id });
          focus.card(id);
        }
      },
      leave: (id, isChanged) => {
        if (!isChanged) {
          host.post({ type: 'forget', id });
          dispatch({ type: 'closeEditor', id });
        }
        focus.card(id);
      },
      focused: (id) => focus.entered(id),
    }),
    [],
  );

  const askPublishAll = (): void => {
    if (review === undefined || isSending() || isRefused()) return;
    if (drafts.length === 0 && (summary.current?.value.trim() ?? '') === '' && verdict === 'none') {
      dispatch({ type: 'said', words: t('Nothing to send yet. Write a summary, or approve.'), tone: 'bad' });
      return;
    }
    setAsking({ kind: 'publishAll' });
  };
  const onCurrent = (run: (id: number) => void): void => {
    const id = focus.current();
    if (id !== undefined) run(id);
  };
  const undo = (): void => {
    if (!state.undo) return;
    host.post({ type: 'undoDelete', undoKey: state.undo.undoKey });
    dispatch({ type: 'closeUndo' });
  };
  const run: Readonly<Record<KeyCommand, () => void>> = {
    next: () => focus.step(1),
    previous: () => focus.step(-1),
    edit: () => onCurrent(actions.edit),
    delete: () => onCurrent(actions.remove),
    publish: () => onCurrent(actions.publish),
    publishAll: askPublishAll,
    jump: () => onCurrent((id) => drafts.find((draft) => draft.id === id)?.canJump && actions.jump(id)),
    move: () =>
      onCurrent((id) => {
        const isMovable = drafts.find((draft) => draft.id === id)?.findings.some(({ moveTo }) => moveTo !== undefined);
        if (isMovable) actions.move(id);
      }),
    summary: () => summary.current?.focus(),
    undo,
    refresh: () => host.post({ type: 'refresh' }),
    showKeys: () => setAsking({ kind: 'keys' }),
  };
  const handler = useRef<(event: KeyboardEvent) => void>(() => undefined);
  handler.current = (event) => {
    // the keys that scroll go to what has the focus, and the document itself does not scroll
    if (hasLostFocus()) scroller.current?.focus({ preventScroll: true });
    const command = keyCommand(event);
    if (!command) return;
    run[command]();
    event.preventDefault();
  };
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handler.current(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  useLayoutEffect(() => host.keep({ verdict: chosen }), [chosen]);

  if (!review) {
    return (
      <main ref={scroller} class="page reviewPage" tabIndex={-1}>
        <Unread
          failure={state.failure}
          onRetry={() => {
            dispatch({ type: 'retried' });
            host.post({ type: 'refresh' });
          }}
        />
      </main>
    );
  }

  return (
    <main ref={scroller} class="page reviewPage" tabIndex={-1} onScroll={focus.scrolled}>
      <div class="reviewContent">
        <ReviewHead
          review={review}
          count={drafts.length}
          onOpen={() => host.post({ type: 'openMergeRequest' })}
          onRefresh={run.refresh}
          onPublish={askPublishAll}
          onShowKeys={run.showKeys}
          onCancel={() => host.post({ type: 'cancelSending' })}
        />
        <Findings findings={review.findings} label={t('Problems with the merge request')} />
        {review.report && (
          <Report
            report={review.report}
            onOpen={(key) => host.post({ type: 'openOutcome', key })}
            onShow={focus.show}
            onDismiss={(key) => host.post({ type: 'dismiss', key })}
          />
        )}
        <LeftTexts
          texts={review.leftTexts}
          onSend={({ key, text }) => host.post({ type: 'sendLeft', key, text })}
          onPlace={({ key }) => host.post({ type: 'placeLeft', key })}
          onDrop={(text) => setAsking({ kind: 'drop', text })}
        />
        {drafts.length === 0 ? (
          <p class="noDrafts quiet">
            {t(
              'You have no drafts on this merge request. Comments you add to the review in the diff editor are collected here until you publish them.',
            )}
          </p>
        ) : (
          <DraftList review={review} editing={editing} actions={actions} />
        )}
        <Finish
          review={review}
          count={drafts.length}
          verdict={verdict}
          onInternal={(internal) => host.post({ type: 'internal', internal })}
          field={summary}
          onKeep={(text) => host.post({ type: 'keep', what: 'summary', text })}
          onVerdict={setVerdict}
          onPublish={askPublishAll}
        />
      </div>
      <div class="bar" role="status" hidden={!state.undo && !state.said}>
        {state.said && (
          <span>
            <Icon name={state.said.tone === 'good' ? 'pass' : 'error'} class={state.said.tone} /> {state.said.words}
          </span>
        )}
        {state.undo && (
          <span class="undo">
            <span>{state.undo.what}</span>
            <button type="button" class="button" onClick={undo}>
              {t('Undo')}
            </button>
            <button type="button" class="link" onClick={() => dispatch({ type: 'closeUndo' })}>
              {t('Dismiss')}
            </button>
          </span>
        )}
      </div>
      {asking && (
        <OpenQuestion
          asking={asking}
          review={review}
          summary={() => summary.current?.value ?? ''}
          verdict={verdict}
          post={host.post}
          onEdit={actions.edit}
          onDiscarded={(id) => {
            dispatch({ type: 'closeEditor', id });
            focus.card(id);
          }}
          onSent={() => setVerdict('none')}
          onClose={() => setAsking(undefined)}
        />
      )}
    </main>
  );
}

/** The page as long as nothing could be read. */
function Unread(props: { readonly failure: FailureView | undefined; readonly onRetry: () => void }): VNode {
  return (
    <div class="reviewContent">
      {props.failure ? (
        <div role="alert" class="failedReview">
          <Icon name="error" class="bad" />
          <h1>{t('This review could not be shown')}</h1>
          <p>{props.failure.message}</p>
          <button type="button" class="button primary" onClick={props.onRetry}>
            {t('Retry')}
          </button>
        </div>
      ) : (
        <h1 aria-busy="true">
          <Loading text={t('Loading review…')} />
        </h1>
      )}
    </div>
  );
}
