import * as vscode from '../vscode.ts';
import type { RequestRecord } from '../../client/client.ts';
import { Secrets } from '../../client/secrets.ts';
import { visible } from '../visible.ts';

/** The Graft output channel. What is written there is one line, and holds no credential that is known. */
export interface Log {
  /** The tokens and passwords of this session, known from before they are used. */
  readonly secrets: Secrets;
  /** Writes one finished request. */
  request(record: RequestRecord): void;
  /** Writes an error with its causes. */
  error(what: string, error: unknown): void;
  info(what: string): void;
  show(): void;
}

/** Creates the output channel; it is disposed with `owner`. */
export const createLog = (owner: vscode.Disposable[]): Log => {
  const channel = vscode.window.createOutputChannel('Graft for GitLab', { log: true });
  owner.push(channel);
  const secrets = new Secrets();
  /** Words of a server may have line ends, to look like lines of ours. */
  const line = (words: string): string => visible(secrets.clean(words));
  return {
    secrets,
    request({ reference, method, address, result, durationMs, attempt }) {
      const again = attempt > 1 ? ` (try ${attempt})` : '';
      channel.debug(line(`${reference} ${method} ${address} → ${result} in ${Math.round(durationMs)} ms${again}`));
    },
    error(what, error) {
      channel.error(line(what));
      for (let cause = error; cause instanceof Error; cause = cause.cause)
        channel.error(line(`  ${cause.name}: ${cause.message}`));
      if (!(error instanceof Error)) channel.error(line(`  ${String(error)}`));
    },
    info(what) {
      channel.info(line(what));
    },
    show() {
      channel.show(true);
    },
  };
};
