import assert from 'node:assert/strict';
import { RequestError } from '../../../../src/client/errors.ts';
import { AccountCapabilities } from '../../../../src/model/accountCapabilities.ts';
import { gitRefusal, readImport, startGitImport } from '../../../../src/model/transfers/imports/gitImport.ts';
import {
  groupPath,
  pollGroupImport,
  startGroupImport,
  type WantedGroup,
} from '../../../../src/model/transfers/imports/groupImport.ts';
import type { ImportAccount } from '../../../../src/model/transfers/imports/projectImport.ts';
import {
  pollRelationImport,
  readRelationImports,
  type RelationImportDetails,
  relationRefusal,
  startRelationImport,
} from '../../../../src/model/transfers/imports/relationImport.ts';
import { fits, readExportLimit, readSizeLimit } from '../../../../src/model/transfers/imports/sizeLimit.ts';
import { setFaultsAt } from '../../../support/servers/sandboxControl.ts';
import { type RunningSandbox, startSandbox } from '../../../support/servers/startSandbox.ts';
import type { UploadFile } from '../../../../src/wire/parameters.ts';
import { exported, gate } from '../../../sandbox/transfer/transferring.ts';
import { clientOf, requestsOf } from './importing.ts';

const fileOf = (bytes: Uint8Array): UploadFile => ({
  name: 'archive.tar.gz',
  size: bytes.length,
  async *open() {
    yield bytes;
  },
});

const accountOf = (sandbox: RunningSandbox, as: keyof RunningSandbox['tokens']): ImportAccount => {
  const client = clientOf(sandbox, as);
  return { client, capabilities: new AccountCapabilities(client) };
};

const { signal } = new AbortController();
const failed = async (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('imports into what is there', () => {
  let sandbox: RunningSandbox;
  const jobs = gate();

  before(async () => {
    sandbox = await startSandbox({
      jobDelayMs: 0,
      faults: true,
      beforeJobStep: async (step) => (step.kind === 'relationImport' ? jobs.beforeJobStep(step) : undefined),
    });
  });
  after(() => sandbox.close());
  afterEach(() => setFaultsAt(sandbox.url, []));

  describe('of one part of an archive', () => {
    let archive: Buffer;
    before(async () => (archive = await exported(sandbox, `/projects/${encodeURIComponent(sandbox.project)}`)));

    it('is begun once, followed to its end, and refused while one is at work', async () => {
      const account = accountOf(sandbox, 'maintainer');
      const { project } = sandbox;
      const before = (await readRelationImports(account.client, project)).map(({ id }) => id);
      const wanted = { project, relation: 'milestones' as const, before, file: fileOf(archive) };
      await requestsOf(sandbox, 'importRelation');
      await setFaultsAt(sandbox.url, [{ operation: 'importRelation', fault: 'resetAfter', times: 1 }]);
      const written = await startRelationImport(account, wanted);
      assert.deepEqual(written.kind === 'done' && [written.confirmed, written.value.relation], ['found', 'milestones']);
      assert.equal(await requestsOf(sandbox, 'importRelation'), 1);
      const refusal = await failed(startRelationImport(account, { ...wanted, relation: 'issues' }));
      assert.equal(relationRefusal(refusal), 'busy');
      const details: RelationImportDetails = { relation: 'milestones', before, isSent: true };
      const job = { subject: { type: 'project' as const, path: project }, startedAtMs: 0 };
      const look = async (): Promise<string> => {
        const seen = await pollRelationImport(job, details, { client: account.client, signal }, 0);
        return seen.kind === 'change' ? `${seen.change.phase} ${seen.change.state?.state}` : seen.kind;
      };
      assert.match(await look(), /^running (?:created|started)$/);
      jobs.open('started');
      jobs.open('finished');
      await sandbox.jobsSettled();
      assert.equal(await look(), 'succeeded finished');
    });

    it('is told to be missing, forbidden, or never begun', async () => {
      const { project } = sandbox;
      const wanted = { project: 'acme/nothing', relation: 'issues' as const, before: [], file: fileOf(archive) };
      assert.equal(
        relationRefusal(await failed(startRelationImport(accountOf(sandbox, 'maintainer'), wanted))),
        'missing',
      );
      const forbidden = await failed(startRelationImport(accountOf(sandbox, 'developer'), { ...wanted, project }));
      assert.ok(forbidden instanceof RequestError && forbidden.facts.status === 403);
      await setFaultsAt(sandbox.url, [{ operation: 'importRelation', fault: 'resetBefore', times: 1 }]);
      const written = await startRelationImport(accountOf(sandbox, 'maintainer'), {
        ...wanted,
        project,
        before: (await readRelationImports(clientOf(sandbox, 'maintainer'), project)).map(({ id }) => id),
      });
      assert.equal(written.kind, 'notDone');
    });
  });

  describe('of a git repository', () => {
    it('tells its two refusals apart, and keeps user and password to itself', async () => {
      const account = accountOf(sandbox, 'maintainer');
      const project = await account.client
        .send((await import('../../../../src/wire/projects.ts')).getProject, { id: sandbox.project })
        .then(({ id, path_with_namespace: path }) => ({ id, path }));
      const wanted = { project, url: 'http://127.0.0.1:1/repository.git', user: 'wanda', password: 'opensesame' };
      const has = await failed(startGitImport(account, wanted));
      assert.equal(gitRefusal(has), 'hasRepository');
      const body = { message: 'Import already in progress for http://wanda:opensesame@host/x' };
      await setFaultsAt(sandbox.url, [
        { operation: 'importGitRepository', fault: 'status', status: 409, body, times: 1 },
      ]);
      const busy = await failed(startGitImport(account, wanted));
      assert.equal(gitRefusal(busy), 'inProgress');
      assert.doesNotMatch(String(busy) + JSON.stringify((busy as RequestError).facts), /wanda|opensesame/);
      await setFaultsAt(sandbox.url, [{ operation: 'importGitRepository', fault: 'resetBefore', times: 1 }]);
      assert.equal((await startGitImport(account, wanted)).kind, 'notDone');
      assert.equal((await readImport(account.client, project.id)).import_status, 'none');
    });
  });
});

describe('the import of a group', () => {
  let sandbox: RunningSandbox;
  let archive: Buffer;
  const jobs = gate();
  const at = { startedAtMs: 0 };

  before(async () => {
    const source = await startSandbox({ jobDelayMs: 0 });
    archive = await exported(source, '/groups/acme', 'owner');
    await source.close();
    sandbox = await startSandbox({ jobDelayMs: 0, faults: true, beforeJobStep: jobs.beforeJobStep });
  });
  after(() => sandbox.close());
  afterEach(() => setFaultsAt(sandbox.url, []));

  const wanted = (more: Partial<WantedGroup> = {}): WantedGroup => ({
    name: 'Moved',
    path: 'moved',
    parent: undefined,
    file: fileOf(archive),
    ...more,
  });
  const detailsOf = ({ name, path, parent }: WantedGroup) => ({
    name,
    path,
    isSent: true,
    groups: 4,
    ...(parent === undefined ? {} : { parent }),
  });

  it('is found by its path, and its groups are waited for', async () => {
    const account = accountOf(sandbox, 'owner');
    const group = wanted();
    await requestsOf(sandbox, 'importGroup');
    await setFaultsAt(sandbox.url, [{ operation: 'importGroup', fault: 'resetAfter', times: 1 }]);
    const written = await startGroupImport(account, group);
    assert.deepEqual(written.kind === 'done' && written.confirmed, 'found');
    assert.equal(await requestsOf(sandbox, 'importGroup'), 1);
    const look = () => pollGroupImport(at, detailsOf(group), { client: account.client, signal }, 0);
    const early = await look();
    assert.deepEqual(early.kind === 'there' && [early.content, early.groups, early.group.visibility], [
      'some',
      1,
      'private',
    ]);
    jobs.open('started');
    jobs.open('finished');
    await sandbox.jobsSettled();
    const late = await look();
    assert.deepEqual(late.kind === 'there' && [late.content, late.groups], ['all', 4]);
    const untold = await pollGroupImport(at, { ...detailsOf(group), groups: 1 }, { client: account.client, signal }, 0);
    assert.equal(untold.kind === 'there' && untold.content, 'untold');
  });

  it('goes below a group its owner names, and nowhere else', async () => {
    const owner = accountOf(sandbox, 'owner');
    const acme = { id: 10, path: 'acme' };
    const below = wanted({ parent: acme, path: 'below' });
    assert.equal(groupPath(below), 'acme/below');
    assert.equal((await startGroupImport(owner, below)).kind, 'done');
    const taken = await failed(startGroupImport(owner, below));
    assert.ok(taken instanceof RequestError);
    assert.match(taken.facts.serverMessage ?? '', /has already been taken/);
    const forbidden = await failed(startGroupImport(accountOf(sandbox, 'developer'), { ...below, path: 'other' }));
    assert.ok(forbidden instanceof RequestError && forbidden.facts.status === 403);
  });

  it('never comes when it was not sent, and is given up after a while', async () => {
    const account = accountOf(sandbox, 'owner');
    await setFaultsAt(sandbox.url, [{ operation: 'importGroup', fault: 'resetBefore', times: 1 }]);
    const group = wanted({ path: 'lost' });
    assert.equal((await startGroupImport(account, group)).kind, 'notDone');
    const look = async (isSent: boolean, nowMs: number): Promise<string> =>
      (await pollGroupImport(at, { ...detailsOf(group), isSent }, { client: account.client, signal }, nowMs)).kind;
    assert.deepEqual(
      [await look(false, 0), await look(true, 0), await look(true, 601_000)],
      ['never', 'notYet', 'never'],
    );
  });
});

describe('the largest archive a server takes', () => {
  it('is told to administrators, known of GitLab.com and unknown to all others', async () => {
    const sandbox = await startSandbox({ largestArchive: 10 * 1024 ** 3 });
    try {
      assert.deepEqual(await readSizeLimit(clientOf(sandbox, 'owner')), { kind: 'unknown' });
      const root = { ...sandbox, tokens: { ...sandbox.tokens, owner: sandbox.tokens.root } };
      const limit = await readSizeLimit(clientOf(root, 'owner'));
      assert.deepEqual(limit, { kind: 'bytes', bytes: 10 * 1024 ** 3, from: 'settings' });
      assert.deepEqual(await readExportLimit(clientOf(sandbox, 'owner')), { kind: 'unknown' });
      assert.deepEqual(await readExportLimit(clientOf(root, 'owner')), { kind: 'none' });
      assert.equal(fits(limit, 12 * 1024 ** 3), false);
      assert.equal(fits(limit, 9 * 1024 ** 3), true);
      assert.equal(fits({ kind: 'unknown' }, 1), undefined);
      const com = await readSizeLimit(clientOf(sandbox, 'owner', { baseUrl: 'https://gitlab.com' }));
      assert.deepEqual(com, { kind: 'bytes', bytes: 5 * 1024 ** 3, from: 'gitlab.com' });
    } finally {
      await sandbox.close();
    }
  });
});
