const steps = [
  { unit: 'year', seconds: 31_556_952 },
  { unit: 'month', seconds: 2_629_746 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

/**
 * Such as `3 days ago`, or `now` within a minute; undefined if `at` (ISO 8601) is no date. Shared, so that host and
 * pages agree.
 */
export const relativeDate = (at: string, nowMs: number, locale: string): string | undefined => {
  const seconds = (Date.parse(at) - nowMs) / 1000;
  if (Number.isNaN(seconds)) return undefined;
  const step = steps.find((each) => Math.abs(seconds) >= each.seconds);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return step ? format.format(Math.trunc(seconds / step.seconds), step.unit) : format.format(0, 'second');
};

/** In powers of 1000, like file managers: `512 bytes`, `1.2 MB`. */
export const byteSize = (bytes: number, locale: string): string => {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 || value >= 100 ? 0 : 1,
  }).format(value);
};

export const shortSha = (sha: string): string => sha.slice(0, 8);
