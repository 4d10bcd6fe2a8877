import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { installExtension } from './editorHost.ts';
import { outFolder } from '../paths.ts';

/** Installs a package by the editor once, afterwards as a copy. */
export async function copyInstalled(vsixFile: string, dataFolder: string): Promise<void> {
  const hash = createHash('sha256').update(readFileSync(vsixFile)).digest('hex').slice(0, 16);
  const parent = path.join(outFolder, 'installed');
  const folder = path.join(parent, hash);
  if (!existsSync(folder)) await install(vsixFile, parent, folder);
  cpSync(folder, path.join(dataFolder, 'ext'), { recursive: true });
}

/** Renames at the end, so that concurrent runs never see a partial folder. */
async function install(vsixFile: string, parent: string, folder: string): Promise<void> {
  mkdirSync(parent, { recursive: true });
  const unfinished = mkdtempSync(path.join(parent, 'unfinished-'));
  try {
    await installExtension(vsixFile, unfinished);
    renameSync(path.join(unfinished, 'ext'), folder);
  } catch (error) {
    // another run finished first
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  for (const name of readdirSync(parent)) {
    if (name !== path.basename(folder) && !name.startsWith('unfinished-')) {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    }
  }
}
