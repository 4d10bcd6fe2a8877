import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from './texts.ts';

export interface KeyHelp {
  readonly keys: readonly string[];
  readonly does: string;
}

export function KeysDialog(props: { readonly help: readonly KeyHelp[]; readonly onClose: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keysTitle" onClose={props.onClose}>
      <h2 id="keysTitle">{t('Keyboard Shortcuts')}</h2>
      <dl>
        {props.help.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="button primary">
          {t('Close')}
        </button>
      </form>
    </dialog>
  );
}
