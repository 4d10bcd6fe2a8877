import type { Client } from '../../client/client.ts';
import type { TransferProgress } from '../../client/transport.ts';
import type { Job, JobChange } from '../../model/transfers/jobs/job.ts';
import type { JobPace } from '../../model/transfers/jobs/pace.ts';
import type { Clients } from '../shell/clients.ts';

/** What a rule works with. */
export interface JobDeps {
  /** The client of the job's account. */
  readonly client: Client;
  readonly clients: Clients;
  readonly signal: AbortSignal;
}

/** The same where bytes go from or to this computer. */
export interface TransferDeps extends JobDeps {
  readonly progress: (progress: TransferProgress) => void;
}

/** A button of the message that says how a job ended. */
export interface EndingAction {
  readonly title: string;
  /** A command of the extension; it is given the row of the job (`{ kind: 'job', id }`). */
  readonly command: string;
}

/** How jobs of one kind are watched, carried on and ended. */
export interface JobKindRules {
  /** How often the server may be asked. */
  readonly pace: JobPace | ((job: Job) => JobPace);
  /**
   * Reads what the server says now; sends no write. Asked while a job is `running` or `unclear`. What it throws is kept
   * as `look.error` and it is asked again later; not found or forbidden three times in a row is the end.
   */
  look(job: Job, how: JobDeps): Promise<JobChange>;
  /**
   * Carries on what this computer has to do in the phases `sending` and `receiving`, when no window is at it: after a
   * look has led there, or after the editor was closed. Runs as a transfer. A failure that may pass is tried again
   * later; any other ends the job. Left out: such a job becomes `unclear` and is looked at.
   */
  carryOn?(job: Job, how: TransferDeps): Promise<JobChange>;
  /** A cancel the server knows. Left out: the job is not watched any longer, and says so. */
  cancel?(job: Job, how: JobDeps): Promise<JobChange>;
  /** Clears what the job has left on this computer: it has ended or was removed from the list. */
  clear?(job: Job): Promise<void>;
  /** What can be done at the end, beside the details. */
  endingActions?(job: Job): readonly EndingAction[];
}
