import type { ComponentChild, VNode } from 'preact';
import type { PartName } from '../../messages/mergeRequestPage.ts';
import { FoldSummary } from '../elements/badge.tsx';
import { NotRefreshed, Part } from '../elements/part.tsx';
import type { PartState } from './pageState.ts';

/** A part of the page below a heading that folds it. */
export function Section(props: {
  readonly title: string;
  /** Beside the title, such as a number. */
  readonly aside?: ComponentChild;
  readonly isFolded?: boolean;
  readonly children: ComponentChild;
}): VNode {
  return (
    <details class="requestSection" open={props.isFolded !== true}>
      <FoldSummary>
        <h2>{props.title}</h2>
        {props.aside !== undefined && <span class="quiet aside">{props.aside}</span>}
      </FoldSummary>
      <div class="sectionBody">{props.children}</div>
    </details>
  );
}

/** A part in the state it is in; one that could not be read again stays, and says why. */
export function PartOf<T>(props: {
  readonly state: PartState<T> | undefined;
  readonly type: PartName;
  /** What it is called in sentences, such as `commits`. */
  readonly what: string;
  readonly onRetry: (name: PartName) => void;
  readonly children: (value: T) => ComponentChild;
}): VNode {
  const { state, what, type } = props;
  const retry = (): void => props.onRetry(type);
  return (
    <>
      <NotRefreshed failure={state?.failure} what={what} onRetry={retry} />
      <Part view={state?.view ?? { state: 'loading' }} what={what} onRetry={retry}>
        {props.children}
      </Part>
    </>
  );
}

/** The value of a part that is there. */
export const valueOf = <T,>(state: PartState<T> | undefined): T | undefined =>
  state?.view.state === 'ready' ? state.view.value : undefined;
