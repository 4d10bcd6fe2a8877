import { createReadStream, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DescribedServices } from '../../src/sandbox/external/startServices.ts';
import type { SandboxDescription } from '../../src/sandbox/sample/description.ts';
import { rootFolder } from '../support/paths.ts';
import { poll } from '../support/poll.ts';
import { serve } from './processes.ts';

/** Whose token a request carries. */
export type Who = 'owner' | 'maintainer' | 'developer' | 'root';

type Described = SandboxDescription & Required<DescribedServices>;

/** A sandbox in a process of its own, and hands to bring about what a measurement needs. */
export interface BenchServer {
  readonly described: Described;
  readonly startMs: number;
  readonly bucket: string;
  /** Folder of the one bucket. */
  readonly bucketFolder: string;
  readonly tokenOf: (who: Who) => string;
  /** Sends a request that must succeed, and reads its answer. */
  readonly made: <T>(who: Who, method: string, path: string, body?: unknown) => Promise<T>;
  /** Makes something the first time it is asked for. */
  readonly once: <T>(make: () => Promise<T>) => () => Promise<T>;
  /** Uploads an archive that must be taken. */
  readonly upload: (who: Who, path: string, fields: Readonly<Record<string, string>>, file: string) => Promise<void>;
  /** Waits for the export of a project. */
  readonly exported: (subject: string) => Promise<void>;
  /** Exports a project or group; answers the file the archive was saved to. */
  readonly archive: (subject: string) => Promise<string>;
  /** Waits for the import of a project. */
  readonly imported: (project: string) => Promise<void>;
  /** Waits until no relation of a project is being imported. */
  readonly relationsImported: (project: string) => Promise<void>;
  /** Serves a file; answers its address. */
  readonly served: (file: string) => Promise<string>;
  /** Holds jobs before these steps. */
  readonly hold: (steps: 'all' | readonly string[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const patient = { timeoutMs: 60_000 };

/** Starts a sandbox with everything around it that imports come from. */
export const startBenchServer = async (...options: readonly string[]): Promise<BenchServer> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'graft-bench-'));
  const bucket = 'archives';
  const bucketFolder = path.join(folder, 'buckets', bucket);
  await mkdir(bucketFolder, { recursive: true });
  const around = ['--outside', '--buckets', path.join(folder, 'buckets'), '--job-delay', '0', '--faults'];
  const program = path.join(rootFolder, 'src', 'sandbox', 'main.ts');
  const running = await serve(program, '--port', '0', '--json', ...around, ...options);
  const described = JSON.parse(running.firstLine) as Described;
  const files = createServer((request, response) => {
    const file = path.join(folder, path.basename(request.url ?? ''));
    response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': statSync(file).size });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
  });
  await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening));
  const filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  const tokenOf = (who: Who): string => described.tokens[who];

  const send = async (who: Who, method: string, target: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...(init.headers as Record<string, string> | undefined), 'private-token': tokenOf(who) };
    const answer = await fetch(`${described.url}${target}`, { ...init, method, headers });
    if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
    return answer;
  };
  const asJson = (body: unknown): RequestInit =>
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };

  const server: BenchServer = {
    described,
    startMs: running.startMs,
    bucket,
    bucketFolder,
    tokenOf,
    async made<T>(who: Who, method: string, target: string, body?: unknown) {
      const text = await (await send(who, method, `/api/v4${target}`, asJson(body))).text();
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
    once: (make) => {
      let begun: ReturnType<typeof make> | undefined;
      return () => (begun ??= make());
    },
    async upload(who, target, fields, file) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([Uint8Array.from(await readFile(file))]), 'archive.tar.gz');
      await send(who, 'POST', `/api/v4${target}`, { body: form });
    },
    async exported(subject) {
      const isDone = async (): Promise<boolean> =>
        (await server.made<{ readonly export_status: string }>('owner', 'GET', `${subject}/export`)).export_status ===
        'finished';
      await poll(isDone, { ...patient, what: 'the export' });
    },
    async archive(subject) {
      await server.made('owner', 'POST', `${subject}/export`);
      const file = path.join(folder, `${subject.replaceAll(/\W+/g, '-')}.tar.gz`);
      const download = async (): Promise<Response | undefined> => {
        const answer = await fetch(`${described.url}/api/v4${subject}/export/download`, {
          headers: { 'private-token': tokenOf('owner') },
        });
        if (answer.ok) return answer;
        await answer.arrayBuffer();
        return undefined;
      };
      const answer = await poll(download, { ...patient, what: 'the archive' });
      await writeFile(file, Buffer.from(await answer.arrayBuffer()));
      return file;
    },
    async imported(name) {
      const isDone = async (): Promise<boolean> => {
        const target = `/projects/${encodeURIComponent(name)}/import`;
        const { import_status } = await server.made<{ readonly import_status: string }>('owner', 'GET', target);
        if (import_status === 'failed') throw new Error(`the import of ${name} failed`);
        return import_status === 'finished';
      };
      await poll(isDone, { ...patient, what: `the import of ${name}` });
    },
    async relationsImported(name) {
      const isDone = async (): Promise<boolean> => {
        const target = `/projects/${encodeURIComponent(name)}/relation-imports`;
        const all = await server.made<readonly { readonly status: string }[]>('owner', 'GET', target);
        return all.every(({ status }) => status === 'finished' || status === 'failed');
      };
      await poll(isDone, { ...patient, what: `the relations of ${name}` });
    },
    served: async (file) => `${filesUrl}/${path.basename(file)}`,
    hold: async (hold) => void (await send('owner', 'POST', '/-/sandbox/jobs', asJson({ hold }))),
    async stop() {
      files.close();
      files.closeAllConnections();
      await running.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  return server;
};
