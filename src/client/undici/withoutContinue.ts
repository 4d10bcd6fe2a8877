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

const statusLine = Buffer.from('HTTP/1.1 100');
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
  while (rest.subarray(0, statusLine.length).equals(statusLine)) {
    const at = rest.indexOf(end);
    if (at < 0) return rest;
    rest = rest.subarray(at + end.length);
  }
  return rest;
};

const mayContinue = (bytes: Buffer): boolean =>
  bytes.length < maxContinue && bytes.subarray(0, statusLine.length).equals(statusLine.subarray(0, bytes.length));

/** Longer ones fail in undici. */
const maxContinue = 64 * 1024;
