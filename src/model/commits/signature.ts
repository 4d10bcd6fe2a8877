import type { CommitSignature } from '../../wire/commits.ts';

/** What a signature proves: a `verified` one was made by its author's own key as far as the server knows. */
export type SignatureTrust = 'verified' | 'unverified';

/** Whether the server vouches for a signature. A status we do not know is not vouched for. */
export const signatureTrust = (signature: Pick<CommitSignature, 'verification_status'>): SignatureTrust =>
  signature.verification_status === 'verified' || signature.verification_status === 'verified_system'
    ? 'verified'
    : 'unverified';
