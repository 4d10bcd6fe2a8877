import type { VNode } from 'preact';
import type { BoardView, FromBoardPage, ProgressView } from '../../messages/board.ts';
import { DateText } from '../elements/dateText.tsx';
import { Icon, IconButton } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { ActionButton } from './actionButton.tsx';
import { countCells } from './cellMessages.ts';
import { canApply, isOpen } from './pageState.ts';
import { rich, t } from '../elements/texts.ts';

export function Toolbar(props: {
  readonly board: BoardView;
  readonly progress: ProgressView;
  readonly chosen: number;
  /** Applicable ones among the selected. */
  readonly clean: number;
  readonly isApplying: boolean;
  readonly openCells: number;
  readonly onlyConflicts: boolean;
  readonly post: (message: FromBoardPage) => void;
  readonly onFilter: () => void;
  readonly onApply: () => void;
  readonly onRequest: () => void;
  readonly onChooseAll: () => void;
  readonly onLetGo: () => void;
  readonly onKeys: () => void;
}): VNode {
  const { board, progress, chosen, clean, post } = props;
  const cells = board.cells.flat();
  const isFirstTest = cells.some((cell) => isOpen(cell) && cell.kind === 'untested');
  const stale = cells.filter(({ stale: isStale, activity }) => isStale && activity === 'idle').length;
  const whyNot = props.isApplying
    ? t('The board is being applied.')
    : clean > 0
      ? undefined
      : chosen > 0
        ? t('Blocked cells cannot be applied. Create merge requests for them.')
        : t('Select clean cells first.');
  return (
    <header class="boardHead">
      <div class="titleLine">
        <h1>
          <SafeText text={board.title} role="name" />
        </h1>
        <span class="quiet">
          <SafeText text={board.project} role="name" />
        </span>
        <span class="filler" />
        <IconButton
          icon="save"
          label={board.name === undefined ? t('Save this board') : t('Rename this board')}
          onClick={() => post({ type: 'keep' })}
        />
        <IconButton icon="folder-opened" label={t('Open another board')} onClick={() => post({ type: 'openBoard' })} />
        <IconButton icon="keyboard" label={t('Keyboard shortcuts')} onClick={props.onKeys} />
      </div>
      <div class="actions" role="toolbar" aria-label={t('Board')}>
        <ActionButton icon="add" label={t('Commits…')} onClick={() => post({ type: 'addCommits' })} />
        <ActionButton icon="add" label={t('Branches…')} onClick={() => post({ type: 'addBranches' })} />
        {progress.isRunning ? (
          <ActionButton icon="debug-stop" label={t('Cancel')} onClick={() => post({ type: 'cancel' })} />
        ) : (
          <button
            type="button"
            class="button"
            disabled={cells.length === 0}
            title={
              props.openCells > 0
                ? t('Test all untested, outdated or unknown cells')
                : t('Retest all cells of the board')
            }
            onClick={() => post({ type: 'test', cells: props.openCells > 0 ? 'open' : 'all' })}
          >
            <Icon name={props.openCells > 0 ? 'play' : 'refresh'} />{' '}
            {props.openCells > 0 ? t(isFirstTest ? 'Test {0}' : 'Retest {0}', props.openCells) : t('Retest All')}
          </button>
        )}
        <Progress progress={progress} />
        <span class="filler" />
        {chosen > 0 ? (
          <button type="button" class="button" onClick={props.onLetGo}>
            {t('Deselect All')}
          </button>
        ) : (
          <button type="button" class="button" disabled={!cells.some(canApply)} onClick={props.onChooseAll}>
            {t('Select All Clean')}
          </button>
        )}
        <button type="button" class="button" disabled={chosen === 0 || props.isApplying} onClick={props.onRequest}>
          <Icon name="git-pull-request" /> {t('Create Merge Requests…')}
        </button>
        <button
          type="button"
          class="button primary"
          disabled={whyNot !== undefined}
          title={whyNot}
          onClick={props.onApply}
        >
          <Icon name="git-pull-request-new-changes" /> {clean === 0 ? t('Apply…') : t('Apply {0}…', clean)}
        </button>
      </div>
      <div class="summary" hidden={cells.length === 0}>
        <ul class="tally" aria-label={t('Cells')}>
          {countCells(cells).map(({ word, icon, tone }) => (
            <li key={icon}>
              <Icon name={icon} class={tone} /> {word}
            </li>
          ))}
          {stale > 0 && (
            <li>
              <Icon name="history" class="quiet" /> {t('{0} outdated', stale)}
            </li>
          )}
        </ul>
        <label class="filter">
          <input type="checkbox" checked={props.onlyConflicts} onChange={props.onFilter} /> {t('Only conflicts')}
        </label>
      </div>
      <p class="limits">
        <Icon name="info" />{' '}
        {t(
          'Each cell is tested alone against the tip of its branch. A clean commit may still conflict after an earlier one is applied, or need one that is missing. Applying tests each commit again before it is sent.',
        )}
      </p>
    </header>
  );
}

function Progress({ progress }: { readonly progress: ProgressView }): VNode | null {
  if (!progress.isRunning) return null;
  return (
    <span class="progress">
      {progress.pausedUntil !== undefined && (
        <span role="status">
          <Icon name="watch" class="warning" />{' '}
          {rich('Rate limit reached; continuing {0}', <DateText at={progress.pausedUntil} />)}
        </span>
      )}
      <label>
        {t('{0} of {1} tested', progress.done, progress.total)}{' '}
        <progress max={progress.total} value={progress.done} aria-label={t('Cells tested')} />
      </label>
    </span>
  );
}
