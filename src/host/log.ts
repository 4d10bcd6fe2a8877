import * as vscode from 'vscode';
import type { RequestRecord } from '../client/client.ts';

/** The Graft output channel. */
export interface Log {
  /** Writes one finished request. */
  request(record: RequestRecord): void;
  /** Writes an error with its causes. Errors of the client carry no token, and nothing else may be put here. */
  error(what: string, error: unknown): void;
  info(what: string): void;
  show(): void;
}

/** Creates the output channel; it is disposed with `owner`. */
export const createLog = (owner: vscode.Disposable[]): Log => {
  const channel = vscode.window.createOutputChannel('Graft for GitLab', { log: true });
  owner.push(channel);
  return {
    request({ reference, method, address, result, durationMs, attempt }) {
      const again = attempt > 1 ? ` (try ${attempt})` : '';
      channel.debug(`${reference} ${method} ${address} → ${result} in ${Math.round(durationMs)} ms${again}`);
    },
    error(what, error) {
      channel.error(what);
      for (let cause = error; cause instanceof Error; cause = cause.cause)
        channel.error(`  ${cause.name}: ${cause.message}`);
      if (!(error instanceof Error)) channel.error(`  ${String(error)}`);
    },
    info(what) {
      channel.info(what);
    },
    show() {
      channel.show(true);
    },
  };
};
