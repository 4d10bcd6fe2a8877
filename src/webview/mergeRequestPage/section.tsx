import type { ComponentChild, VNode } from 'preact';
import type { PartName } from '../../messages/mergeRequestPage.ts';
import { FoldSummary } from '../elements/badge.tsx';
import { NotRefreshed, Part } from '../elements/part.tsx';
import { Pencil } from './head.tsx';
import type { PartState } from './pageState.ts';

/** A collapsible section. */
export function Section(props: {
  readonly title: string;
  /** Next to the title, such as a count. */
  readonly aside?: ComponentChild;
  readonly isFolded?: boolean;
  readonly onEdit?: (() => void) | undefined;
  readonly children: ComponentChild;
}): VNode {
  return (
    <details class="requestSection" open={props.isFolded !== true}>
      <FoldSummary>
        <h2>{props.title}</h2>
        {props.aside !== undefined && <span class="quiet aside">{props.aside}</span>}
      </FoldSummary>
      <Pencil label={props.title} onEdit={props.onEdit} />
      <div class="sectionBody">{props.children}</div>
    </details>
  );
}

/** A part that loads separately; keeps its content if a refresh fails. */
export function PartOf<T>(props: {
  readonly state: PartState<T> | undefined;
  readonly type: PartName;
  /** Its name in sentences, such as `commits`. */
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

/** Undefined unless loaded. */
export const valueOf = <T,>(state: PartState<T> | undefined): T | undefined =>
  state?.view.state === 'ready' ? state.view.value : undefined;
