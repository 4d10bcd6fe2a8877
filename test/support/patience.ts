/** How long a user waits for what takes a moment on a slow machine, in milliseconds. */
export const longMs = 30_000;

/** How long a user waits for what should be there at once. */
export const shortMs = 5_000;
