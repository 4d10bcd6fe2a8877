import type { CommitSignature, getCommitSignature } from '../../wire/commits.ts';
import type { CommitObject } from '../git/commitObject.ts';
import { checkSignature } from '../git/sshSignature.ts';
import { found, openCode, type Handler } from '../handling.ts';
import { notFound } from '../refusals.ts';
import type { World } from '../world/world.ts';
import { openCommit } from './commits.ts';

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

/** The sandbox keeps no PGP keys and no certificates: what they signed is signed by a key it does not know. */
const otherSignature = (armoured: string): CommitSignature =>
  armoured.includes('BEGIN PGP')
    ? {
        signature_type: 'PGP',
        verification_status: 'unknown_key',
        gpg_key_id: null,
        gpg_key_primary_keyid: null,
        gpg_key_user_name: null,
        gpg_key_user_email: null,
        gpg_key_subkey_id: null,
        commit_source: 'gitaly',
      }
    : { signature_type: 'X509', verification_status: 'unverified', x509_certificate: null, commit_source: 'gitaly' };

/** C14. SSH signatures are really checked, against the keys of the users; an unsigned commit is refused with 404. */
export const handleGetCommitSignature: Handler<typeof getCommitSignature> = async (visit) => {
  const { repository } = openCode(visit);
  const commit = await openCommit(repository, visit.parameters().sha);
  const armoured = commit.signature;
  if (armoured === undefined) throw notFound('Signature');
  return found(armoured.includes('BEGIN SSH') ? sshSignature(visit.world, commit, armoured) : otherSignature(armoured));
};
