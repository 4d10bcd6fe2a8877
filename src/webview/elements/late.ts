import { useEffect, useState } from 'preact/hooks';

/**
 * A part of a page that is read when it is first wanted: undefined until it is there. A part that cannot be read is tried
 * again the next time it is wanted.
 */
export function useLate<T>(isWanted: boolean, read: () => Promise<T>): T | undefined {
  const [part, setPart] = useState<{ readonly value: T }>();
  useEffect(() => {
    if (isWanted && part === undefined) void read().then((value) => setPart({ value }));
  }, [isWanted]);
  return part?.value;
}
