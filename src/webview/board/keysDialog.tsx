import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { keyHelp } from './keys.ts';

/** The keys of the page, in a dialog. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="keysTitle" onClose={onClose}>
      <h2 id="keysTitle">Keyboard Shortcuts</h2>
      <dl>
        {keyHelp.map(({ keys, does }) => (
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
          Close
        </button>
      </form>
    </dialog>
  );
}
