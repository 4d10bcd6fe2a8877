import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { FromBoardPage, RowView } from '../../messages/board.ts';
import { ActionButton } from './actionButton.tsx';
import { t } from '../elements/texts.ts';

/** Editor for the cherry-pick message; needs a `key` per commit. */
export function OwnMessage(props: { readonly row: RowView; readonly post: (message: FromBoardPage) => void }): VNode {
  const { post } = props;
  const { sha, message } = props.row;
  const isStarting = useRef(false);
  if (message === undefined) {
    const start = (): void => {
      isStarting.current = true;
      post({ type: 'ownMessage', sha });
    };
    return (
      <section class="ownMessage">
        <ActionButton icon="edit" label={t('Edit commit message')} onClick={start} />
      </section>
    );
  }
  return (
    <section class="ownMessage">
      <label>
        {t(message.trim() === '' ? 'Message on all branches (empty: the server’s default)' : 'Message on all branches')}
        <textarea
          ref={(field) => {
            if (isStarting.current) field?.focus();
            isStarting.current = false;
          }}
          rows={8}
          spellcheck
          // uncontrolled, so that a late message from the host doesn't overwrite typing
          defaultValue={message}
          onInput={({ currentTarget: { value } }) => post({ type: 'writeMessage', sha, message: value })}
        />
      </label>
      <ActionButton
        icon="discard"
        label={t('Use the server’s message')}
        onClick={() => post({ type: 'dropMessage', sha })}
      />
    </section>
  );
}
