import { useEffect, useState } from 'preact/hooks';

/** Lazily imported module; undefined until it is loaded. A failure is retried when it is wanted again. */
export function useLate<T>(isWanted: boolean, read: () => Promise<T>): T | undefined {
  const [part, setPart] = useState<{ readonly value: T }>();
  useEffect(() => {
    if (isWanted && part === undefined) void read().then((value) => setPart({ value }));
  }, [isWanted]);
  return part?.value;
}
