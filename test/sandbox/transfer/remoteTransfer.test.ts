import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startObjectStore, type ObjectStore } from '../../../src/sandbox/external/objectStore.ts';
import { matches } from '../../fixtures/contract/matching.ts';
import { startSandbox } from '../../support/servers/startSandbox.ts';
import type { MergeRequest } from '../../../src/wire/mergeRequests.ts';
import type { ProjectImport, RelationImport } from '../../../src/wire/projectTransfer.ts';
import { drive, orchard, withSandbox, type As, type Driven } from '../driving.ts';
import { exported, form, linesOf, postForm, repack, unpack } from './transferring.ts';

interface Received {
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

/** A foreign server: records requests and answers as given. */
const elsewhere = async (answer: { status?: number; headers?: Record<string, string>; body?: Uint8Array } = {}) => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      received.push({ request, body: Buffer.concat(chunks) });
      response.writeHead(answer.status ?? 200, answer.headers);
      response.end(request.method === 'HEAD' ? undefined : answer.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/archive.tar.gz?key=1`, received, close };
};

describe('X1 with an address to send the archive to', () => {
  const run = withSandbox({ jobDelayMs: 0 });

  for (const [given, method] of [
    [undefined, 'PUT'],
    ['POST', 'POST'],
  ] as const) {
    it(`sends it by ${method}, as gzip, with its length and without a token`, async () => {
      const there = await elsewhere();
      try {
        const upload = { url: there.url, ...(given === undefined ? {} : { http_method: given }) };
        assert.equal((await run().post('/projects/102/export', { upload, description: 'Sent' })).status, 202);
        await run().sandbox.jobsSettled();
        const [{ request, body } = assert.fail('nothing was sent')] = there.received;
        assert.equal(request.method, method);
        assert.equal(request.headers['content-type'], 'application/gzip');
        assert.equal(Number(request.headers['content-length']), body.length);
        assert.equal(request.headers['private-token'], undefined);
        const root = JSON.parse((await unpack(body))['tree/project.json']?.toString() ?? '') as { description: string };
        assert.equal(root.description, 'Sent');
      } finally {
        await there.close();
      }
    });
  }

  it('fails when the address refuses', async () => {
    const there = await elsewhere({ status: 403 });
    try {
      await run().post('/projects/103/export', { upload: { url: there.url } });
      await run().sandbox.jobsSettled();
      assert.equal((await run().get<{ export_status: string }>('/projects/103/export')).json.export_status, 'failed');
    } finally {
      await there.close();
    }
  });
});

describe('X3 with an object storage', () => {
  const run = withSandbox({ jobDelayMs: 0, objectStorage: true });

  it('sends the reader to another origin that gives the file once, to nobody with a token', async () => {
    const { sandbox, get, post } = run();
    await post('/projects/102/export', {});
    await sandbox.jobsSettled();
    const { status, headers } = await get('/projects/102/export/download');
    const location = headers.get('location') ?? '';
    assert.equal(status, 302);
    assert.notEqual(new URL(location).origin, new URL(sandbox.url).origin);
    for (const credentials of [{ 'PRIVATE-TOKEN': sandbox.tokens.maintainer }, { authorization: 'Bearer x' }]) {
      assert.equal((await fetch(location, { headers: credentials as Record<string, string> })).status, 400);
    }
    const given = await fetch(location);
    assert.equal(given.status, 200);
    assert.ok((await unpack(Buffer.from(await given.arrayBuffer())))['project.bundle']);
    assert.equal((await fetch(location)).status, 403);
  });
});

describe('X5 importing from an address', () => {
  const run = withSandbox({ jobDelayMs: 0, largestArchive: 1024 * 1024 });
  const gzip = { 'content-type': 'application/gzip' };

  it('fetches the archive after it has looked at it', async () => {
    const archive = await exported(run().sandbox, '/projects/102');
    const there = await elsewhere({ headers: { ...gzip, 'content-length': String(archive.length) }, body: archive });
    try {
      const { status, json } = await run().post<ProjectImport>('/projects/remote-import', {
        url: there.url,
        path: 'remote',
        namespace: 'acme',
      });
      assert.deepEqual([status, json.import_status, json.import_error], [201, 'scheduled', null]);
      matches(json, 'projectImport', 'X5');
      await run().sandbox.jobsSettled();
      assert.equal((await run().get<ProjectImport>(`/projects/${json.id}/import`)).json.import_status, 'finished');
      assert.deepEqual(
        there.received.map(({ request }) => request.method),
        ['HEAD', 'GET'],
      );
    } finally {
      await there.close();
    }
  });

  for (const [what, headers, message] of [
    ['another type', { 'content-type': 'text/html', 'content-length': '10' }, /^Content type 'text\/html' not allowed/],
    ['no length', { ...gzip, 'transfer-encoding': 'chunked' }, /^Missing 'ContentLength' header/],
    ['more than is allowed', { ...gzip, 'content-length': '2000000' }, /^Content length is too big/],
  ] as const) {
    it(`refuses a file with ${what}`, async () => {
      const there = await elsewhere({ headers });
      try {
        const { status, json } = await run().post<{ message: string }>('/projects/remote-import', {
          url: there.url,
          path: 'no',
        });
        assert.equal(status, 400);
        assert.match(json.message, message);
      } finally {
        await there.close();
      }
    });
  }

  it('refuses an address that is none or answers nothing', async () => {
    for (const url of ['nowhere', 'http://127.0.0.1:1/x']) {
      assert.equal((await run().post('/projects/remote-import', { url, path: 'no' })).status, 400);
    }
  });

  it('refuses an upload that is too large with 413', async () => {
    const { status } = await postForm(
      run().sandbox,
      '/projects/import',
      form({ path: 'big' }, Buffer.alloc(2 * 1024 * 1024)),
    );
    assert.equal(status, 413);
  });
});

describe('X6 importing from a bucket', () => {
  let store: ObjectStore;
  let driven: Driven;
  let folder: string;
  const key = { region: 'eu-west-1', accessKeyId: 'AKIASANDBOX', secretAccessKey: 'sandbox secret' };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'graft-bucket-'));
    store = await startObjectStore({ folder, key });
    driven = drive(await startSandbox({ jobDelayMs: 0, services: { s3: store.url } }));
    await mkdir(join(folder, 'archives', 'of may'), { recursive: true });
    await writeFile(
      join(folder, 'archives', 'of may', 'seedling.tar.gz'),
      await exported(driven.sandbox, '/projects/102'),
    );
  });
  after(async () => {
    await driven.sandbox.close();
    await store.close();
    await rm(folder, { recursive: true });
  });

  const given = {
    path: 'bucket',
    namespace: 'acme',
    region: key.region,
    bucket_name: 'archives',
    file_key: 'of may/seedling.tar.gz',
    access_key_id: key.accessKeyId,
    secret_access_key: key.secretAccessKey,
  };

  it('fetches an object with a signed request, under both names of the path', async () => {
    for (const [path, name] of [
      ['/projects/remote-import-s3', 'bucket'],
      ['/projects/remote-import-bucket', 'bucket-again'],
    ] as const) {
      const { status, json } = await driven.post<ProjectImport>(path, { ...given, path: name });
      assert.equal(status, 201);
      await driven.sandbox.jobsSettled();
      assert.equal((await driven.get<ProjectImport>(`/projects/${json.id}/import`)).json.import_status, 'finished');
    }
  });

  it('is refused with a wrong key, region or name', async () => {
    for (const wrong of [
      { secret_access_key: 'wrong' },
      { access_key_id: 'wrong' },
      { region: 'us-east-1' },
      { file_key: 'x' },
    ]) {
      const { status } = await driven.post('/projects/remote-import-s3', { ...given, path: 'no', ...wrong });
      assert.equal(status, 400);
    }
  });
});

describe('X8, X9 importing a relation', () => {
  const run = withSandbox({ jobDelayMs: 0 });

  it('adds merge requests that are not there yet and tells how far it is', async () => {
    const { sandbox, get } = run();
    const files = await unpack(await exported(sandbox, orchard));
    const name = 'tree/project/merge_requests.ndjson';
    const [row = {}] = linesOf<object>(files, name);
    const archive = await repack({
      ...files,
      [name]: Buffer.from([row, { ...row, iid: 900, title: 'Once more' }].map((one) => JSON.stringify(one)).join('\n')),
    });
    const fields = { path: 'acme/orchard', relation: 'merge_requests' };
    const { status, json } = await postForm<RelationImport>(
      sandbox,
      '/projects/import-relation',
      form(fields, archive),
    );
    assert.deepEqual(
      [status, json.status, json.relation, json.project_path],
      [201, 'created', 'merge_requests', 'acme/orchard'],
    );
    await sandbox.jobsSettled();
    const listed = (await get<RelationImport[]>(`${orchard}/relation-imports`)).json;
    assert.deepEqual(
      listed.map(({ id, status: state }) => [id, state]),
      [[json.id, 'finished']],
    );
    const found = (await get<MergeRequest[]>(`${orchard}/merge_requests?state=all&search=once%20more`)).json;
    assert.deepEqual(
      found.map(({ iid }) => iid),
      [900],
    );
  });

  it('is for maintainers of a project that is there', async () => {
    const archive = Buffer.from('x');
    const send = (path: string, as: 'maintainer' | 'developer') =>
      postForm(run().sandbox, '/projects/import-relation', form({ path, relation: 'issues' }, archive), as);
    const missing = await send('acme/nowhere', 'maintainer');
    assert.deepEqual([missing.status, missing.json], [404, { message: 'Project not found' }]);
    const refused = await send('acme/orchard', 'developer');
    assert.deepEqual(
      [refused.status, refused.json],
      [403, { message: 'You are not authorized to perform this action' }],
    );
  });

  it('fails with a broken archive', async () => {
    const { sandbox, get } = run();
    const { json } = await postForm<RelationImport>(
      sandbox,
      '/projects/import-relation',
      form({ path: 'acme/orchard', relation: 'issues' }, Buffer.from('x')),
    );
    await sandbox.jobsSettled();
    const listed = (await get<RelationImport[]>(`${orchard}/relation-imports`)).json;
    assert.equal(listed.find(({ id }) => id === json.id)?.status, 'failed');
  });
});

describe('limits of exports and imports', () => {
  const run = withSandbox({
    jobDelayMs: 0,
    limits: { application: { project_export: 1, project_download_export: 1, group_export: 1, project_import: 1 } },
  });
  const limited = { message: { error: 'This endpoint has been requested too many times. Try again later.' } };

  it('answer 429 without saying when to come back', async () => {
    const { sandbox, get, post } = run();
    await exported(sandbox, '/projects/102');
    const download = await get('/projects/102/export/download');
    assert.deepEqual([download.status, download.json, download.headers.get('retry-after')], [429, limited, null]);
    assert.equal((await post('/projects/102/export', {})).status, 429);
    assert.equal((await post('/groups/acme/export', {}, 'owner')).status, 202);
    assert.deepEqual((await post('/groups/acme/export', {}, 'owner')).json, limited);
    await postForm(sandbox, '/projects/import', form({ path: 'x' }, Buffer.from('x')));
    assert.equal((await postForm(sandbox, '/projects/import', form({ path: 'y' }, Buffer.from('x')))).status, 429);
    await sandbox.jobsSettled();
  });
});

describe('X10 fetching a git repository', () => {
  const run = withSandbox({ jobDelayMs: 0 });
  const begin = (body: object, as: As = 'maintainer', project = 'acme%2Fempty') =>
    run().post(`/projects/${project}/import/git`, body, as);
  const source = () => `${run().sandbox.url}/acme/orchard.git`;

  it('refuses who may not, what is no address, and a project that has a repository', async () => {
    assert.equal((await begin({ import_url: source() }, 'developer')).status, 403);
    const missing = await begin({});
    assert.deepEqual([missing.status, missing.json], [400, { error: 'import_url is missing' }]);
    assert.equal((await begin({ import_url: 'file:///etc' })).status, 422);
    const full = await begin({ import_url: source() }, 'maintainer', 'acme%2Forchard');
    assert.deepEqual([full.status, full.json], [409, { message: 'Project already has a repository' }]);
  });

  it('says by X7 when the address has no repository for these credentials, and can be asked again', async () => {
    const { sandbox, get, post, git } = run();
    const wrong = `${sandbox.url}/acme/tools/seedling.git`;
    assert.equal((await begin({ import_url: wrong, import_url_user: 'x', import_url_password: 'y' })).status, 201);
    const busy = await post('/projects/acme%2Fempty/import/git', { import_url: wrong });
    await sandbox.jobsSettled();
    assert.deepEqual([busy.status, busy.json], [409, { message: 'Import already in progress' }]);
    const failed = (await get<ProjectImport>('/projects/acme%2Fempty/import')).json;
    assert.deepEqual(
      [failed.import_status, failed.import_type, failed.import_error],
      ['failed', 'git', 'Error importing repository: git could not read it'],
    );
    assert.equal((await begin({ import_url: source() })).status, 201);
    await sandbox.jobsSettled();
    assert.equal((await get<ProjectImport>('/projects/acme%2Fempty/import')).json.import_status, 'finished');
    const [tip] = (await get<{ id: string }[]>('/projects/acme%2Fempty/repository/commits?per_page=1')).json;
    assert.equal(tip?.id, await git('rev-parse', 'main'));
  });
});
