import * as vscode from '../vscode.ts';
import type { RequestRecord } from '../../client/client.ts';
import { Secrets } from '../../client/redactSecrets.ts';
import { visible } from '../visible.ts';

/** Entries are single lines without any known credential. */
export interface Log {
  /** Credentials, registered before their first use. */
  readonly secrets: Secrets;
  request(record: RequestRecord): void;
  /** With its causes. */
  error(what: string, error: unknown): void;
  info(what: string): void;
  show(): void;
}

/** `owner` disposes it. */
export const createLog = (owner: vscode.Disposable[]): Log => {
  const channel = vscode.window.createOutputChannel('Graft for GitLab', { log: true });
  owner.push(channel);
  const secrets = new Secrets();
  /** A server must not be able to forge log lines. */
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
