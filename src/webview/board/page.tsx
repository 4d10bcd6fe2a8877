import type { VNode } from 'preact';
import { useLayoutEffect, useReducer } from 'preact/hooks';
import { Failure, Loading } from '../elements/part.tsx';
import type { Host } from './host.ts';
import { OpenBoard } from './openBoard.tsx';
import { initialState, isToBoardPage, receive } from './pageState.ts';

/** The whole page. */
export function BoardPage({ host }: { readonly host: Host }): VNode {
  const [state, dispatch] = useReducer(receive, initialState);
  useLayoutEffect(() => {
    const listener = ({ data }: MessageEvent<unknown>): void => {
      if (isToBoardPage(data)) dispatch(data);
    };
    window.addEventListener('message', listener);
    host.post({ type: 'ready' });
    return () => window.removeEventListener('message', listener);
  }, []);
  const { board, failure } = state;
  if (failure) {
    return (
      <main class="page failedPage">
        <div role="alert">
          <h1>This board could not be shown</h1>
          <Failure failure={failure} what="board" onRetry={() => host.post({ type: 'retry' })} />
        </div>
      </main>
    );
  }
  if (!board) {
    return (
      <main class="page failedPage" aria-busy="true">
        <h1>
          <Loading text="Loading board…" />
        </h1>
      </main>
    );
  }
  return <OpenBoard host={host} board={board} state={state} />;
}
