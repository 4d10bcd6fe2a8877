import type { Shell } from '../shell/shell.ts';
import type { Queues } from './queues.ts';
import type { Changelogs } from './changelogs.ts';
import type { Readinesses } from './readinesses.ts';
import type { QueueView } from './view.ts';

/** Dependencies of the backport queue's commands. */
export interface BackportsArea extends Shell {
  readonly backports: {
    readonly queues: Queues;
    readonly readinesses: Readinesses;
    readonly changelogs: Changelogs;
    readonly view: QueueView;
  };
}
