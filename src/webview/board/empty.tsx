import type { VNode } from 'preact';
import type { BoardView } from '../../messages/board.ts';
import { Icon } from '../elements/icon.tsx';
import type { Host } from './host.ts';
import { many, t } from '../elements/texts.ts';

/** Placeholder of an empty or fully filtered grid. */
export function Empty(props: {
  readonly board: BoardView;
  readonly onlyConflicts: boolean;
  readonly post: Host['post'];
}): VNode {
  const { board, post } = props;
  const { rows, columns } = board;
  if (props.onlyConflicts && rows.length > 0 && columns.length > 0) {
    return <p class="emptyBoard">{t('There are no conflicts on this board.')}</p>;
  }
  return (
    <div class="emptyBoard">
      {rows.length === 0 && <Icon name="table" class="emptyIcon" />}
      <p>
        {rows.length === 0 && columns.length === 0
          ? t('Add commits and branches. The server tests each commit on each branch with a dry run.')
          : rows.length === 0
            ? many(
                columns.length,
                '{0} branch is on the board. Add commits to test on it.',
                '{0} branches are on the board. Add commits to test on them.',
              )
            : t('Add the branches to test on.')}
      </p>
      <div class="buttons">
        {rows.length === 0 && (
          <button type="button" class="button primary" onClick={() => post({ type: 'addCommits' })}>
            <Icon name="add" /> {t('Add Commits…')}
          </button>
        )}
        {columns.length === 0 && (
          <button type="button" class="button primary" onClick={() => post({ type: 'addBranches' })}>
            <Icon name="add" /> {t('Add Branches…')}
          </button>
        )}
      </div>
    </div>
  );
}
