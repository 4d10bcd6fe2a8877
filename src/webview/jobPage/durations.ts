import { useEffect, useState } from 'preact/hooks';

const parts = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** A length of time by its two largest parts: `2 h 5 min`. */
export function durationMessage(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const first = parts.findIndex(([, size]) => seconds >= size);
  if (first === -1) return ms > 0 ? 'less than 1 s' : '0 s';
  const words: string[] = [];
  let left = seconds;
  for (const [unit, size] of parts.slice(first, first + 2)) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) words.push(`${count} ${unit}`);
  }
  return words.join(' ');
}

/** A moment as short as it is clear: the time alone for one of the same day as `beside`. */
export function clockMessage(atMs: number, besideMs: number | undefined, locale: string): string {
  const day = (ms: number): string => new Date(ms).toDateString();
  const isSameDay = besideMs !== undefined && day(atMs) === day(besideMs);
  const format = isSameDay
    ? new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
    : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  return format.format(atMs);
}

/** The present, renewed every so many milliseconds; left alone when that is undefined. */
export function useNow(everyMs: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (everyMs === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
