import type { VNode } from 'preact';
import type { FromBoardPage, MergeRequestLink } from '../../messages/board.ts';
import { Icon, IconButton } from '../elements/icon.tsx';
import { ActionButton } from './actionButton.tsx';
import { t } from '../elements/texts.ts';

/** Merge request with its state and actions. */
export function MergeRequestLine(props: {
  readonly request: MergeRequestLink;
  readonly post: (message: FromBoardPage) => void;
}): VNode {
  const { post, request } = props;
  const { iid } = request;
  return (
    <p class="requestLine">
      <Icon name="git-pull-request" />{' '}
      <button type="button" class="link" onClick={() => post({ type: 'openRequest', iid })}>
        !{iid}
      </button>{' '}
      <span class="words">{request.status}</span>
      <IconButton
        icon="refresh"
        label={t('Read the merge requests again')}
        onClick={() => post({ type: 'refreshRequests' })}
      />
      {request.canMerge && (
        <ActionButton icon="git-merge" label={t('Merge…')} onClick={() => post({ type: 'mergeRequest', iid })} />
      )}
    </p>
  );
}
