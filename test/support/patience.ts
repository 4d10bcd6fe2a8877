/** For slow operations on a slow machine. */
export const longMs = 30_000;

/** For immediate ones. */
export const shortMs = 5_000;
