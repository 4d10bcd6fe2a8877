import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Download } from '../../src/client/download.ts';
import { startObjectStore, type ObjectStore } from '../../src/sandbox/external/objectStore.ts';
import type { SandboxOptions } from '../support/servers/startSandbox.ts';
import type { UploadFile } from '../../src/wire/parameters.ts';
import { serveFile, type ServedFile } from './archiveServer.ts';
import type { Driver } from './driving.ts';
import { id } from './repositorySteps.ts';

export const storageKey = { accessKeyId: 'sample-key', secretAccessKey: 'sample-secret', region: 'eu-west-1' };

/** Object storage with a bucket `archives`; set up before the sandbox. */
export const withObjectStore = (): {
  readonly options: SandboxOptions;
  readonly keep: (bytes: Buffer) => Promise<void>;
} => {
  let folder = '';
  let store: ObjectStore | undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'graft-bucket-'));
    await mkdir(join(folder, 'archives'));
    store = await startObjectStore({ folder, key: storageKey });
  });
  after(async () => {
    await store?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    options: {
      get services() {
        return { s3: store?.url ?? '' };
      },
    },
    keep: (bytes) => writeFile(join(folder, 'archives', 'orchard.tar.gz'), bytes),
  };
};

export const uploadOf = (name: string, bytes: Buffer): UploadFile => ({
  name,
  size: bytes.length,
  async *open() {
    yield bytes;
  },
});

const bytesOf = async ({ body }: Download): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
};

export const transferSteps = ({ step, sandbox }: Driver, keep: (bytes: Buffer) => Promise<void>): void => {
  let projectArchive = Buffer.alloc(0);
  let groupArchive = Buffer.alloc(0);
  let served: ServedFile | undefined;
  after(() => served?.close());
  const settled = () => sandbox().sandbox.jobsSettled();
  const commitsOf = async (project: string): Promise<readonly string[]> => {
    const path = `/projects/${encodeURIComponent(project)}/repository/commits?per_page=100`;
    return (await sandbox().get<{ readonly id: string }[]>(path, 'owner')).json.map((commit) => commit.id);
  };

  step('exportProject', 'owner', { id }, async ({ message }) => {
    assert.equal(message, '202 Accepted');
    await settled();
  });
  step('getProjectExport', 'owner', { id }, (status) => {
    assert.equal(status.export_status, 'finished');
    assert.match(status._links?.api_url ?? '', /\/export\/download$/);
  });
  step('downloadProjectExport', 'owner', { id }, async (download) => {
    projectArchive = Buffer.from(await bytesOf(download));
    assert.ok(gunzipSync(projectArchive).length > 0);
  });
  step(
    'importProject',
    'owner',
    () => ({ path: 'again', namespace: 'acme', file: uploadOf('orchard.tar.gz', projectArchive) }),
    async ({ import_status, path_with_namespace }) => {
      assert.deepEqual([import_status, path_with_namespace], ['scheduled', 'acme/again']);
      await settled();
    },
  );
  step('getProjectImport', 'owner', { id: 'acme/again' }, async (status) => {
    assert.equal(status.import_status, 'finished', status.import_error ?? '');
    assert.deepEqual(status.failed_relations, []);
    assert.deepEqual(await commitsOf('acme/again'), await commitsOf(id));
  });
  step(
    'importRemoteProject',
    'owner',
    async () => {
      served = await serveFile(projectArchive);
      return { path: 'from-afar', namespace: 'acme', url: served.url };
    },
    async ({ path_with_namespace }) => {
      assert.equal(path_with_namespace, 'acme/from-afar');
      await settled();
      assert.deepEqual(await commitsOf('acme/from-afar'), await commitsOf(id));
    },
  );
  step(
    'importProjectFromS3',
    'owner',
    async () => {
      await keep(projectArchive);
      return {
        path: 'from-a-bucket',
        namespace: 'acme',
        region: storageKey.region,
        bucket_name: 'archives',
        file_key: 'orchard.tar.gz',
        access_key_id: storageKey.accessKeyId,
        secret_access_key: storageKey.secretAccessKey,
      };
    },
    async ({ path_with_namespace }) => {
      assert.equal(path_with_namespace, 'acme/from-a-bucket');
      await settled();
      assert.deepEqual(await commitsOf('acme/from-a-bucket'), await commitsOf(id));
    },
  );
  step(
    'importRelation',
    'owner',
    () => ({ path: 'acme/again', relation: 'merge_requests', file: uploadOf('orchard.tar.gz', projectArchive) }),
    async ({ relation, project_path }) => {
      assert.deepEqual([relation, project_path], ['merge_requests', 'acme/again']);
      await settled();
    },
  );
  step('listRelationImports', 'owner', { id: 'acme/again' }, (imports) =>
    assert.deepEqual(
      imports.map(({ relation, status }) => [relation, status]),
      [['merge_requests', 'finished']],
    ),
  );

  step(
    'importGitRepository',
    'owner',
    () => ({
      id: 'acme/empty',
      import_url: `${sandbox().sandbox.url}/acme/tools/seedling.git`,
      import_url_user: 'owner',
      import_url_password: sandbox().sandbox.tokens.owner,
    }),
    async () => {
      await settled();
      assert.deepEqual(await commitsOf('acme/empty'), await commitsOf('acme/tools/seedling'));
    },
  );

  step('exportGroup', 'owner', { id: 'acme' }, async ({ message }) => {
    assert.equal(message, '202 Accepted');
    await settled();
  });
  step('downloadGroupExport', 'owner', { id: 'acme' }, async (download) => {
    groupArchive = Buffer.from(await bytesOf(download));
    assert.ok(gunzipSync(groupArchive).length > 0);
  });
  step(
    'importGroup',
    'owner',
    () => ({ name: 'Acme again', path: 'acme-again', file: uploadOf('acme.tar.gz', groupArchive) }),
    async ({ message }) => {
      assert.equal(message, '202 Accepted');
      await settled();
      const { json } = await sandbox().get<{ readonly name: string }>('/groups/acme-again', 'owner');
      assert.equal(json.name, 'Acme again');
    },
  );
};
