import type { IconName } from './icons.ts';
import type { JobTone } from './jobPage.ts';

/** Something that can be done, as a button; its name is given back when it is wanted. */
export interface ConnectionActionView {
  readonly name: string;
  readonly label: string;
}

/** A step of the check: what it is, whom it is about, how it went, and what helps. */
export interface ConnectionStepView {
  readonly icon: IconName;
  readonly tone: JobTone;
  /** The state in a word, which the icon shows. */
  readonly state: string;
  readonly title: string;
  readonly host: string;
  readonly sentence: string;
  readonly actions: readonly ConnectionActionView[];
}

/** The whole check, from the extension to the page. */
export interface ToConnectionPage {
  readonly type: 'check';
  /** How far it is, or what came of it. */
  readonly summary: string;
  readonly isRunning: boolean;
  readonly actions: readonly ConnectionActionView[];
  readonly steps: readonly ConnectionStepView[];
}

/** What the page was opened for. */
export interface ConnectionPageState {
  readonly title: string;
}

/** Messages from the page to the extension: it can listen, or the reader wants something. */
export type FromConnectionPage = { readonly type: 'ready' } | { readonly type: 'act'; readonly action: string };
