import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import { administrationSession } from '../support/administrationSession.ts';
import { packageExtension } from '../support/packaging.ts';
import { temporaryFolder } from '../support/paths.ts';
import { poll } from '../support/poll.ts';
import { heldAt, holdAt, sentTo } from '../support/sandboxControl.ts';
import { extensionHost, followMemory, memoryOf } from './hostMemory.ts';
import { makeArchive } from './makeArchive.ts';

/** One large archive through the extension host of an editor. */
export interface HostTransfers {
  readonly sizeBytes: number;
  readonly growthBytes: Readonly<Record<'upload' | 'download', number>>;
  /** Whether what arrived has the checksum of what was sent. */
  readonly isEqual: Readonly<Record<'upload' | 'download', boolean>>;
}

const longMs = 240_000;

const hashOf = async (file: string): Promise<string> => {
  const sum = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), sum);
  return sum.digest('hex');
};

/**
 * Saves and sends an archive with the packaged extension in an editor, by its commands, and tells the memory of the
 * extension host beyond what it had while the Administration view was open and nothing went on.
 */
export const measureHostTransfers = async (wantedBytes: number): Promise<HostTransfers> => {
  const folder = temporaryFolder('bench-host');
  const undo: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const [archive, saved] = [path.join(folder, 'large_export.tar.gz'), path.join(folder, 'saved', 'large.tar.gz')];
    mkdirSync(path.dirname(saved));
    await makeArchive(archive, wantedBytes);
    const vsixFile = await packageExtension(path.join(folder, 'extension.vsix'));
    const world = path.join(folder, 'world');
    const sandbox = await startSandbox({ faults: true, world, jobDelayMs: 0 });
    undo.push(() => sandbox.close());
    const user = await administrationSession({ pictures: 'bench', sandbox, vsixFile });
    undo.push(() => user.stop());
    const { ui } = user;
    const pid = extensionHost();
    if (pid === undefined) throw new Error('the process of the extension host was not found');
    const kept = (name: string): string => {
      const parent = path.join(world, 'transfers', name);
      const [file = '', ...others] = existsSync(parent) ? readdirSync(parent) : [];
      return others.length === 0 && file !== '' ? path.join(parent, file) : '';
    };
    await user.waitFor(/No exports or imports yet/);
    const idleBytes = memoryOf(pid);
    const { size: sizeBytes } = await stat(archive);
    const hash = await hashOf(archive);

    await holdAt(sandbox.url, 'finished');
    await user.run('Graft Transfer: Export Project…');
    await user.asked(/Project to Export/);
    await ui.quickRow(sandbox.project).waitFor();
    await ui.press('Enter');
    await user.asked(/Archive destination/);
    await ui.press('Enter');
    await user.asked(/Save Archive As/);
    await user.chooseFile(saved, /_export\.tar\.gz$/);
    await user.asked(/Description in the Archive/);
    await ui.press('Enter');
    await ui.modal('Export');
    await user.waitFor(/ · running/);
    await poll(async () => (await heldAt(sandbox.url)) === 1, { what: 'the export to be held' });
    await copyFile(archive, kept('exports'));
    const downloaded = followMemory(pid);
    await holdAt(sandbox.url);
    await poll(() => existsSync(saved), { what: 'the archive to be saved', timeoutMs: longMs });
    const download = downloaded() - idleBytes;
    await user.waitFor(/finished/);
    const isSame = (await hashOf(saved)) === hash;
    await ui.command('Notifications: Clear All Notifications');

    await holdAt(sandbox.url, 'started');
    await user.run('Graft Transfer: Import Project…');
    await user.asked(/Import Project/);
    await user.chooseFile(archive, /\/$/);
    await user.asked(/Destination namespace/);
    await poll(async () => (await ui.quickPickItems()).length > 1, { what: 'places' });
    await ui.press('Enter');
    await user.asked(/Name of the project/);
    await ui.press('Enter');
    await user.asked(/Press Enter to check/);
    await ui.quickInputBox.fill('large');
    await ui.press('Enter');
    await user.asked(/Press Enter to start/);
    const uploaded = followMemory(pid);
    await ui.press('Enter');
    await poll(async () => (await sentTo(sandbox.url, 'importProject')) === 1, {
      what: 'the archive to be taken',
      timeoutMs: longMs,
    });
    const upload = uploaded() - idleBytes;
    await poll(async () => (await heldAt(sandbox.url)) === 1, { what: 'the import to be held' });
    return {
      sizeBytes,
      growthBytes: { upload, download },
      isEqual: { upload: (await hashOf(kept('uploads'))) === hash, download: isSame },
    };
  } finally {
    for (const step of undo.reverse()) await step();
  }
};
