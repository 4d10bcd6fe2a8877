import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { editorAddress, installExtension } from '../../support/window/editorHost.ts';
import { startSession, type Session } from '../../support/window/userSession.ts';
import { listenForProbes, type Probe } from './probes.ts';

/** An editor whose window is reopened, each time with a new extension host. */
export interface MeasuredEditor {
  readonly session: Session;
  /** Reopens the window; resolves when its host is idle. */
  open(): Promise<Probe>;
  leave(): Promise<void>;
  stop(): Promise<void>;
}

export const startMeasured = async (folder: string, probeFile: string, vsixFile?: string): Promise<MeasuredEditor> => {
  const probes = await listenForProbes();
  try {
    const session = await startSession({
      folder,
      env: probes.env,
      async install(dataFolder) {
        await installExtension(probeFile, dataFolder);
        if (vsixFile === undefined) return;
        const before = installedIn(dataFolder);
        await installExtension(vsixFile, dataFolder);
        for (const added of installedIn(dataFolder)) if (!before.includes(added)) silence(added);
      },
    });
    await probes.next();
    return {
      session,
      async open() {
        await session.page.goto(editorAddress(session.editor.port, { folder }));
        await session.ui.ready();
        const probe = await probes.next();
        await probe('settle');
        if (vsixFile !== undefined && (await probe('isActive')))
          throw new Error('the extension was active before it was asked for');
        return probe;
      },
      leave: async () => void (await session.page.goto('about:blank')),
      async stop() {
        await session.stop();
        probes.close();
      },
    };
  } catch (error) {
    probes.close();
    throw error;
  }
};

const installedIn = (dataFolder: string): readonly string[] =>
  readdirSync(path.join(dataFolder, 'ext'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name, 'package.json'));

/** Removes activation events. */
const silence = (manifestFile: string): void => {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Readonly<Record<string, unknown>>;
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, activationEvents: [] }));
};
