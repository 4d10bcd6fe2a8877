import type { CommitSignature, getCommitSignature } from '../../wire/commits.ts';
import type { CommitObject } from '../git/commitObject.ts';
import { isPgpSignedBy, pgpKeyIdOf, readPgpKey, type PgpKey } from '../git/pgpSignature.ts';
import { checkSignature } from '../git/sshSignature.ts';
import { checkX509Signature, isTrusted, type SignerCertificate } from '../git/x509Signature.ts';
import { ok, openCode, type Handler } from '../handling.ts';
import { notFound } from '../refusals.ts';
import type { Person } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { openCommit } from './commits.ts';

/** Serializes all digits by `JSON.rawJSON`; V8 before 11.4 lacks it and rounds. */
const exactNumber = (value: bigint): { readonly toJSON: () => unknown } => ({
  toJSON: () => {
    const { rawJSON } = JSON as { readonly rawJSON?: (text: string) => unknown };
    return rawJSON === undefined ? Number(value) : rawJSON(String(value));
  },
});

const sameKey = (one: string, other: string): boolean =>
  one.split(' ').slice(0, 2).join(' ') === other.split(' ').slice(0, 2).join(' ');

const sshSignature = (world: World, commit: CommitObject, armoured: string): CommitSignature => {
  const checked = checkSignature(armoured, commit.payload);
  const owner = world.state.people.find(({ keys }) =>
    keys.some(({ key }) => checked !== undefined && sameKey(key, checked.publicKey)),
  );
  const known = owner?.keys.find(({ key }) => checked !== undefined && sameKey(key, checked.publicKey));
  const status =
    known === undefined
      ? 'unknown_key'
      : checked?.isGood !== true
        ? 'unverified'
        : owner?.email === commit.committer.email
          ? 'verified'
          : 'unverified_author_email';
  const key =
    known === undefined
      ? null
      : {
          id: known.id,
          title: known.title,
          created_at: known.createdAt,
          expires_at: known.expiresAt,
          key: known.key,
          usage_type: 'auth_and_signing',
        };
  return { signature_type: 'SSH', verification_status: status, key, commit_source: 'gitaly' };
};

/** Compares the key's user ID with its owner and the committer. */
const pgpStatus = (world: World, commit: CommitObject, owner: Person, key: PgpKey): string => {
  if (key.userEmail !== owner.email) return 'unverified_key';
  if (key.userEmail === commit.committer.email) return 'verified';
  const isSomebody = world.state.people.some(({ email }) => email === commit.committer.email);
  return isSomebody ? 'other_user' : 'same_user_different_email';
};

const pgpSignature = (world: World, commit: CommitObject, armoured: string): CommitSignature => {
  const keyId = pgpKeyIdOf(armoured);
  const known = world.state.people
    .flatMap((owner) => (owner.pgpKeys ?? []).map((record) => ({ owner, record, key: readPgpKey(record.key) })))
    .find(({ key }) => key !== undefined && key.keyId === keyId);
  const isGood = known?.key !== undefined && isPgpSignedBy(armoured, commit.payload, known.key);
  return {
    signature_type: 'PGP',
    verification_status:
      known?.key === undefined
        ? 'unknown_key'
        : isGood
          ? pgpStatus(world, commit, known.owner, known.key)
          : 'unverified',
    gpg_key_id: known?.record.id ?? null,
    gpg_key_primary_keyid: keyId ?? null,
    gpg_key_user_name: known?.key?.userName ?? null,
    gpg_key_user_email: known?.key?.userEmail ?? null,
    gpg_key_subkey_id: null,
    commit_source: 'gitaly',
  };
};

const certificateRecord = (signer: SignerCertificate): CommitSignature['x509_certificate'] => {
  const record = {
    // certificates aren't stored, so all have the same ID
    id: 1,
    subject: signer.subject,
    subject_key_identifier: signer.subjectKey,
    email: signer.email,
    // the API sends a number of up to 160 bits, too large for a JavaScript number
    serial_number: exactNumber(signer.serial) as unknown as string,
    certificate_status: 'good',
    x509_issuer: {
      id: 1,
      subject: signer.issuer,
      subject_key_identifier: signer.issuerKey,
      crl_url: signer.revocationUrl,
    },
  };
  return record;
};

const x509Signature = (world: World, commit: CommitObject, armoured: string): CommitSignature => {
  const checked = checkX509Signature(armoured, commit.payload);
  const at = new Date(commit.committer.seconds * 1000);
  const isVerified =
    checked?.isGood === true &&
    checked.signer.email === commit.committer.email &&
    (world.state.authorities ?? []).some((authority) => isTrusted(checked.signer, authority, at));
  return {
    signature_type: 'X509',
    verification_status: isVerified ? 'verified' : 'unverified',
    x509_certificate: checked === undefined ? null : certificateRecord(checked.signer),
    commit_source: 'gitaly',
  };
};

const signatureRecord = (world: World, commit: CommitObject, armoured: string): CommitSignature => {
  if (armoured.includes('BEGIN SSH')) return sshSignature(world, commit, armoured);
  return armoured.includes('BEGIN PGP')
    ? pgpSignature(world, commit, armoured)
    : x509Signature(world, commit, armoured);
};

/** C14. Verifies all three kinds of signatures; unsigned commits are 404. */
export const handleGetCommitSignature: Handler<typeof getCommitSignature> = async (visit) => {
  const { repository } = openCode(visit);
  const commit = await openCommit(repository, visit.parameters().sha);
  if (commit.signature === undefined) throw notFound('Signature');
  return ok(signatureRecord(visit.world, commit, commit.signature));
};
