import type { ComponentChild, VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type {
  CellPlace,
  CellView,
  ColumnView,
  ConflictView,
  FromBoardPage,
  ResolutionView,
  RowView,
} from '../../messages/board.ts';
import { Badge } from '../elements/badge.tsx';
import { DateText } from '../elements/dateText.tsx';
import { Icon } from '../elements/icon.tsx';
import { useLate } from '../elements/late.ts';
import { SafeText } from '../elements/safeText.tsx';
import { ActionButton } from './actionButton.tsx';
import { cellMessage, useMeaning } from './cellMessages.ts';
import type { Conflict } from './conflict.tsx';
import { canChoose, isConflict, placeText } from './pageState.ts';
import { MergeRequestLine } from './mergeRequestLine.tsx';
import { rich, t } from '../elements/texts.ts';

/** The clone can add details: conflicting files, or missing commits. */
const asksClone = (cell: CellView): boolean => isConflict(cell) || cell.instead === 'cloneLacks';

/** A blocked cell counts as tested only if the clone or another branch gave a result. */
const isTested = ({ kind, instead }: CellView): boolean =>
  kind !== 'protected' || instead === 'clean' || instead === 'alreadyThere' || instead === 'conflict';

export function CellDetails(props: {
  readonly row: RowView;
  readonly column: ColumnView;
  readonly cell: CellView;
  readonly conflict: ConflictView | undefined;
  readonly resolution: ResolutionView | undefined;
  /** Location of an already present commit; undefined while loading. */
  readonly presence: string | undefined;
  /** Access level and rule; undefined while loading. */
  readonly rights: string | undefined;
  readonly isChosen: boolean;
  readonly post: (message: FromBoardPage) => void;
  readonly onChoose: () => void;
}): VNode {
  const { row, column, cell, post } = props;
  const place: CellPlace = { sha: row.sha, branch: column.branch };
  const { word, icon, tone } = cellMessage(cell);
  const meaning = useMeaning(cell, t('Not tested'));
  const branchMeaning = useMeaning(column, t('Not loaded'));
  return (
    <section class="details" aria-label={t('Details of the cell')}>
      <h2>
        <Badge icon={icon} tone={tone}>
          {word}
        </Badge>
      </h2>
      <p class="subject">
        {rich(
          '{0} on {1}',
          <button type="button" class="link" onClick={() => post({ type: 'openCommit', sha: row.sha })}>
            <code>{row.shortSha}</code> <SafeText text={row.title} role="name" />
          </button>,
          <button type="button" class="link" onClick={() => post({ type: 'openBranch', branch: column.branch })}>
            <Icon name="git-branch" /> <SafeText text={column.branch} role="name" />
          </button>,
        )}
      </p>
      {meaning !== '' && <p class="words">{meaning}</p>}
      {cell.createdSha !== undefined && (
        <p>
          {rich(
            'Applied as {0}',
            <button
              type="button"
              class="link code"
              onClick={() => post({ type: 'openCommit', sha: cell.createdSha ?? '' })}
            >
              {cell.createdSha.slice(0, 8)}
            </button>,
          )}
        </p>
      )}
      {cell.request && <MergeRequestLine request={cell.request} post={post} />}
      {cell.stale && cell.activity === 'idle' && cell.createdSha === undefined && (
        <p class="staleNote">
          <Icon name="history" class="quiet" /> {t('Outdated: the branch has moved since the test.')}
        </p>
      )}
      {cell.words !== undefined && (
        <blockquote class="words">
          <SafeText text={cell.words} role="message" />
        </blockquote>
      )}
      {asksClone(cell) && (
        <LateConflict place={place} conflict={props.conflict} resolution={props.resolution} post={post} />
      )}
      <dl class="facts">
        {cell.kind === 'alreadyThere' && props.presence !== undefined && (
          <Fact name={t('Found')}>
            <SafeText text={props.presence} role="message" />
          </Fact>
        )}
        {isTested(cell) && cell.tip !== undefined && (
          <Fact name={t('Tested at')}>
            <code title={cell.tip}>{cell.tip.slice(0, 8)}</code>
          </Fact>
        )}
        {isTested(cell) && cell.at !== undefined && (
          <Fact name={t('When')}>
            <DateText at={cell.at} />
          </Fact>
        )}
        <Fact name={t('Branch')}>{branchMeaning}</Fact>
        {props.rights !== undefined && (
          <Fact name={t('Rule')}>
            <SafeText text={props.rights} role="message" />
          </Fact>
        )}
        {row.isMerge && <Fact name={t('Merge')}>{t('Picked as its diff against its first parent.')}</Fact>}
      </dl>
      <div class="buttons">
        {canChoose(cell) && (
          <>
            <button type="button" class="button" aria-pressed={props.isChosen} onClick={props.onChoose}>
              <Icon name={props.isChosen ? 'close' : 'check'} /> {props.isChosen ? t('Deselect') : t('Select')}
            </button>
            <ActionButton
              icon="git-pull-request"
              label={t('Create Merge Request…')}
              onClick={() => post({ type: 'request', cells: [place] })}
            />
          </>
        )}
        <ActionButton icon="refresh" label={t('Test again')} onClick={() => post({ type: 'test', cells: [place] })} />
      </div>
    </section>
  );
}

/** Loads its code on first use. */
function LateConflict(props: Parameters<typeof Conflict>[0]): VNode | null {
  const late = useLate(true, () => import('./conflict.tsx'));
  return late ? <late.Conflict {...props} /> : null;
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChild }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="words">{children}</dd>
    </div>
  );
}

/** Requests details of the selected cell: conflicting files, location of the commit, rule. */
export function useQuestions(parts: {
  readonly place: CellPlace | undefined;
  readonly cell: CellView | undefined;
  readonly rights: ReadonlyMap<string, string>;
  readonly post: (message: FromBoardPage) => void;
}): void {
  const { place, cell, rights, post } = parts;
  // Once for each test result.
  const conflict = place && cell && asksClone(cell) ? `${placeText(place)} ${cell.tip ?? ''}` : '';
  useLayoutEffect(() => {
    if (conflict !== '' && place) post({ type: 'conflictOf', place });
  }, [conflict]);
  const present = place && cell?.kind === 'alreadyThere' ? `${placeText(place)} ${cell.tip ?? ''}` : '';
  useLayoutEffect(() => {
    if (present !== '' && place) post({ type: 'presenceOf', place });
  }, [present]);
  const branch = place && cell && !['untested', 'branchMissing'].includes(cell.kind) ? place.branch : '';
  useLayoutEffect(() => {
    if (branch !== '' && !rights.has(branch)) post({ type: 'rightsOf', branch });
  }, [branch]);
}
