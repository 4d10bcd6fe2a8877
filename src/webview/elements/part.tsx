import { type ComponentChild, createContext, type VNode } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import type { FailureView, PartView } from '../../messages/page.ts';
import { hasLostFocus } from './host.ts';
import { Icon } from './icon.tsx';
import { t } from './texts.ts';

/** The message of a failure that a page shows once above all its parts, such as that of a lost connection. */
export const SharedFailure = createContext<string | undefined>(undefined);

/** The message that several failures of a page have in common; undefined where each has its own. */
export const sharedMessage = (failures: readonly (FailureView | undefined)[]): string | undefined => {
  const messages = failures.flatMap((failure) => (failure === undefined ? [] : [failure.message]));
  return messages.find((message, index) => messages.indexOf(message) < index);
};

/** A part of the page in the state it is in: on its way, failed with its reason, or shown by `children`. */
export function Part<T>(props: {
  readonly view: PartView<T>;
  /** What is loading, such as `signature`. */
  readonly what: string;
  readonly onRetry: () => void;
  /** Gives up what is on its way. */
  readonly onCancel?: (() => void) | undefined;
  readonly children: (value: T) => ComponentChild;
}): ComponentChild {
  const { view } = props;
  switch (view.state) {
    case 'loading':
      return <Loading text={t('Loading {0}…', props.what)} what={props.what} onCancel={props.onCancel} />;
    case 'failed':
      return <Failure failure={view.failure} what={props.what} onRetry={props.onRetry} />;
    case 'ready':
      return props.children(view.value);
  }
}

/** Says that something is on its way, with Cancel once that takes a while. */
export function Loading(props: {
  readonly text: string;
  /** What is loading, for the name of the button. */
  readonly what?: string | undefined;
  readonly onCancel?: (() => void) | undefined;
}): VNode {
  return (
    <span class="quiet loading">
      <Icon name="loading" class="codicon-modifier-spin" /> {props.text}
      {props.onCancel && (
        <button
          type="button"
          class="link"
          aria-label={t('Cancel loading {0}', props.what ?? '')}
          onClick={props.onCancel}
        >
          {t('Cancel')}
        </button>
      )}
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
  const { failure } = props;
  const isStopped = failure.stopped === true;
  const isShared = useContext(SharedFailure) === failure.message;
  const retry = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // Cancel has gone: who pressed it by keyboard goes on where it was
    if (isStopped && hasLostFocus()) retry.current?.focus({ preventScroll: true });
  }, [failure]);
  if (isShared) return <span class="quiet">{t('Not loaded')}</span>;
  return (
    <span class={isStopped ? 'failure quiet' : 'failure'}>
      <Icon name={isStopped ? 'circle-slash' : 'error'} class={isStopped ? '' : 'bad'} />{' '}
      <span class="words">{failure.message}</span>
      {failure.retryable && (
        <button ref={retry} type="button" class="link" aria-label={t('Retry: {0}', props.what)} onClick={props.onRetry}>
          {t('Retry')}
        </button>
      )}
    </span>
  );
}
