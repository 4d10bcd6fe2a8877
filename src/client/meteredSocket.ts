import type { Traffic } from './traffic.ts';
import type { WebSocketClass } from './transport.ts';

/** Name in statistics. */
export const socketReference = 'WebSocket';

/** A socket that never opens counts as failed. */
export const meteredSocket = (Socket: WebSocketClass, traffic: Traffic): WebSocketClass =>
  class extends Socket {
    constructor(...given: ConstructorParameters<WebSocketClass>) {
      super(...given);
      const [url] = given;
      const { origin, pathname } = new URL(url);
      let isOpen = false;
      traffic.count(socketReference, 'requests');
      this.addEventListener('open', () => {
        isOpen = true;
      });
      this.addEventListener('message', ({ data }) =>
        traffic.count(socketReference, 'receivedBytes', Buffer.byteLength(data as string)),
      );
      this.addEventListener('close', ({ code, reason }) => {
        if (isOpen) return;
        traffic.failed({
          failure: 'unreachable',
          reference: socketReference,
          method: 'GET',
          address: `${origin}${pathname}`,
          detail: `the connection was not opened (code ${code}) ${reason}`.trim(),
        });
      });
    }
  };
