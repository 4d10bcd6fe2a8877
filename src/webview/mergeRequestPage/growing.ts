import { useEffect, useState } from 'preact/hooks';

/**
 * How many of `all` are to be drawn: `first` in the first frame, which has not to wait for hundreds, and twice as many
 * whenever there is time.
 */
export function useGrowing(first: number, all: number): number {
  const [count, setCount] = useState(first);
  const isWhole = count >= all;
  useEffect(() => {
    if (isWhole) return undefined;
    // an effect by itself may come before the frame
    const later = requestIdleCallback(() => setCount(2 * count));
    return () => cancelIdleCallback(later);
  }, [count, isWhole]);
  return Math.min(count, all);
}
