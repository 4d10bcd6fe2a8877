import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** Drops unsolicited `100 Continue` responses, on which undici closes the connection. */
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
  // only the first bytes after a request are a response; later ones are content
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

/** Strips complete `100 Continue` responses from the start. */
const afterContinue = (bytes: Buffer): Buffer<ArrayBuffer> => {
  let rest = bytes as Buffer<ArrayBuffer>;
  while (rest.subarray(0, begin.length).equals(begin)) {
    const at = rest.indexOf(end);
    if (at < 0) return rest;
    rest = rest.subarray(at + end.length);
  }
  return rest;
};

/** True for the beginning of one. */
const mayContinue = (bytes: Buffer): boolean =>
  bytes.length < longestContinue && bytes.subarray(0, begin.length).equals(begin.subarray(0, bytes.length));

/** Longer ones are passed on and fail. */
const longestContinue = 64 * 1024;
