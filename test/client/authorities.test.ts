import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readAuthorities } from '../../src/client/authorities.ts';
import { getUser } from '../../src/wire/instance.ts';
import { temporaryFolder } from '../support/paths.ts';
import { connect, failureOf } from './connect.ts';
import { loopback } from './loopback.ts';
import { encrypted, listen } from './proxy/broken.ts';
import { CertificateMaker } from './proxy/certificates.ts';

describe('certificates of authorities from files', () => {
  const net = loopback();
  const maker = new CertificateMaker(temporaryFolder('certificates'));
  const root = maker.make({ subject: 'Orchard Root', isAuthority: true });
  const other = maker.make({ subject: 'Other Root', isAuthority: true });
  const pair = maker.make({ subject: 'gitlab', names: 'IP:127.0.0.1' }, root);
  const folder = temporaryFolder('authorities');

  after(() => {
    maker.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };

  it('are trusted beside those of the runtime, not instead of them', async () => {
    const address = `https://${(await listen(encrypted(pair), net)).host}`;
    const authorities = await readAuthorities('the setting', [file('both.pem', `notes\n${other.cert}\n${root.cert}`)]);
    assert.deepEqual(authorities.unread, []);
    const { facts } = await failureOf(connect(net, address).client.send(getUser, {}));
    assert.equal(facts.connection?.problem, 'unknownAuthority');
    for (const systemCertificates of [true, false]) {
      const { client } = connect(net, address, { settings: { authorities, systemCertificates } });
      assert.equal((await client.send(getUser, {})).id, 1);
    }
  });

  it('may be one in DER', async () => {
    const { raw } = new X509Certificate(root.cert);
    const { certificates } = await readAuthorities('the setting', [file('root.cer', raw)]);
    assert.deepEqual(
      certificates.map((text) => new X509Certificate(text).subject),
      ['CN=Orchard Root'],
    );
  });

  it('are read whatever other files are, each of which is named with what is wrong with it', async () => {
    const [good, missing] = [file('root.pem', root.cert), path.join(folder, 'missing.pem')];
    const [notes, key] = [file('notes.txt', 'no certificate'), file('key.pem', pair.key)];
    const { certificates, unread } = await readAuthorities('the setting', [missing, notes, key, 'root.pem', good]);
    assert.equal(certificates.length, 1);
    assert.deepEqual(
      unread,
      [
        [missing, 'ENOENT: no such file or directory'],
        [notes, ''],
        [key, ''],
        ['root.pem', ''],
      ].map(([text, fault]) => ({ name: 'the setting', text, fault })),
    );
  });
});
