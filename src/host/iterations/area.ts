import type { Shell } from '../shell/shell.ts';
import type { IterationLists } from './lists.ts';
import type { IterationLive } from './live.ts';
import type { IterationStatus } from './statusBar.ts';
import type { IterationsView } from './view.ts';
import type { IterationWork } from './work.ts';

export interface IterationsArea extends Shell {
  readonly iterationLists: IterationLists;
  readonly iterationWork: IterationWork;
  readonly iterationLive: IterationLive;
  readonly iterations: IterationsView;
  readonly iterationStatus: IterationStatus;
}
