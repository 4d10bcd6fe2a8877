import { Component, type VNode } from 'preact';
import type { BoardView, CellPlace, CellView, RowView } from '../../messages/board.ts';
import { DateText } from '../elements/dateText.tsx';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { visibleString } from '../elements/visibleText.ts';
import { cellLabel, cellMessage, useMeaning } from './cellMessages.ts';
import type { GridIntents, GridPlace } from './gridPlace.ts';
import { HeaderButton } from './headerButton.tsx';
import { menuSection, placeText } from './pageState.ts';
import { t } from '../elements/texts.ts';

interface RowProps {
  readonly view: RowView;
  readonly cells: readonly CellView[];
  readonly board: BoardView;
  readonly columns: readonly number[];
  readonly row: number;
  readonly current: number | undefined;
  readonly chosen: ReadonlySet<string>;
  readonly intents: GridIntents;
}

/** Row of a commit. Skips rendering if unchanged, as boards can have 800 cells. */
export class CommitRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { props } = this;
    return (
      next.cells !== props.cells ||
      next.view !== props.view ||
      next.columns !== props.columns ||
      next.row !== props.row ||
      next.current !== props.current ||
      next.chosen !== props.chosen ||
      next.intents !== props.intents
    );
  }

  override render(): VNode {
    const { view, cells, board, columns, row, current, chosen, intents } = this.props;
    const hasMessage = Boolean(view.message?.trim());
    return (
      <tr role="row" aria-rowindex={row + 2}>
        <th
          role="rowheader"
          class="commitHeader"
          scope="row"
          aria-colindex={1}
          aria-label={[
            visibleString(view.title, 'name'),
            view.shortSha,
            ...(view.isMerge ? [t('merge commit')] : []),
            ...(hasMessage ? [t('edited message')] : []),
          ].join(', ')}
          title={`${visibleString(view.title, 'name')}\n${view.shortSha} ${visibleString(view.author, 'name')}`}
          tabIndex={current === -1 ? 0 : -1}
          data-place={`${row} -1`}
          onFocus={() => intents.focus({ row, column: -1 })}
          onDblClick={() => intents.open({ row, column: -1 })}
        >
          <div class="headerLine">
            <span class="commitTitle">
              <bdi>
                <SafeText text={view.title} role="name" />
              </bdi>
            </span>
            <HeaderButton
              label={t('Test {0} again on all branches', view.shortSha)}
              onClick={() => intents.test(board.columns.map(({ branch }) => ({ sha: view.sha, branch })))}
            />
          </div>
          <div class="headerNote">
            <code>{view.shortSha}</code>
            {view.isMerge && (
              <span class="mergeNote" title={t('A merge commit is picked as its diff against its first parent.')}>
                <Icon name="git-merge" /> {t('merge')}
              </span>
            )}
            {hasMessage && (
              <span class="mergeNote" title={visibleString(view.message ?? '', 'message')}>
                <Icon name="edit" /> {t('message')}
              </span>
            )}
            <span class="author">
              <SafeText text={view.author} role="name" />
            </span>
            <DateText at={view.at} />
          </div>
        </th>
        {columns.map((index, column) => {
          const cell = cells[index];
          const branch = board.columns[index]?.branch;
          if (cell === undefined || branch === undefined) return null;
          const place = { sha: view.sha, branch };
          return (
            <CellBox
              key={branch}
              cell={cell}
              label={cellLabel(cell, view.title, branch, chosen.has(placeText(place)))}
              place={place}
              at={{ row, column }}
              isCurrent={current === column}
              isChosen={chosen.has(placeText(place))}
              intents={intents}
            />
          );
        })}
      </tr>
    );
  }
}

function CellBox(props: {
  readonly cell: CellView;
  readonly label: string;
  readonly place: CellPlace;
  readonly at: GridPlace;
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly intents: GridIntents;
}): VNode {
  const { cell, at, isChosen, intents } = props;
  const { word, icon, tone } = cellMessage(cell);
  const meaning = useMeaning(cell, t('Not tested'));
  const isStale = cell.stale && cell.activity === 'idle';
  return (
    <td
      role="gridcell"
      class={`cell ${cell.activity === 'idle' ? cell.kind : cell.activity}${isChosen ? ' chosen' : ''}${isStale ? ' stale' : ''}`}
      aria-colindex={at.column + 2}
      aria-selected={isChosen}
      aria-current={props.isCurrent || undefined}
      aria-label={props.label}
      title={isStale ? `${meaning} ${t('Outdated: the branch has moved since the test.')}` : meaning}
      tabIndex={props.isCurrent ? 0 : -1}
      data-place={`${at.row} ${at.column}`}
      data-vscode-context={JSON.stringify({ webviewSection: menuSection(cell), preventDefaultContextMenuItems: true })}
      onFocus={() => intents.focus(at)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) intents.choose(props.place);
      }}
      onDblClick={() => intents.open(at)}
    >
      <span class="cellMessage">
        <Icon
          name={isChosen ? 'check' : icon}
          class={icon === 'loading' ? 'codicon-modifier-spin active' : isChosen ? '' : tone}
        />
        <span class="word">{word}</span>
        {isStale && <Icon name="history" class="staleMark" />}
      </span>
    </td>
  );
}
