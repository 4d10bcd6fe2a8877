import assert from 'node:assert/strict';
import { repositoryId, withOutside } from '../everyOperation/outsideSteps.ts';
import { storageKey, withObjectStore } from '../everyOperation/transferSteps.ts';
import { withSandbox } from './driving.ts';
import { serveFile } from '../everyOperation/archiveServer.ts';
import { gitbeaker, project, refusalOf, sendByHand } from './gitbeakerDriving.ts';

interface Role {
  readonly id: number;
  readonly base_access_level: number;
  readonly read_code: boolean;
}

describe('@gitbeaker/rest: groups', () => {
  const driven = withSandbox();
  const api = (as?: Parameters<typeof gitbeaker>[1]) => gitbeaker(driven().sandbox, as);

  it('lists iterations of a group and of a project', async () => {
    const all = await api().GroupIterations.all('acme', { state: 'all' });
    assert.ok(all.length > 0);
    for (const { start_date, due_date, state } of all) {
      assert.ok(String(start_date) <= String(due_date));
      assert.ok([1, 2, 3].includes(Number(state)));
    }
    const path = 'projects/acme%2Forchard/iterations';
    const current = await sendByHand<{ state: number }[]>(api(), 'get', path, { state: 'current' });
    assert.ok(current.length > 0 && current.every(({ state }) => state === 2));
  });

  it('finds groups and members', async () => {
    assert.equal((await api().Groups.show('acme/tools')).full_path, 'acme/tools');
    const members = await api().GroupMembers.all('acme', { includeInherited: true });
    assert.ok(members.some(({ username, access_level }) => username === 'owner' && Number(access_level) === 50));
  });

  it('exports a group, downloads it and imports it again', async () => {
    const { GroupImportExports } = api('owner');
    assert.equal((await GroupImportExports.scheduleExport('acme')).message, '202 Accepted');
    await driven().sandbox.jobsSettled();
    const archive = await GroupImportExports.download('acme');
    const file = { content: archive, filename: 'acme.tar.gz' };
    const answer = await GroupImportExports.import(file, 'acme-again', { name: 'Acme again' });
    assert.equal(answer['message'], '202 Accepted');
    await driven().sandbox.jobsSettled();
    assert.equal((await api('owner').Groups.show('acme-again')).name, 'Acme again');
  });
});

describe('@gitbeaker/rest: roles of a group', () => {
  const driven = withSandbox({ edition: { gitlabCom: true } });

  it('adds, lists and removes one', async () => {
    const api = gitbeaker(driven().sandbox, 'owner');
    const { GroupMemberRoles } = api;
    const wanted = { baseAccessLevel: 10, readCode: true, name: 'Reader' };
    const made = await sendByHand<Role>(api, 'post', 'groups/acme/member_roles', wanted);
    assert.deepEqual([made.base_access_level, made.read_code], [10, true]);
    assert.ok((await GroupMemberRoles.all('acme', {})).some(({ id }) => id === made.id));
    await GroupMemberRoles.remove('acme', made.id);
    assert.ok(!(await GroupMemberRoles.all('acme', {})).some(({ id }) => id === made.id));
  });
});

describe('@gitbeaker/rest: projects', () => {
  const store = withObjectStore();
  const driven = withSandbox(store.options);
  const api = (as?: Parameters<typeof gitbeaker>[1]) => gitbeaker(driven().sandbox, as);
  let archive = new Blob();

  it('says there is no export yet', async () => {
    assert.equal((await api('owner').ProjectImportExports.showExportStatus(project)).export_status, 'none');
    assert.equal((await refusalOf(api('owner').ProjectImportExports.download(project))).status, 404);
  });

  it('exports and downloads', async () => {
    const { ProjectImportExports } = api('owner');
    // its types ask for an address to send the archive to, which the service does not
    await ProjectImportExports.scheduleExport(project, undefined as never);
    await driven().sandbox.jobsSettled();
    assert.equal((await ProjectImportExports.showExportStatus(project)).export_status, 'finished');
    archive = await ProjectImportExports.download(project);
    assert.ok(archive.size > 1000);
  });

  it('imports the file as a new project', async () => {
    const { ProjectImportExports } = api('owner');
    const file = { content: archive, filename: 'orchard.tar.gz' };
    const begun = await ProjectImportExports.import(file, 'again', {
      namespace: 'acme',
      name: 'Again',
      // it cannot write a hash into a form, but passes on what is written as one
      ...{ 'override_params[description]': 'From a file' },
    });
    assert.equal(begun.import_status, 'scheduled');
    await driven().sandbox.jobsSettled();
    assert.equal((await ProjectImportExports.showImportStatus('acme/again')).import_status, 'finished');
    assert.equal((await api('owner').Projects.show('acme/again')).description, 'From a file');
    const heads = async (id: string) =>
      (await api('owner').Branches.all(id)).map(({ name, commit }) => [name, commit.id]);
    assert.deepEqual(await heads('acme/again'), await heads(project));
  });

  it('has the server fetch an archive', async () => {
    const served = await serveFile(Buffer.from(await archive.arrayBuffer()));
    try {
      const begun = await api('owner').ProjectImportExports.importRemote(served.url, 'from-afar', {
        namespace: 'acme',
      });
      assert.equal(begun.import_status, 'scheduled');
      await driven().sandbox.jobsSettled();
      const { ProjectImportExports } = api('owner');
      assert.equal((await ProjectImportExports.showImportStatus('acme/from-afar')).import_status, 'finished');
    } finally {
      await served.close();
    }
  });

  it('has the server fetch an archive from an object storage', async () => {
    await store.keep(Buffer.from(await archive.arrayBuffer()));
    const { accessKeyId, secretAccessKey, region } = storageKey;
    const begun = await sendByHand<{ import_status: string }>(api('owner'), 'post', 'projects/remote-import-s3', {
      accessKeyId,
      secretAccessKey,
      region,
      bucketName: 'archives',
      fileKey: 'orchard.tar.gz',
      path: 'from-a-bucket',
      namespace: 'acme',
    });
    assert.equal(begun.import_status, 'scheduled');
    await driven().sandbox.jobsSettled();
    const { ProjectImportExports } = api('owner');
    assert.equal((await ProjectImportExports.showImportStatus('acme/from-a-bucket')).import_status, 'finished');
  });
});

describe('@gitbeaker/rest: imports from other services', () => {
  const outside = withOutside();
  const driven = withSandbox(outside.options);
  const api = () => gitbeaker(driven().sandbox, 'owner');

  it('imports from GitHub', async () => {
    const begun = await api().Import.importGithubRepository(outside.service().token, repositoryId, 'acme');
    await driven().sandbox.jobsSettled();
    assert.equal((await api().ProjectImportExports.showImportStatus(begun.id)).import_status, 'finished');
  });

  it('cancels an import from GitHub', async () => {
    outside.hold();
    const { Import } = api();
    const begun = await Import.importGithubRepository(outside.service().token, repositoryId, 'acme', { newName: 'no' });
    const canceled = await Import.cancelGithubRepositoryImport(begun.id);
    outside.release();
    await driven().sandbox.jobsSettled();
    assert.equal(canceled['import_status'], 'canceled');
  });

  it('imports gists', async () => {
    await api().Import.importGithubGists(outside.service().token);
    await driven().sandbox.jobsSettled();
    assert.equal((await refusalOf(api().Import.importGithubGists('wrong'))).status, 401);
  });

  it('imports from Bitbucket Server', async () => {
    const { url, username, token } = outside.service();
    const begun = await api().Import.importBitbucketServerRepository(url, username, token, 'CID', 'cider', {
      newName: 'from-the-server',
    });
    await driven().sandbox.jobsSettled();
    assert.equal((await api().ProjectImportExports.showImportStatus(begun.id)).import_status, 'finished');
  });
});
