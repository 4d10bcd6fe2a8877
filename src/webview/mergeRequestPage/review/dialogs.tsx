import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../elements/texts.ts';

/** Modal question; Escape and Cancel decline, and the focus returns. */
export function Question(props: {
  readonly title: string;
  /** Label of the confirming button. */
  readonly yes: string;
  /** Label of the declining button. */
  readonly no?: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const answer = useRef(false);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="question"
      aria-labelledby="questionTitle"
      onClose={() => {
        props.onClose();
        if (answer.current) props.onYes();
      }}
    >
      <h2 id="questionTitle">{props.title}</h2>
      {props.children}
      <form method="dialog" class="buttons">
        <button type="submit" class="button primary" onClick={() => (answer.current = true)}>
          {props.yes}
        </button>
        <button type="submit" class="button">
          {props.no ?? t('Cancel')}
        </button>
      </form>
    </dialog>
  );
}
