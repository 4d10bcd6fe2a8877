import type { RefObject, VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Verdict } from '../../../messages/review.ts';
import { Icon } from '../../elements/icon.tsx';
import { Banner, Failure, Loading } from '../../elements/part.tsx';
import { t } from '../../elements/texts.ts';
import type { MarkdownPlaces } from '../../markdown/markdownTree.ts';
import type { Host } from '../host.ts';
import { reviewKeys, step, useKeys } from '../keys.ts';
import { draftElementId, type DraftActions } from './draftCard.tsx';
import { DraftList } from './draftList.tsx';
import { Findings } from './findings.tsx';
import { Finish } from './finish.tsx';
import { useFocus } from './focus.ts';
import { LeftTexts } from './leftTexts.tsx';
import { type Asking, OpenQuestion } from './questions.tsx';
import { Report } from './report.tsx';
import { draftsOf, type ReviewAction, type ReviewState } from './reviewState.ts';

export interface SubmitReviewProps {
  readonly host: Host;
  readonly state: ReviewState;
  readonly dispatch: (action: ReviewAction) => void;
  /** Stays mounted while hidden, to keep unsaved input. */
  readonly isShown: boolean;
  readonly places: MarkdownPlaces;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Receives the scroll listener. */
  readonly scrolled: { current: () => void };
  readonly onRefresh: () => void;
  readonly onShowKeys: () => void;
  readonly onLeave: () => void;
}

/** Drafts, summary, verdict and report. Owns the editors' texts and dialogs. */
export function SubmitReview(props: SubmitReviewProps): VNode {
  const { host, state, dispatch, isShown, scroller, places } = props;
  const [asking, setAsking] = useState<Asking | undefined>(undefined);
  const [chosen, setVerdict] = useState<Verdict | undefined>(undefined);
  const summary = useRef<HTMLTextAreaElement>(null);
  const { review, editing } = state;
  const drafts = draftsOf(review);
  const wanted = chosen ?? review?.verdict;
  const verdict = review?.verdicts.find((each) => each.verdict === wanted)?.verdict ?? 'none';
  const focus = useFocus({ host, review: isShown ? review : undefined, scroller });
  props.scrolled.current = focus.scrolled;

  useEffect(() => host.post({ type: 'openReview' }), []);
  // A restored draft may be revealed before it arrives.
  const isRevealable = drafts.some(({ id }) => id === state.reveal?.id);
  useEffect(() => {
    if (state.reveal) focus.show(state.reveal.id);
  }, [state.reveal, isRevealable]);
  useEffect(() => {
    if (state.asked > 0) setAsking({ kind: 'publishAll' });
  }, [state.asked]);

  /** Reports why nothing can be published. */
  const isRefused = (): boolean => {
    const why = review?.findings.find(({ severity }) => severity === 'blocker');
    if (why) dispatch({ type: 'said', words: why.words, tone: 'bad' });
    return why !== undefined;
  };
  /** Reports that publishing is in progress. */
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
  const run = {
    next: () => step('.draft', 1),
    previous: () => step('.draft', -1),
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
    leave: props.onLeave,
    refresh: props.onRefresh,
    showKeys: props.onShowKeys,
  };
  useKeys(isShown ? reviewKeys : undefined, run, scroller);

  if (!review) {
    const what = t('review');
    return state.failure ? (
      <Failure failure={state.failure} what={what} onRetry={props.onRefresh} />
    ) : (
      <Loading text={t('Loading {0}…', what)} />
    );
  }
  return (
    <>
      <h2 class="reviewTitle">{t('Submit the review')}</h2>
      <Banner failure={review.stale} what={t('review')} onRetry={props.onRefresh} />
      <Findings findings={review.findings} label={t('Problems with the merge request')} />
      {review.report && <Report report={review.report} onShow={focus.show} post={host.post} />}
      <LeftTexts texts={review.leftTexts} post={host.post} onDrop={(text) => setAsking({ kind: 'drop', text })} />
      {drafts.length === 0 ? (
        <p class="noDrafts quiet">
          {t(
            'You have no drafts on this merge request. Comments you add to the review in the diff editor are collected here until you publish them.',
          )}
        </p>
      ) : (
        <DraftList review={review} places={places} editing={editing} actions={actions} />
      )}
      <Finish
        review={review}
        verdict={verdict}
        field={summary}
        post={host.post}
        onVerdict={(next) => {
          setVerdict(next);
          host.post({ type: 'verdict', verdict: next });
        }}
        onPublish={askPublishAll}
      />
      <div class="bar" role="status" hidden={review.sending === undefined && !state.undo && !state.message}>
        {review.sending !== undefined && (
          <span>
            <Icon name="loading" class="codicon-modifier-spin" /> {review.sending}{' '}
            <button type="button" class="link" onClick={() => host.post({ type: 'cancelSending' })}>
              {t('Stop')}
            </button>
          </span>
        )}
        {state.message && (
          <span>
            <Icon name={state.message.tone === 'good' ? 'pass' : 'error'} class={state.message.tone} />{' '}
            {state.message.words}
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
    </>
  );
}
