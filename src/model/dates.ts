const day = /^\d{4}-\d{2}-\d{2}$/;

/** `YYYY-MM-DD` or ISO 8601. */
export const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) return false;
  const parsed = new Date(text);
  return !Number.isNaN(parsed.getTime()) && (!day.test(text) || parsed.toISOString().startsWith(text));
};

/** A date, or English such as “2 months ago”, “3 hours ago”, “last week” or “yesterday”. Days are local `YYYY-MM-DD`. */
export const dateOf = (text: string, now = new Date()): string | undefined => {
  if (isDate(text)) return text;
  const match = /^(?:(today)|(yesterday)|last (\w+?)|(\d{1,4}|an?) (\w+?)s? ago)$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, today, yesterday, last, count = '1', counted] = match;
  const unit = today === undefined ? (yesterday === undefined ? (last ?? counted ?? '').toLowerCase() : 'day') : 'day';
  const many = today === undefined ? (/^an?$/i.test(count) ? 1 : Number(count)) : 0;
  const then = new Date(now);
  if (unit === 'minute' || unit === 'hour') {
    if (last !== undefined) return undefined;
    then.setTime(now.getTime() - many * (unit === 'hour' ? 3_600_000 : 60_000));
    return `${then.toISOString().slice(0, 19)}Z`;
  }
  if (unit === 'day') then.setDate(then.getDate() - many);
  else if (unit === 'week') then.setDate(then.getDate() - 7 * many);
  else if (unit === 'month' || unit === 'year') monthsBack(then, unit === 'year' ? 12 * many : many);
  else return undefined;
  return dayOf(then);
};

/** Clamps to the last day of the month. */
const monthsBack = (date: Date, months: number): void => {
  const day = date.getDate();
  date.setDate(1);
  date.setMonth(date.getMonth() - months);
  date.setDate(Math.min(day, new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()));
};

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0'))
    .join('-');

/** First or last second of a day. */
export const momentOf = (text: string, of: 'begin' | 'end'): string => {
  if (day.test(text)) return `${text}T${of === 'begin' ? '00:00:00Z' : '23:59:59Z'}`;
  return new Date(text).toISOString().replace(/\.\d{3}Z$/, 'Z');
};
