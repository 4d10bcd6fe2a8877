import * as vscode from '../vscode.ts';
import type { CommandTable } from '../kit/commands.ts';
import { chooseProject, detectProject } from './chooseProject.ts';
import { checkConnection } from './connectionPage/checkConnection.ts';
import { signIn } from './signIn.ts';
import { clientCertificate } from './clientCertificate.ts';
import { openGraphqlExplorer } from './openGraphqlExplorer.ts';
import { copyRequests, showRequests } from './requestMeter.ts';
import type { AccountsArea } from './area.ts';
import { listAccounts, removeAccount } from './manageAccounts.ts';
import { tryRepository } from './tryRepository.ts';

export const accountCommands: CommandTable<AccountsArea> = {
  'graft.accounts.add': signIn,
  'graft.accounts.list': listAccounts,
  'graft.accounts.remove': removeAccount,
  'graft.accounts.checkConnection': checkConnection,
  'graft.accounts.clientCertificate': clientCertificate,
  'graft.accounts.getStarted': ({ context }) =>
    vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`),
  'graft.accounts.chooseProject': chooseProject,
  'graft.accounts.detectProject': detectProject,
  'graft.accounts.showLog': ({ log }) => log.show(),
  'graft.accounts.showRequests': showRequests,
  'graft.accounts.copyRequests': copyRequests,
  'graft.accounts.openGraphqlExplorer': openGraphqlExplorer,
  'graft.accounts.startSampleServer': (area) => area.sampleServer.start(area),
  'graft.accounts.sampleServer': (area, step) => area.sampleServer.choose(area, step),
  'graft.accounts.openTour': (area) => area.sampleServer.tour(area),
  'graft.accounts.tryRepository': tryRepository,
  'graft.accounts.stopSampleServer': (area) => {
    if (area.sampleServer.isRunning) return area.sampleServer.stop(area);
    return void vscode.window.showInformationMessage(vscode.l10n.t('The sample server is not running.'));
  },
};
