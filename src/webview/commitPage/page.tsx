import type { VNode } from 'preact';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { CommitPageState } from '../../messages/commitPage.ts';
import type { FailureView } from '../../messages/page.ts';
import { Changes } from './changes.tsx';
import { noAdditions } from './diff/additions.ts';
import { CommitHead } from './head/commitHead.tsx';
import type { Host } from './host.ts';
import { Icon } from '../elements/icon.tsx';
import { Failure, Loading } from '../elements/part.tsx';
import { initialState, isToCommitPage, receive, retried, type PageAction } from './pageState.ts';

/** The whole page. */
export function Page({ host }: { readonly host: Host }): VNode {
  const [state, dispatch] = useReducer(
    (before: typeof initialState, action: PageAction) =>
      action.type === 'retried' ? retried(before, action.what) : receive(before, action),
    initialState,
  );
  useLayoutEffect(() => {
    const listener = ({ data }: MessageEvent<unknown>): void => {
      if (isToCommitPage(data)) dispatch(data);
    };
    window.addEventListener('message', listener);
    host.post({ type: 'ready' });
    return () => window.removeEventListener('message', listener);
  }, []);

  const scroller = useRef<HTMLElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const retry = (what: Parameters<typeof retried>[1]): void => {
    host.post({ type: 'retry', what });
    dispatch({ type: 'retried', what });
  };
  if (state.failure && !state.commit) {
    return <FailedPage failure={state.failure} subject={host.subject} onRetry={() => retry('commit')} />;
  }
  return (
    <main ref={scroller} class="page" tabIndex={-1}>
      <div class="content">
        <div ref={head} class="headArea">
          {state.failure && (
            <p class="banner" role="alert">
              <Failure failure={state.failure} what="commit" onRetry={() => retry('commit')} />
            </p>
          )}
          {state.commit ? (
            <CommitHead commit={state.commit} parts={state.parts} post={host.post} retry={retry} />
          ) : (
            <LoadingHead subject={host.subject} />
          )}
        </div>
        <Changes
          state={state}
          host={host}
          scroller={scroller}
          head={head}
          onRetry={() => retry('files')}
          additions={noAdditions}
        />
      </div>
    </main>
  );
}

function LoadingHead({ subject }: { readonly subject: CommitPageState | undefined }): VNode {
  return (
    <header class="head" aria-busy="true">
      {subject && <Subject subject={subject} />}
      <h1>
        <Loading text="Loading commit…" />
      </h1>
    </header>
  );
}

function FailedPage(props: {
  readonly failure: FailureView;
  readonly subject: CommitPageState | undefined;
  readonly onRetry: () => void;
}): VNode {
  return (
    <main class="page failedPage">
      <div role="alert">
        <Icon name="error" class="bad" />
        <h1>This commit could not be shown</h1>
        <p>{props.failure.message}</p>
        {props.subject && <Subject subject={props.subject} />}
        {props.failure.retryable && (
          <button type="button" class="button primary" onClick={props.onRetry}>
            Retry
          </button>
        )}
      </div>
    </main>
  );
}

function Subject({ subject }: { readonly subject: CommitPageState }): VNode {
  return (
    <div class="identity">
      <span class="sha">
        <Icon name="git-commit" />
        <code>{subject.sha.slice(0, 8)}</code>
      </span>
    </div>
  );
}
