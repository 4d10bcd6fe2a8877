import assert from 'node:assert/strict';
import { withSandbox } from './driving.ts';
import { gitbeaker, project } from './gitbeakerDriving.ts';

describe('@gitbeaker/rest: groups', () => {
  const driven = withSandbox();
  const api = (as?: Parameters<typeof gitbeaker>[1]) => gitbeaker(driven().sandbox, as);

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

describe('@gitbeaker/rest: projects', () => {
  const driven = withSandbox();
  const api = (as?: Parameters<typeof gitbeaker>[1]) => gitbeaker(driven().sandbox, as);
  let archive = new Blob();

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
});
