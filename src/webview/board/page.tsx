import type { VNode } from 'preact';
import { useReducer } from 'preact/hooks';
import { useMessages } from '../elements/host.ts';
import { Banner, Loading, SharedFailure } from '../elements/part.tsx';
import type { Host } from './host.ts';
import { OpenBoard } from './openBoard.tsx';
import { commonOf, initialState, receive, received } from './pageState.ts';
import { t } from '../elements/texts.ts';

/** The whole page. */
export function BoardPage({ host }: { readonly host: Host }): VNode {
  const [state, dispatch] = useReducer(receive, initialState);
  useMessages(received, dispatch, host);
  const { board } = state;
  if (!board) {
    return (
      <main class="page failedPage" aria-busy="true">
        <h1>
          <Loading text={t('Loading board…')} />
        </h1>
      </main>
    );
  }
  const { failure: whole, hasStopped } = state.progress;
  const { common, again } = commonOf(board, whole);
  const failure =
    common && whole !== undefined && hasStopped === true
      ? { ...common, message: t('Testing stopped: {0}', whole) }
      : common;
  const retry = (): void => host.post({ type: 'test', cells: again });
  const banner = <Banner failure={failure} what={t('Cells')} onRetry={retry} />;
  return (
    <SharedFailure.Provider value={common?.message}>
      <OpenBoard host={host} board={board} state={state} banner={banner} />
    </SharedFailure.Provider>
  );
}
