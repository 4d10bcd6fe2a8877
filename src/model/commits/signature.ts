import type { CommitSignature } from '../../wire/commits.ts';

export type SignatureTrust = 'verified' | 'unverified';

/** Unknown statuses are unverified. */
export const signatureTrust = (signature: Pick<CommitSignature, 'verification_status'>): SignatureTrust =>
  signature.verification_status === 'verified' || signature.verification_status === 'verified_system'
    ? 'verified'
    : 'unverified';
