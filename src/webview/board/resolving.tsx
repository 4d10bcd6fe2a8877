import type { VNode } from 'preact';
import type { CellPlace, FromBoardPage, ResolutionView } from '../../messages/board.ts';
import { Icon } from '../elements/icon.tsx';
import { SafePath } from '../elements/safeText.tsx';
import { ActionButton } from './actionButton.tsx';
import { t } from '../elements/texts.ts';

/** Resolution of a cell's conflicts. */
export function Resolving(props: {
  readonly place: CellPlace;
  readonly resolution: ResolutionView | undefined;
  readonly post: (message: FromBoardPage) => void;
}): VNode {
  const { place, resolution, post } = props;
  const resolve = (path: string | undefined): void => post({ type: 'resolve', place, path });
  const start = (
    <button type="button" class="button primary" onClick={() => resolve(undefined)}>
      <Icon name="git-merge" /> {t('Resolve…')}
    </button>
  );
  if (resolution === undefined) return <div class="resolving">{start}</div>;
  const { files, madeOn } = resolution;
  const done = files.filter(({ isDone }) => isDone).length;
  return (
    <div class="resolving">
      <h3>{t('Resolution')}</h3>
      {files.length > 1 && <p class="quiet">{t('Resolved: {0} of {1}', done, files.length)}</p>}
      <ul>
        {files.map(({ path, isDone, canMark, note }) => (
          <li key={path}>
            <Icon name={isDone ? 'pass' : 'circle-large-outline'} class={isDone ? 'good' : 'quiet'} />{' '}
            <button type="button" class="link" onClick={() => resolve(path)}>
              <SafePath path={path} />
            </button>{' '}
            <span class="quiet">{note}</span>{' '}
            {canMark && (
              <button type="button" class="link" onClick={() => post({ type: 'markResolved', place, path })}>
                {t('Mark as Resolved')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="buttons">
        {madeOn !== undefined && (
          <ActionButton
            icon="git-pull-request"
            label={t('Create merge request')}
            onClick={() => post({ type: 'requestMerge', place, source: madeOn })}
          />
        )}
        {done < files.length && start}
        {files.length > 0 && done === files.length && (
          <button type="button" class="button primary" onClick={() => post({ type: 'commitResolution', place })}>
            <Icon name="git-commit" /> {t('Commit Resolution…')}
          </button>
        )}
        <ActionButton
          icon="discard"
          label={madeOn === undefined ? t('Discard resolution…') : t('Resolve again…')}
          onClick={() => post({ type: 'discardResolution', place })}
        />
      </div>
    </div>
  );
}
