import assert from 'node:assert/strict';
import { parseCommit, type CommitObject } from '../../../src/sandbox/git/commitObject.ts';
import { isPgpSignedBy, readPgpKey } from '../../../src/sandbox/git/pgpSignature.ts';
import { checkX509Signature, isTrusted } from '../../../src/sandbox/git/x509Signature.ts';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import {
  denizSigned,
  oliveSigned,
  olivesPgpKey,
  sampleAuthority,
} from '../../../src/sandbox/sample/recordedSignatures.ts';
import type { CommitSignature } from '../../../src/wire/commits.ts';
import { orchard, segment, withSandbox } from '../driving.ts';

const read = async (git: (...args: string[]) => Promise<string>, revision: string): Promise<CommitObject> =>
  parseCommit(revision, Buffer.from(`${await git('cat-file', 'commit', revision)}\n`));

describe('C14 recorded signatures', () => {
  const run = withSandbox();
  const signature = async (branch: string): Promise<CommitSignature> =>
    (await run().get<CommitSignature>(`${orchard}/repository/commits/${segment(branch)}/signature`)).json;

  it('verifies an OpenPGP signature of a user', async () => {
    assert.deepEqual(await signature('signatures/pgp'), {
      signature_type: 'PGP',
      verification_status: 'verified',
      gpg_key_id: 21,
      gpg_key_primary_keyid: '540F11BBF241DC5A',
      gpg_key_user_name: 'Olive Marsh',
      gpg_key_user_email: 'olive@acme.example',
      gpg_key_subkey_id: null,
      commit_source: 'gitaly',
    });
  });

  it('verifies a signature with a certificate, its long serial number digit by digit', async () => {
    const { json, text } = await run().get<CommitSignature>(
      `${orchard}/repository/commits/${segment('signatures/x509')}/signature`,
    );
    assert.equal(json.verification_status, 'verified');
    assert.deepEqual(
      { ...json.x509_certificate, serial_number: /"serial_number":(\d+)/.exec(text)?.[1] },
      {
        id: 1,
        subject: 'CN=Deniz Aydin,OU=Sample,O=Acme',
        subject_key_identifier: '62:55:89:AD:05:53:B0:E5:C0:A0:14:75:74:EF:E6:7B:B9:35:A8:30',
        email: 'deniz@acme.example',
        serial_number: String(BigInt('0x4E3E8BA2D035F4D6635F146F679C76B79C2906DA')),
        certificate_status: 'good',
        x509_issuer: {
          id: 1,
          subject: 'CN=Acme Sample CA,OU=Sample,O=Acme',
          subject_key_identifier: '14:FC:0D:C7:C1:7E:C2:93:51:E7:E9:6D:A7:7C:83:D0:E2:5D:C9:EA',
          crl_url: 'http://pki.acme.example/acme.crl',
        },
      },
    );
  });

  it('hold for what was signed and for nothing else', async () => {
    const pgp = await read(run().git, 'signatures/pgp');
    const x509 = await read(run().git, 'signatures/x509');
    const key = readPgpKey(olivesPgpKey);
    assert.ok(key);
    assert.equal(isPgpSignedBy(oliveSigned, pgp.payload, key), true);
    assert.equal(isPgpSignedBy(oliveSigned, x509.payload, key), false);
    assert.equal(isPgpSignedBy(oliveSigned, pgp.payload, { ...key, point: Buffer.alloc(32, 7) }), false);
    const checked = checkX509Signature(denizSigned, x509.payload);
    assert.equal(checked?.isGood, true);
    assert.equal(checkX509Signature(denizSigned, pgp.payload)?.isGood, false);
    assert.ok(checked);
    assert.equal(isTrusted(checked.signer, sampleAuthority, new Date('2026-11-20T16:00:00Z')), true);
    assert.equal(isTrusted(checked.signer, sampleAuthority, new Date('2025-01-01T00:00:00Z')), false);
  });

  it('are not found in other text', () => {
    assert.equal(readPgpKey('nonsense'), undefined);
    assert.equal(checkX509Signature('nonsense', Buffer.from('x')), undefined);
    assert.equal(checkX509Signature('-----BEGIN SIGNED MESSAGE-----\nMIIB\n-----END', Buffer.from('x')), undefined);
  });
});

describe('C14 signatures nobody vouches for', () => {
  const run = withSandbox({
    plan: { ...acmePlan, authorities: [], people: acmePlan.people.map((person) => ({ ...person, pgpKeys: [] })) },
  });
  const status = async (branch: string): Promise<unknown> =>
    (await run().get<CommitSignature>(`${orchard}/repository/commits/${segment(branch)}/signature`)).json
      .verification_status;

  it('are of an unknown key, or unverified', async () => {
    assert.equal(await status('signatures/pgp'), 'unknown_key');
    assert.equal(await status('signatures/x509'), 'unverified');
  });
});
