import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** An ActionCable server that answers every subscription with the same message. */
export interface CableServer {
  readonly origin: string;
  readonly authorizations: readonly (string | undefined)[];
  close(): Promise<void>;
}

export const serveCable = async (answer: (authorization: string) => object): Promise<CableServer> => {
  const authorizations: (string | undefined)[] = [];
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: (names) => [...names][0] ?? false,
  });
  server.on('connection', (socket, { headers }) => {
    authorizations.push(headers.authorization);
    const send = (message: object): void => socket.send(JSON.stringify(message));
    socket.on('message', (data: Buffer) => {
      const { command, identifier } = JSON.parse(data.toString()) as { command: string; identifier: string };
      if (command !== 'subscribe') return;
      const said = answer(headers.authorization ?? '');
      if (!('type' in said)) send({ identifier, type: 'confirm_subscription' });
      send({ identifier, ...said });
    });
    send({ type: 'welcome' });
  });
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorizations,
    async close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
};
