/**
 * How far a job is, in our words; the server's own are in its history. `sending`: bytes or the request go out from here.
 * `running`: the server works and we look from time to time. `receiving`: its archive comes here. `unclear`: an answer
 * was lost, or the editor ended meanwhile, and looking did not tell yet what became of it. The others are ends.
 */
export const jobPhases = ['sending', 'running', 'receiving', 'unclear', 'succeeded', 'failed', 'canceled'] as const;

/** How far a job is, in our words. */
export type JobPhase = (typeof jobPhases)[number];

const ends: readonly JobPhase[] = ['succeeded', 'failed', 'canceled'];

/** Whether a job has come to its end: nothing more is asked about it. */
export const hasEnded = ({ phase }: { readonly phase: JobPhase }): boolean => ends.includes(phase);
