import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import type { JobStep } from '../../../src/sandbox/transfer/transfers.ts';
import type { RunningSandbox } from '../../support/servers/startSandbox.ts';
import { type Answer, answerOf, type As, drive, tokenOf } from '../driving.ts';

export type Files = Record<string, Buffer>;

/** Unpacks with a library; fails for other formats. */
export const unpack = async (bytes: Uint8Array): Promise<Files> => {
  const files: Files = {};
  const archive = extract();
  const reading = (async () => {
    for await (const entry of archive) {
      const chunks: Buffer[] = [];
      for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
      files[entry.header.name] = Buffer.concat(chunks);
    }
  })();
  await Promise.all([pipeline(Readable.from([bytes]), createGunzip(), archive), reading]);
  return files;
};

export const repack = async (files: Files): Promise<Buffer> => {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content);
  archive.finalize();
  return Buffer.concat((await archive.pipe(createGzip()).toArray()) as Buffer[]);
};

export const linesOf = <Row>(files: Files, name: string): Row[] =>
  (files[name]?.toString('utf8') ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);

export const form = (
  fields: Readonly<Record<string, string>>,
  archive?: Uint8Array,
  name = 'archive.tar.gz',
): FormData => {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.append(field, value);
  if (archive !== undefined) data.append('file', new Blob([Uint8Array.from(archive)]), name);
  return data;
};

export const postForm = async <Body>(
  sandbox: RunningSandbox,
  path: string,
  body: FormData,
  as: As = 'maintainer',
): Promise<Answer<Body>> => {
  const token = tokenOf(sandbox, as);
  const headers: Record<string, string> = token === undefined ? {} : { 'PRIVATE-TOKEN': token };
  return answerOf(await fetch(`${sandbox.url}/api/v4${path}`, { method: 'POST', headers, body }));
};

export const downloadArchive = async (
  sandbox: RunningSandbox,
  path: string,
  as: As = 'maintainer',
): Promise<Buffer> => {
  const headers = { 'PRIVATE-TOKEN': tokenOf(sandbox, as) ?? '' };
  const response = await fetch(`${sandbox.url}/api/v4${path}/export/download`, { headers });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
};

export const exported = async (sandbox: RunningSandbox, path: string, as: As = 'maintainer'): Promise<Buffer> => {
  const { status } = await drive(sandbox).post(`${path}/export`, {}, as);
  assert.equal(status, 202);
  await sandbox.jobsSettled();
  return downloadArchive(sandbox, path, as);
};

/** Holds jobs until released; `reached` resolves before a step. */
export const gate = (): {
  readonly beforeJobStep: (step: JobStep) => Promise<void>;
  readonly reached: (to: string) => Promise<JobStep>;
  readonly open: (to: string) => void;
} => {
  interface Hold {
    readonly seen: Promise<JobStep>;
    readonly see: (step: JobStep) => void;
    readonly held: Promise<void>;
    readonly free: () => void;
  }
  const holds = new Map<string, Hold>();
  const at = (to: string): Hold => {
    const known = holds.get(to);
    if (known !== undefined) return known;
    let see: (step: JobStep) => void = () => undefined;
    let free: () => void = () => undefined;
    const seen = new Promise<JobStep>((resolve) => (see = resolve));
    const held = new Promise<void>((resolve) => (free = resolve));
    const hold = { seen, see, held, free };
    holds.set(to, hold);
    return hold;
  };
  return {
    beforeJobStep: async (step) => {
      at(step.to).see(step);
      await at(step.to).held;
    },
    reached: (to) => at(to).seen,
    open: (to) => at(to).free(),
  };
};

export const stateOf = async <State>(world: string): Promise<State> =>
  JSON.parse(await readFile(`${world}/world.json`, 'utf8')) as State;
