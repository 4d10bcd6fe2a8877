import type { Shell } from '../shell/shell.ts';
import type { Queues } from './queues.ts';
import type { QueueView } from './view.ts';

/** What commands on the backport queue work with. */
export interface BackportsArea extends Shell {
  readonly backports: {
    readonly queues: Queues;
    readonly view: QueueView;
  };
}
