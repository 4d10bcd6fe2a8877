import * as vscode from 'vscode';
import { forgetRequests, receivedRequests, setFaults } from '../support/window/inHost.ts';
import { poll } from '../support/poll.ts';

/** Runs a command while its request for `operation` hangs, then again. `answered` fires after a late response. */
export const asksAnew = async (command: string, operation: string, answered?: vscode.Event<unknown>): Promise<void> => {
  const asked = async (): Promise<number> =>
    (await receivedRequests()).filter((each) => each.operation === operation).length;
  await forgetRequests();
  await setFaults([{ operation, fault: 'hang', times: 1 }]);
  void vscode.commands.executeCommand(command);
  await poll(async () => (await asked()) > 0, { what: `${operation} to be held` });
  const before = await asked();
  const answer = answered === undefined ? undefined : next(answered);
  await vscode.commands.executeCommand(command);
  await poll(async () => (await asked()) > before, { what: `${operation} to be asked for anew` });
  await answer;
};

const next = (event: vscode.Event<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const once = event(() => {
      once.dispose();
      resolve();
    });
  });
