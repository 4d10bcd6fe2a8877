import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { fileToUpload } from '../../../../src/client/fileToUpload.ts';
import { type ArchiveCheck, type CheckOptions, checkArchive } from '../../../../src/model/transfers/imports/archive.ts';
import { type RunningSandbox, startSandbox } from '../../../support/servers/startSandbox.ts';
import type { UploadFile } from '../../../../src/wire/parameters.ts';
import { exported, repack } from '../../../sandbox/transfer/transferring.ts';

const fileOf = (bytes: Uint8Array, partBytes = 1000): UploadFile => ({
  name: 'archive.tar.gz',
  size: bytes.length,
  async *open() {
    const memory = Buffer.alloc(partBytes);
    for (let at = 0; at < bytes.length; at += partBytes) {
      const part = bytes.subarray(at, at + partBytes);
      memory.set(part);
      // like the real reader: overwritten by the next part
      yield memory.subarray(0, part.length);
    }
  },
});

const look = (bytes: Uint8Array, options: Partial<CheckOptions> = {}, partBytes?: number): Promise<ArchiveCheck> =>
  checkArchive(fileOf(bytes, partBytes), { depth: 'whole', ...options });

const flawOf = async (bytes: Uint8Array): Promise<string> => {
  const found = await look(bytes);
  return found.kind === 'unfit' ? found.defect : found.kind;
};

/** Start of the last block's padding. */
const lastFilled = (tar: Buffer): number => {
  const last = tar.findLastIndex((byte) => byte !== 0);
  return Math.ceil((last + 1) / 512) * 512;
};

/** Deterministic and incompressible. */
const noise = (bytes: number): Buffer => createHash('shake256', { outputLength: bytes }).update('noise').digest();

describe('a look at an archive', () => {
  let sandbox: RunningSandbox;
  let project: Buffer;
  let group: Buffer;

  before(async () => {
    sandbox = await startSandbox({ jobDelayMs: 0 });
    project = await exported(sandbox, `/projects/${encodeURIComponent(sandbox.project)}`);
    group = await exported(sandbox, `/groups/${sandbox.group}`, 'owner');
  });
  after(() => sandbox.close());

  it('knows the export of a project', async () => {
    const found = await look(project);
    assert.deepEqual(found, {
      kind: 'export',
      facts: {
        of: 'project',
        gitlabVersion: found.kind === 'export' ? found.facts.gitlabVersion : undefined,
        formatVersion: '0.2.4',
        name: 'Orchard',
        path: sandbox.project.split('/')[1],
        groups: undefined,
      },
      read: 'whole',
      sizeBytes: project.length,
    });
    assert.match(found.kind === 'export' ? (found.facts.gitlabVersion ?? '') : '', /^\d+\.\d+/);
  });

  it('knows the export of a group, and which of its groups it is of', async () => {
    const found = await look(group);
    assert.equal(found.kind, 'export');
    if (found.kind !== 'export') return;
    assert.deepEqual([found.facts.of, found.facts.path, found.facts.name], ['group', 'acme', 'Acme']);
    // acme, tools, field and greenhouse
    assert.equal(found.facts.groups, 4);
  });

  it('reads only the beginning when that is enough', async () => {
    let read = 0;
    const large = await repack({
      VERSION: Buffer.from('0.2.4\n'),
      GITLAB_VERSION: Buffer.from('17.11.2-ee\n'),
      'tree/project.json': Buffer.from('{"description":"no path in real ones"}'),
      'project.bundle': noise(3_000_000),
    });
    const found = await look(large, { depth: 'head', progress: ({ doneBytes }) => (read = doneBytes) });
    assert.equal(found.kind === 'export' && found.read, 'head');
    assert.equal(found.kind === 'export' && found.facts.gitlabVersion, '17.11.2-ee');
    assert.ok(read < 100_000, `${read} bytes were read`);
  });

  it('calls a small file that was read to its end whole, also when only the beginning was asked for', async () => {
    const found = await look(project, { depth: 'head' }, project.length);
    assert.equal(found.kind, 'export');
  });

  it('does not know yet what begins with something large', async () => {
    const large = await repack({ 'uploads/film.mp4': noise(9_000_000), VERSION: Buffer.from('0.2.4') });
    assert.equal((await look(large, { depth: 'head' })).kind, 'unsure');
  });

  it('tells a project by its bundle while the release is still to come', async () => {
    const large = await repack({ 'project.bundle': noise(9_000_000), GITLAB_VERSION: Buffer.from('18.0.0') });
    const head = await look(large, { depth: 'head' });
    assert.deepEqual(head.kind === 'export' && [head.facts.of, head.facts.gitlabVersion], ['project', undefined]);
    const whole = await look(large);
    assert.deepEqual(whole.kind === 'export' && [whole.facts.of, whole.facts.gitlabVersion], ['project', '18.0.0']);
  });

  it('reads what comes in large parts, most of it content nobody wants, to its end and checks it', async () => {
    const files = {
      'project.bundle': noise(9_000_000),
      VERSION: Buffer.from('0.2.4'),
      'lfs-objects/a': noise(500_000),
    };
    const large = await repack({ ...files, GITLAB_VERSION: Buffer.from('18.0.0') });
    const whole = await look(large, {}, 512 * 1024);
    assert.deepEqual(whole.kind === 'export' && [whole.facts.formatVersion, whole.facts.gitlabVersion, whole.read], [
      '0.2.4',
      '18.0.0',
      'whole',
    ]);
    large.fill(0x55, 5_000_000, 5_000_100);
    const damaged = await look(large, {}, 512 * 1024);
    assert.equal(damaged.kind === 'unfit' && damaged.defect, 'damaged');
  });

  it('names what is wrong', async () => {
    const other = await repack({ 'package/package.json': Buffer.from('{}') });
    assert.equal(await flawOf(Buffer.alloc(0)), 'empty');
    assert.equal(await flawOf(Buffer.from('PK\u0003\u0004 and so on')), 'notGzip');
    assert.equal(await flawOf(Buffer.from([0x1f])), 'truncated');
    assert.equal(await flawOf(gzipSync('no tar at all')), 'notTar');
    assert.equal(await flawOf(gzipSync('no tar at all, and long enough '.repeat(100))), 'notTar');
    assert.equal(await flawOf(gzipSync('')), 'notTar');
    // a size in the right place, but a wrong checksum
    const alike = Buffer.alloc(2048, 0x61);
    alike.write('00000000000\0', 124);
    assert.equal(await flawOf(gzipSync(alike)), 'notTar');
    assert.equal(await flawOf(other), 'notExport');
    assert.equal(await flawOf(gzipSync(Buffer.alloc(10_240))), 'notExport');
    assert.equal(await flawOf(project.subarray(0, project.length - 1)), 'truncated');
    assert.equal(await flawOf(project.subarray(0, project.length >> 1)), 'truncated');
    const broken = Buffer.from(project);
    broken.fill(0x55, project.length >> 1, (project.length >> 1) + 50);
    assert.equal(await flawOf(broken), 'damaged');
  });

  it('says what a file looks like that is no gzip', async () => {
    const resembles = async (bytes: Uint8Array): Promise<string | undefined> => {
      const found = await look(bytes);
      return found.kind === 'unfit' ? found.resembles : 'fit';
    };
    assert.equal(await resembles(Buffer.from('PK\u0003\u0004…', 'latin1')), 'zip');
    assert.equal(await resembles(Buffer.from('<!DOCTYPE html>')), 'HTML');
    assert.equal(await resembles(Buffer.concat([Buffer.alloc(257, 0x61), Buffer.from('ustar')])), 'tar');
    assert.equal(await resembles(Buffer.from('words')), undefined);
  });

  it('notices a tar that was cut off before it was compressed', async () => {
    const tar = gunzipSync(project);
    assert.equal(await flawOf(gzipSync(tar.subarray(0, 5_000))), 'truncated');
  });

  it('takes a tar to its last entry, whatever fills up behind its end', async () => {
    const tar = gunzipSync(project);
    const written = tar.subarray(0, lastFilled(tar));
    const end = Buffer.alloc(1024);
    const words = Buffer.from('words '.repeat(200));
    // no end marker, half of one, and paddings of tools
    for (const rest of ['', end.subarray(0, 512), end, [end, words], [end, end.subarray(0, 100)], [end, tar]])
      assert.equal(
        await flawOf(gzipSync(Buffer.concat([written, ...[rest].flat().map((bytes) => Buffer.from(bytes))]))),
        'export',
      );
    // data before the end marker must be an entry
    for (const rest of [words, [end.subarray(0, 512), words]])
      assert.equal(await flawOf(gzipSync(Buffer.concat([written, ...[rest].flat()]))), 'damaged');
    assert.equal(await flawOf(gzipSync(Buffer.concat([written, end.subarray(0, 100)]))), 'truncated');
  });

  it('notices a header in the middle whose sum is wrong', async () => {
    const tar = gunzipSync(project);
    const at = tar.indexOf('tree/project/');
    assert.ok(at > 0 && at % 512 === 0);
    tar.write('fern', at);
    const found = await look(gzipSync(tar));
    assert.equal(found.kind === 'unfit' && found.defect, 'damaged');
    assert.match((found.kind === 'unfit' && found.detail) || '', /header/);
  });

  it('stops when it is cancelled, and reads nothing more', async () => {
    const abort = new AbortController();
    let read = 0;
    const large = await repack({ 'project.bundle': noise(2_000_000) });
    const asked = look(large, {
      signal: abort.signal,
      progress: ({ doneBytes }) => {
        read = doneBytes;
        if (doneBytes > 50_000) abort.abort();
      },
    });
    await assert.rejects(asked, { name: 'AbortError' });
    assert.ok(read < 60_000, `${read} bytes were read`);
  });

  it('throws what the file system says', async () => {
    const gone: UploadFile = {
      name: 'a.tar.gz',
      size: 10,
      async *open() {
        throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
      },
    };
    await assert.rejects(checkArchive(gone, { depth: 'head' }), { code: 'EIO' });
  });

  it('does not unpack gigabytes to look at the beginning of a small file', async () => {
    // more than this depth decompresses
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    const found = await look(bomb, { depth: 'head' }, bomb.length);
    // fully read it would be invalid: nothing may follow the end marker
    assert.deepEqual(found, { kind: 'unsure', sizeBytes: bomb.length });
  });

  describe('that tar has written', () => {
    let folder: string;

    before(async () => (folder = await mkdtemp(path.join(tmpdir(), 'graft-archive-'))));
    after(() => rm(folder, { recursive: true, force: true }));

    for (const format of ['ustar', 'gnu', 'pax']) {
      it(`in the form ${format}, from a folder as servers pack it`, async () => {
        const packed = path.join(folder, format);
        const deep = path.join(packed, 'tree', 'project', 'x'.repeat(90), 'y'.repeat(90));
        await mkdir(deep, { recursive: true });
        await writeFile(path.join(deep, 'z.ndjson'), '{}\n');
        await writeFile(path.join(packed, 'VERSION'), '0.2.4');
        await writeFile(path.join(packed, 'GITLAB_VERSION'), '16.11.10-ee');
        const file = path.join(folder, `${format}.tar.gz`);
        await promisify(execFile)('tar', ['-C', packed, `--format=${format}`, '-czf', file, '.']);
        const found = await checkArchive(await fileToUpload(file), { depth: 'whole' });
        assert.deepEqual(found.kind === 'export' && [found.facts.of, found.facts.gitlabVersion, found.read], [
          'project',
          '16.11.10-ee',
          'whole',
        ]);
      });
    }

    for (const format of ['gnu', 'pax'])
      it(`in the form ${format}, with a name too long for a header, and cut off after any of its blocks`, async () => {
        const packed = path.join(folder, `${format}-long`);
        const long = path.join(packed, 'tree', 'project', 'x'.repeat(200));
        await mkdir(long, { recursive: true });
        await writeFile(path.join(long, `${'y'.repeat(200)}.ndjson`), '{}\n');
        const file = path.join(folder, `${format}-long.tar`);
        await promisify(execFile)('tar', ['-C', packed, `--format=${format}`, '-cf', file, 'tree']);
        const tar = await readFile(file);
        assert.equal(await flawOf(gzipSync(tar)), 'export');
        const last = tar.lastIndexOf(format === 'pax' ? ' path=tree' : '././@LongLink');
        // in the name, after it, in the next header, in its content
        for (const more of [20, 512, 1024, 1500])
          assert.equal(await flawOf(gzipSync(tar.subarray(0, Math.floor(last / 512) * 512 + more))), 'truncated');
      });
  });
});
