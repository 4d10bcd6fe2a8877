import type { VNode } from 'preact';
import type { BoardView, ColumnView } from '../../messages/board.ts';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { visibleString } from '../elements/visibleText.ts';
import type { GridIntents } from './gridPlace.ts';
import { HeaderButton } from './headerButton.tsx';

interface HeaderProps {
  readonly view: ColumnView;
  readonly column: number;
  readonly isCurrent: boolean;
  readonly board: BoardView;
  readonly intents: GridIntents;
}

/** The head of a column: the branch, where it stands, and whether a rule protects it. */
export function BranchHeader({ view, column, isCurrent, board, intents }: HeaderProps): VNode {
  const place = { row: -1, column };
  return (
    <th
      role="columnheader"
      class={`branchHeader ${view.state}`}
      aria-colindex={column + 2}
      aria-label={`${visibleString(view.branch, 'name')}. ${view.meaning}`}
      title={`${visibleString(view.branch, 'name')}\n${view.meaning}`}
      tabIndex={isCurrent ? 0 : -1}
      data-place={`-1 ${column}`}
      onFocus={() => intents.focus(place)}
      onDblClick={() => intents.open(place)}
    >
      <div class="headerLine">
        <Icon name={view.state === 'missing' ? 'circle-slash' : view.protected ? 'lock' : 'git-branch'} />
        <span class="branchName">
          <bdi>
            <SafeText text={view.branch} role="name" />
          </bdi>
        </span>
        <HeaderButton
          label={`Test ${view.branch} again`}
          onClick={() => intents.test(board.rows.map(({ sha }) => ({ sha, branch: view.branch })))}
        />
      </div>
      <div class="headerNote">
        {view.state === 'missing' ? 'missing' : view.tip === undefined ? ' ' : <code>{view.tip.slice(0, 8)}</code>}
      </div>
    </th>
  );
}
