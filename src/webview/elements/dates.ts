/** The language of the page, for dates and numbers. */
export function pageLocale(): string {
  const { lang } = document.documentElement;
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const steps = [
  { unit: 'year', seconds: 31_556_952 },
  { unit: 'month', seconds: 2_629_746 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** How long ago `at` (ISO 8601) was at `nowMs`, such as `3 days ago`; undefined when it is not a date. */
export function relativeDate(at: string, nowMs: number, locale: string): string | undefined {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return undefined;
  const seconds = (atMs - nowMs) / 1000;
  const step = steps.find((each) => Math.abs(seconds) >= each.seconds);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return step ? format.format(Math.trunc(seconds / step.seconds), step.unit) : format.format(0, 'second');
}

/** `at` (ISO 8601) in full, in the reader's time zone; undefined when it is not a date. */
export function absoluteDate(at: string, locale: string, timeZone?: string): string | undefined {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return undefined;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone }).format(atMs);
}
