import { useEffect, useState } from 'preact/hooks';
import { t } from '../elements/texts.ts';

const parts = [
  [86_400, (count: number) => t('{0} d', count)],
  [3_600, (count: number) => t('{0} h', count)],
  [60, (count: number) => t('{0} min', count)],
  [1, (count: number) => t('{0} s', count)],
] as const;

/** Two largest units: `2 h 5 min`. */
export function durationMessage(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const first = parts.findIndex(([size]) => seconds >= size);
  if (first === -1) return ms > 0 ? t('less than 1 s') : t('{0} s', 0);
  const shown: string[] = [];
  let left = seconds;
  for (const [size, words] of parts.slice(first, first + 2)) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) shown.push(words(count));
  }
  return shown.join(' ');
}

/** Without the date if it is the same day as `besideMs`. */
export function clockMessage(atMs: number, besideMs: number | undefined, locale: string): string {
  const day = (ms: number): string => new Date(ms).toDateString();
  const isSameDay = besideMs !== undefined && day(atMs) === day(besideMs);
  const format = isSameDay
    ? new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
    : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  return format.format(atMs);
}

/** Current time, updated at an interval; static if undefined. */
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
