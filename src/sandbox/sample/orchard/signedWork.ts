import type { CommitPlan } from '../../world/plans.ts';
import { authors } from '../people.ts';
import { denizSigned, oliveSigned } from '../recordedSignatures.ts';

const { olive, deniz } = authors;

/** Commits with recorded signatures, valid only while these plans and all ancestors stay unchanged. */
export const signedWork: readonly CommitPlan[] = [
  {
    key: 'signedPgp',
    branch: 'signatures/pgp',
    from: 'main',
    author: olive,
    date: '2026-11-20T17:05:00+01:00',
    message: 'Say who answers for the prices\n\nSigned with OpenPGP.\n',
    files: { 'docs/prices.md': '# Prices\n\nOlive Marsh answers for what is printed here.\n' },
    signature: oliveSigned,
  },
  {
    key: 'signedX509',
    branch: 'signatures/x509',
    from: 'main',
    author: deniz,
    date: '2026-11-20T19:20:00+03:00',
    message: 'Say who answers for the scales\n\nSigned with a certificate.\n',
    files: { 'docs/scales.md': '# Scales\n\nDeniz Aydın answers for what they show.\n' },
    signature: denizSigned,
  },
];
