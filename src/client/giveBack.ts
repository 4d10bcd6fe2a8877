import { isMarkedAsUntransferable } from 'node:worker_threads';

/** Smaller parts are left to the collector; memory of less is shared by others. */
const ownMemoryBytes = 4096;

/**
 * Frees the memory of bytes nobody reads any more, when they are the whole of it; they are empty then. Without that a
 * process through which many bytes go grows until the collector comes around.
 */
export const giveBack = ({ buffer, byteLength }: Uint8Array): void => {
  if (byteLength < ownMemoryBytes || byteLength !== buffer.byteLength) return;
  // pools of the runtime are marked
  if (!(buffer instanceof ArrayBuffer) || isMarkedAsUntransferable(buffer)) return;
  // runtimes before Node 22 cannot, and leave it to the collector
  (buffer as ArrayBuffer & { transfer?(bytes: number): ArrayBuffer }).transfer?.(0);
};
