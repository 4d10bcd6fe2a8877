/** For dates and numbers. */
export function pageLocale(): string {
  const { lang } = document.documentElement;
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** `at`: ISO 8601. Undefined if it is no date. */
export function absoluteDate(at: string, locale: string, timeZone?: string): string | undefined {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return undefined;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone }).format(atMs);
}

/** Time of day, with the date unless it is today. `atMs`: epoch milliseconds. */
export function shortTime(atMs: number, locale: string): string {
  const at = new Date(atMs);
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString(
    locale,
    isToday ? { hour: '2-digit', minute: '2-digit' } : { dateStyle: 'short', timeStyle: 'short' },
  );
}
