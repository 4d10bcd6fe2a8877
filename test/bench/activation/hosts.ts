import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { editorAddress, installExtension } from '../../support/editorHost.ts';
import { startSession, type Session } from '../../support/userSession.ts';
import { listenForProbes, type Probe } from './probes.ts';

/** An editor whose windows are opened again and again, each time with a fresh extension host. */
export interface MeasuredEditor {
  readonly session: Session;
  /** The probe in the host of the window that is open now. */
  readonly first: Probe;
  /** Opens the window anew; resolves when its host has come to rest. */
  open(): Promise<Probe>;
  /** Closes the window, so that it takes nothing from the others. */
  leave(): Promise<void>;
  stop(): Promise<void>;
}

/** What is installed beside the probe. It is activated by a view or when it is asked for, whatever it says of itself. */
export interface Installed {
  readonly vsixFile: string;
}

/** Starts an editor with the probe, and with an extension to measure where one is given. */
export const startMeasured = async (
  folder: string,
  probeFile: string,
  installed: Installed | undefined,
): Promise<MeasuredEditor> => {
  const probes = await listenForProbes();
  try {
    const session = await startSession({
      folder,
      env: probes.env,
      async install(dataFolder) {
        await installExtension(probeFile, dataFolder);
        if (installed === undefined) return;
        const before = installedIn(dataFolder);
        await installExtension(installed.vsixFile, dataFolder);
        const added = installedIn(dataFolder).filter((each) => !before.includes(each));
        added.forEach(silence);
      },
    });
    const first = await probes.next();
    return {
      session,
      first,
      async open() {
        await session.page.goto(editorAddress(session.editor.port, { folder }));
        await session.ui.ready();
        const probe = await probes.next();
        await probe('settle');
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

/** Takes from a manifest what activates its extension by itself. */
const silence = (manifestFile: string): void => {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Readonly<Record<string, unknown>>;
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, activationEvents: [] }));
};
