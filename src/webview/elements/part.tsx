import { type ComponentChild, createContext, type VNode } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import type { FailureView, PartView } from '../../messages/page.ts';
import { pageLocale, shortTime } from './dates.ts';
import { hasLostFocus } from './host.ts';
import { Icon } from './icon.tsx';
import { t } from './texts.ts';

/** Failure message shown above all parts. */
export const SharedFailure = createContext<string | undefined>(undefined);

/** The page's failure, else the message that several parts share, with their oldest time. */
export const commonFailure = (
  parts: readonly (FailureView | undefined)[],
  whole?: FailureView,
): FailureView | undefined => {
  const failures = [whole, ...parts].flatMap((each) => (each === undefined || each.stopped ? [] : [each]));
  const { message } =
    whole ??
    failures.find((each, index) => failures.findIndex((other) => other.message === each.message) < index) ??
    {};
  const same = failures.filter((each) => each.message === message);
  const [common] = same;
  const asOfMs = Math.min(...same.flatMap((each) => each.asOfMs ?? []));
  return common && { ...common, asOfMs: Number.isFinite(asOfMs) ? asOfMs : undefined };
};

/** The shared failure, with one Retry. */
export function Banner(props: {
  readonly failure: FailureView | undefined;
  readonly what: string;
  readonly onRetry: () => void;
}): VNode | undefined {
  const { failure } = props;
  return (
    failure && (
      <p class="banner" role="alert">
        <Reason {...props} failure={failure} />
      </p>
    )
  );
}

/** Undefined if the banner shows the failure. */
export const useUnsaid = (failure: FailureView | undefined): FailureView | undefined =>
  useContext(SharedFailure) === failure?.message ? undefined : failure;

/** For content that could not be refreshed. */
export function NotRefreshed(props: Parameters<typeof Banner>[0]): VNode | undefined {
  const failure = useUnsaid(props.failure);
  return (
    failure && (
      <p role="alert">
        <Reason {...props} failure={failure} />
      </p>
    )
  );
}

/** A part that loads separately. */
export function Part<T>(props: {
  readonly view: PartView<T>;
  /** Such as `signature`. */
  readonly what: string;
  readonly onRetry: () => void;
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

export function Loading(props: {
  readonly text: string;
  /** For the name of the Cancel button. */
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

interface FailureProps {
  readonly failure: FailureView;
  /** For the name of the Retry button. */
  readonly what: string;
  readonly onRetry: () => void;
}

/** Short if the banner shows the failure. */
export function Failure(props: FailureProps): VNode {
  return useUnsaid(props.failure) ? <Reason {...props} /> : <span class="quiet">{t('Not loaded')}</span>;
}

function Reason({ failure, what, onRetry }: FailureProps): VNode {
  const { message, asOfMs } = failure;
  const isStopped = failure.stopped === true;
  const retry = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // replaces the focused Cancel button
    if (isStopped && hasLostFocus()) retry.current?.focus({ preventScroll: true });
  }, [failure]);
  return (
    <span class={isStopped ? 'failure quiet' : 'failure'}>
      <Icon name={isStopped ? 'circle-slash' : 'error'} class={isStopped ? '' : 'bad'} />{' '}
      <span class="words">
        {asOfMs === undefined ? message : t('{0} Shown as of {1}.', message, shortTime(asOfMs, pageLocale()))}
      </span>
      {failure.retryable && (
        <button ref={retry} type="button" class="link" aria-label={t('Retry: {0}', what)} onClick={onRetry}>
          {t('Retry')}
        </button>
      )}
    </span>
  );
}
