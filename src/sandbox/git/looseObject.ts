import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

/** The name git gives an object with this content. */
export const objectName = (type: string, content: Uint8Array): string =>
  createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');

/** Writes an object into an object folder as git would, without starting git; answers its name. */
export const writeLooseObject = async (folder: string, type: string, content: Uint8Array): Promise<string> => {
  const name = objectName(type, content);
  await mkdir(join(folder, name.slice(0, 2)), { recursive: true });
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  await writeFile(join(folder, name.slice(0, 2), name.slice(2)), deflateSync(whole));
  return name;
};
