import { useEffect, useState } from 'preact/hooks';

/** Draws `first` of `all` items in the first frame, to keep it short, and doubles that whenever the browser is idle. */
export function useGrowing(first: number, all: number): number {
  const [count, setCount] = useState(first);
  const isWhole = count >= all;
  useEffect(() => {
    if (isWhole) return undefined;
    // An effect alone may run before the first frame.
    const later = requestIdleCallback(() => setCount(2 * count));
    return () => cancelIdleCallback(later);
  }, [count, isWhole]);
  return Math.min(count, all);
}
