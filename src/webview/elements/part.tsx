import type { ComponentChild, VNode } from 'preact';
import type { FailureView, PartView } from '../../messages/page.ts';
import { Icon } from './icon.tsx';

/** A part of the page in the state it is in: on its way, failed with its reason, or shown by `children`. */
export function Part<T>(props: {
  readonly view: PartView<T>;
  /** What is loading, such as `signature`. */
  readonly what: string;
  readonly onRetry: () => void;
  readonly children: (value: T) => ComponentChild;
}): ComponentChild {
  const { view } = props;
  switch (view.state) {
    case 'loading':
      return <Loading text={`Loading ${props.what}…`} />;
    case 'failed':
      return <Failure failure={view.failure} what={props.what} onRetry={props.onRetry} />;
    case 'ready':
      return props.children(view.value);
  }
}

/** Says that something is on its way. */
export function Loading({ text }: { readonly text: string }): VNode {
  return (
    <span class="quiet">
      <Icon name="loading" class="codicon-modifier-spin" /> {text}
    </span>
  );
}

/** Says why something is not shown, with Retry where that may help. */
export function Failure(props: {
  readonly failure: FailureView;
  /** What failed, for the name of the button. */
  readonly what: string;
  readonly onRetry: () => void;
}): VNode {
  return (
    <span class="failure">
      <Icon name="error" class="bad" /> <span class="words">{props.failure.message}</span>
      {props.failure.retryable && (
        <button type="button" class="link" aria-label={`Retry: ${props.what}`} onClick={props.onRetry}>
          Retry
        </button>
      )}
    </span>
  );
}
