export interface TransferState {
  readonly doneBytes: number;
  readonly totalBytes?: number | undefined;
  readonly bytesPerSecond?: number | undefined;
  readonly msLeft?: number | undefined;
}

/** Averaging window. */
const spanMs = 8_000;
const sampleMs = 250;

/** Ignores bytes resumed from before. */
export class TransferRate {
  #samples: { readonly atMs: number; readonly bytes: number }[] = [];

  at(nowMs: number, doneBytes: number, totalBytes: number | undefined): TransferState {
    const last = this.#samples.at(-1);
    // the transfer restarted
    if (last !== undefined && doneBytes < last.bytes) this.#samples = [];
    if (this.#samples.length === 0 || nowMs - (last?.atMs ?? 0) >= sampleMs)
      this.#samples.push({ atMs: nowMs, bytes: doneBytes });
    while (this.#samples.length > 2 && nowMs - (this.#samples[1]?.atMs ?? nowMs) > spanMs) this.#samples.shift();
    const first = this.#samples[0];
    const elapsedMs = first === undefined ? 0 : nowMs - first.atMs;
    if (first === undefined || elapsedMs < sampleMs || doneBytes <= first.bytes) return { doneBytes, totalBytes };
    const bytesPerSecond = ((doneBytes - first.bytes) * 1000) / elapsedMs;
    if (totalBytes === undefined) return { doneBytes, totalBytes, bytesPerSecond };
    return { doneBytes, totalBytes, bytesPerSecond, msLeft: ((totalBytes - doneBytes) * 1000) / bytesPerSecond };
  }
}
