import assert from 'node:assert/strict';
import { startExternalService, type RunningExternalService } from '../../src/sandbox/external/startExternalService.ts';
import type { SandboxOptions } from '../support/servers/startSandbox.ts';
import type { Driver } from './driving.ts';

export const repositoryId = 7001;

/** Stub of the import sources; set up before the sandbox. */
export interface Outside {
  readonly service: () => RunningExternalService;
  readonly options: SandboxOptions;
  /** Holds jobs before their next step until `release`. */
  readonly hold: () => void;
  readonly release: () => void;
}

export const withOutside = (): Outside => {
  let service: RunningExternalService | undefined;
  let held = Promise.resolve();
  let release = (): void => undefined;
  before(async () => {
    service = await startExternalService();
  });
  after(async () => {
    release();
    await service?.close();
  });
  return {
    service: () => {
      if (service === undefined) throw new Error('The other service is not running yet.');
      return service;
    },
    options: {
      get services() {
        const url = service?.url ?? '';
        return { github: url, bitbucket: url };
      },
      beforeJobStep: () => held,
    },
    hold: () => {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
};

export const outsideSteps = ({ step, sandbox }: Driver, { service, hold, release }: Outside): void => {
  let canceled = 0;
  const settled = () => sandbox().sandbox.jobsSettled();
  const statusOf = async (project: string): Promise<string> => {
    const path = `/projects/${encodeURIComponent(project)}/import`;
    return (await sandbox().get<{ readonly import_status: string }>(path, 'owner')).json.import_status;
  };
  const bitbucket = () => ({ bitbucket_username: service().username, bitbucket_app_password: service().token });

  step(
    'importFromGithub',
    'owner',
    () => ({ personal_access_token: service().token, repo_id: repositoryId, target_namespace: 'acme' }),
    async ({ full_path }) => {
      assert.equal(full_path, '/acme/cider');
      await settled();
      assert.equal(await statusOf('acme/cider'), 'finished');
    },
  );
  step(
    'cancelGithubImport',
    'owner',
    async () => {
      hold();
      const wanted = {
        personal_access_token: service().token,
        repo_id: repositoryId,
        new_name: 'never',
        target_namespace: 'acme',
      };
      canceled = (await sandbox().post<{ readonly id: number }>('/import/github', wanted, 'owner')).json.id;
      return { project_id: canceled };
    },
    async ({ id, import_status }) => {
      assert.deepEqual([id, import_status], [canceled, 'canceled']);
      release();
      await settled();
      assert.equal(await statusOf('acme/never'), 'canceled');
    },
  );
  step(
    'importGithubGists',
    'owner',
    () => ({ personal_access_token: service().token }),
    async () => {
      await settled();
      assert.ok(service().requests.some((request) => request.includes('/gists')));
    },
  );
  step(
    'importFromBitbucketServer',
    'owner',
    () => ({
      bitbucket_server_url: service().url,
      bitbucket_server_username: service().username,
      personal_access_token: service().token,
      bitbucket_server_project: 'CID',
      bitbucket_server_repo: 'cider',
      new_name: 'from-the-server',
      target_namespace: 'acme',
      new_namespace: 'acme',
    }),
    async ({ full_path }) => {
      assert.equal(full_path, '/acme/from-the-server');
      await settled();
      assert.equal(await statusOf('acme/from-the-server'), 'finished');
    },
  );
  step(
    'importFromBitbucket',
    'owner',
    () => ({ ...bitbucket(), repo_path: 'wanda/cider', target_namespace: 'acme', new_name: 'from-the-cloud' }),
    async ({ full_path }) => {
      assert.equal(full_path, '/acme/from-the-cloud');
      await settled();
      assert.equal(await statusOf('acme/from-the-cloud'), 'finished');
      const branches = await sandbox().get<unknown[]>('/projects/acme%2Ffrom-the-cloud/repository/branches', 'owner');
      assert.equal(branches.json.length, 2);
      const from = await sandbox().get<{ import_type: string }>('/projects/acme%2Ffrom-the-cloud/import', 'owner');
      assert.equal(from.json.import_type, 'bitbucket');
    },
  );
};
