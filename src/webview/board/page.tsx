import type { VNode } from 'preact';
import { useReducer } from 'preact/hooks';
import { useMessages } from '../elements/host.ts';
import { Loading } from '../elements/part.tsx';
import type { Host } from './host.ts';
import { OpenBoard } from './openBoard.tsx';
import { initialState, receive, received } from './pageState.ts';
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
  return <OpenBoard host={host} board={board} state={state} />;
}
