const everyMs = 500;

/** Ends this process, and so its children, with its parent or on a signal; `onEnd` runs before. */
export function endWithParent(onEnd: () => Promise<void> = async () => {}): void {
  let ending = false;
  const end = (code: number): void => {
    if (ending) return;
    ending = true;
    onEnd().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => end(130));
  process.on('SIGTERM', () => end(143));
  process.on('SIGHUP', () => end(129));
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(1), everyMs).unref();
}
