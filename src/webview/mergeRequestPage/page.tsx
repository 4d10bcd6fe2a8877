import type { VNode } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { PartName, ToMergeRequestPage } from '../../messages/mergeRequestPage.ts';
import type { FailureView } from '../../messages/page.ts';
import { failureOf } from '../conversation/conversationState.ts';
import { useTextHandlers } from '../conversation/textHandlers.ts';
import { hasLostFocus, useMessages } from '../elements/host.ts';
import { Icon, IconButton } from '../elements/icon.tsx';
import { KeysDialog } from '../elements/keysDialog.tsx';
import { Banner, commonFailure, Failure, Loading, SharedFailure } from '../elements/part.tsx';
import { many, t } from '../elements/texts.ts';
import { MarkdownText } from '../markdown/markdownText.tsx';
import { Actions } from './actions.tsx';
import { Approvals, Reviewers } from './approvals.tsx';
import { Activity, Commits, Files } from './changes.tsx';
import { type Edit, MergeBox, MergeRequestFacts, MergeRequestHead } from './head.tsx';
import type { Host } from './host.ts';
import { pageHelp, pageKeys, reviewHelp, step, useKeys } from './keys.ts';
import { type PageState, received, reduce, stateAt } from './pageState.ts';
import { Pipelines } from './pipelines.tsx';
import { SubmitReview } from './review/submitReview.tsx';
import { PartOf, Section, valueOf } from './section.tsx';
import { Threads } from './threads.tsx';

/** The extension owns the data; the page only owns scroll positions and collapsed sections. */
export function MergeRequestPage({ host }: { readonly host: Host }): VNode {
  const [state, dispatch] = useReducer(reduce, host.memory.isReviewing, stateAt);
  const [isHelping, setHelping] = useState(false);
  const scroller = useRef<HTMLElement>(null);
  const { post } = host;
  const hands = useTextHandlers(post, dispatch);
  const { mergeRequest, parts, isReviewing } = state;
  useMessages<ToMergeRequestPage>(received, dispatch, host);

  const refresh = (): void => {
    dispatch({ type: 'retried' });
    post({ type: 'refresh' });
  };
  const review = (): void => dispatch({ type: 'showReview' });
  const run = {
    nextSection: () => step('.requestSection > summary', 1),
    previousSection: () => step('.requestSection > summary', -1),
    next: () => step('.requestThread', 1),
    previous: () => step('.requestThread', -1),
    comment: () => dispatch({ type: 'open', place: { kind: 'commit' }, text: '' }),
    review,
    refresh,
    showKeys: () => setHelping(true),
  };
  // Restores the scroll position once the content is tall enough, unless the user scrolls first.
  const top = useRef(host.memory.top);
  const wanted = useRef<number | undefined>(undefined);
  const reviewScrolled = useRef<() => void>(() => undefined);
  // Stays mounted once shown, to keep unsaved input.
  const hasReviewed = useRef(false);
  if (isReviewing) hasReviewed.current = true;
  const stay = (): void => {
    wanted.current = undefined;
  };
  useLayoutEffect(() => {
    const { current: box } = scroller;
    host.keep({ isReviewing });
    if (!box) return undefined;
    // The clicked button has disappeared.
    if (hasLostFocus()) box.focus({ preventScroll: true });
    wanted.current = isReviewing ? undefined : top.current;
    const grown = new ResizeObserver(() => {
      const { current: place } = wanted;
      if (place === undefined) return grown.disconnect();
      box.scrollTop = place;
      if (box.scrollTop === place) stay();
    });
    for (const part of box.children) grown.observe(part);
    return () => grown.disconnect();
  }, [mergeRequest === undefined, isReviewing]);
  useKeys(isReviewing ? undefined : pageKeys, run, scroller, stay);
  const onScroll = (): void => {
    if (isReviewing) return reviewScrolled.current();
    if (wanted.current !== undefined || !scroller.current) return undefined;
    top.current = scroller.current.scrollTop;
    return host.keep({ top: top.current });
  };

  if (!mergeRequest) return <Unread failure={state.failure} onRetry={refresh} />;
  const onRetry = (name: PartName): void => {
    dispatch({ type: 'retriedPart', name });
    post({ type: 'retry', name });
  };
  const files = valueOf(parts.files)?.files;
  const drafts = state.pending.length;
  const mayMerge = state.actions.some(({ action, why }) => action === 'merge' && why === undefined);
  const edit: Edit = (fact) =>
    mergeRequest.editable.includes(fact) ? () => post({ type: 'editFact', fact }) : undefined;
  const common = commonFailure(failuresOf(state), state.failure);
  return (
    <main
      ref={scroller}
      class="page mergeRequestPage"
      tabIndex={-1}
      onScroll={onScroll}
      onWheel={stay}
      onPointerDown={stay}
    >
      <div class="requestContent">
        <MergeRequestHead
          request={mergeRequest}
          drafts={drafts}
          edit={edit}
          onOpen={() => post({ type: 'openInBrowser' })}
        >
          {isReviewing ? (
            <button type="button" class="button" onClick={() => dispatch({ type: 'showOverview' })}>
              <Icon name="arrow-left" /> {t('Merge Request')}
            </button>
          ) : (
            <NextSteps drafts={drafts} mayMerge={mayMerge} post={post} onReview={review} />
          )}
          <IconButton icon="refresh" label={t('Refresh (r)')} onClick={refresh} />
          <IconButton icon="keyboard" label={t('Keyboard shortcuts (?)')} onClick={run.showKeys} />
        </MergeRequestHead>
        <Banner failure={common} what={t('merge request')} onRetry={refresh} />
        <div hidden={isReviewing}>
          <SharedFailure.Provider value={common?.message}>
            <MergeBox merge={mergeRequest.merge} />
            <Actions actions={state.actions} post={post} />
            <MergeRequestFacts request={mergeRequest} edit={edit} />
            <Section title={t('Description')} onEdit={edit('text')}>
              {mergeRequest.description.trim() === '' ? (
                <p class="quiet">{t('No description')}</p>
              ) : (
                <MarkdownText
                  text={mergeRequest.description}
                  places={mergeRequest.places}
                  onTick={(line, isDone) => post({ type: 'tick', line, isDone })}
                />
              )}
            </Section>
            <Section title={t('Reviewers')} onEdit={edit('reviewers')}>
              <PartOf state={parts.reviewers} type="reviewers" what={t('reviewers')} onRetry={onRetry}>
                {(reviewers) => <Reviewers reviewers={reviewers} post={edit('reviewers') && post} />}
              </PartOf>
            </Section>
            <Section title={t('Approvals')}>
              <PartOf state={parts.approvals} type="approvals" what={t('approvals')} onRetry={onRetry}>
                {(approvals) => <Approvals approvals={approvals} />}
              </PartOf>
            </Section>
            <Section title={t('Pipelines')}>
              <PartOf state={parts.pipelines} type="pipelines" what={t('pipelines')} onRetry={onRetry}>
                {(view) => (
                  <Pipelines
                    view={view}
                    logs={state.logs}
                    post={post}
                    onLog={(job) => {
                      dispatch({ type: 'readingLog', job });
                      post({ type: 'readLog', job });
                    }}
                    onRetry={() => onRetry('pipelines')}
                  />
                )}
              </PartOf>
            </Section>
            <Section
              title={t('Changes')}
              aside={files && t('{0} of {1} viewed', files.filter(({ isViewed }) => isViewed).length, files.length)}
            >
              <PartOf state={parts.files} type="files" what={t('files')} onRetry={onRetry}>
                {(view) => <Files view={view} post={post} />}
              </PartOf>
            </Section>
            <Section title={t('Commits')} aside={valueOf(parts.commits)?.length}>
              <PartOf state={parts.commits} type="commits" what={t('commits')} onRetry={onRetry}>
                {(commits) => <Commits commits={commits} post={post} />}
              </PartOf>
            </Section>
            <Section title={t('Threads')} aside={unresolved(state)}>
              <Threads
                state={state.conversation}
                hands={hands}
                dispatch={dispatch}
                post={post}
                pending={state.pending}
                onPending={(id) => {
                  review();
                  dispatch({ type: 'reveal', id });
                }}
              />
            </Section>
            <Section title={t('Activity')} isFolded>
              <PartOf state={parts.activity} type="activity" what={t('activity')} onRetry={onRetry}>
                {(events) => <Activity events={events} places={mergeRequest.places} />}
              </PartOf>
            </Section>
          </SharedFailure.Provider>
        </div>
        {hasReviewed.current && (
          <div class="submitReview" hidden={!isReviewing}>
            <SubmitReview
              host={host}
              state={state.review}
              dispatch={dispatch}
              isShown={isReviewing}
              places={mergeRequest.places}
              scroller={scroller}
              scrolled={reviewScrolled}
              onRefresh={refresh}
              onShowKeys={run.showKeys}
              onLeave={() => dispatch({ type: 'showOverview' })}
            />
          </div>
        )}
      </div>
      {isHelping && <KeysDialog help={isReviewing ? reviewHelp : pageHelp} onClose={() => setHelping(false)} />}
    </main>
  );
}

/** The most likely next step is the primary button. */
function NextSteps(props: {
  readonly drafts: number;
  readonly mayMerge: boolean;
  readonly post: Host['post'];
  readonly onReview: () => void;
}): VNode {
  const { drafts, mayMerge, post } = props;
  const due = drafts > 0 ? 'review' : mayMerge ? 'merge' : 'changes';
  const step = (name: typeof due): string => `button${name === due ? ' primary' : ''}`;
  return (
    <>
      <button type="button" class={step('changes')} onClick={() => post({ type: 'openChanges' })}>
        <Icon name="diff-multiple" /> {t('Review Changes')}
      </button>
      <button type="button" class={step('review')} onClick={props.onReview}>
        <Icon name="checklist" /> {drafts === 0 ? t('Submit Review…') : t('Submit Review ({0})…', drafts)}
      </button>
      {due === 'merge' && (
        <button type="button" class="button primary" onClick={() => post({ type: 'act', action: 'merge' })}>
          <Icon name="git-merge" /> {t('Merge…')}
        </button>
      )}
    </>
  );
}

const failuresOf = ({ parts, conversation }: PageState) => [
  ...Object.values(parts).map((part) => (part.view.state === 'failed' ? part.view.failure : part.failure)),
  failureOf(conversation),
];

function unresolved({ conversation: { view } }: PageState): string | undefined {
  if (view.state !== 'ready') return undefined;
  const open = view.value.threads.filter(({ resolution }) => resolution === 'open').length;
  return open === 0 ? undefined : many(open, '{0} unresolved', '{0} unresolved');
}

/** Placeholder until the first successful load. */
function Unread(props: { readonly failure: FailureView | undefined; readonly onRetry: () => void }): VNode {
  return (
    <main class="page mergeRequestPage" tabIndex={-1}>
      <div class="requestContent">
        {props.failure ? (
          <div role="alert">
            <h1>{t('This merge request could not be shown')}</h1>
            <Failure failure={props.failure} what={t('merge request')} onRetry={props.onRetry} />
          </div>
        ) : (
          <h1 aria-busy="true">
            <Loading text={t('Loading {0}…', t('merge request'))} />
          </h1>
        )}
      </div>
    </main>
  );
}
