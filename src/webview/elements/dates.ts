/** The language of the page, for dates and numbers. */
export function pageLocale(): string {
  const { lang } = document.documentElement;
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** `at` (ISO 8601) in full, in the reader's time zone; undefined when it is not a date. */
export function absoluteDate(at: string, locale: string, timeZone?: string): string | undefined {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return undefined;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone }).format(atMs);
}

/** The time of day of a moment in milliseconds since 1970, with its date where that is not today. */
export function shortTime(atMs: number, locale: string): string {
  const at = new Date(atMs);
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString(
    locale,
    isToday ? { hour: '2-digit', minute: '2-digit' } : { dateStyle: 'short', timeStyle: 'short' },
  );
}
