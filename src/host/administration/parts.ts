import type * as vscode from 'vscode';
import type { AccountStore } from '../accounts/store.ts';
import type { App } from '../app.ts';
import type { Clients } from '../clients.ts';
import type { Log } from '../log.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { JobSection } from '../jobs/section.ts';
import type { CurrentProject } from '../project/currentProject.ts';
import { MemberRoleSection } from './memberRoleSection.ts';
import { AdministrationView } from './tree.ts';

/** Builds the Administration view and its sections, in the order they are shown. */
export const createAdministration = (
  parts: {
    readonly project: CurrentProject;
    readonly accounts: AccountStore;
    readonly clients: Clients;
    readonly jobs: Jobs;
    readonly log: Log;
  },
  own: <T extends vscode.Disposable>(part: T) => T,
): Pick<App, 'memberRoles' | 'administration'> => {
  const memberRoles = own(new MemberRoleSection(parts));
  return { memberRoles, administration: own(new AdministrationView([memberRoles, own(new JobSection(parts))])) };
};
