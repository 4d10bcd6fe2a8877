import { useLayoutEffect, useRef } from 'preact/hooks';

/** Hears the keys that are pressed while nothing on the page has the focus. */
export function useUnfocusedKeys(hear: (event: KeyboardEvent) => void): void {
  const latest = useRef(hear);
  latest.current = hear;
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isUnfocused = event.target === document.body || (event.target as Element).matches('main');
      if (isUnfocused && !event.defaultPrevented) latest.current(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
