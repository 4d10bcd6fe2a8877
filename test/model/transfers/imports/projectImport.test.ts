import assert from 'node:assert/strict';
import type { WriteOutcome } from '../../../../src/model/writeOnce.ts';
import { RequestError } from '../../../../src/client/errors.ts';
import { AccountCapabilities } from '../../../../src/model/accountCapabilities.ts';
import {
  type ImportAccount,
  startProjectImport,
  type WantedProject,
} from '../../../../src/model/transfers/imports/projectImport.ts';
import {
  pollProjectImport,
  type ProjectImportDetails,
  type ProjectImportState,
} from '../../../../src/model/transfers/imports/projectImportJob.ts';
import { setFaultsAt } from '../../../support/servers/sandboxControl.ts';
import { type RunningSandbox, startSandbox } from '../../../support/servers/startSandbox.ts';
import type { UploadFile } from '../../../../src/wire/parameters.ts';
import type { ProjectImport } from '../../../../src/wire/projectTransfer.ts';
import { exported, repack } from '../../../sandbox/transfer/transferring.ts';
import { clientOf, requestsOf } from './importing.ts';

const fileOf = (bytes: Uint8Array, name = 'archive.tar.gz'): UploadFile => ({
  name,
  size: bytes.length,
  async *open() {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  },
});

const outcome = (written: WriteOutcome<ProjectImport>): string =>
  written.kind === 'done' ? `done, ${written.confirmed}` : written.kind;

describe('the import of a project', () => {
  let sandbox: RunningSandbox;
  let archive: Buffer;
  let account: ImportAccount;
  let number = 0;

  before(async () => {
    sandbox = await startSandbox({ jobDelayMs: 0, faults: true });
    archive = await exported(sandbox, `/projects/${encodeURIComponent(sandbox.project)}`);
    const client = clientOf(sandbox, 'maintainer');
    account = { client, capabilities: new AccountCapabilities(client) };
    await account.capabilities.ready();
  });
  after(() => sandbox.close());
  afterEach(() => setFaultsAt(sandbox.url, []));

  const wanted = (more: Partial<WantedProject> = {}): WantedProject => ({
    namespace: 'acme/tools',
    path: `moved-${(number += 1)}`,
    origin: { kind: 'file', file: fileOf(archive) },
    overrides: {},
    replaces: undefined,
    ...more,
  });

  const detailsOf = ({ namespace, path, overrides, replaces }: WantedProject): ProjectImportDetails => ({
    from: 'file',
    namespace,
    path,
    overrides,
    isSent: true,
    ...(replaces === undefined ? {} : { replaces }),
  });

  const lookAt = (
    project: WantedProject,
    { id, details, afterMs = 0 }: { id?: number; details?: Partial<ProjectImportDetails>; afterMs?: number } = {},
  ): Promise<ProjectImportState> =>
    pollProjectImport(
      {
        subject: { type: 'project', path: `${project.namespace}/${project.path}`, id },
        baseUrl: sandbox.url,
        story: [],
        startedAtMs: 0,
      },
      { ...detailsOf(project), ...details },
      { client: account.client, signal: new AbortController().signal },
      afterMs,
    );

  const idOf = (written: WriteOutcome<ProjectImport>): number => (written.kind === 'done' ? written.value.id : -1);

  it('sends the archive once, with its bytes told, and is watched to its end', async () => {
    const project = wanted({ name: 'Moved along' });
    const told: number[] = [];
    let whole = 0;
    const written = await startProjectImport(account, project, {
      progress: ({ doneBytes }) => told.push(doneBytes),
      whole: () => (whole += 1),
    });
    assert.equal(outcome(written), 'done, answered');
    assert.ok(told.length > 1 && (told.at(-1) ?? 0) >= archive.length);
    assert.equal(whole, 1);
    await sandbox.jobsSettled();
    const look = await lookAt(project, { id: idOf(written) });
    assert.ok(look.kind === 'change');
    assert.equal(look.change.phase, 'succeeded');
    assert.equal(look.change.subject?.path, `acme/tools/${project.path}`);
    assert.equal(look.change.state?.state, 'finished');
    assert.match(look.change.correlationId ?? '', /^[\w-]{8,}$/);
    assert.equal(look.overrides, undefined);
  });

  it('names the namespace as the release wants it', async () => {
    assert.equal(outcome(await startProjectImport(account, wanted({ namespace: 'maintainer' }))), 'done, answered');
    const older = await startSandbox({ edition: { version: '18.6.0-ee' }, jobDelayMs: 0 });
    try {
      const client = clientOf(older, 'maintainer');
      const capabilities = new AccountCapabilities(client);
      await capabilities.ready();
      assert.equal(outcome(await startProjectImport({ client, capabilities }, wanted())), 'done, answered');
    } finally {
      await older.close();
    }
  });

  it('sets what was asked for and says what was not taken', async () => {
    const overrides = { description: 'Set here', visibility: 'public', topics_are_dropped: 'x', merge_method: 'ff' };
    const project = wanted({ overrides });
    const written = await startProjectImport(account, project);
    await sandbox.jobsSettled();
    const look = await lookAt(project, { id: idOf(written) });
    assert.ok(look.kind === 'change');
    // the group is private
    assert.deepEqual(look.overrides?.notTaken, [{ key: 'visibility', wanted: 'public', got: 'private' }]);
    assert.ok(look.overrides.untold.includes('topics_are_dropped'));
  });

  it('replaces a project when that was asked for', async () => {
    const first = wanted();
    const before = idOf(await startProjectImport(account, first));
    await sandbox.jobsSettled();
    await assert.rejects(startProjectImport(account, first), (error: unknown) => {
      assert.ok(error instanceof RequestError);
      assert.equal(error.facts.serverMessage, 'Path has already been taken');
      return true;
    });
    const written = await startProjectImport(account, { ...first, replaces: before });
    assert.equal(outcome(written), 'done, answered');
    await sandbox.jobsSettled();
    const look = await lookAt({ ...first, replaces: before });
    assert.ok(look.kind === 'change' && look.change.phase === 'succeeded');
    assert.equal(look.change.subject?.id, idOf(written));
  });

  it('is found at its path when the answer was lost, and sent no second time', async () => {
    await requestsOf(sandbox, 'importProject');
    await setFaultsAt(sandbox.url, [{ operation: 'importProject', fault: 'resetAfter', times: 1 }]);
    const written = await startProjectImport(account, wanted());
    assert.equal(outcome(written), 'done, found');
    assert.equal(await requestsOf(sandbox, 'importProject'), 1);
  });

  it('was not begun when the connection broke on the way', async () => {
    await setFaultsAt(sandbox.url, [{ operation: 'importProject', fault: 'resetBefore', times: 1 }]);
    const project = wanted();
    assert.equal(outcome(await startProjectImport(account, project)), 'notDone');
    assert.equal((await lookAt(project, { details: { isSent: false } })).kind, 'never');
    assert.equal((await lookAt(project)).kind, 'notYet');
    assert.equal((await lookAt(project, { afterMs: 301_000 })).kind, 'never');
  });

  it('that replaces another stays unclear after a lost answer while only the old one is there', async () => {
    const first = wanted();
    const before = idOf(await startProjectImport(account, first));
    await sandbox.jobsSettled();
    await setFaultsAt(sandbox.url, [{ operation: 'importProject', fault: 'resetBefore', times: 1 }]);
    const again = { ...first, replaces: before };
    assert.equal(outcome(await startProjectImport(account, again)), 'unknown');
    assert.equal((await lookAt(again, { afterMs: 301_000 })).kind, 'notYet');
  });

  it('is known to create nothing when it is cancelled in the middle', async () => {
    const abort = new AbortController();
    const large = Buffer.concat([archive, Buffer.alloc(8 * 1024 * 1024)]);
    let whole = 0;
    const project = wanted({ origin: { kind: 'file', file: fileOf(large) } });
    const importing = startProjectImport(account, project, {
      signal: abort.signal,
      whole: () => (whole += 1),
      progress: ({ doneBytes }) => {
        if (doneBytes > 1_000_000) abort.abort();
      },
    });
    await assert.rejects(importing, (error: unknown) => {
      assert.ok(error instanceof RequestError);
      assert.deepEqual([error.facts.failure, error.facts.outcome], ['cancelled', 'notSent']);
      return true;
    });
    assert.equal(whole, 0);
    assert.equal((await lookAt(project)).kind, 'notYet');
  });

  it('creates nothing when the file is shorter than it was', async () => {
    const shorter: UploadFile = { ...fileOf(archive), size: archive.length + 10 };
    await assert.rejects(
      startProjectImport(account, wanted({ origin: { kind: 'file', file: shorter } })),
      /the file archive.tar.gz has/,
    );
  });

  it('is sent under a name the server takes', async () => {
    const project = wanted({ origin: { kind: 'file', file: fileOf(archive, 'backup.tgz') } });
    assert.equal(outcome(await startProjectImport(account, project)), 'done, answered');
  });

  const refused = async (project: WantedProject, as: ImportAccount = account): Promise<string> => {
    try {
      return outcome(await startProjectImport(as, project));
    } catch (error) {
      assert.ok(error instanceof RequestError);
      return `${error.facts.status} ${error.facts.failure} ${error.facts.outcome}: ${error.facts.serverMessage}`;
    }
  };

  it('tells refusals in the words of the server', async () => {
    const client = clientOf(sandbox, 'reporter');
    const reporter = { client, capabilities: new AccountCapabilities(client) };
    assert.equal(await refused(wanted(), reporter), '404 notFound answered: 404 Namespace Not Found');
    await setFaultsAt(sandbox.url, [{ operation: 'importProject', fault: 'status', status: 429, times: 1 }]);
    assert.match(await refused(wanted()), /^429 rateLimited answered/);
    const closed = await startSandbox({ allowances: { importSources: ['github'] } });
    const limited = await startSandbox({ largestArchive: 10_000 });
    try {
      const away = clientOf(closed, 'maintainer');
      assert.equal(
        await refused(wanted(), { client: away, capabilities: new AccountCapabilities(away) }),
        '403 forbidden answered: 403 Forbidden',
      );
      const small = clientOf(limited, 'maintainer');
      // cut while sending: the answer may be lost as well
      const large = fileOf(Buffer.alloc(40 * 1024 * 1024));
      assert.match(
        await refused(wanted({ origin: { kind: 'file', file: large } }), {
          client: small,
          capabilities: new AccountCapabilities(small),
        }),
        /^413 refused answered|^undefined unreachable notSent/,
      );
    } finally {
      await Promise.all([closed.close(), limited.close()]);
    }
  });

  it('fails with the reason of the server when the archive is of something else', async () => {
    const other = await repack({ 'package/package.json': Buffer.from('{}') });
    const project = wanted({ origin: { kind: 'file', file: fileOf(other) } });
    const written = await startProjectImport(account, project);
    await sandbox.jobsSettled();
    const look = await lookAt(project, { id: idOf(written) });
    assert.ok(look.kind === 'change' && look.change.phase === 'failed');
    assert.match(look.change.error?.words ?? '', /tree\/project\.json/);
  });

  it('keeps addresses and keys out of what the server says', async () => {
    const url = 'http://127.0.0.1:1/bucket/archive.tar.gz?X-Amz-Signature=verysecret&X-Amz-Expires=60';
    const error = await startProjectImport(account, wanted({ origin: { kind: 'url', url } })).catch(
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof RequestError);
    assert.equal(error.facts.status, 400);
    assert.doesNotMatch(JSON.stringify(error.facts) + error.message, /verysecret/);
    const body = { message: `Failed to open '${url}' for AKIAEXAMPLE/topsecretkey` };
    await setFaultsAt(sandbox.url, [
      { operation: 'importProjectFromS3', fault: 'status', status: 400, body, times: 1 },
    ]);
    const stored = { region: 'eu', bucket: 'b', key: 'k', accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'topsecretkey' };
    const words = await refused(wanted({ origin: { kind: 's3', stored } }));
    assert.match(words, /^400 refused answered: Failed to open/);
    assert.doesNotMatch(words, /verysecret|AKIAEXAMPLE|topsecretkey/);
  });
});
