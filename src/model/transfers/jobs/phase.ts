/**
 * `sending`: from this computer. `running`: on the server, polled. `receiving`: downloading. `unclear`: unknown after a
 * lost answer or a restart. The others are final.
 */
export const jobPhases = ['sending', 'running', 'receiving', 'unclear', 'succeeded', 'failed', 'canceled'] as const;

export type JobPhase = (typeof jobPhases)[number];

const ends: readonly JobPhase[] = ['succeeded', 'failed', 'canceled'];

export const hasEnded = ({ phase }: { readonly phase: JobPhase }): boolean => ends.includes(phase);
