import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** Drops unsolicited `100 Continue`, on which undici closes the connection. */
export const withoutContinue =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...connected) => {
      const [, socket] = connected;
      if (socket) skipContinue(socket);
      callback(...connected);
    });

const begin = Buffer.from('HTTP/1.1 100');
const end = '\r\n\r\n';

const skipContinue = (socket: Socket): void => {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  // later bytes are content
  let awaitsHead = false;
  let held = Buffer.alloc(0);
  socket.write = ((...given: Parameters<typeof write>) => {
    awaitsHead = true;
    return write(...given);
  }) as typeof write;
  socket.read = (size) => {
    for (;;) {
      const part = read(size) as Buffer | null;
      if (!awaitsHead || part === null) return part;
      held = afterContinue(Buffer.concat([held, part]));
      if (mayContinue(held)) continue;
      const head = held;
      held = Buffer.alloc(0);
      awaitsHead = false;
      return head;
    }
  };
};

const afterContinue = (bytes: Buffer): Buffer<ArrayBuffer> => {
  let rest = bytes as Buffer<ArrayBuffer>;
  while (rest.subarray(0, begin.length).equals(begin)) {
    const at = rest.indexOf(end);
    if (at < 0) return rest;
    rest = rest.subarray(at + end.length);
  }
  return rest;
};

const mayContinue = (bytes: Buffer): boolean =>
  bytes.length < longestContinue && bytes.subarray(0, begin.length).equals(begin.subarray(0, bytes.length));

/** Longer ones fail in undici. */
const longestContinue = 64 * 1024;
