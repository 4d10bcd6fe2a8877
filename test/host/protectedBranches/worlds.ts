import type { App } from '../../../src/extension.ts';
import type { OpenProject } from '../../../src/host/shell/currentProject.ts';
import { readAccount } from '../../../src/model/accounts/signIn.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import { getProject } from '../../../src/wire/projects.ts';
import { listProtectedBranches, type ProtectedBranch, unprotectBranch } from '../../../src/wire/protectedBranches.ts';
import type { Received } from '../../support/window/inHost.ts';
import { readWorld } from '../../support/window/world.ts';

interface Worlds {
  readonly project: string;
  readonly free: { readonly url: string; readonly token: string };
}

/** The second server's sample project, open in the window. */
export interface Elsewhere {
  readonly open: OpenProject;
  setFaults(faults: readonly FaultRequest[]): Promise<void>;
  forgetRequests(): Promise<void>;
  received(): Promise<readonly Received[]>;
  /** Signs out and detects the folder's project again. */
  leave(): Promise<void>;
}

export const goElsewhere = async (app: App): Promise<Elsewhere> => {
  const { project: path, free } = readWorld<Worlds>();
  const { url, token } = free;
  const account = await app.accounts.add(await readAccount(app.clients.trial(url, token), {}), token);
  const client = app.clients.of(account);
  const project = await client.send(getProject, { id: path });
  await app.project.choose(account, project);
  const control = (name: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}/-/sandbox/${name}`, { headers: { 'content-type': 'application/json' }, ...init });
  return {
    open: { account, client, project, remote: undefined },
    setFaults: async (faults) => void (await control('faults', { method: 'POST', body: JSON.stringify(faults) })),
    forgetRequests: async () => void (await control('requests', { method: 'DELETE' })),
    received: async () => (await (await control('requests')).json()) as Received[],
    async leave() {
      await app.accounts.remove(account.id);
      await app.project.detect();
    },
  };
};

type Place = Pick<OpenProject, 'client' | 'project'>;

export const findRule = async ({ client, project }: Place, name: string): Promise<ProtectedBranch | undefined> => {
  const { items } = await client.send(listProtectedBranches, { id: project.id, search: name, per_page: 100 });
  return items.find((each) => each.name === name);
};

export const dropRule = async (place: Place, name: string): Promise<void> => {
  if (await findRule(place, name)) await place.client.send(unprotectBranch, { id: place.project.id, name });
};
