import type { IconName } from './icons.ts';
import type { JobTone } from './jobPage.ts';

/** A button; `name` is sent back. */
export interface ConnectionActionView {
  readonly name: string;
  readonly label: string;
}

export interface ConnectionStepView {
  readonly icon: IconName;
  readonly tone: JobTone;
  /** Text alternative of the icon. */
  readonly state: string;
  readonly title: string;
  readonly host: string;
  readonly sentence: string;
  readonly actions: readonly ConnectionActionView[];
}

export interface ToConnectionPage {
  readonly type: 'check';
  readonly summary: string;
  readonly isRunning: boolean;
  readonly actions: readonly ConnectionActionView[];
  readonly steps: readonly ConnectionStepView[];
}

export interface ConnectionPageState {
  readonly title: string;
}

export type FromConnectionPage = { readonly type: 'ready' } | { readonly type: 'act'; readonly action: string };
