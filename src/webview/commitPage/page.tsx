import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { PartName, RefsView } from '../../messages/commitPage.ts';
import type { FailureView, PartView } from '../../messages/page.ts';
import { Changes } from './changes.tsx';
import { useCommitConversation, type CommitConversation } from '../conversation/commitConversation.tsx';
import { FilesPanel } from './files/filesPanel.tsx';
import { useFind } from './find/find.ts';
import { FindBar } from './find/findBar.tsx';
import type { Match } from './find/findMatches.ts';
import { CommitHead } from './head/commitHead.tsx';
import { NavigationButtons } from './head/steps.tsx';
import { withoutTrailers } from './head/trailers.ts';
import type { Host } from './host.ts';
import { inTurn } from './inTurn.ts';
import { useMessages } from '../elements/host.ts';
import { Icon } from '../elements/icon.tsx';
import { Banner, commonFailure, Loading, SharedFailure } from '../elements/part.tsx';
import { initialState, receive, received, type PageState, type RetryTarget } from './pageState.ts';
import { useReader } from './reading/reader.ts';
import { useView } from './reading/viewOptions.ts';
import { t } from '../elements/texts.ts';

export function Page({ host }: { readonly host: Host }): VNode {
  const [state, dispatch] = useReducer(receive, initialState);
  const give = useMemo(() => inTurn(dispatch), []);
  useMessages(received, give, host);

  const conversation = useCommitConversation(host.post, state.files, state.progress === 'complete');
  const retry = (what: RetryTarget): void => {
    host.post({ type: 'retry', what });
    dispatch({ type: 'retried', what });
  };
  if (state.failure && !state.commit) {
    return <FailedPage failure={state.failure} host={host} onRetry={() => retry('commit')} />;
  }
  return <ReadPage state={state} host={host} retry={retry} conversation={conversation} />;
}

const failuresOf = ({ parts, progress }: PageState, comments: FailureView | undefined) => {
  const failures = new Map<RetryTarget | 'allRefs' | 'comments', FailureView | undefined>([['comments', comments]]);
  const add = (what: RetryTarget | 'allRefs', view: PartView<unknown> | RefsView['rest']): void => {
    if (view?.state === 'failed') failures.set(what, view.failure);
  };
  for (const name of Object.keys(parts) as PartName[]) add(name, parts[name]);
  if (parts.refs.state === 'ready') add('allRefs', parts.refs.value.rest);
  if (typeof progress === 'object') failures.set('files', progress);
  return failures;
};

function ReadPage(props: {
  readonly state: PageState;
  readonly host: Host;
  readonly retry: (what: RetryTarget) => void;
  readonly conversation: CommitConversation;
}): VNode {
  const { state, host, retry, conversation } = props;
  const failed = failuresOf(state, conversation.failure);
  const common = commonFailure([...failed.values()], state.failure);
  const retryCommon = (): void => {
    const met = [...failed.keys()].filter((what) => failed.get(what)?.message === common?.message);
    // the commit reloads its parts
    const asked = state.failure ? (['commit', ...met.filter((what) => what === 'comments')] as const) : met;
    for (const what of asked) {
      if (what === 'comments') conversation.refresh();
      else if (what === 'allRefs') host.post({ type: 'loadAllRefs' });
      else retry(what);
    }
  };
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const listElement = useRef<HTMLDivElement>(null);
  const { additions, section } = conversation;
  const view = useView(host, frame);
  const reader = useReader({ state, host, scroller, head, listElement, additions, view });
  const top = reader.list.at(reader.navigation.topRow());
  const { commit } = state;
  const body = useMemo(() => commit && withoutTrailers(commit.body, commit.trailers), [commit]);
  const [inMessage, setInMessage] = useState<Match>();
  useLayoutEffect(
    () => head.current?.querySelector('.found.current')?.scrollIntoView({ block: 'nearest' }),
    [inMessage],
  );
  const find = useFind({
    files: reader.files,
    message: [commit?.title ?? '', body ?? ''],
    host,
    place: () => ({ fileIndex: top?.fileIndex ?? -1, rowIndex: top?.rowIndex ?? -1 }),
    show: (match) =>
      match.fileIndex < 0 ? setInMessage({ ...match }) : reader.showRow(match.fileIndex, match.rowIndex),
  });
  return (
    <SharedFailure.Provider value={common?.message}>
      <div ref={frame} class="frame">
        {view.showFiles && state.files.length > 0 && (
          <FilesPanel
            files={reader.files}
            current={top?.fileIndex}
            onJump={reader.jumpTo}
            onClose={() => view.change({ showFiles: false })}
          />
        )}
        <main ref={scroller} class="page" tabIndex={-1}>
          {find.isOpen && (
            <div class="findDock" style={{ top: `${reader.metrics.toolbar}px` }}>
              <FindBar find={find} />
            </div>
          )}
          <div class="content">
            <div ref={head} class="headArea">
              <Banner failure={common} what={t('commit')} onRetry={retryCommon} />
              {commit ? (
                <CommitHead
                  commit={commit}
                  body={body ?? ''}
                  find={find}
                  parts={state.parts}
                  subject={host.subject}
                  post={host.post}
                  retry={retry}
                />
              ) : (
                <LoadingHead host={host} />
              )}
              {section()}
            </div>
            <Changes
              state={state}
              host={host}
              reader={reader}
              view={view}
              find={find}
              scroller={scroller}
              listElement={listElement}
              onRetry={() => retry('files')}
              additions={additions}
            />
          </div>
        </main>
      </div>
    </SharedFailure.Provider>
  );
}

function LoadingHead({ host }: { readonly host: Host }): VNode {
  return (
    <header class="head" aria-busy="true">
      <Subject host={host} />
      <h1>
        <Loading text={t('Loading commit…')} />
      </h1>
    </header>
  );
}

function FailedPage(props: {
  readonly failure: FailureView;
  readonly host: Host;
  readonly onRetry: () => void;
}): VNode {
  return (
    <main class="page failedPage">
      <div role="alert">
        <Icon name="error" class="bad" />
        <h1>{t('This commit could not be shown')}</h1>
        <p>{props.failure.message}</p>
        <Subject host={props.host} />
        {props.failure.retryable && (
          <button type="button" class="button primary" onClick={props.onRetry}>
            {t('Retry')}
          </button>
        )}
      </div>
    </main>
  );
}

function Subject({ host: { subject, post } }: { readonly host: Host }): VNode | null {
  if (!subject) return null;
  return (
    <div class="identity">
      <NavigationButtons subject={subject} post={post} />
      <span class="sha">
        <Icon name="git-commit" />
        <code>{subject.sha.slice(0, 8)}</code>
      </span>
    </div>
  );
}
