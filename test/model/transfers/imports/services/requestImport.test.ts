import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '../../../../../src/client/client.ts';
import { RequestError } from '../../../../../src/client/errors.ts';
import { AccountCapabilities } from '../../../../../src/model/accountCapabilities.ts';
import {
  requestGistImport,
  requestServiceImport,
  type StartedImport,
  type ImportAccount,
  keepsBitbucketPath,
  type WantedBitbucketServer,
  type WantedGithub,
} from '../../../../../src/model/transfers/imports/services/requestImport.ts';
import { defaultOptions } from '../../../../../src/model/transfers/imports/services/githubOptions.ts';
import { askedPath } from '../../../../../src/model/transfers/imports/services/landing.ts';
import { cancelRefusal, serviceRefusal } from '../../../../../src/model/transfers/imports/services/serviceRefusal.ts';
import {
  appearsWithinMs,
  cancelImport,
  pollImport,
  findImport,
} from '../../../../../src/model/transfers/imports/services/watching.ts';
import type { Job } from '../../../../../src/model/transfers/jobs/job.ts';
import { readRelease } from '../../../../../src/model/release.ts';
import type { WriteOutcome } from '../../../../../src/model/writeOnce.ts';
import {
  type RunningExternalService,
  startExternalService,
} from '../../../../../src/sandbox/external/startExternalService.ts';
import type { FaultRequest } from '../../../../../src/sandbox/faults.ts';
import { sentTo, setFaultsAt } from '../../../../support/servers/sandboxControl.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../../../support/servers/startSandbox.ts';
import { gate } from '../../../../sandbox/transfer/transferring.ts';
import { connect, failureOf } from '../../../../client/connect.ts';
import { loopback } from '../../../../client/loopback.ts';

interface Opened extends ImportAccount {
  readonly sandbox: RunningSandbox;
  readonly as: (who: 'owner' | 'maintainer' | 'developer' | 'reporter') => Client;
  readonly fault: (operation: string, fault: Omit<FaultRequest, 'operation'>) => Promise<void>;
  readonly sent: (operation: string) => Promise<number>;
}

describe('imports from other services', () => {
  const servers = loopback();
  let outside: RunningExternalService;

  before(async () => {
    outside = await startExternalService();
  });
  after(() => outside.close());
  afterEach(() => outside.limitRate('off'));

  const open = async (options: SandboxOptions = {}): Promise<Opened> => {
    const sandbox = await startSandbox({
      faults: true,
      jobDelayMs: 0,
      services: { github: outside.url, bitbucket: outside.url },
      ...options,
    });
    servers.defer(() => sandbox.close());
    const as = (who: keyof RunningSandbox['tokens']): Client =>
      connect(servers, sandbox.url, { token: sandbox.tokens[who] }).client;
    const client = as('owner');
    const capabilities = new AccountCapabilities(client);
    await capabilities.ready();
    return {
      sandbox,
      client,
      capabilities,
      as,
      fault: (operation, fault) => setFaultsAt(sandbox.url, [{ operation, ...fault }]),
      sent: (operation) => sentTo(sandbox.url, operation),
    };
  };

  const fromGithub = (more: Partial<WantedGithub> = {}): WantedGithub => ({
    service: 'github',
    server: { kind: 'enterprise', webUrl: outside.url },
    token: outside.token,
    additionalTokens: [],
    repositoryId: 7001,
    asked: { namespace: 'acme', path: 'cider' },
    options: defaultOptions(undefined),
    ...more,
  });
  const fromBitbucket = (more: Partial<WantedBitbucketServer> = {}): WantedBitbucketServer => ({
    service: 'bitbucketServer',
    url: outside.url,
    username: outside.username,
    token: outside.token,
    projectKey: 'CID',
    repository: 'cider',
    asked: { namespace: 'acme/tools', path: 'perry' },
    timeoutStrategy: undefined,
    ...more,
  });
  const done = (written: WriteOutcome<StartedImport>): StartedImport =>
    written.kind === 'done' ? written.value : assert.fail(JSON.stringify(written));
  const jobOf = (begun: Pick<StartedImport, 'path'> & { projectId?: number }, baseUrl: string): Job => ({
    id: 'one',
    kind: 'githubImport',
    account: 'a',
    baseUrl,
    subject: { type: 'project', path: begun.path, ...(begun.projectId === undefined ? {} : { id: begun.projectId }) },
    phase: 'running',
    startedAtMs: Date.now(),
    story: [],
    look: { failures: 0 },
    failedRelations: [],
    details: undefined,
  });
  const looking = (client: Client) => ({ client, signal: new AbortController().signal });

  it('are begun and watched to their end, with what GitHub counts', async () => {
    const { sandbox, client, capabilities } = await open();
    const begun = done(await requestServiceImport({ client, capabilities }, fromGithub(), ['acme/cider']));
    assert.deepEqual([begun.path, begun.elsewhere, begun.status], ['acme/cider', undefined, 'scheduled']);
    await sandbox.jobsSettled();
    const change = await pollImport(jobOf(begun, sandbox.url), looking(client));
    assert.deepEqual([change.phase, change.state], ['succeeded', { state: 'finished' }]);
    assert.equal(change.stats?.imported['pull_request'], 2);
    assert.equal(change.subject?.webUrl, `${sandbox.url}/acme/cider`);
    assert.equal(await sandbox.jobsSettled(), undefined);
  });

  it('go to servers from 16.5 to 17.1 with the path of the API, and to others without', async () => {
    for (const version of ['16.4.0-ee', '16.5.0-ee', '17.1.2-ee', '17.2.0-ee']) {
      const opened = await open({ edition: { version } });
      const begun = done(await requestServiceImport(opened, fromGithub(), ['acme/cider']));
      assert.equal(begun.path, 'acme/cider', version);
      await opened.sandbox.jobsSettled();
    }
  });

  it('are begun once: after a lost answer the project is looked for', async () => {
    const opened = await open();
    await opened.fault('H1', { fault: 'resetAfter', times: 1 });
    const written = await requestServiceImport(opened, fromGithub(), ['acme/cider']);
    assert.deepEqual([written.kind, written.kind === 'done' && written.confirmed], ['done', 'found']);
    assert.equal(await opened.sent('importFromGithub'), 1);
    await opened.fault('H1', { fault: 'resetBefore', times: 1 });
    const lost = await requestServiceImport(opened, fromGithub({ asked: { namespace: 'acme', path: 'perry' } }), [
      'acme/perry',
    ]);
    assert.equal(lost.kind, 'notDone');
    assert.equal(await opened.sent('importFromGithub'), 2);
    await opened.sandbox.jobsSettled();
  });

  it('that may have begun are looked for a while, and then given up', async () => {
    const { sandbox, client, capabilities } = await open();
    const details = { importType: 'github', mayLandAt: ['acme/perry', 'acme/cider'] };
    const job = jobOf({ path: 'acme/cider' }, sandbox.url);
    const look = (nowMs: number) => findImport(job, details, looking(client), nowMs);
    assert.deepEqual(await look(job.startedAtMs + 1), { kind: 'notYet' });
    assert.deepEqual(await look(job.startedAtMs + appearsWithinMs + 1), { kind: 'never' });
    const begun = done(await requestServiceImport({ client, capabilities }, fromGithub(), ['acme/cider']));
    const found = await look(job.startedAtMs + appearsWithinMs + 1);
    assert.equal(found.kind === 'found' && found.change.subject?.id, begun.projectId);
    // a project imported from elsewhere does not count
    const other = await findImport(job, { ...details, importType: 'bitbucket' }, looking(client), job.startedAtMs);
    assert.deepEqual(other, { kind: 'notYet' });
    await sandbox.jobsSettled();
  });

  it('are refused in words that are told apart, and none of them holds the token', async () => {
    const opened = await open({ allowances: { importSources: ['bitbucket', 'gitlab_project'] } });
    const allowed = await open();
    const refused = async (account: ImportAccount, wanted: WantedGithub | WantedBitbucketServer) => {
      const { facts, stack } = await failureOf(requestServiceImport(account, wanted, [askedPath(wanted.asked)]));
      assert.doesNotMatch(`${stack} ${JSON.stringify(facts)}`, new RegExp(outside.token));
      return serviceRefusal(wanted.service, facts);
    };
    const { as, capabilities } = allowed;
    const developer = { client: as('developer'), capabilities: new AccountCapabilities(as('developer')) };
    const at = (namespace: string, path = 'cider') => ({ asked: { namespace, path } });
    assert.equal(await refused(opened, fromGithub()), 'sourceDisabled');
    assert.equal(await refused(opened, fromBitbucket()), 'sourceDisabled');
    assert.equal(await refused(allowed, fromGithub({ token: `${outside.token}-not` })), 'credential');
    assert.equal(await refused(allowed, fromBitbucket({ token: `${outside.token}-not` })), 'credential');
    assert.equal(await refused(allowed, fromGithub({ repositoryId: 1 })), 'repositoryMissing');
    assert.equal(await refused(allowed, fromBitbucket({ repository: 'beer' })), 'repositoryMissing');
    assert.equal(await refused(allowed, fromGithub(at('nowhere'))), 'namespaceMissing');
    assert.equal(await refused(developer, fromGithub()), 'namespaceRights');
    assert.equal(await refused(developer, fromBitbucket()), 'namespaceRights');
    assert.equal(await refused(allowed, fromGithub(at('acme', 'orchard'))), 'pathTaken');
    assert.equal(await refused(allowed, fromBitbucket({ url: 'http://x y' })), 'address');
    outside.limitRate('on');
    assert.equal(await refused(allowed, fromGithub()), 'rateLimitThere');
    await allowed.fault('H1', { fault: 'status', status: 429, body: 'Retry later' });
    assert.equal(await refused(allowed, fromGithub()), 'rateLimitHere');
    await allowed.fault('H1', { fault: 'status', status: 422, body: { errors: `No use for ${outside.token}` } });
    assert.equal(await refused(allowed, fromGithub()), 'other');
    assert.equal(capabilities.known.release?.[0], 18);
  });

  it('land where they were sent, as both names of the namespace go out', async () => {
    const opened = await open();
    const begun = done(await requestServiceImport(opened, fromBitbucket(), ['acme/tools/perry']));
    assert.deepEqual([begun.path, begun.elsewhere], ['acme/tools/perry', undefined]);
    await opened.sandbox.jobsSettled();
  });

  it('say where a server has put them instead', async () => {
    const opened = await open({ edition: { version: '16.8.0-ee' } });
    assert.equal(keepsBitbucketPath(readRelease('16.8.0-ee')), true);
    assert.deepEqual(
      ['15.0.0', '15.1.0', '16.9.9', '16.10.0'].map((text) => keepsBitbucketPath(readRelease(text))),
      [false, true, true, false],
    );
    const begun = done(await requestServiceImport(opened, fromBitbucket(), ['acme/tools/perry']));
    assert.deepEqual([begun.path, begun.elsewhere], ['acme/tools/cider', 'path']);
    await opened.sandbox.jobsSettled();
  });

  it('of Bitbucket Cloud go by another operation, which older releases do not have', async () => {
    const wanted = {
      service: 'bitbucket',
      username: outside.username,
      password: outside.token,
      repositoryPath: 'wanda/cider',
      asked: { namespace: 'acme', path: 'cloudy' },
    } as const;
    const opened = await open();
    const begun = done(await requestServiceImport(opened, wanted, ['acme/cloudy']));
    assert.equal(begun.path, 'acme/cloudy');
    await opened.sandbox.jobsSettled();
    const older = await open({ edition: { version: '16.11.0-ee' } });
    const { facts } = await failureOf(requestServiceImport(older, wanted, ['acme/cloudy']));
    assert.equal(serviceRefusal('bitbucket', facts), 'notInRelease');
  });

  it('are canceled, which has refusals that are told apart', async () => {
    const held = gate();
    const opened = await open({ beforeJobStep: held.beforeJobStep });
    const { client, as } = opened;
    const begun = done(await requestServiceImport(opened, fromGithub(), ['acme/cider']));
    const { projectId: id } = begun;
    const refused = async (who: Client, project: number): Promise<string> =>
      cancelRefusal((await failureOf(cancelImport(looking(who), project))).facts);
    assert.equal(await refused(as('maintainer'), id), 'notOwner');
    assert.equal(await refused(client, 101), 'notImported');
    held.open('started');
    await held.reached('finished');
    await opened.fault('H2', { fault: 'resetAfter', times: 1 });
    const canceled = await cancelImport(looking(client), id);
    assert.equal(canceled.kind === 'canceled' && canceled.change.phase, 'canceled');
    assert.equal(await opened.sent('cancelGithubImport'), 3);
    held.open('finished');
    await opened.sandbox.jobsSettled();
    const over = await cancelImport(looking(client), id);
    assert.deepEqual(over.kind === 'over' && [over.words, over.change.phase], [
      'The import cannot be canceled because it is canceled',
      'canceled',
    ]);
  });

  it('are there again after the server was restarted in the middle', async () => {
    const world = await mkdtemp(path.join(tmpdir(), 'graft-restart-'));
    servers.defer(() => rm(world, { recursive: true, force: true }));
    const held = gate();
    const first = await open({ world, beforeJobStep: held.beforeJobStep });
    const begun = done(await requestServiceImport(first, fromGithub(), ['acme/cider']));
    held.open('started');
    await held.reached('finished');
    const { port } = first.sandbox;
    const closing = first.sandbox.close();
    held.open('finished');
    await closing;
    await assert.rejects(
      pollImport(jobOf(begun, first.sandbox.url), looking(first.client)),
      (error) => error instanceof RequestError && error.facts.failure === 'unreachable',
    );
    const second = await open({ world, port });
    await second.sandbox.jobsSettled();
    const change = await pollImport(jobOf(begun, second.sandbox.url), looking(second.client));
    assert.deepEqual([change.phase, change.state?.state], ['succeeded', 'finished']);
  });

  it('that fail say why, without credentials', async () => {
    const { sandbox, client, capabilities, fault } = await open();
    const begun = done(await requestServiceImport({ client, capabilities }, fromGithub(), ['acme/cider']));
    await sandbox.jobsSettled();
    const error = 'remote: https://oauth2:outside-secret@github.com/wanda/cider.git is gone';
    const body = {
      id: begun.projectId,
      name: 'cider',
      path: 'cider',
      path_with_namespace: 'acme/cider',
      import_status: 'failed',
      import_error: error,
      failed_relations: [{ id: 1, relation_name: 'notes', exception_message: error }],
    };
    await fault('X7', { fault: 'status', status: 200, body });
    const change = await pollImport(jobOf(begun, sandbox.url), looking(client));
    assert.deepEqual(
      [change.phase, change.error],
      ['failed', { words: 'remote: https://github.com/wanda/cider.git is gone' }],
    );
    assert.doesNotMatch(JSON.stringify(change), /outside-secret/);
  });

  it('of gists have four answers', async () => {
    const held = gate();
    const opened = await open({ beforeJobStep: held.beforeJobStep });
    const refused = async (token: string): Promise<string> =>
      serviceRefusal('gists', (await failureOf(requestGistImport(opened, token))).facts);
    assert.equal(await refused('wrong'), 'credential');
    assert.equal((await requestGistImport(opened, outside.token)).kind, 'done');
    assert.equal(await refused(outside.token), 'busy');
    outside.limitRate('on');
    assert.equal(await refused(outside.token), 'rateLimitThere');
    await opened.fault('H3', { fault: 'status', status: 403, body: { message: '403 Forbidden' } });
    assert.equal(await refused(outside.token), 'snippetsForbidden');
    await opened.fault('H3', { fault: 'resetAfter', times: 1 });
    assert.equal((await requestGistImport(opened, outside.token)).kind, 'unknown');
    held.open('finished');
    await opened.sandbox.jobsSettled();
  });
});
