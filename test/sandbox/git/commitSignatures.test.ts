import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkSignature, signCommit, signingKey } from '../../../src/sandbox/git/sshSignature.ts';
import type { CommitSignature } from '../../../src/wire/commits.ts';
import { orchard, withSandbox } from '../driving.ts';

const split = (raw: string): { readonly payload: string; readonly signature: string } => {
  const found = /^gpgsig (.*(?:\n .*)*)\n/m.exec(raw);
  assert.ok(found);
  return { payload: raw.replace(found[0], ''), signature: `${(found[1] ?? '').replaceAll('\n ', '\n')}\n` };
};

const hasSshKeygen = async (): Promise<boolean> => {
  try {
    await promisify(execFile)('ssh-keygen', ['-Y', 'nothing']);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
};

describe('C14 the signature of a commit', () => {
  const run = withSandbox();

  it('verifies the SSH signature of a user whose key is known', async () => {
    const { json } = await run().get<CommitSignature>(
      `${orchard}/repository/commits/${run().sandbox.commits.signed}/signature`,
    );
    assert.equal(json.signature_type, 'SSH');
    assert.equal(json.verification_status, 'verified');
    assert.equal(json.key?.title, 'Maya, work laptop');
    assert.equal(json.commit_source, 'gitaly');
  });

  it('says 404 of a commit without one', async () => {
    const { status, json } = await run().get(`${orchard}/repository/commits/main/signature`);
    assert.deepEqual([status, json], [404, { message: '404 Signature Not Found' }]);
  });

  it('is a signature ssh-keygen accepts', async function () {
    if (!(await hasSshKeygen())) this.skip();
    const { payload, signature } = split(`${await run().git('cat-file', 'commit', run().sandbox.commits.signed)}\n`);
    const { json } = await run().get<CommitSignature>(
      `${orchard}/repository/commits/${run().sandbox.commits.signed}/signature`,
    );
    const folder = await mkdtemp(join(tmpdir(), 'graft-signature-'));
    try {
      await writeFile(join(folder, 'signature'), signature);
      await writeFile(join(folder, 'allowed'), `maya@acme.example ${json.key?.key ?? ''}\n`);
      const args = ['-Y', 'verify', '-f', 'allowed', '-I', 'maya@acme.example', '-n', 'git', '-s', 'signature'];
      const verify = spawn('ssh-keygen', args, { cwd: folder });
      verify.stdin.end(payload);
      let said = '';
      verify.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const code = await new Promise((resolve) => verify.once('close', resolve));
      assert.equal(code, 0);
      assert.match(said, /Good "git" signature for maya@acme.example/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('SSH signatures', () => {
  const key = signingKey(Buffer.alloc(32, 7));

  it('hold for what was signed and for nothing else', () => {
    const signature = signCommit(key, Buffer.from('tree 1\n'));
    assert.deepEqual(checkSignature(signature, Buffer.from('tree 1\n')), { publicKey: key.publicKey, isGood: true });
    assert.equal(checkSignature(signature, Buffer.from('tree 2\n'))?.isGood, false);
  });

  it('are not found in other text', () => {
    assert.equal(checkSignature('-----BEGIN SSH SIGNATURE-----\nnonsense', Buffer.from('')), undefined);
  });
});
