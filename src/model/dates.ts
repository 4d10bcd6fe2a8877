const day = /^\d{4}-\d{2}-\d{2}$/;

/** Says whether `text` is a day (`YYYY-MM-DD`) or a moment (ISO 8601) that filters understand. */
export const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) return false;
  const parsed = new Date(text);
  return !Number.isNaN(parsed.getTime()) && (!day.test(text) || parsed.toISOString().startsWith(text));
};

/** A day or moment as servers take it: of a day its first or last second. */
export const momentOf = (text: string, of: 'begin' | 'end'): string => {
  if (day.test(text)) return `${text}T${of === 'begin' ? '00:00:00Z' : '23:59:59Z'}`;
  return new Date(text).toISOString().replace(/\.\d{3}Z$/, 'Z');
};
