import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningSandbox, SandboxOptions } from './startSandbox.ts';
import type { SandboxWorld } from '../window/inHost.ts';

export const worldOf = ({
  url,
  project,
  repository,
  tokens,
  commits,
  branches: { target },
}: RunningSandbox): SandboxWorld => ({ url, project, repository, tokens, commits, target });

/** `POST /end` and `POST /begin` at `control`. */
export interface RestartableSandbox {
  readonly first: RunningSandbox;
  readonly control: string;
  close(): Promise<void>;
}

/** `start` gets the port and tokens to reuse. */
export const restartable = async (
  start: (again: Pick<SandboxOptions, 'port' | 'tokens'>) => Promise<RunningSandbox>,
): Promise<RestartableSandbox> => {
  const first = await start({});
  let running: RunningSandbox | undefined = first;
  const act = async (what = ''): Promise<void> => {
    if (what === '/end') {
      await running?.close();
      running = undefined;
    } else running ??= await start({ port: first.port, tokens: first.tokens });
  };
  const control = createServer((request, response) => {
    act(request.url).then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((listening) => control.listen(0, '127.0.0.1', listening));
  return {
    first,
    control: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    async close() {
      control.close();
      control.closeAllConnections();
      await running?.close();
    },
  };
};
