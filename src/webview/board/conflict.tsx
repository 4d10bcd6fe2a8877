import type { VNode } from 'preact';
import type { CellPlace, ConflictView, FromBoardPage, ResolutionView } from '../../messages/board.ts';
import { Loading } from '../elements/part.tsx';
import { SafePath } from '../elements/safeText.tsx';
import { ActionButton } from './actionButton.tsx';
import { Resolving } from './resolving.tsx';
import { many, t } from '../elements/texts.ts';

/** Files in conflict and their resolution. */
export function Conflict(props: {
  readonly place: CellPlace;
  readonly conflict: ConflictView | undefined;
  readonly resolution: ResolutionView | undefined;
  readonly post: (message: FromBoardPage) => void;
}): VNode {
  const { place, post } = props;
  return (
    <>
      <Files place={place} conflict={props.conflict} post={post} />
      <Resolving place={place} resolution={props.resolution} post={post} />
    </>
  );
}

function Files(props: {
  readonly place: CellPlace;
  readonly conflict: ConflictView | undefined;
  readonly post: (message: FromBoardPage) => void;
}): VNode {
  const { place, conflict, post } = props;
  const open = (path: string | undefined): void => post({ type: 'openConflict', place, path });
  if (conflict === undefined || conflict.state === 'loading') {
    return (
      <div class="conflictFiles" aria-busy="true">
        <Loading text={t('Reading the files from the clone…')} />
      </div>
    );
  }
  if (conflict.state === 'unavailable') {
    return (
      <div class="conflictFiles">
        <p class="quiet words">{conflict.message}</p>
        {conflict.offer === 'fetch' && (
          <ActionButton
            icon="cloud-download"
            label={t('Fetch the commits…')}
            onClick={() => post({ type: 'fetchFor', place })}
          />
        )}
        {conflict.offer === 'retry' && (
          <ActionButton icon="refresh" label={t('Try again')} onClick={() => post({ type: 'conflictOf', place })} />
        )}
      </div>
    );
  }
  const { files } = conflict;
  return (
    <div class="conflictFiles">
      <h3>{many(files.length, '{0} file in conflict', '{0} files in conflict')}</h3>
      <ul>
        {files.map(({ path, kind }) => (
          <li key={path}>
            <button type="button" class="link" onClick={() => open(path)}>
              <SafePath path={path} />
            </button>{' '}
            <span class="quiet">{kind}</span>
          </li>
        ))}
      </ul>
      {files.length > 1 && <ActionButton icon="diff-multiple" label={t('Open all')} onClick={() => open(undefined)} />}
    </div>
  );
}
