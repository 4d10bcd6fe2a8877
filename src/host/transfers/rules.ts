import type { Client } from '../../client/client.ts';
import type { TransferProgress } from '../../client/transport.ts';
import type { Job, JobChange } from '../../model/transfers/jobs/job.ts';
import type { JobPace } from '../../model/transfers/jobs/pace.ts';
import type { Clients } from '../shell/clients.ts';

export interface JobDeps {
  /** Client of the job's account. */
  readonly client: Client;
  readonly clients: Clients;
  readonly signal: AbortSignal;
}

export interface TransferDeps extends JobDeps {
  readonly progress: (progress: TransferProgress) => void;
}

/** Button of the message about an ended job. */
export interface EndingAction {
  readonly title: string;
  /** Called with the job's row (`{ kind: 'job', id }`). */
  readonly command: string;
}

/** Behaviour of a kind of jobs. */
export interface JobKindRules {
  /** Polling interval. */
  readonly pace: JobPace | ((job: Job) => JobPace);
  /**
   * Polls a `running` or `unclear` job; never writes. Errors are stored in `poll.error` and retried; three refusals in
   * a row (not found, forbidden) end the job.
   */
  poll(job: Job, how: JobDeps): Promise<JobChange>;
  /**
   * Carries out the phases `sending` and `receiving` as a transfer, unless another window does; also after a restart.
   * Temporary failures are retried, others end the job. Without it such a job becomes `unclear`.
   */
  carryOn?(job: Job, how: TransferDeps): Promise<JobChange>;
  /** Cancels on the server. Without it the job is only no longer watched. */
  cancel?(job: Job, how: JobDeps): Promise<JobChange>;
  /** Deletes temporary files of an ended or removed job. */
  clear?(job: Job): Promise<void>;
  endingActions?(job: Job): readonly EndingAction[];
}
