import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import type { Discussion } from '../../../src/wire/notes.ts';
import type { MergeRequest } from '../../../src/wire/mergeRequests.ts';
import type { Branch, Project } from '../../../src/wire/projects.ts';
import type { ProjectExport, ProjectImport } from '../../../src/wire/projectTransfer.ts';
import type { ProtectedBranch } from '../../../src/wire/protectedBranches.ts';
import { matches } from '../../fixtures/contract/matching.ts';
import { startSandbox } from '../../support/servers/startSandbox.ts';
import { drive, orchard, runGit, withSandbox } from '../driving.ts';
import { downloadArchive, exported, form, gate, linesOf, postForm, repack, unpack } from './transferring.ts';

const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, member: unknown) => (key === 'id' ? undefined : member)) as unknown;

describe('X1–X3 exporting a project', () => {
  it('passes queued, started and finished, for the one who asked alone', async () => {
    const held = gate();
    const sandbox = await startSandbox({ jobDelayMs: 0, beforeJobStep: held.beforeJobStep });
    try {
      const { get, post } = drive(sandbox);
      const status = async (): Promise<ProjectExport> => (await get<ProjectExport>(`${orchard}/export`)).json;
      const none = await status();
      assert.equal(none.export_status, 'none');
      matches(none, 'projectExport');
      const begun = await post(`${orchard}/export`, {});
      assert.deepEqual([begun.status, begun.json], [202, { message: '202 Accepted' }]);
      assert.equal((await status()).export_status, 'queued');
      held.open('started');
      await held.reached('finished');
      const started = await status();
      assert.deepEqual([started.export_status, started._links], ['started', undefined]);
      const early = await get(`${orchard}/export/download`);
      assert.deepEqual([early.status, early.json], [404, { message: '404 Not found or has expired' }]);
      held.open('finished');
      await sandbox.jobsSettled();
      const finished = await status();
      assert.equal(finished.export_status, 'finished');
      matches(finished, 'projectExport', 'X2 finished');
      assert.equal(finished._links?.api_url, `${sandbox.url}/api/v4/projects/101/export/download`);
      assert.equal((await get<ProjectExport>(`${orchard}/export`, 'owner')).json.export_status, 'none');
      assert.equal((await get(`${orchard}/export/download`, 'owner')).status, 404);
    } finally {
      await sandbox.close();
    }
  });

  it('makes a new archive while the one of before can be had', async () => {
    let isHeld = false;
    const held = gate();
    const sandbox = await startSandbox({
      jobDelayMs: 0,
      beforeJobStep: async (step) => (isHeld ? held.beforeJobStep(step) : undefined),
    });
    try {
      const { get, post } = drive(sandbox);
      await exported(sandbox, orchard);
      isHeld = true;
      await post(`${orchard}/export`, {});
      assert.equal((await get<ProjectExport>(`${orchard}/export`)).json.export_status, 'regeneration_in_progress');
      assert.ok((await downloadArchive(sandbox, orchard)).length > 0);
      held.open('started');
      held.open('finished');
      await sandbox.jobsSettled();
      assert.equal((await get<ProjectExport>(`${orchard}/export`)).json.export_status, 'finished');
    } finally {
      await sandbox.close();
    }
  });

  describe('with its archive', () => {
    const run = withSandbox();

    it('gives a gzip tar with a bundle of every ref and lists of everything else', async () => {
      const files = await unpack(await exported(run().sandbox, orchard));
      for (const name of ['VERSION', 'GITLAB_VERSION', 'tree/project.json', 'project.bundle'])
        assert.ok(files[name], name);
      const folder = await mkdtemp(join(tmpdir(), 'graft-bundle-'));
      try {
        const bundle = join(folder, 'project.bundle');
        await writeFile(bundle, files['project.bundle'] ?? '');
        const heads = (await runGit(['bundle', 'list-heads', bundle]))
          .split('\n')
          .filter((line) => / refs\/(heads|tags)\//.test(line));
        const refs = await run().git('for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags');
        assert.deepEqual(heads.toSorted(), refs.split('\n').toSorted());
      } finally {
        await rm(folder, { recursive: true });
      }
      const { json } = await run().get<MergeRequest[]>(`${orchard}/merge_requests?state=all&per_page=100`);
      const listed = linesOf<{ iid: number }>(files, 'tree/project/merge_requests.ndjson').map(({ iid }) => iid);
      assert.deepEqual(listed.toSorted(), json.map(({ iid }) => iid).toSorted());
    });

    it('says what is downloaded', async () => {
      await exported(run().sandbox, orchard);
      const { headers } = await run().get(`${orchard}/export/download`);
      assert.match(headers.get('content-disposition') ?? '', /^attachment; filename=".*acme_orchard_export\.tar\.gz"/);
      assert.equal(headers.get('content-transfer-encoding'), 'binary');
      assert.ok(Number(headers.get('content-length')) > 1000);
    });

    it('is for maintainers', async () => {
      const { status, json } = await run().post(`${orchard}/export`, {}, 'developer');
      assert.deepEqual([status, json], [403, { message: '403 Forbidden' }]);
      assert.equal((await run().post(`${orchard}/export`, {}, 'nobody')).status, 401);
      assert.equal((await run().get(`${orchard}/export`, 'developer')).status, 403);
    });

    it('refuses an upload that cannot work', async () => {
      const method = await run().post(`${orchard}/export`, {
        upload: { url: 'http://x.example', http_method: 'PATCH' },
      });
      assert.deepEqual(
        [method.status, method.json],
        [400, { error: 'upload[http_method] does not have a valid value' }],
      );
      const url = await run().post<{ message: { url: string[] } }>(`${orchard}/export`, {
        upload: { url: 'ftp://x.example' },
      });
      assert.equal(url.status, 400);
      assert.equal(url.json.message.url.length, 1);
    });
  });
});

describe('X4 importing a project', () => {
  const run = withSandbox();

  const imported = async (
    fields: Record<string, string>,
    archive: Uint8Array,
    as = 'maintainer',
  ): Promise<ProjectImport> => {
    const { status, json } = await postForm<ProjectImport>(
      run().sandbox,
      '/projects/import',
      form(fields, archive),
      as,
    );
    assert.equal(status, 201);
    assert.equal(json.import_status, 'scheduled');
    matches(json, 'projectImport');
    await run().sandbox.jobsSettled();
    const result = (await run().get<ProjectImport>(`/projects/${json.id}/import`, as)).json;
    matches(result, 'projectImport');
    return result;
  };

  it('brings repository, branches, rules, merge requests and notes back', async () => {
    const { get, post, sandbox } = run();
    const said = await post(`${orchard}/merge_requests/5/discussions`, { body: 'Kent says yes' });
    assert.equal(said.status, 201);
    const archive = await exported(sandbox, orchard);
    const result = await imported({ path: 'orchard-again', namespace: 'acme' }, archive);
    assert.deepEqual([result.import_status, result.failed_relations, result.import_error], ['finished', [], null]);
    assert.equal(result.import_type, 'gitlab_project');
    const again = '/projects/acme%2Forchard-again';
    for (const [list, fields] of [
      ['/repository/branches', (row: Branch) => [row.name, row.commit.id, row.protected, row.default]],
      ['/repository/commits?all=true', (row: { id: string }) => row.id],
      ['/protected_branches', (row: ProtectedBranch) => withoutIds(row)],
      [
        '/merge_requests?state=all',
        (row: MergeRequest) => [row.iid, row.title, row.state, row.sha, row.author?.username],
      ],
      [
        '/merge_requests/5/discussions',
        (row: Discussion) => row.notes.map((note) => [note.body, note.author?.username, note.type, note.position]),
      ],
    ] as const) {
      const page = `${list}${list.includes('?') ? '&' : '?'}per_page=100`;
      const [before, after] = [await get<never[]>(orchard + page), await get<never[]>(again + page)];
      assert.ok(before.json.length > 0, list);
      assert.deepEqual(after.json.map(fields), before.json.map(fields), list);
    }
    const refs = await run().git('for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags');
    const remote = `${sandbox.url.replace('://', `://x:${sandbox.tokens.maintainer}@`)}/acme/orchard-again.git`;
    const there = (await runGit(['ls-remote', '--refs', remote, 'refs/heads/*', 'refs/tags/*'])).replaceAll('\t', ' ');
    assert.deepEqual(there.split('\n').toSorted(), refs.split('\n').toSorted());
  });

  it('goes to the caller when no namespace is named, and lets a request override the archive', async () => {
    const archive = await exported(run().sandbox, '/projects/102');
    const fields = {
      path: 'mine',
      name: 'My seedling',
      'override_params[description]': 'Mine',
      'override_params[id]': '1',
      // not in the archive
      'override_params[default_branch]': 'elsewhere',
    };
    const { id } = await imported(fields, archive);
    const { json } = await run().get<Project>(`/projects/${id}`);
    assert.deepEqual(
      [json.path_with_namespace, json.name, json.description, json.visibility, json.default_branch],
      ['maintainer/mine', 'My seedling', 'Mine', 'private', 'main'],
    );
  });

  it('takes a path that is free, and one that is taken only when it is asked to overwrite', async () => {
    const archive = await exported(run().sandbox, '/projects/102');
    const fields = { path: 'empty', namespace: '10' };
    const refused = await postForm(run().sandbox, '/projects/import', form(fields, archive));
    assert.deepEqual([refused.status, refused.json], [400, { message: 'Path has already been taken' }]);
    const { id } = await imported({ ...fields, overwrite: 'true' }, archive);
    const { json } = await run().get<Project>('/projects/acme%2Fempty');
    assert.deepEqual([json.id, json.default_branch], [id, 'main']);
    assert.equal((await run().get('/projects/103')).status, 404);
  });

  it('needs a namespace the caller maintains', async () => {
    for (const [namespace, as] of [
      ['acme', 'developer'],
      ['owner', 'maintainer'],
      ['nowhere', 'owner'],
    ] as const) {
      const { status, json } = await postForm(
        run().sandbox,
        '/projects/import',
        form({ path: 'x', namespace }, Buffer.from('x')),
        as,
      );
      assert.deepEqual([status, json], [404, { message: '404 Namespace Not Found' }]);
    }
    const both = await postForm(
      run().sandbox,
      '/projects/import',
      form({ path: 'x', namespace: 'acme', namespace_path: 'acme' }, Buffer.from('x')),
    );
    assert.deepEqual(both.json, { error: 'namespace, namespace_id, namespace_path are mutually exclusive' });
  });

  it('refuses what is no archive by its name, and a form without a file', async () => {
    const zip = await postForm(run().sandbox, '/projects/import', form({ path: 'x' }, Buffer.from('x'), 'archive.zip'));
    assert.deepEqual(
      [zip.status, zip.json],
      [422, { message: { error: 'You need to upload a GitLab project export archive (ending in .gz).' } }],
    );
    const none = await postForm(run().sandbox, '/projects/import', form({ path: 'x' }));
    assert.deepEqual([none.status, none.json], [400, { error: 'file is missing' }]);
    const text = await postForm(run().sandbox, '/projects/import', form({ path: 'x', file: 'text' }));
    assert.deepEqual([text.status, text.json], [400, { error: 'file is invalid' }]);
    assert.equal((await postForm(run().sandbox, '/projects/import', form({ path: 'x' }), 'nobody')).status, 401);
  });

  it('fails with a reason when the archive is broken, and says it to maintainers', async () => {
    const whole = await exported(run().sandbox, orchard);
    const cut = await imported({ path: 'cut', namespace: 'acme' }, whole.subarray(0, whole.length / 2));
    assert.equal(cut.import_status, 'failed');
    matches(cut, 'projectImport', 'X7 failed');
    assert.match(cut.import_error ?? '', /Unable to decompress the archive/);
    const large = pack();
    large.entry({ name: 'project.bundle', size: 2 ** 31 });
    const [head] = (await once(large, 'data')) as [Buffer];
    large.destroy();
    const bomb = await imported({ path: 'bomb', namespace: 'acme' }, gzipSync(head));
    assert.match(bomb.import_error ?? '', /Unable to decompress the archive: it unpacks to more than 1073741824 bytes/);
    const { json } = await run().get<ProjectImport>('/projects/acme%2Fcut/import', 'developer');
    assert.match(json.import_error ?? '', /^Ask a maintainer/);
    const files = await unpack(whole);
    const broken = await repack({
      ...files,
      'project.bundle': (files['project.bundle'] ?? Buffer.alloc(0)).subarray(0, 5000),
    });
    assert.match((await imported({ path: 'broken', namespace: 'acme' }, broken)).import_error ?? '', /repository/);
    const strange = await repack({ 'some.txt': Buffer.from('x') });
    assert.equal((await imported({ path: 'strange', namespace: 'acme' }, strange)).import_status, 'failed');
  });

  it('lists what could not be saved, a hundred entries at most, and saves the rest', async () => {
    const files = await unpack(await exported(run().sandbox, orchard));
    const name = 'tree/project/merge_requests.ndjson';
    const rows = linesOf<{ iid: number; title: string; sha: string }>(files, name);
    const changed = rows.map((row) =>
      row.iid === 1 ? { ...row, title: '' } : row.iid === 2 ? { ...row, sha: '1'.repeat(40) } : row,
    );
    const text = [...changed.map((row) => JSON.stringify(row)), '{no json', ...Array<string>(200).fill('[]')].join(
      '\n',
    );
    const result = await imported(
      { path: 'partly', namespace: 'acme' },
      await repack({ ...files, [name]: Buffer.from(text) }),
    );
    assert.deepEqual([result.import_status, result.import_error], ['finished', null]);
    assert.equal(result.failed_relations.length, 100);
    matches(result.failed_relations, '[failedRelation]');
    const [first, second] = result.failed_relations;
    assert.deepEqual(
      [first?.relation_name, first?.source, first?.line_number, first?.exception_class],
      ['merge_requests', 'process_relation_item!', 0, 'ActiveRecord::RecordInvalid'],
    );
    assert.match(first?.exception_message ?? '', /Title can't be blank/);
    assert.deepEqual([second?.line_number, second?.exception_class], [rows.length, 'JSON::ParserError']);
    assert.equal(new Set(result.failed_relations.map(({ id }) => id)).size, 100);
    const { json } = await run().get<MergeRequest[]>('/projects/acme%2Fpartly/merge_requests?state=all&per_page=100');
    assert.equal(json.length, rows.length - 2);
  });

  it('never writes outside its folder', async () => {
    const files = await unpack(await exported(run().sandbox, '/projects/102'));
    const evil = await repack({ ...files, 'tree/../../../../evil.json': Buffer.from('{}') });
    assert.equal((await imported({ path: 'evil', namespace: 'acme' }, evil)).import_status, 'finished');
    const { repository } = run().sandbox;
    assert.equal(existsSync(join(repository.slice(0, repository.indexOf('/repositories/')), 'evil.json')), false);
  });

  it('is answered with the import of a project that never had one', async () => {
    const { json } = await run().get<ProjectImport>(`${orchard}/import`);
    assert.deepEqual([json.import_status, json.import_type, json.failed_relations], ['none', null, []]);
    assert.equal((await run().get(`${orchard}/import`, 'nobody')).status, 401);
  });
});
